import re

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.pipeline.document import Pipeline
from unname.replace.mask import Mask

TEXT = "Tony Booth met Ada."
DOCUMENT = Document(
    "d",
    TEXT,
    mentions=(
        Mention(Span(0, 10), "PERSON", "e1", Role.DIRECT),
        Mention(Span(15, 18), "PERSON", "e2", Role.QUASI),
    ),
)


@pytest.mark.parametrize(
    ("mask", "text"),
    [
        (Mask(), "*** met ***."),
        (Mask(per_word=True), "*** *** met ***."),
        (Mask(text="█"), "█ met █."),
        (Mask(text=""), " met ."),
    ],
)
def test_masks(mask: Mask, text: str) -> None:
    pipeline = Pipeline(detectors=(), replace=mask)
    assert pipeline.apply(DOCUMENT, pipeline.plan(DOCUMENT)).text == text


@pytest.mark.parametrize(("per_word", "text"), [(False, "*** met."), (True, "*** *** *** met.")])
def test_neighbors_are_joined_unless_words_are_counted(per_word: bool, text: str) -> None:
    document = Document(
        "d",
        "Tony Booth Rome met.",
        mentions=(Mention(Span(0, 10), "PERSON", "e1"), Mention(Span(11, 15), "LOC", "e2")),
    )
    pipeline = Pipeline(detectors=(), replace=Mask(per_word=per_word))
    assert pipeline.apply(document, pipeline.plan(document)).text == text


@pytest.mark.parametrize(
    ("text", "tidy", "released"),
    [
        ("Tony, Ada; Rome - Zenda met.", True, "*** met."),
        ("Tony, Ada; Rome - Zenda met.", False, "***, ***; *** - *** met."),
        ("Tony and Ada, Rome.", True, "*** and ***."),
        ("Tony,\nAda.", True, "***,\n***."),
        ("Tony + Ada", True, "*** + ***"),
    ],
)
def test_tidy_masks_take_the_punctuation_between_them(text: str, tidy: bool, released: str) -> None:
    names = [Mention(Span(*found.span()), "PERSON", found[0]) for found in re.finditer(r"[A-Z]\w+", text)]
    document = Document("d", text, mentions=tuple(names))
    pipeline = Pipeline(detectors=(), replace=Mask(tidy=tidy))
    assert pipeline.apply(document, pipeline.plan(document)).text == released


def test_the_loss_is_the_number_of_hidden_words() -> None:
    assert [Mask().options(entity, DOCUMENT)[0].loss for entity in DOCUMENT.entities] == [2.0, 1.0]


def test_the_name_holds_the_settings() -> None:
    assert (Mask().name, Mask(per_word=True).name) == ("mask", "mask(per_word=True)")
    assert Mask(tidy=True).name == "mask(tidy=True)"
