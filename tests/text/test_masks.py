import pytest

from unname.core.document import LABELS, Span
from unname.text.masks import find_masks, has_masks, mask_label, remove_masks, split_at_masks

MASKS = (
    "[PERSON] [PERSON_12] <LOCATION> <DATE_TIME> {{name}} {city} *** ***** ___ ███ PERSON ORGANIZATION GPE DATETIME "
    "DATE_TIME PERSON_1 LOC2 ORG-3 WORK_OF_ART SENSITIVE REDACTED PHONE_NUMBER EMAIL_ADDRESS NAME_4 []"
).split()


@pytest.mark.parametrize("mask", [*MASKS, "[first name]", "<date of birth>"])
def test_a_mask_is_taken_out(mask: str) -> None:
    text = f"born in {mask}, a judge"
    assert has_masks(text)
    assert remove_masks(text).replace("{", "").replace("}", "").split() == ["born", "in", ",", "a", "judge"]


@pytest.mark.parametrize(
    "text",
    [
        "a person of the date and the law",
        "Personal data, PERSONAL effects, LOCATIONS",
        "NATO and the BBC, a STATE of mind",
        "2 * 3 and a_b",
        "he [the old minister of the interior] left",
        "",
    ],
)
def test_words_stay(text: str) -> None:
    assert not has_masks(text)
    assert remove_masks(text) == text
    assert split_at_masks(text) == [text]


def test_pieces_between_masks_keep_their_text() -> None:
    assert split_at_masks("PERSON met *** in [LOC]") == ["", " met ", " in ", ""]


@pytest.mark.parametrize(
    "mask",
    [
        *"*** ***** [PERSON] [PERSON_12] <PERSON> PERSON_1 <mask> [mask] [masked] [MASK] [redacted]".split(),
        *"[REDACTED] SENSITIVE PER REDACTED MASKED".split(),
        *"███ ____ {{name}} {city} [X] [XXX] [***] [OCCUPATION_3] [] DATE_TIME LOC2 [NAME] GPE ORG-3 DATE".split(),
        "[first name]",
        "<date of birth>",
        "[Person 1]",
    ],
)
def test_a_mask_can_be_filled(mask: str) -> None:
    text = f"born in {mask}, a judge"
    assert [text[start:end] for start, end in find_masks(text)] == [mask]
    assert find_masks(mask) == [Span(0, len(mask))]


@pytest.mark.parametrize(
    "text",
    [
        "as he said [1] [sic] [The court] [GC] [...] [the minister] [x]",
        "a<br>line </p> with **bold** words and __init__",
        "THE LAW\nII. RELEVANT DOMESTIC LAW\n",
        "",
    ],
)
def test_what_hides_nothing_is_not_filled(text: str) -> None:
    assert find_masks(text) == []


def test_type_names_that_are_words_are_masks_only_where_no_mask_has_another_form() -> None:
    assert [len(find_masks(text)) for text in ("PERSON, born on DATE", "***, whom TIME named", "[LOC] and DATE")] == [
        2,
        1,
        1,
    ]


def test_two_masks_with_blanks_between_are_two() -> None:
    text = "*** *** [PERSON][LOC] PERSON PERSON"
    assert [text[start:end] for start, end in find_masks(text)] == "*** *** [PERSON] [LOC] PERSON PERSON".split()
    assert len(find_masks("*** is [1] " * 1000)) == 1000


@pytest.mark.parametrize(
    ("mask", "label"),
    [
        ("[PERSON_1]", "PERSON"),
        ("<first name>", "PERSON"),
        ("GPE", "LOC"),
        ("ORG-3", "ORG"),
        ("[DATE_TIME]", "DATETIME"),
        ("[date of birth]", "DATETIME"),
        ("NORP", "DEM"),
        ("{email}", "CODE"),
        ("CARDINAL", "QUANTITY"),
        ("WORK_OF_ART", "MISC"),
        ("***", None),
        ("[REDACTED]", None),
        ("", None),
    ],
)
def test_a_mask_may_show_what_kind_of_thing_it_hides(mask: str, label: str | None) -> None:
    assert mask_label(mask) == label
    assert label is None or label in LABELS


def test_brackets_around_a_run_of_signs_belong_to_the_text_where_other_runs_are_masks() -> None:
    for text, masks in (
        ("*** [***] was born", ["***", "***"]),
        ("Ada [***] was born", ["[***]"]),
        ("in Zenda [or ***] and [ˈ***]", ["***", "***"]),
        ("by [████ ████]", ["████", "████"]),
    ):
        assert [text[start:end] for start, end in find_masks(text)] == masks
