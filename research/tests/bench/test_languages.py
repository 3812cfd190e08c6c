"""How other languages are measured."""

from unname.core.document import Document, Mention, Role, Span
from unname.pipeline.document import Pipeline
from unname_research.bench.languages import recall_by_type, tally


def test_strings_are_hidden_whole_and_damaged_by_a_letter() -> None:
    text = "a@b.example nahm Zeisig 5 mg"
    marks = (
        Mention(Span(0, 11), "CODE", role=Role.DIRECT, source="MAIL"),
        Mention(Span(17, 23), "PERSON", role=Role.DIRECT, source="NAME"),
        Mention(Span(24, 28), "MISC", role=Role.NONE),
    )
    pipeline = Pipeline(detectors=("rules(language='de')",), language="de")
    counts = tally([Document("d", text, mentions=marks)], pipeline)
    assert (counts["direct"], counts["direct hidden"], counts["kept"], counts["damaged"]) == (2, 1, 1, 0)
    assert counts["right"] == counts["hidden"] == 9
    assert recall_by_type([Document("d", text, mentions=marks)], pipeline)["NAME"] == {"recall": 0.0, "n": 1}
