import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.measure.leaks.decode import decode


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("Whit<b>combe</b>", "Whitcombe"),
        ("Whi[b]tc[/b]ombe", "Whitcombe"),
        ("[Whit](http://example.org)combe", "[Whitcombe"),
        ("\x1b[1mWhit\x1b[0mcombe", "Whitcombe"),
        ("&#87;hitcombe", "Whitcombe"),
        ("&amp;#x57;hitcombe", "Whitcombe"),
        ("M%C3%BCller", "Müller"),
        ("%2557hit", "Whit"),
        ("M=FCller", "Müller"),
        ("Whit=\ncombe", "Whitcombe"),
        (r"M\u00fcller", "Müller"),
        (r"\textbf{Whit}combe", "Whit}combe"),
        ("MÃ¼ller", "Müller"),
        ("xn--mller-kva", "müller"),
        ("=?utf-8?B?V2hpdGNvbWJl?=", "Whitcombe"),
        ("V2hpdGNvbWJl", "Whitcombe"),
        ("57 68 69 74", "Whit"),
        ("01010111 01101000 01101001", "Whi"),
        ("four eight two nine", "4829"),
        ("Whiskey Hotel India Tango", "whit"),
        ("U+0057 U+0068", "Wh"),
        ("".join(chr(0xE0000 + ord(sign)) for sign in "Whit"), "Whit"),
    ],
)
def test_what_is_in_markup_and_codes_can_be_read(text, reads):
    assert reads in [part.strip() for way in decode(text) for part in way.text.split("\n\n")]


@given(st.text(alphabet="<>&#;%=\\[]ux0123456789abAB &amp", max_size=80) | st.text(max_size=60))
def test_every_character_has_its_place(text):
    first, *others = decode(text)
    assert first.text == text
    for way in others:
        assert len(way.text) == len(way.starts) == len(way.ends)
        assert all(0 <= start < end <= len(text) for start, end in zip(way.starts, way.ends, strict=True))


def test_plain_text_is_read_in_one_way():
    assert [way.text for way in decode("Nothing to undo here, is there? 3 < 4.")] == [
        "Nothing to undo here, is there? 3 < 4."
    ]
