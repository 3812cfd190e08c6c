import pytest

from unname.core.document import LABELS, Document
from unname.detect.thresholds import BALANCES, COURT, EVERYDAY, FOREIGN, is_judgment, thresholds_of

JUDGMENT = """The applicant lodged an appeal with the Court of Cassation. The court dismissed the appeal. The applicant
complained under Article 6 of the Convention that the proceedings before the tribunal had been too long. The hearing of
the appeal was held in the absence of the applicant, and the judgment was served on the defendant."""
LETTER = """Dear Joan, we were in court yesterday for the car, and the judge was kind. The garden is fine. Tell Peter
that his bicycle is ready, and that the shop will call him about the lamp. We shall be back on Sunday."""


@pytest.mark.parametrize("table", [EVERYDAY, COURT, FOREIGN])
def test_every_setting_knows_every_label(table):
    assert tuple(table) == BALANCES
    assert all(set(thresholds) == set(LABELS) for thresholds in table.values())
    assert all(table["recall"][label] < table["f1"][label] for label in LABELS)


def test_judgments_are_known():
    assert is_judgment(JUDGMENT)
    assert not is_judgment(LETTER)
    assert not is_judgment("")
    assert not is_judgment("The court. The court.")


def test_the_sort_of_text_decides():
    assert thresholds_of(Document("d", JUDGMENT), "f1") is COURT["f1"]
    assert thresholds_of(Document("d", LETTER), "recall") is EVERYDAY["recall"]
    assert thresholds_of(Document("d", LETTER, language="de"), "recall") is FOREIGN["recall"]
