"""Knowledge in two halves."""

from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Profile
from unname.people.halves import split_knowledge

PEOPLE = [
    Profile(
        "p1", "Ada Grey", {"job": "judge", "town": "Zenda", "born": 1957}, "She sails. She sews. She sings. She runs."
    ),
    Profile("p2", text="He bakes."),
    Profile("p3"),
]


@given(st.integers(0, 10_000))
def test_halves_share_nothing_and_together_say_everything(seed: int) -> None:
    first, second = split_knowledge(PEOPLE, seed)
    for whole, one, other in zip(PEOPLE, first, second, strict=True):
        assert one.id == other.id == whole.id
        assert not one.name
        assert not other.name
        assert not set(one.fields) & set(other.fields)
        assert {**one.fields, **other.fields} == whole.fields
        said = [each.strip(" .") for half in (one, other) for each in half.text.split(".") if each.strip()]
        assert sorted(said) == sorted(each.strip() for each in whole.text.split(".") if each.strip())
    assert abs(len(first[0].fields) - len(second[0].fields)) == 1
    assert first[0].text.count(".") == second[0].text.count(".") == 2


def test_draws_differ_and_a_seed_repeats_one() -> None:
    draws = [split_knowledge(PEOPLE, seed) for seed in range(8)]
    assert draws[3] == split_knowledge(PEOPLE, 3)
    assert len({repr((first[0].text, second[0].text)) for first, second in draws}) > 1
