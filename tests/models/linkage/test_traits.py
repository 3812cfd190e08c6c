import pytest

from unname.core.document import Profile
from unname.models.linkage.traits import traits


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"born": "1957-03-29"}, {("born", "first"): 1956}),
        (
            {"office": {"start": "1951-01-03", "end": "1956-01-03"}},
            {("office", "first"): 1950, ("office", "last"): 1956},
        ),
        ({"term": [80, 81]}, {("term", "first"): 80, ("term", "last"): 81}),
        ({"job": "Judge"}, {("job", "is"): "judge"}),
        ({"job": None, "town": "unknown"}, {}),
    ],
)
def test_facts_become_few_values(fields: dict[str, object], expected: dict[tuple[str, str], object]) -> None:
    assert traits(Profile("p1", fields=fields)) == expected


def test_neighboring_years_are_one_value() -> None:
    found = [traits(Profile("p1", fields={"born": f"{year}-05-01"})) for year in (1956, 1957, 1958)]
    assert found[0] == found[1] != found[2]
