import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.measure.leaks.plain_letters import separates, squeeze


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("O’Neil-Grey, 7", "oneilgrey7"),
        ("Weiß WEISS", "weissweiss"),
        ("e\u0301 é É", "eee"),
        ("J\u043ehn Ｊｏｈｎ 𝓙𝓸𝓱𝓷", "johnjohnjohn"),
        ("a\u200bb\u00adc\u2060d\ufe0f\u3164e", "abcde"),
        ("ﬁn Æsop", "finaesop"),
        ("राम", "राम"),
        (" \n\t***", ""),
    ],
)
def test_what_is_left_of_a_text(text, letters):
    assert squeeze(text).letters == letters


@given(st.text())
def test_every_letter_has_its_place(text):
    found = squeeze(text)
    assert len(found.letters) == len(found.places)
    assert found.places == sorted(found.places)
    assert all(squeeze(text[place]).letters for place in found.places)


@pytest.mark.parametrize(("sign", "keeps_apart"), [(" ", True), ("-", True), ("\u200b", False), ("\u0301", False)])
def test_what_keeps_letters_apart(sign, keeps_apart):
    assert separates(sign) is keeps_apart
