import time

import pytest

from unname.core.document import Document, Origin, Role
from unname.core.errors import ConfigError
from unname.core.policy import Pattern, Policy
from unname.detect.patterns import OVERLAP, WINDOW, Patterns
from unname.pipeline.document import Pipeline


def found(text: str, *patterns: Pattern) -> list[str]:
    return [text[slice(*mention.span)] for mention in Patterns(patterns).detect(Document("d", text))]


def test_every_match_is_as_certain_as_what_is_given() -> None:
    mentions = Patterns((Pattern("CODE", "H[0-9]{4}"), Pattern("ORG", "Ward [0-9]+"))).detect(
        Document("d", "Ward 7: H1234, H5678")
    )
    assert [(m.label, m.role, m.origin, m.confidence) for m in mentions] == [
        ("CODE", Role.DIRECT, Origin.GIVEN, 1.0),
        ("CODE", Role.DIRECT, Origin.GIVEN, 1.0),
        ("ORG", Role.QUASI, Origin.GIVEN, 1.0),
    ]


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("Record: 4471", ["4471"]),
        ("RECORD 4471", ["4471"]),
        ("4471 (record)", ["4471"]),
        ("hospital  number 4471", ["4471"]),
        ("records 4471", []),
        ("4471", []),
        (f"record {'x' * 40} 4471", []),
    ],
)
def test_context_words_stand_near_a_match(text: str, matches: list[str]) -> None:
    assert found(text, Pattern("CODE", "[0-9]{4}", ("record", "hospital number"))) == matches


def test_positions_are_those_of_characters_on_every_line() -> None:
    assert found("Zoë 12\n\n😀 34\r\n56", Pattern("CODE", r"[0-9]{2}")) == ["12", "34", "56"]
    assert found("one\ntwo", Pattern("CODE", r"(?s)one.two")) == []
    assert found("a1\nb2", Pattern("CODE", r"^b.$")) == ["b2"]


@pytest.mark.parametrize("before", [0, 1, WINDOW - OVERLAP - 1, WINDOW - 3, WINDOW, 3 * WINDOW - OVERLAP - 2])
def test_nothing_is_missed_in_a_long_line(before: int) -> None:
    text = "x" * before + "H1234" + "y" * 2 * WINDOW
    assert "H1234" in found(text, Pattern("CODE", "H[0-9]{4}"))
    digits = "1" * 3 * WINDOW
    spans = [mention.span for mention in Patterns((Pattern("CODE", "1+"),)).detect(Document("d", digits))]
    assert {position for span in spans for position in range(*span)} == set(range(len(digits)))


@pytest.mark.parametrize("expression", ["(a+)+$", "a.*b|a", "(a|aa)+c|a", "(.*)(.*)(.*)x|a"])
def test_no_expression_runs_away(expression: str) -> None:
    def seconds(length: int) -> float:
        times = []
        for _ in range(3):  # the best of three: another process may take the caches in between
            start = time.process_time()
            Patterns((Pattern("CODE", expression),)).detect(Document("d", "a" * length))
            times.append(time.process_time() - start)
        return min(times)

    seconds(1000)
    assert seconds(20_000) < 12 * max(seconds(5_000), 0.01)


@pytest.mark.parametrize(
    "expression", ["(?=Zanzibar)", r"(Zanzibar)\1", "(Zanzibar", "[Zanzibar", "Zanzibar**", "a{9999}"]
)
def test_bad_expressions_are_refused_by_place_and_not_quoted(
    expression: str, capfd: pytest.CaptureFixture[str]
) -> None:
    pattern = Pattern("CODE", expression, place="policy 'mine.toml': pattern 2 (CODE)")
    with pytest.raises(ConfigError, match=r"policy 'mine\.toml': pattern 2 \(CODE\): the expression cannot") as caught:
        found("text", pattern)
    assert "anzibar" not in str(caught.value) + "".join(capfd.readouterr())


def test_an_expression_that_matches_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="matches nothing at all"):
        found("text", Pattern("CODE", "x*"))


def test_a_pipeline_hides_what_patterns_match_whatever_the_thresholds() -> None:
    policy = Policy(thresholds={"MISC": 1.0}, patterns=(Pattern("MISC", "blue b[a-z]+"),))
    released = Pipeline(detectors=(), policy=policy).release("He rode a blue bicycle.").text
    assert released == "He rode a ***."
    allowed = Policy(allow=frozenset({"blue bicycle"}), patterns=policy.patterns)
    assert Pipeline(detectors=(), policy=allowed).release("A blue bicycle.").text == "A blue bicycle."
