"""Names in all their forms, in step."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Span
from unname.core.fold import fold
from unname.replace.book import RunBook, note_text
from unname.replace.cast import Cast
from unname.replace.name_lists import nicknames, read_names
from unname.replace.name_words import split_name


def cast_of(*named: tuple[str, str], between: str = " met ", key: bytes = b"k" * 32) -> Cast:
    """The cast of a document in which these names stand, each with its entity."""
    text, mentions = "", []
    for surface, entity in named:
        mentions.append(Mention(Span(len(text), len(text) + len(surface)), "PERSON", entity))
        text += surface + between
    book = RunBook(key)
    note_text(book, text)
    return Cast(Document("d", text, mentions=tuple(mentions)), "", book)


def rendered(cast: Cast) -> list[str]:
    made = [cast.render(mention) for mention in cast.document.mentions]
    assert None not in made
    return [str(each) for each in made]


def test_all_forms_of_a_name_are_in_step() -> None:
    full, last_first, family, titled, initial, possessive, shouted = rendered(
        cast_of(
            *(
                (form, "e1")
                for form in (
                    "Anna Ekdahl",
                    "Ekdahl, Anna",
                    "Ekdahl",
                    "Dr. Ekdahl",
                    "A. Ekdahl",
                    "Ekdahl's",
                    "ANNA EKDAHL",
                )
            )
        )
    )
    given_name, family_name = full.split()
    assert last_first == f"{family_name}, {given_name}"
    assert family == family_name
    assert titled == f"Dr. {family_name}"
    assert initial == f"{given_name[0]}. {family_name}"
    assert possessive == f"{family_name}'s"
    assert shouted == full.upper()


def test_a_family_shares_its_name_and_nobody_else_does() -> None:
    anna, bert, other = rendered(cast_of(("Anna Ekdahl", "e1"), ("Bert Ekdahl", "e2"), ("Anna Lindqvist", "e3")))
    assert anna.split()[1] == bert.split()[1] != other.split()[1]
    assert anna.split()[0] == other.split()[0] != bert.split()[0]


def test_a_nickname_follows_the_name() -> None:
    robert, bob = rendered(cast_of(("Robert Ekdahl", "e1"), ("Bob", "e1")))
    assert fold(bob) in map(fold, nicknames()[fold(robert.split()[0])])


@pytest.mark.parametrize(
    ("name", "gender"), [("Mary", "f"), ("John", "m"), ("Margaret", "f"), ("William", "m"), ("Иван", "m")]
)
def test_the_gender_stays(name: str, gender: str) -> None:
    for key in (b"a" * 32, b"b" * 32, b"c" * 32):
        (new,) = rendered(cast_of((f"{name} Ekdahl", "e1"), key=key))
        assert read_names().given[fold(new.split()[0])].gender == gender


def test_a_gender_that_the_name_does_not_tell_is_told_by_what_follows() -> None:
    for key in (b"a" * 32, b"b" * 32, b"c" * 32):
        (new,) = rendered(
            cast_of(("Qwxyz Ekdahl", "e1"), between=" said that she and her son left her house. ", key=key)
        )
        assert read_names().given[fold(new.split()[0])].gender == "f"


def test_initials_alone() -> None:
    full, initials = rendered(cast_of(("Ekdahl, Anna Q.", "e1"), ("AQE", "e2")))
    family, rest = full.split(", ")
    assert initials == f"{rest[0]}{rest.split()[1][0]}{family[0]}"


@pytest.mark.parametrize("name", ["王小明", "김철수", "Γιώργος Παπαδόπουλος", "דוד כהן", "გიორგი ბერიძე", "राम शर्मा"])
def test_other_scripts(name: str) -> None:
    (new,) = rendered(cast_of((name, "e1")))
    assert new != name
    assert not set(name.split()) & set(new.split())
    assert not re.search("[a-zA-Z]", new)


def test_a_script_without_a_list_has_no_surrogate() -> None:
    cast = cast_of(("ᎠᏂᏣᎳᎩ", "e1"))
    assert cast.render(cast.document.mentions[0]) is None


@pytest.mark.parametrize(
    "name", ["O", "X Æ", "Li", "O'Brien", "McDonald", "Jean-Luc Müller", "Dr", "von der Heide", "Anna2"]
)
def test_odd_names(name: str) -> None:
    (new,) = rendered(cast_of((name, "e1")))
    words = {fold(word.text) for word in split_name(name) if word.kind == "name" and len(word.text) > 1}
    assert not words & {fold(word.text) for word in split_name(new)}


def test_nobody_becomes_famous() -> None:
    famous = read_names().famous
    assert ("adam", "smith") in famous
    for number in range(300):
        (new,) = rendered(cast_of(("Anna Ekdahl", "e1"), key=number.to_bytes(32)))
        given_name, family_name = map(fold, new.split())
        assert (given_name, family_name) not in famous


@given(st.lists(st.sampled_from(["Anna", "Bert", "Ekdahl", "Smith", "Jones", "Mary", "Lee"]), min_size=1, max_size=3))
def test_no_word_of_the_text_is_drawn(words: list[str]) -> None:
    cast = cast_of((" ".join(words), "e1"), between=" and Robert Miller of Paris and Gail Robinson ")
    (new,) = rendered(cast)
    assert set(re.findall(r"\w+", fold(new))).isdisjoint(re.findall(r"\w+", fold(cast.document.text)))


def test_a_name_is_as_common_as_before() -> None:
    lists = read_names()
    for name in ("Johnson", "Smith", "Williams"):
        (new,) = rendered(cast_of((f"Mr {name}", "e1")))
        assert lists.family[fold(new.split()[1])].band == 0
    (new,) = rendered(cast_of(("Mr Zzyzxson", "e1")))
    assert lists.family[fold(new.split()[1])].band == 2


def test_names_never_run_out() -> None:
    book = RunBook(b"k" * 32)
    book.note_words({fold(name) for names in read_names().pools.values() for name in names})
    document = Document("d", "Anna Ekdahl", mentions=(Mention(Span(0, 11), "PERSON", "e1"),))
    new = Cast(document, "", book).render(document.mentions[0])
    assert new
    assert len(new.split()) == 2
    assert not any(map(book.has_word, fold(new).split()))


@pytest.mark.parametrize("name", ["M. Ekdahl", "J.M. Ekdahl", "S.L.", "A"])
def test_no_initial_stays(name: str) -> None:
    for number in range(40):
        (new,) = rendered(cast_of((name, "e1"), key=number.to_bytes(32)))
        assert all(old != drawn for old, drawn in zip(name, new, strict=False) if old.isupper())


def test_a_title_outweighs_the_name_and_family_names_agree() -> None:
    for number in range(10):
        ms, ivan = rendered(cast_of(("Ms John Ekdahl", "e1"), ("Иван Петров", "e2"), key=number.to_bytes(32)))
        assert read_names().given[fold(ms.split()[1])].gender == "f"
        given_name, family_name = ivan.split()
        assert read_names().given[fold(given_name)].gender == "m"
        assert read_names().family[fold(family_name)].gender in ("m", "")


def test_a_bare_apostrophe_gets_its_s() -> None:
    for number in range(20):
        (new,) = rendered(cast_of(("Rodgers'", "e1"), key=number.to_bytes(32)))
        assert new.endswith(("s'", "'s"))


@pytest.mark.parametrize("name", ["Dona Ekdahl", "Justice Ekdahl", "Ing Ekdahl"])
def test_given_names_that_are_titles_elsewhere_do_not_stay(name: str) -> None:
    (new,) = rendered(cast_of((name, "e1")))
    assert name.split()[0] not in new
    (mr,) = rendered(cast_of(("Mr Justice Ekdahl", "e1")))
    assert mr.startswith("Mr Justice ")
