"""Strings that must go and strings that must stay, by letters and digits."""

import pytest

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.core.redaction import Replacement, rewrite
from unname.core.registry import create
from unname.measure.strings import Strings, summarize

TEXT = "Pt Ada Grey-Lee, 62, on warfarin 3 mg."


def span(phrase: str, text: str = TEXT) -> Span:
    return Span(text.index(phrase), text.index(phrase) + len(phrase))


GOLD = Document(
    "a",
    TEXT,
    mentions=(
        Mention(span("Ada Grey-Lee"), "PERSON", role=Role.DIRECT),
        Mention(span("62"), "DEM", role=Role.QUASI),
        Mention(span("warfarin 3 mg"), "MISC", role=Role.NONE),
    ),
)


def figures(*phrases: str, gold: Document = GOLD) -> dict:
    return summarize(Strings().judge(gold, [span(phrase, gold.text) for phrase in phrases]))


def test_a_string_is_hidden_if_all_its_letters_and_digits_are():
    assert figures("Ada", "Grey", "Lee")["direct"] == 1.0
    assert figures("Ada Grey")["direct"] == 0.0
    assert figures("da Grey-Lee")["direct"] == 0.0
    assert figures("62")["quasi"] == 1.0


def test_a_string_that_must_stay_is_damaged_if_one_letter_is_hidden():
    assert figures("3")["damaged"] == 1.0
    assert figures(", on ", ".")["damaged"] == 0.0


def test_precision_and_recall_count_letters_and_digits():
    found = figures("Ada Grey", ", 62,", "on")
    # 7 letters of the name and 2 digits of 11; the 10 letters of the name and 2 digits are wanted.
    assert found["precision"] == pytest.approx(9 / 11)
    assert found["letter_recall"] == pytest.approx(9 / 12)
    assert found["f2"] == pytest.approx(5 * (9 / 11) * 0.75 / (4 * 9 / 11 + 0.75))
    assert (found["recall"], found["direct"], found["quasi"]) == (0.5, 0.0, 1.0)
    assert found["hidden"] == pytest.approx((8 + 5 + 2) / len(TEXT))
    assert found["marked"] == pytest.approx((12 + 2) / len(TEXT))


def test_labels_and_counts_are_told():
    found = figures("62")
    assert found["strings"] == {"direct": 1, "quasi": 1, "must_stay": 1}
    assert found["by_label"] == {
        "direct": {"PERSON": {"recall": 0.0, "strings": 1}},
        "quasi": {"DEM": {"recall": 1.0, "strings": 1}},
    }


def test_what_is_not_marked_has_no_figure():
    found = summarize(Strings().judge(Document("b", "Nothing here."), []))
    assert (found["direct"], found["quasi"], found["damaged"], found["precision"]) == (None, None, None, None)
    assert summarize([])["recall"] is None


def test_a_string_without_letters_is_judged_by_its_signs():
    gold = Document("c", "by 🌷 🌷 and —", mentions=(Mention(Span(3, 6), "PERSON", role=Role.DIRECT),))
    assert figures("🌷 🌷", gold=gold)["direct"] == 1.0
    assert summarize(Strings().judge(gold, [(3, 4)]))["direct"] == 0.0


def test_overlaps_count_once():
    doubled = summarize(Strings().judge(GOLD, [span("Ada Grey-Lee"), span("Grey-Lee, 62")]))
    assert (doubled["direct"], doubled["precision"]) == (1.0, 1.0)
    nested = GOLD.with_mentions([*GOLD.mentions, Mention(span("Grey"), "PERSON", role=Role.DIRECT)])
    assert figures("Ada Grey-Lee", gold=nested)["precision"] == 1.0


def test_corpus_figures_are_pooled():
    scores = [*Strings().judge(GOLD, [span("Ada Grey-Lee")]), *Strings().judge(GOLD, [])]
    assert summarize(scores)["direct"] == 0.5
    # Nothing was hidden in the second, so it takes no part in precision.
    assert summarize(scores)["precision"] == 1.0


def test_what_went_wrong_is_told_string_by_string():
    fates = [fate for fate in Strings().fates(GOLD, [span("Ada"), span("mg")]) if fate.is_wrong]
    assert [(fate.mention.label, fate.n_hidden, fate.n) for fate in fates] == [
        ("PERSON", 3, 10),
        ("DEM", 0, 2),
        ("MISC", 2, 11),
    ]


def test_a_redaction_is_scored_by_its_edits():
    redaction = rewrite(GOLD, [Replacement(span("62"), "***")])
    assert Strings().score(GOLD, redaction) == Strings().judge(GOLD, [span("62")])
    assert create("metric", "strings").name == "strings"


@pytest.mark.parametrize("wrong", [(0, 99), (-1, 2), (3, 1)])
def test_spans_outside_the_text_are_refused(wrong):
    with pytest.raises(InputError, match="document 'a'") as error:
        Strings().judge(GOLD, [wrong])
    assert "Ada" not in str(error.value)
