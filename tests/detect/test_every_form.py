"""What was hidden is hidden in every form: whole releases, without a network."""

import pytest

from unname.core.document import Document
from unname.core.policy import Policy
from unname.pipeline.document import Pipeline

PIPELINE = Pipeline(detectors=("rules", "gazetteer"))
LETTER = "Dear Mrs Eleanor Whitcombe, your case 482917 is open. {} was seen again in the town by the sea."


@pytest.mark.parametrize(
    "form",
    [
        "whitcombe",
        "ᴡʜɪᴛᴄᴏᴍʙᴇ",
        "W h i t c o m b e",
        "E l e a n o r   W h i t c o m b e",
        "W-H-I-T-C-O-M-B-E",
        "WHIT-\nCOMBE",
        "Whit<b>combe</b>",
        "Whit**combe**",
        "Whit&shy;combe",
        "TeamWhitcombe",
        "#JusticeForWhitcombe",
        "WhitcombeHouse",
        "@e_whitcombe",
        "E. Whitcombe",
        "Уиткомб",
        "უიტკომბი",
        "Ουίτκομπ",
        "[ˈwɪtkəm]",
        "Whitcombe (WIT-kum)",
        "48 29 17",
        "٤٨٢٩١٧",
        "4829-17",
    ],
)
def test_a_name_and_a_code_are_hidden_in_every_form(form: str) -> None:
    released = PIPELINE.release(Document("letter", LETTER.format(form))).text
    rest = released.partition("is open. ")[2].partition(" was seen")[0]
    assert not any(letter.isalnum() for letter in rest.replace("<b>", "").replace("</b>", ""))


def test_ordinary_words_stay() -> None:
    said = "He will annually plan a white comb for the team house, 48 of 29, α-synuclein and 500 mg"
    released = PIPELINE.release(Document("letter", LETTER.format(said))).text
    assert said.partition(", 48")[0] in released
    assert "α-synuclein and 500 mg" in released


@pytest.mark.parametrize(
    "form", ["ProjectHeron", "project-heron", "PROJECT_HERON", "Project  Heron", "#ProjectHeronTeam"]
)
def test_a_denied_phrase_is_hidden_in_every_form(form: str) -> None:
    pipeline = Pipeline(detectors=("rules",), policy=Policy(deny=frozenset({"Project Heron"})))
    assert pipeline.release(Document("note", f"We began {form} then.")).text == "We began *** then."


def test_an_address_a_town_and_a_year_are_three_things() -> None:
    pipeline = Pipeline(detectors=("rules",), replace="label")
    text = "I moved to 52 Quay Road in Brackenford in 2014 and stayed."
    assert pipeline.release(Document("note", text)).text == "I moved to [LOC] in Brackenford in [DATETIME] and stayed."
