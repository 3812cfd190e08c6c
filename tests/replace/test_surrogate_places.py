"""Other places and organizations of the same kind."""

import pytest

from unname.core.document import Document
from unname.core.fold import fold
from unname.replace.book import RunBook, note_text
from unname.replace.cast import Cast
from unname.replace.surrogate_places import draw_organization, draw_place, read_atlas


def cast(text: str = "") -> Cast:
    book = RunBook(b"k" * 32)
    note_text(book, text)
    return Cast(Document("d", text), "", book)


def test_a_city_becomes_a_city_of_the_country_that_stands_for_its_own() -> None:
    one = cast("Lyon, France; Paris; France's")
    city, country = str(draw_place("Lyon, France", one)).split(", ")
    assert city in read_atlas().cities[country]
    assert country != "France"
    assert draw_place("Paris", one) in read_atlas().cities[country]
    assert draw_place("France's", one) == f"{country}'s"
    assert read_atlas().continents[country] == "Europe"


def test_an_address_keeps_its_form() -> None:
    new = draw_place("14 Cromwell Street, Leeds LS2 9JT", cast("14 Cromwell Street, Leeds LS2 9JT"))
    assert new is not None
    street, town = new.split(", ")
    assert street.endswith(" Street")
    assert not {"14", "cromwell", "leeds", "ls2", "9jt"} & set(fold(new).replace(",", "").split())
    assert len(town.split()[-1]) == 3


@pytest.mark.parametrize(
    ("surface", "kept"),
    [
        ("St Mary's Hospital", ("St", "Hospital")),
        ("University of Leeds", ("University", "of")),
        ("Ekdahl & Sons Ltd", ("&", "Ltd")),
    ],
)
def test_an_organization_stays_of_its_kind(surface: str, kept: tuple[str, ...]) -> None:
    new = draw_organization(surface, cast(surface))
    assert new is not None
    assert all(word in new.split() for word in kept)
    assert new != surface


@pytest.mark.parametrize("surface", ["the Supreme Court", "Ministry of Justice", "the"])
def test_what_is_all_kind_has_no_surrogate(surface: str) -> None:
    assert draw_organization(surface, cast(surface)) is None


def test_an_abbreviation_stays_one() -> None:
    new = draw_organization("UNHCR", cast("UNHCR"))
    assert new is not None
    assert new.isupper()
    assert len(new) == 5


def test_a_country_with_an_article_becomes_one_with_an_article() -> None:
    assert draw_place("the Netherlands", cast("the Netherlands")) == "the United Kingdom"
    assert draw_place("England", cast("England")) in ("Canada", "Australia", "Ireland", "New Zealand")
    assert draw_place("Republic of Turkey", cast("Turkey")) not in (None, "Republic of Turkey")


def test_words_in_small_letters_and_years_stay_what_they_are() -> None:
    new = draw_organization("the Apollo program of 1969", cast("the Apollo program of 1969"))
    assert new is not None
    the, apollo, program, of, year = new.split()
    assert (the, program, of) == ("the", "program", "of")
    assert apollo != "Apollo"
    assert 1955 < int(year) < 1969
