"""A document in a language that is not read is withheld, with the reason, unless the user says otherwise."""

import pytest

import unname
from unname.core.document import Document
from unname.core.errors import ConfigError, Withheld
from unname.pipeline import recipe
from unname.pipeline.document import Pipeline
from unname.pipeline.language import known_language, read_language

GERMAN = "Der Patient Zeisig kam gestern mit seiner Frau ins Krankenhaus und hatte keine Schmerzen, war aber sehr müde."
UKRAINIAN = "Пацієнт Коваленко надійшов учора ввечері з дружиною і не скаржився на біль."
ENGLISH = "The patient came with his wife last night and was not in pain, but he said that he was tired."
DETECTORS = ("rules",)


@pytest.mark.parametrize(("text", "name"), [(GERMAN, "German"), (UKRAINIAN, "Ukrainian")])
def test_it_is_withheld_and_told_without_a_word_of_it(text: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "LANGUAGES", ("en",))
    with pytest.raises(Withheld) as told:
        unname.release(text, detectors=DETECTORS)
    assert name in str(told.value)
    assert not {word for word in text.split() if len(word) > 4} & set(str(told.value).split())


def test_the_user_may_say_otherwise() -> None:
    assert unname.release(UKRAINIAN, detectors=DETECTORS, language="en").document == "text"


def test_a_language_that_is_not_read_cannot_be_named() -> None:
    with pytest.raises(ConfigError, match="language must be"):
        unname.release(ENGLISH, detectors=DETECTORS, language="tlh")
    assert (known_language("EN_us"), known_language(None)) == ("en", None)


def test_what_a_record_says_counts() -> None:
    assert "Polish" in read_language(Document("d", "Anna", "pl")).reason
    assert read_language(Document("d", "Anna", "en-GB")) == ("en", True, "")
    assert read_language(Document("d", "Anna", "pl"), "en") == ("en", False, "")
    assert read_language(Document("d", ENGLISH)) == ("en", False, "")


def test_a_language_that_is_read_goes_on_under_its_own_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "LANGUAGES", ("en", "de"))
    pipeline = Pipeline(detectors=DETECTORS)
    assert pipeline.detect(Document("d", GERMAN)).language == "de"
    assert pipeline.detect(Document("d", ENGLISH)).language == "en"
    assert "English and German alone are read" in read_language(Document("d", UKRAINIAN)).reason


def test_others_of_a_corpus_are_released() -> None:
    documents = [Document("a", ENGLISH), Document("b", UKRAINIAN), Document("c", "Zeisig")]
    release = unname.release_all(documents, detectors=DETECTORS)
    assert set(release.withheld) == {"b"}
    assert "Ukrainian" in release.withheld["b"]
    assert sorted(outcome.is_assumed for outcome in release.outcomes) == [False, False, True]


@pytest.mark.parametrize(
    "text",
    [
        "We spoke with Наталья Ковальчук, и она сказала что все хорошо, and then we all went home by the last train.",
        "The tenant (ליאור כהן) paid the rent in May and left the flat as it was.",
    ],
)
def test_a_switch_of_language_in_a_sentence_is_hidden(text: str) -> None:
    released = unname.release(text, detectors=DETECTORS).text
    assert released.isascii()


def test_each_language_has_its_own_detectors_unless_the_user_names_some() -> None:
    names = [detector.name for detector in Pipeline().detectors_of("de")]
    assert names == ["rules(language='de')", "fields", "recognizer"]
    assert [each.name for each in Pipeline(detectors=DETECTORS).detectors_of("de")] == ["rules"]
    assert set(recipe.DETECTORS_OF) < set(recipe.LANGUAGES)


def test_what_was_read_in_its_own_language_is_not_told_as_foreign() -> None:
    release = unname.release_all([Document("a", GERMAN)])
    assert [outcome.unread for outcome in release.outcomes] == [frozenset()]
