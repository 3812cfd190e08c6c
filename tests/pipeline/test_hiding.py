"""What hides is what says so, whatever it looks like: masks of any text, and names out of thin air."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from fakes import FakeDetector, FakeReplacer
from unname.core.document import Document, Entity, Profile, Role
from unname.core.errors import InfeasiblePlan
from unname.core.policy import Policy
from unname.core.redaction import HIDDEN, Option
from unname.core.registry import names
from unname.core.roles import Replacer
from unname.pipeline.case import Case
from unname.pipeline.document import Pipeline
from unname.replace.mask import Mask
from unname.risk.linkage import Linkage

TEXT = "Mr Tony Booth met Ada Grey in Rome. Booth left."
DETECTORS = (FakeDetector(r"Tony Booth|Ada Grey"), FakeDetector("Rome", "LOC", 0.3, "places"))
PEOPLE = [
    *(Profile(str(n), text=f"A person who left and met others, number {n}") for n in range(4)),
    Profile("booth", "Tony Booth", text="Tony Booth of Rome"),
]


@dataclass(frozen=True)
class Pseudonym(FakeReplacer):
    """Writes another name, which tells nothing of the person."""

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        return [Option(entity.id, "pseudonym", "Maria Stone", 1.0, hides=True)]


@dataclass(frozen=True)
class Vague(FakeReplacer):
    """Offers several values, none of which is said to hide, though one looks like a mask."""

    def options(self, entity: Entity, document: Document) -> Sequence[Option]:
        values = {"weak": ("Mr Booth of R.", 0.1), "stars": (HIDDEN, 0.5), "strong": ("somebody", 2.0)}
        return [Option(entity.id, action, value, loss) for action, (value, loss) in values.items()]


def limited(replacer: Replacer, optimizer: str, **demands: object) -> Pipeline:
    """A pipeline that limits the risk, or hides among others."""
    pytest.importorskip("ortools")
    risk = Linkage(PEOPLE) if "k" in demands else "categories(labels=('PERSON',))"
    policy = Policy(**demands)  # type: ignore[arg-type]
    return Pipeline(DETECTORS, replacer, policy, risk=risk, optimizer=optimizer, price="words")


@pytest.mark.parametrize("optimizer", names("optimizer"))
@pytest.mark.parametrize("demands", [{"max_risk": 0.2}, {"k": 2}], ids=str)
@pytest.mark.parametrize("replacer", [Mask(text="XXX"), Mask(text="▒"), Pseudonym()], ids=lambda each: each.name)
def test_what_hides_is_taken_under_any_demand(replacer: Replacer, demands: dict[str, object], optimizer: str) -> None:
    pipeline = limited(replacer, optimizer, **demands)
    document = Document("d", TEXT, person="booth")
    released = pipeline.release(document).text
    assert "Booth" not in released
    value = replacer.options(pipeline.detect(document).entities[0], document)[0].value
    assert released.startswith(f"Mr {value} met ")
    plan = pipeline.plan(pipeline.detect(document))
    assert all(decision.option.hides and decision.option.seen == HIDDEN for decision in plan.decisions)


@pytest.mark.parametrize("demands", [{"always_hide": frozenset({"LOC"}), "max_risk": 0.9}], ids=str)
def test_what_is_not_said_to_hide_is_not_believed_to(demands: dict[str, object]) -> None:
    with pytest.raises(InfeasiblePlan, match=r"always_hide LOC against e3 \(LOC, cannot be hidden\)"):
        limited(Vague(), "exact", **demands).release(Document("d", TEXT))


def test_without_a_limit_the_cheapest_that_hides_or_else_the_strongest_is_taken() -> None:
    document = Document("d", TEXT)
    assert Pipeline(DETECTORS, Vague()).release(document).text == "Mr somebody met somebody in somebody. somebody left."
    assert Pipeline(DETECTORS, Pseudonym()).release(document).text.startswith("Mr Maria Stone met Maria Stone in ")


def test_what_a_pseudonym_hid_stays_hidden_in_the_next_round() -> None:
    pipeline = Pipeline(DETECTORS, Pseudonym())
    case = Case(pipeline.detect(Document("d", TEXT)))
    case.plan = pipeline.plan(case.document)
    case.keep_hidden()
    hidden = {id for combination in case.exposed for id in combination.entities}
    assert hidden == {entity.id for entity in case.document.entities if entity.role is not Role.NONE}


def test_an_option_is_seen_as_its_value_unless_it_hides() -> None:
    assert Option("e1", "blur", "the 1990s").seen == "the 1990s"
    assert Option("e1", "mask", "XXX", hides=True).seen == HIDDEN
    assert not Option("e1", "mask", "XXX").hides
