import pytest

from unname.text.masks import has_masks, remove_masks, split_at_masks

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
