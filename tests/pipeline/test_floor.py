"""Hiding among others never shows more than hiding alone: a plain release is the floor."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import FakeAttack
from unname.core.document import Document, Profile
from unname.core.policy import Policy
from unname.core.redaction import Redaction
from unname.pipeline.compose import hide_among, link
from unname.pipeline.document import Pipeline, write
from unname.pipeline.floor import Floor
from unname.pipeline.rounds import Rounds

PEOPLE = (
    Profile("p1", "Anna Quill", text="Anna Quill kept the old lighthouse and taught the cello"),
    Profile("p2", "Bert Moss", text="Bert Moss was a judge of the old court with a garden"),
    Profile("p3", "Carl Reed", text="Carl Reed cooked in the new inn with a garden and a parrot"),
    Profile("p4", "Dora Finch", text="Dora Finch played the cello in the new court"),
    Profile("p5", "Emil Stone", text="Emil Stone repaired clocks and kept bees"),
)
SENTENCES = (
    "Anna Quill was born on 17 August 1871 in Brackenford.",
    "She died on August 19, 1924, at St Aldhelm's Hospital.",
    "Quill kept the old lighthouse for 37 years.",
    "Call +44 20 7946 0958 or write to a.quill@example.org.",
    "Her brother Bert Moss, a Danish judge, lived at 52 Quayside Road.",
    "They taught the cello to the children of the harbor.",
    "The case HB-2021-004417 was closed in 1931.",
)
PLAIN = Pipeline()
CROWD = link(PEOPLE)


def hidden(document: Document, redaction: Redaction) -> set[int]:
    """The places of letters and digits that are not in the release as they were."""
    return {
        place
        for edit in redaction.edits
        for place in range(*edit.old)
        if document.text[place].isalnum() and document.text[slice(*edit.old)] != redaction.text[slice(*edit.new)]
    }


@settings(max_examples=25, deadline=None)
@given(
    chosen=st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=7, unique=True),
    k=st.integers(1, 4),
    balance=st.sampled_from(("recall", "f1")),
)
def test_whatever_a_plain_release_hides_is_hidden_among_others_too(chosen: list[str], k: int, balance: str) -> None:
    plain = replace(PLAIN, balance=balance)
    document = Document("a", " ".join(chosen), person="p1")
    alone = write(plain, plain.detect(document))[2]
    crowded = hide_among(plain, CROWD, k)
    together = write(crowded, crowded.detect(document))[2]
    assert hidden(document, alone) <= hidden(document, together)


def test_full_dates_that_the_population_does_not_know_are_hidden() -> None:
    text = "Anna (August 17, 1871 \u2013 August 19, 1924) kept the old lighthouse and taught the cello."
    crowded = hide_among(PLAIN, CROWD, 1)
    released = crowded.release(Document("a", text, person="p1")).text
    assert not any(year in released for year in ("1871", "1924", "August"))


def test_labels_that_the_policy_never_changes_are_left_alone_word_by_word_too() -> None:
    plain = replace(PLAIN, policy=Policy(never_change=frozenset({"DATETIME"})))
    text = "Anna Quill kept the old lighthouse and taught the cello since August 17, 1871."
    crowded = hide_among(plain, CROWD, 2)
    assert "August 17, 1871" in crowded.release(Document("a", text, person="p1")).text


def test_the_name_tells_what_the_floor_is_made_of() -> None:
    name = Floor(PLAIN).name
    assert name.startswith("floor(rules")
    assert "tagger" in name


class Harbor(FakeAttack):
    """Finds Anna by one harmless word."""

    def explain(self, text: str, profile: Profile) -> dict[str, float]:
        return {"cello": 1.0} if "cello" in text and profile.id == "p1" else {}


@pytest.mark.parametrize("limits", [{}, {"max_risk": 0.3}])
def test_rounds_show_nothing_again_that_was_hidden_before(limits: dict[str, float]) -> None:
    plain = replace(PLAIN, policy=Policy(**limits))
    document = Document("a", " ".join(SENTENCES), person="p1")
    alone = write(plain, plain.detect(document))[2]
    (outcome,) = Rounds(plain, PEOPLE, (Harbor(),)).run([document])
    assert outcome.redaction
    assert "cello" not in outcome.redaction.text
    assert hidden(document, alone) <= hidden(document, outcome.redaction)
