import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.core.redaction import Edit, Redaction
from unname.core.registry import create
from unname.core.results import pool
from unname.corpora.tab import Case, read_tab
from unname.measure.protection import METRICS, Protection

DATA = Path(__file__).parent.parent / "data"
LISTED = Protection(pipeline="list")


def spans_of(text: str, *phrases: str) -> list[Span]:
    return [Span(text.index(phrase), text.index(phrase) + len(phrase)) for phrase in phrases]


def one_case(text: str, *marks: tuple[str, str, Role], label: str = "PERSON") -> Case:
    """Marks are a phrase, an entity and a role, listed in that order."""
    mentions = tuple(Mention(spans_of(text, phrase)[0], label, entity, role) for phrase, entity, role in marks)
    document = Document("d", text)
    return Case(document, (document.with_mentions(mentions),), listed=(mentions,))


def result(case: Case, *phrases: str) -> dict:
    return LISTED.evaluate([case], {"d": spans_of(case.document.text, *phrases)})


def gold_spans(document: Document) -> list[Span]:
    return [mention.span for mention in document.mentions if mention.role is not Role.NONE]


@pytest.mark.parametrize(
    ("gold", "hidden", "expected"),
    [
        ("Mr Orvin Tallow", ["Orvin Tallow"], 1.0),
        ("Mr. Orvin Tallow", ["Orvin Tallow"], 0.0),
        ("A. Tallow", ["Tallow"], 0.0),
        ("the Bank of Eastmark", ["Bank", "Eastmark"], 1.0),
        ("Orvin, Tallow", ["Orvin", "Tallow"], 1.0),
        ("Orvin (Tallow)", ["Orvin", "Tallow"], 1.0),
        ("Orvin\nTallow", ["Orvin", "Tallow"], 0.0),
        ("Orvin Tallow", ["Orvin", "allow"], 0.0),
        ("Tallow\u2019s house", ["Tallow", "house"], 1.0),
        ("from the", [], 1.0),
        ("12 and 14", ["12", "14"], 1.0),
        ("no 7", ["7"], 1.0),
    ],
)
def test_only_content_must_be_hidden(gold, hidden, expected):
    case = one_case(f"x {gold} x", (gold, "e", Role.QUASI))
    assert result(case, *hidden)["recall_quasi"] == expected
    assert result(case, *hidden)["mention_recall"] == expected


def test_an_entity_is_hidden_only_if_every_mention_is():
    case = one_case("Orvin met Tallow", ("Orvin", "e", Role.DIRECT), ("Tallow", "e", Role.DIRECT))
    found = result(case, "Orvin")
    assert (found["recall_direct"], found["mention_recall"], found["all_or_nothing_person"]) == (0.0, 0.5, 0.0)
    assert result(case, "Orvin", "Tallow")["recall_direct"] == 1.0


def test_a_mention_left_open_on_purpose_is_forgiven_by_entity_recall_alone():
    case = one_case("Orvin met Tallow", ("Orvin", "e", Role.DIRECT), ("Tallow", "e", Role.NONE))
    found = result(case, "Orvin")
    assert (found["recall_direct"], found["mention_recall"], found["token_recall"]) == (1.0, 0.5, 0.5)


def test_the_first_mention_listed_decides_directness():
    unmarked_first = one_case("Orvin met Tallow", ("Orvin", "e", Role.NONE), ("Tallow", "e", Role.DIRECT))
    listed_first = one_case("Orvin met Tallow", ("Tallow", "e", Role.DIRECT), ("Orvin", "e", Role.NONE))
    assert result(unmarked_first, "Tallow")["recall_quasi"] == 1.0
    assert result(unmarked_first, "Tallow")["recall_direct"] == 0.0
    assert result(listed_first, "Tallow")["recall_direct"] == 1.0


def test_precision_needs_one_mention_that_covers_the_piece():
    text = "Orvin Tallow left"
    case = one_case(text, ("Orvin", "a", Role.QUASI), (" Tallow", "b", Role.QUASI))
    found = result(case, "Orvin Tallow left")
    assert found["token_precision"] == pytest.approx(2 / 3)
    assert found["mention_precision"] == 0.0


