import pytest

from unname.attack.contributions import spread_over_words


@pytest.mark.parametrize(
    ("contributions", "text", "expected"),
    [
        ({}, "nothing", {}),
        ({"old clock": 2.0}, "An old clock", {"old": 1.0, "clock": 1.0}),
        ({"clo": 1.0, " old": 0.5}, "An old clock, two clocks", {"old": 0.5, "clock": 0.5, "clocks": 0.5}),
        ({"violin": 1.0}, "Two violins", {"violins": 1.0}),
        ({"absent": 1.0}, "Two violins", {}),
        ({"old": -1.0}, "old", {"old": -1.0}),
        ({"jose nunez": 2.0, "cafe": 1.0}, "José Núñez, café", {"josé": 1.0, "núñez": 1.0, "café": 1.0}),
    ],
)
def test_contributions_go_to_the_words_they_touch(
    contributions: dict[str, float], text: str, expected: dict[str, float]
) -> None:
    assert spread_over_words(contributions, text) == pytest.approx(expected)
