import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Span
from unname.detect.normalize import normalize, on_one_line

ODD = "J\u200b\u200d\u00ad\ufeff\u202e\u0301\u0336é ﬁ\xa0\u3000оаеΟ\u0418Ｊ𝓙x\x00\n\u1112\u1161\u11ab👩🏽\ufe0f"
odd_text = st.text(alphabet=st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])))


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("", ""),
        ("John Smith, 12 May.", "John Smith, 12 May."),
        ("J\u043ehn", "John"),
        ("\u0421harles \u0410nn\u0430", "Charles Anna"),
        ("J\u03bfhn", "John"),
        ("J\u0585hn", "John"),
        ("Jo\u200b\u043en", "Joon"),
        ("Пётр Сосо", "Пётр Сосо"),
        ("Пeтров", "Пeтров"),
        ("Νίκος Αθήνα", "Νίκος Αθήνα"),
        ("Smi\u00adth \ufeffJo\u200dhn\u2060", "Smith John"),
        ("\u202eJohn\u202c", "John"),
        ("Jo\x00hn\x07", "John"),
        ("Ｊｏｈｎ ５", "John 5"),
        ("𝓙𝓸𝓱𝓷 𝐒𝐦𝐢𝐭𝐡", "John Smith"),
        ("Ⓙⓞⓗⓝ", "John"),
        ("ﬁt", "fit"),
        ("e\u0301cole", "école"),
        ("e\u200b\u0301cole", "école"),
        ("J\u0336o\u0336h\u0336n\u0336", "John"),
        ("\u1112\u1161\u11ab", "한"),
        ("ab\xa0cd\u2003ef\u3000gh", "ab cd ef gh"),
        ("one\u2028two\x85three", "one\ntwo\nthree"),
        ("Smith² ½ … Acme™ № 5", "Smith² ½ … Acme™ № 5"),
        ("“Mr O’Neil” – 5 €", "“Mr O’Neil” – 5 €"),
        ("Mr Smi-\nth e\u0301", "Mr Smith é"),
        ("Élo-\r\n  die Smi\u00ad\nth", "Élodie Smith"),
        ("a 47-year-\nold, Booth-\nLee, SMI-\nTH, A-\nb", "a 47-year-\nold, Booth-\nLee, SMI-\nTH, A-\nb"),
        ("שלום עולם", "שלום עולם"),
        ("مرحبا بالعالم", "مرحبا بالعالم"),
        ("नमस्ते", "नमस्ते"),
        ("hello 👋🏽 John 🎉", "hello 👋🏽 John 🎉"),
        ("ᴡʜɪᴛᴄᴏᴍʙᴇ Wʜɪᴛᴄᴏᴍʙᴇ ᴀɴɴᴀ", "WHITCOMBE WHITCOMBE ANNA"),
        ("🅆🅗🅸🇹 ٤٨٢٩ ४८ ④⑧", "WHIT 4829 48 48"),
        ("/ˈpɪtɪ/ [ʃaʁl]", "/ˈpɪtɪ/ [ʃaʁl]"),
        ("W h i t c o m b e came", "Whitcombe came"),
        ("J o h n   S m i t h, J\xa0o\xa0h\xa0n S m i t h", "John   Smith, John Smith"),
        ("W-H-I-T w_h_i_t W.h.i.t and A n n", "WHIT whit Whit and Ann"),
        ("A.B.C.D. came, J.R.R. and U.S.S.R.; a or b, x-ray", "A.B.C.D. came, J.R.R. and U.S.S.R.; a or b, x-ray"),
        ("Whit<b>combe</b> Whit**combe** <b>Anna</b> 2<3>1", "Whitcombe</b> Whitcombe** <b>Anna</b> 2<3>1"),
        ("M&uuml;ller Whit&shy;combe Wh&#105;t A&amp;B &lt;", "Müller Whitcombe Whit A&amp;B &lt;"),
    ],
)
def test_text_is_cleaned(text: str, clean: str) -> None:
    assert normalize(text).text == clean


@pytest.mark.parametrize(
    ("text", "word", "original"),
    [
        ("to J\u043ehn now", "John", "J\u043ehn"),
        ("to J\u200bo\u00adhn\u200b now", "John", "J\u200bo\u00adhn"),
        ("\u200b\u200bJohn", "John", "John"),
        ("x ﬁne y", "fine", "ﬁne"),
        ("x ﬁne y", "ine", "ﬁne"),
        ("x ﬁne y", "y", "y"),
        ("cafe\u0301 x", "café", "cafe\u0301"),
        ("👨\u200d👩\u200d👧 Anna", "Anna", "Anna"),
        ("שלום \u200fAnna", "Anna", "Anna"),
        ("to Smi-\r\n th now", "Smith", "Smi-\r\n th"),
        ("to Smi\u00ad\nth, now", "now", "now"),
        ("to W h i t now", "Whit", "W h i t"),
        ("to Whit<b>combe</b> now", "Whitcombe", "Whit<b>combe"),
        ("to M&uuml;ller now", "Müller", "M&uuml;ller"),
    ],
)
def test_spans_map_back(text: str, word: str, original: str) -> None:
    normalized = normalize(text)
    start = normalized.text.index(word)
    back = normalized.original(Span(start, start + len(word)))
    assert text[back.start : back.end] == original


@pytest.mark.parametrize(
    ("text", "line"),
    [("", ""), ("a b", "a b"), ("a\nb\tc", "a b c"), ("a  b \r\n c", "a b c"), ("\n\na\n", " a ")],
)
def test_blanks_become_single_spaces(text: str, line: str) -> None:
    clean = on_one_line(text)
    assert clean.text == line
    if "c" in text:
        start = line.index("b")
        assert clean.original(Span(start, len(line))) == (text.index("b"), len(text))


def test_text_is_not_in_the_repr() -> None:
    assert "Smith" not in repr(normalize("Smi\u00adth"))


plain_word = st.text(alphabet="abcXYZ019,;:!?()'\"$%+=@#/\\{}[]", min_size=2)


@given(st.lists(plain_word).map(" ".join))
def test_plain_text_does_not_change(text: str) -> None:
    normalized = normalize(text)
    assert normalized.text == text
    for start in range(len(text)):
        assert normalized.original(Span(start, len(text))) == (start, len(text))


@given(odd_text, st.data())
def test_spans_stay_inside_and_in_order(text: str, data: st.DataObject) -> None:
    normalized = normalize(text)
    size = len(normalized.text)
    spans = [normalized.original(Span(start, start + 1)) for start in range(size)]
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert spans == sorted(spans)
    if size:
        start = data.draw(st.integers(0, size - 1))
        end = data.draw(st.integers(start + 1, size))
        whole = normalized.original(Span(start, end))
        assert whole == (spans[start].start, spans[end - 1].end)


@given(odd_text, st.data())
def test_clean_covers_what_original_gives(text: str, data: st.DataObject) -> None:
    normalized = normalize(text)
    size = len(normalized.text)
    if not size:
        return
    start = data.draw(st.integers(0, size - 1))
    end = data.draw(st.integers(start + 1, size))
    there = normalized.clean(normalized.original(Span(start, end)))
    assert there.start <= start
    assert there.end >= end


@given(odd_text, st.data())
def test_clean_stays_inside(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    normalized = normalize(text)
    span = normalized.clean(Span(start, end))
    assert 0 <= span.start <= span.end <= len(normalized.text)


@given(odd_text)
def test_a_clean_text_is_clean(text: str) -> None:
    once = normalize(text).text
    twice = normalize(once).text
    assert normalize(twice).text == twice