def test_a_doubled_span_changes_precision_but_not_recall():
    case = one_case("Orvin left", ("Orvin", "a", Role.QUASI))
    once, twice = result(case, "Orvin", "left"), result(case, "Orvin", "Orvin", "left")
    assert (once["token_precision"], once["token_recall"]) == (0.5, 1.0)
    assert (twice["token_precision"], twice["token_recall"]) == (pytest.approx(2 / 3), 1.0)


def test_an_annotator_without_entities_is_not_counted():
    case = next(case for case in read_tab(DATA / "echr_cases.json") if case.document.id == "900-3")
    found = LISTED.evaluate([case], {"900-3": gold_spans(case.annotators[0])})
    assert found["token_precision"] == 1.0
    assert found["annotations"] == 2


def test_gold_as_system_is_perfect_for_that_annotator():
    for case in read_tab(DATA / "echr_cases.json"):
        for annotator in case.annotators:
            if annotator.mentions:
                alone = Case(case.document, (annotator,))
                found = LISTED.evaluate([alone], {case.document.id: gold_spans(annotator)})
                assert found["recall_all"] == found["token_precision"] == found["all_or_nothing_document"] == 1.0


def test_mask_all_and_mask_nothing():
    cases = read_tab(DATA / "echr_cases.json")
    everything = LISTED.evaluate(cases, {c.document.id: [(0, len(c.document.text))] for c in cases})
    nothing = LISTED.evaluate(cases, {c.document.id: [] for c in cases})
    assert everything["recall_all"] == everything["token_recall"] == 1.0
    assert everything["token_precision"] < 0.4
    assert nothing["recall_all"] == nothing["token_precision"] == nothing["token_f1"] == 0.0


def test_stable_keys_and_counts():
    cases = read_tab(DATA / "echr_cases.json", "dev")
    found = LISTED.evaluate(cases, {c.document.id: gold_spans(c.annotators[0]) for c in cases})
    assert set(METRICS) < set(found)
    assert (found["documents"], found["annotations"], found["part_of_speech"]) == (2, 3, "function words")
    assert found["weighted_token_precision"] is None
    assert found["by_type"]["PERSON"]["entities"] == 3
    assert found["by_type"]["QUANTITY"]["token_recall"] == 1.0
    assert "MISC" not in found["by_type"]


def test_no_documents_gives_zeros():
    assert LISTED.evaluate([], {})["token_f1"] == 0.0


@pytest.mark.parametrize("spans", [[(0, 99)], [(-1, 2)], [(2, 2)], [(3, 1)]])
def test_spans_outside_the_text_are_refused(spans):
    case = one_case("Orvin left", ("Orvin", "a", Role.QUASI))
    with pytest.raises(InputError, match="document 'd'") as error:
        LISTED.evaluate([case], {"d": spans})
    assert "Orvin" not in str(error.value)


def test_an_unknown_document_is_refused():
    with pytest.raises(InputError, match="'other'"):
        LISTED.evaluate([], {"other": []})


def test_name_tells_the_settings():
    assert create("metric", "protection(pipeline='list')").name == "protection(pipeline='list')"
    assert Protection().name == "protection"


def test_scores_pool_to_the_corpus_figures():
    cases = read_tab(DATA / "echr_cases.json")
    spans = {case.document.id: gold_spans(case.annotators[0])[:-1] for case in cases}
    scores = []
    for case in cases:
        edits = tuple(Edit(span, Span(0, 0), "") for span in spans[case.document.id])
        for annotator in case.annotators:
            scores += LISTED.score(annotator, Redaction(case.document.id, "", edits))
    pooled, evaluated = pool(scores), LISTED.evaluate(cases, spans)
    assert {metric: pooled[metric] for metric in METRICS} == {metric: evaluated[metric] for metric in METRICS}


# A second, naive implementation, straight from the description of TAB's script: sets of offsets, no masks.

VOCABULARY = {
    "Orvin": False, "Tallow": False, "the": True, "of": True, "Mr": True, "and": True, "12": False,
    "about": True, "x": False, "Petra": False,
}  # fmt: skip
SKIPPED = set(" ,.-;:/&()[]\u2013'\"\u2019\u201c\u201d")


