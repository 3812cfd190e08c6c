"""Whole documents under other names."""

import re

import pytest

from unname.core.document import Document
from unname.core.errors import ConfigError
from unname.pipeline.corpus import release_all
from unname.pipeline.document import Pipeline
from unname.replace.book import RunBook
from unname.replace.pseudonym import Pseudonym

KEY = b"k" * 32
DETECTORS = ("rules", "gazetteer", "fields")


def released(*documents: Document, **settings: object) -> list[str]:
    release = release_all(
        documents, key=KEY, detectors=DETECTORS, replace="pseudonym", keep_order=True, language="en", **settings
    )
    assert not release.withheld
    return [each.text for each in release.released]


def name_in(text: str) -> str:
    found = re.search(r"Mr (\w+)", text)
    assert found
    return found[1]


def test_documents_about_one_person_share_its_name() -> None:
    one, two, other = released(
        Document("a", "Mr Okonkwo came on 3 May 2021.", person="p"),
        Document("b", "Mr Okonkwo left on 5 May 2021.", person="p"),
        Document("c", "Mr Okonkwo stayed."),
    )
    assert name_in(one) == name_in(two) != name_in(other)


def test_the_same_name_may_be_the_same_person() -> None:
    one, two = released(Document("a", "Mr Okonkwo came."), Document("b", "Mr Okonkwo and others left."), same_name=True)
    assert name_in(one) == name_in(two)


def test_each_document_may_be_by_itself() -> None:
    documents = [Document(id, f"Mr Okonkwo came {id}.", person="p") for id in "ab"]
    release = release_all(documents, detectors=DETECTORS, replace="pseudonym(across='document')", language="en")
    one, two = (each.text for each in release.released)
    assert name_in(one) != name_in(two)


def test_no_surrogate_is_a_word_of_any_document() -> None:
    # One document holds half of the common names: none of them may stand for somebody in the other.
    names = Pseudonym(book=RunBook(KEY))
    from unname.replace.name_lists import read_names

    common = [name for pool, listed in read_names().pools.items() for name in listed if pool.band == 0][::2]
    one, _ = released(Document("a", "Mr Smith came."), Document("b", "Also: " + ", ".join(common)))
    assert name_in(one) not in common
    assert names.name == "pseudonym"


def test_a_key_repeats_a_run_and_no_key_does_not() -> None:
    documents = [Document("a", "Mr Okonkwo came.")]
    settings = {"detectors": DETECTORS, "replace": "pseudonym", "language": "en"}
    twice = [release_all(documents, key=KEY, **settings).released[0].text for _ in range(2)]
    assert twice[0] == twice[1]
    drawn = {release_all(documents, **settings).released[0].text for _ in range(4)}
    assert len(drawn) > 1


def test_what_has_no_surrogate_is_hidden() -> None:
    (text,) = released(Document("a", "Mr Okonkwo is 37 years old and a dentist."))
    assert "37" not in text


def test_a_replacer_of_each_label() -> None:
    pipeline = Pipeline(detectors=DETECTORS, replace="PERSON=pseudonym,DATETIME=shift,CODE=label,*=mask", language="en")
    text = pipeline.release("Mr Okonkwo of Leeds came on 3 May 2021, see mail@okonkwo.example.").text
    assert re.fullmatch(r"Mr \w+ of \*\*\* came on \d+ \w+ 20\d\d, see \[CODE\].", text)


def test_the_shift_and_the_pseudonym_agree_on_the_offset() -> None:
    document = Document("a", "It was on 3 May 2021.")
    texts = {
        release_all([document], key=KEY, detectors=DETECTORS, replace=spec, language="en").released[0].text
        for spec in ("shift", "pseudonym")
    }
    assert len(texts) == 1


@pytest.mark.parametrize("spec", ["pseudonym(across='village')", "pseudonym(days=3)"])
def test_bad_settings(spec: str) -> None:
    with pytest.raises(ConfigError):
        Pipeline(replace=spec).replacers_  # noqa: B018 - made when first asked for


def test_the_same_name_needs_names() -> None:
    with pytest.raises(ConfigError, match="pseudonym"):
        release_all(["Mr Okonkwo came."], same_name=True)


def test_surrogates_that_are_not_apart_tell_nothing_of_other_documents() -> None:
    # All common names stand in the other document: they may be drawn, and as if it were not there.
    from unname.replace.name_lists import read_names

    common = [name for pool, listed in read_names().pools.items() for name in listed if pool.band == 0]
    one, other = Document("a", "Mr Smith came."), Document("b", "Also: " + ", ".join(common))
    settings = {"key": KEY, "detectors": DETECTORS, "replace": "pseudonym(apart=False)", "language": "en"}
    alone, beside = (
        release_all(given, keep_order=True, **settings).released[0].text  # type: ignore[arg-type]
        for given in ([one], [one, other])
    )
    assert alone == beside
    assert name_in(alone) in common


def test_surrogates_that_are_not_apart_are_apart_within_a_document() -> None:
    text = "Mr Okonkwo met Mr Smith. " + " ".join(f"Mr {name} came." for name in ("Adams", "Allen", "Baker", "Clark"))
    for key in range(5):
        release = release_all(
            [Document("a", text)],
            key=bytes([key]) * 32,
            detectors=DETECTORS,
            replace="pseudonym(apart=False)",
            language="en",
        )
        found = re.findall(r"Mr (\w+)", release.released[0].text)
        assert len(found) == len(set(found)) == 6
        assert not set(found) & set(re.findall(r"\w+", text)) - {"Mr"}
