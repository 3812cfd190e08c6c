"""Numbers and addresses of the same form, with right check digits, from ranges that are nobody's."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import iban, luhn
from stdnum.es import nif
from stdnum.gb import nhs
from stdnum.ru import inn, ogrn

from unname.core.document import Document, Mention, Span
from unname.core.fold import fold
from unname.replace.book import RunBook, note_text
from unname.replace.cast import Cast
from unname.replace.surrogate_codes import draw_code, is_snils


def cast(text: str = "Anna Ekdahl", key: bytes = b"k" * 32, language: str = "en") -> Cast:
    book = RunBook(key)
    note_text(book, text)
    mention = Mention(Span(0, 11), "PERSON", "e1")
    return Cast(Document("d", text, language, mentions=(mention,)), "", book)


def drawn(surface: str, *kinds: str) -> str:
    new = draw_code(surface, frozenset(kinds), cast())
    assert new is not None
    assert new != surface
    return new


def test_mail_follows_the_person() -> None:
    one = cast()
    name = one.render(one.document.mentions[0])
    assert name
    given_name, family_name = (re.sub(r"\W", "", each) for each in name.lower().split())
    made = draw_code("anna.ekdahl@firm.example", frozenset({"email"}), one)
    assert made
    local, domain = made.split("@")
    assert domain in ("example.com", "example.org", "example.net")
    assert fold(local) == f"{fold(given_name)}.{fold(family_name)}"
    short = draw_code("aekdahl@firm.example", frozenset({"email"}), one)
    assert short
    assert short.startswith(f"{fold(given_name)[0]}{fold(family_name)}@")
    dotted = draw_code("a.ekdahl@firm.example", frozenset({"email"}), one)
    assert dotted
    assert dotted.startswith(f"{fold(given_name)[0]}.{fold(family_name)}@")


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [
        ("81.2.69.142", r"(192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}"),
        ("IP 81.2.69.142:80", r"IP (192\.0\.2|198\.51\.100|203\.0\.113)\.\d{1,3}:80"),
        ("2a02:6b8::2:242", r"2001:db8::[0-9a-f]+"),
        ("3c:22:fb:9a:01:7e", r"00:00:5E:00:53:[0-9A-F]{2}"),
        ("https://www.firm.se/anna?id=1", r"https://www\.example\.(com|org|net)/[a-z]{4}\?[a-z]{2}=\d"),
        ("219-09-9999", r"9\d\d-(0[1-9]|[1-4]\d)-\d{4}"),
        ("36244/06", r"\d{5}/\d\d"),
        ("MRN 00482913", r"MRN \d{8}"),
        ("AB-12c", r"[A-Z]{2}-\d\d[a-z]"),
        ("9" * 30, r"\d{30}"),
    ],
)
def test_the_form_stays(surface: str, pattern: str) -> None:
    assert re.fullmatch(pattern, drawn(surface))


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [
        ("07911 123456", r"07700 900\d{3}"),
        ("+44 7911 123456", r"\+44 7700 900\d{3}"),
        ("(212) 736-5000", r"\(\d{3}\) 555-01\d\d"),
        ("+1 212 736 5000", r"\+1 \d{3} 555 01\d\d"),
        ("+33 6 12 34 56 78", r"\+33 6 39 98 \d\d \d\d"),
        ("+39 06 698 12345", r"\+39 \d\d \d{3} \d{5}"),
    ],
)
def test_phones_are_from_ranges_for_fiction(surface: str, pattern: str) -> None:
    assert re.fullmatch(pattern, drawn(surface, "phone"))


@pytest.mark.parametrize(
    ("surface", "is_valid"),
    [
        ("4539 1488 0343 6467", lambda number: luhn.is_valid(number.replace(" ", ""))),
        ("943 476 5919", nhs.is_valid),
        ("DE89 3704 0044 0532 0130 00", iban.is_valid),
        ("12345678Z", nif.is_valid),
    ],
)
def test_check_digits_are_right(surface: str, is_valid: object) -> None:
    assert is_valid(surface)  # type: ignore[operator]
    assert is_valid(drawn(surface))  # type: ignore[operator]


@given(
    st.text(string.ascii_letters + string.digits + " -/.@:", min_size=1, max_size=30),
    st.binary(min_size=16, max_size=16),
)
def test_no_code_is_its_own_surrogate(surface: str, key: bytes) -> None:
    new = draw_code(surface, frozenset(), cast(f"Anna Ekdahl {surface}", key))
    assert new is None or new.lower() != surface.lower()


def test_two_codes_never_share_a_surrogate() -> None:
    one = cast()
    made = [draw_code(f"{number:03d}", frozenset(), one) for number in range(100, 600)]
    known = [each for each in made if each is not None]
    assert len(set(known)) == len(known) > 400


@pytest.mark.parametrize(
    ("surface", "is_valid"),
    [
        ("7728168971", inn.is_valid),
        ("ИНН 772816897563", None),
        ("112-233-445 95", is_snils),
        ("1022200525819", ogrn.is_valid),
    ],
)
def test_russian_numbers_keep_their_check_digits(surface: str, is_valid: object) -> None:
    for key in (b"a" * 32, b"b" * 32, b"c" * 32):
        new = draw_code(surface, frozenset(), cast(key=key, language="ru"))
        assert new
        assert new != surface
        assert re.sub(r"\d", "0", new) == re.sub(r"\d", "0", surface)
        assert not callable(is_valid) or is_valid(new)


@pytest.mark.parametrize(
    ("surface", "pattern"),
    [("8 (912) 345-67-89", r"8 \(9\d\d\) \d{3}-\d\d-\d\d"), ("+7 912 345 67 89", r"\+7 9\d\d \d{3} \d\d \d\d")],
)
def test_russian_phones_keep_their_prefix(surface: str, pattern: str) -> None:
    new = draw_code(surface, frozenset({"phone"}), cast(language="ru"))
    assert new
    assert re.fullmatch(pattern, new)


def test_a_plate_keeps_its_alphabet() -> None:
    new = draw_code("А123ВС77", frozenset(), cast(language="ru"))
    assert new
    assert re.fullmatch("[А-Я]\\d{3}[А-Я]{2}\\d\\d", new)