@dataclass
class Naive:
    text: str
    tokens: list[tuple[int, int, bool]]
    annotators: list[list[tuple[int, int, str, str, str]]]
    spans: list[tuple[int, int]]

    def __post_init__(self):
        self.covered = {i for start, end in self.spans for i in range(start, end)}

    def masked(self, start, end):
        left = set(range(start, end)) - self.covered
        for token_start, token_end, function in self.tokens:
            if function and token_start < end and start < token_end:
                left -= set(range(token_start, token_end))
        return not {i for i in left if self.text[i] not in SKIPPED}

    def words(self, start, end):
        return [(start + m.start(), start + m.end()) for m in re.finditer(r"\w+", self.text[start:end])]

    def entities(self):
        for number, mentions in enumerate(self.annotators):
            groups = {}
            for mention in mentions:
                groups.setdefault(mention[2], []).append(mention)
            for group in groups.values():
                needs = [mention[4] in ("direct", "quasi") for mention in group]
                yield {
                    "by": number,
                    "type": group[0][3],
                    "direct": group[0][4] == "direct",
                    "needs": needs[0] or len(set(needs)) > 1,
                    "spans": [mention[:2] for mention in group],
                    "flags": needs,
                }

    def recall(self, keep=lambda entity: True, level="entity"):
        hits = total = 0
        for entity in self.entities():
            if not entity["needs"] or not keep(entity):
                continue
            if level == "entity":
                pairs = zip(entity["spans"], entity["flags"], strict=True)
                hits += all(self.masked(*span) or not flag for span, flag in pairs)
                total += 1
                continue
            for span in entity["spans"]:
                for piece in self.words(*span) if level == "token" else [span]:
                    hits += self.masked(*piece)
                    total += 1
        return hits / total if total else 0

    def precision(self, level):
        hits = total = 0
        n_annotators = len({entity["by"] for entity in self.entities()})
        for span in self.spans:
            for start, end in self.words(*span) if level == "token" else [span]:
                credited = set()
                for entity in self.entities():
                    for (a, b), flag in zip(entity["spans"], entity["flags"], strict=True):
                        if entity["needs"] and flag and a <= start and end <= b:
                            credited.add(entity["by"])
                hits += len(credited)
                total += n_annotators
        return hits / total if total else 0


@st.composite
def naive_cases(draw):
    pieces, tokens, at = [], [], 0
    for _ in range(draw(st.integers(1, 8))):
        word = draw(st.sampled_from(sorted(VOCABULARY)))
        tokens.append((at, at + len(word), VOCABULARY[word]))
        glue = draw(st.sampled_from([" ", ", ", "/", "\n", " (", "-"]))
        pieces += [word, glue]
        at += len(word) + len(glue)
    position = st.integers(0, at)
    span = st.tuples(position, position).filter(lambda pair: pair[0] != pair[1]).map(lambda pair: tuple(sorted(pair)))
    mention = st.tuples(
        span,
        st.sampled_from("abc"),
        st.sampled_from(["PERSON", "LOC"]),
        st.sampled_from(["direct", "quasi", "none"]),
    ).map(lambda parts: (*parts[0], *parts[1:]))
    annotators = draw(st.lists(st.lists(mention, max_size=5), min_size=1, max_size=3))
    return Naive("".join(pieces), tokens, annotators, draw(st.lists(span, max_size=4)))


@settings(max_examples=300, deadline=None)
@given(naive_cases())
def test_agrees_with_a_naive_implementation(naive):
    document = Document("d", naive.text)
    listed = tuple(
        tuple(Mention(Span(a, b), label, entity, Role(role)) for a, b, entity, label, role in mentions)
        for mentions in naive.annotators
    )
    case = Case(document, tuple(document.with_mentions(mentions) for mentions in listed), listed=listed)
    found = LISTED.evaluate([case], {"d": naive.spans})
    expected = {
        "recall_direct": naive.recall(lambda entity: entity["direct"]),
        "recall_quasi": naive.recall(lambda entity: not entity["direct"]),
        "recall_all": naive.recall(),
        "all_or_nothing_person": naive.recall(lambda entity: entity["type"] == "PERSON"),
        "mention_recall": naive.recall(level="mention"),
        "token_recall": naive.recall(level="token"),
        "token_precision": naive.precision("token"),
        "mention_precision": naive.precision("mention"),
    }
    assert {metric: found[metric] for metric in expected} == pytest.approx(expected, abs=1e-9)
    for label, levels in found["by_type"].items():
        naively = naive.recall(lambda entity, label=label: entity["type"] == label, level="token")
        assert levels["token_recall"] == pytest.approx(naively, abs=1e-9)
