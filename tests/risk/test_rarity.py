import pytest

from unname.core.document import Document, Mention, Span
from unname.core.errors import ConfigError, UnnameError
from unname.core.registry import create
from unname.index.web import LocalIndex
from unname.risk.rarity import Rarity

TEXT = "The judge of Zenda met the Duke of Strelsau, called Black Michael. Michael left."
WEB = {
    "own": "Black Michael, Duke of Strelsau, is a judge of Zenda.",
    "a": "The Duke went to Strelsau.",
    "b": "A judge in Zenda.",
    "c": "A judge elsewhere.",
}


def found(surface, label, entity):
    start = TEXT.index(surface)
    return Mention(Span(start, start + len(surface)), label, entity)


CASE = Document(
    "own",
    TEXT,
    mentions=(
        found("judge", "DEM", "judge"),
        found("Zenda", "LOC", "zenda"),
        found("the Duke of Strelsau", "DEM", "duke"),
        found("Black Michael", "PERSON", "michael"),
        found("Michael left", "PERSON", "michael"),
    ),
)


def test_the_risk_is_one_among_all_pages_that_say_it():
    (risk,) = Rarity(LocalIndex(WEB)).assess(CASE, [{}])
    # "of" stands on no other page together with the duke.
    assert risk.by_entity == {"judge": 1 / 3, "zenda": 1 / 2, "duke": 1.0, "michael": 1.0}
    assert risk.total == 1.0


@pytest.mark.parametrize(("id", "subject", "expected"), [("own", None, 1 / 3), ("x", "own", 1 / 3), ("x", None, 1 / 4)])
def test_the_page_of_the_document_or_its_subject_is_no_other_page(id, subject, expected):
    document = Document(id, TEXT, person=subject, mentions=CASE.mentions)
    (risk,) = Rarity(LocalIndex(WEB)).assess(document, [{}])
    assert risk.by_entity["judge"] == pytest.approx(expected)


def test_the_same_text_under_another_id_is_counted_anew():
    rarity = Rarity(LocalIndex(WEB))
    copies = [Document(id, TEXT, mentions=CASE.mentions) for id in ("own", "x", "own")]
    risks = [rarity.assess(copy, [{}])[0].by_entity["judge"] for copy in copies]
    assert risks == pytest.approx([1 / 3, 1 / 4, 1 / 3])


def test_hiding_lowers_and_a_value_is_judged_by_its_own_words():
    rarity = Rarity(LocalIndex(WEB))
    hidden, general, stranger = rarity.assess(
        CASE,
        [
            {"duke": "***", "michael": "***"},
            {"duke": "a Duke", "michael": "***"},
            {"judge": "unheard", "duke": "***", "michael": "***"},
        ],
    )
    assert hidden.total == 1 / 2
    assert general.by_entity["duke"] == 1 / 2
    assert stranger.by_entity["judge"] == 1 / 3


def test_no_more_pages_are_counted_than_asked_for():
    (risk,) = Rarity(LocalIndex({str(n): "judge" for n in range(9)}), top=4).assess(CASE, [{}])
    assert risk.by_entity["judge"] == 1 / 5


def test_a_surface_without_a_word_is_no_risk_worth_the_name():
    document = Document("case", "( - )", mentions=(Mention(Span(2, 3), "MISC", "e1"),))
    (risk,) = Rarity(LocalIndex(WEB)).assess(document, [{}])
    assert risk.total == 1 / 51


def test_what_is_wrong_with_settings_is_told():
    with pytest.raises(ConfigError, match="need a search engine"):
        Rarity().assess(CASE, [{}])
    with pytest.raises(ConfigError, match="top"):
        Rarity(LocalIndex(WEB), top=0).assess(CASE, [{}])
    assert create("risk", "rarity(top=7)").name == "rarity(top=7)"
    assert Rarity(LocalIndex(WEB)).name == "rarity(engine='local(4 texts)')"


def test_a_failing_engine_fails_the_document_and_tells_nothing_of_the_query():
    class Broken:
        name = "broken"

        def search(self, query, n):
            raise RuntimeError(" ".join(query))

    with pytest.raises(UnnameError) as failure:
        Rarity(Broken()).assess(CASE, [{}])
    assert "own" in str(failure.value)
    assert "judge" not in str(failure.value)
