"""What could be guessed from a generalization is said with less precision, or not at all."""

from dataclasses import replace

import pytest

from unname.core.document import Document, Mention, Profile, Role, Span
from unname.pipeline import guess_back
from unname.pipeline.document import Pipeline, write

TEXT = "She lived in Paris, where the Eiffel Tower stands, near Zenda."
PARIS = Document("d", TEXT, mentions=(Mention(Span(13, 18), "LOC", "e1", Role.QUASI),))
GENERAL = Pipeline(detectors=(), replace="generalize")


def test_what_the_language_model_guesses_goes_up() -> None:
    plan = GENERAL.plan(PARIS)
    assert "a city in France" in GENERAL.apply(PARIS, plan).text
    _, raised, redaction = write(GENERAL, PARIS)
    assert "France" not in redaction.text
    assert guess_back.REASON in raised.decisions[0].reason
    assert raised.loss > plan.loss


def test_in_the_end_it_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guess_back, "LIKELY", 0.0)
    _, plan, redaction = write(GENERAL, PARIS)
    assert redaction.text == TEXT.replace("Paris", "***")
    assert plan.decisions[0].option.hides


def test_what_nobody_guesses_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guess_back, "LIKELY", 1.1)
    assert "a city in France" in write(GENERAL, PARIS)[2].text


def test_what_a_population_tells_goes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guess_back, "LIKELY", 1.1)
    told = Profile("p1", text="Ada lived where the Eiffel Tower stands, in Paris near Zenda.")
    other = Profile("p2", text="Bob kept bees.")
    assert "a city in" not in write(replace(GENERAL, people=(told, other)), PARIS)[2].text
    unaware = Profile("p1", text="Ada lived where the Eiffel Tower stands, in Parish near Zenda.")
    assert "a city in France" in write(replace(GENERAL, people=(unaware, other)), PARIS)[2].text


@pytest.mark.parametrize("replacer", ["mask", "label", "generalize(to='country')"])
def test_masks_and_what_the_user_wants_cost_nothing(replacer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("nobody was to be asked")

    monkeypatch.setattr(guess_back, "guess_by_language", refuse)
    monkeypatch.setattr(guess_back, "guess_by_people", refuse)
    people = (Profile("p1", text="Paris"), Profile("p2", text="Rome"))
    assert "Paris" not in write(Pipeline(detectors=(), replace=replacer, people=people), PARIS)[2].text
