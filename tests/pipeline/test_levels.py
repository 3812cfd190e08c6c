import pytest

from doors.attackers import Overlap
from filling import Copies
from unname.attack.ranker import Ranker
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError
from unname.core.redaction import Redaction
from unname.pipeline.infill import Infilled
from unname.pipeline.knowledge import Knowledge
from unname.pipeline.levels import FILLED, MASKED, _with_background, choose_levels, fill_levels, identify

ORIGINALS = [Document("a", "She came from Zenda by boat."), Document("b", "He came from Lutha by boat.")]
RELEASED = [Document("r1", "She came from *** by boat."), Document("r2", "He came from *** by boat.")]
REDACTIONS = [Redaction(original.id, each.text) for original, each in zip(ORIGINALS, RELEASED, strict=True)]
GENERAL = [Document("x", "Anybody came from Graustark by boat.")]
PEOPLE = [Profile("p1", text="Zenda"), Profile("p2", text="Lutha"), Profile("p3", text="sailor")]


@pytest.mark.parametrize(
    ("wanted", "has_background", "has_originals", "levels"),
    [
        ((), True, True, ("L1", "L2", "L3", "L4")),
        ((), False, True, ("L1", "L3", "L4")),
        ((), True, False, ("L2",)),
        ((), False, False, ("L1",)),
        (("L3", "L1", "L3"), True, True, ("L1", "L3")),
    ],
)
def test_levels_are_those_that_can_be_tried(wanted, has_background, has_originals, levels):
    assert choose_levels(wanted, has_background, has_originals) == levels


@pytest.mark.parametrize(
    ("level", "said"),
    [("L5", "unknown level 'L5'"), ("L3", "--originals"), ("L4", "--originals"), ("L2", "--background")],
)
def test_levels_that_cannot_be_tried_are_refused(level, said):
    with pytest.raises(ConfigError, match=said):
        choose_levels([level], False, False)


def test_an_endpoint_is_never_sent_originals():
    assert choose_levels((), True, True, is_outside=True) == ("L1", "L2")
    with pytest.raises(ConfigError, match="never sent any"):
        choose_levels(["L4"], True, True, is_outside=True)


def test_without_originals_the_background_is_all():
    filled = fill_levels(["L1", "L2"], RELEASED, GENERAL, Copies())
    assert [[fill.candidates for fill in fills] for fills in filled["L1"].fills] == [[()], [()]]
    assert [fills[0].candidates[0].source for fills in filled["L2"].fills] == ["x", "x"]
    assert filled["L2"].hidden == ()


def test_with_originals_what_is_right_is_known():
    told = []
    report = lambda *step: told.append(step[:3])  # noqa: E731
    filled = fill_levels(["L2", "L4"], RELEASED, [], Copies(), ORIGINALS, REDACTIONS, report)
    assert [each.hidden for each in filled["L4"].recoveries] == ["Zenda", "Lutha"]
    assert filled["L4"].known.level == "L4"
    assert told == [("infill L2", 2, 2), ("infill L4", 2, 2)]
    with pytest.raises(InputError, match="no original"):
        fill_levels(["L2"], RELEASED[:1], [], Copies(), ORIGINALS[1:], REDACTIONS[:1])


def test_people_are_looked_for_in_masked_and_in_filled_texts():
    released = [Document("r1", RELEASED[0].text, person="p1"), Document("r2", RELEASED[1].text, person="p2")]
    filled = fill_levels(["L4"], released, [], Copies(), [ORIGINALS[0], ORIGINALS[1]], REDACTIONS)
    right = Infilled(filled["L4"].known, filled["L4"].hidden, [filled["L4"].fills[0], []])
    steps = []
    trials = identify(released, {"L4": right}, PEOPLE, [Overlap()], 3, lambda: steps.append(1))["L4"]
    assert list(trials) == [MASKED, FILLED]
    assert [each.found for each in trials[MASKED].sightings["overlap"]] == [1 / 3, 1 / 3]
    assert [each.found for each in trials[FILLED].sightings["overlap"]] == [1.0, 1 / 3]
    assert len(steps) == 2


def test_a_ranker_reads_what_nobody_has_to_do_without(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "unname.pipeline.levels._with_background", lambda attack, known: seen.append([d.id for d in known]) or attack
    )
    known = Knowledge("L3", [*GENERAL, *ORIGINALS], [{"a"}, {"b"}])
    identify(RELEASED, {"L3": Infilled(known, (), [[], []])}, PEOPLE, [Overlap()])
    assert seen == [["x"]]
    assert _with_background(Overlap(), GENERAL) == Overlap()


def test_a_ranker_gets_the_background():
    made = _with_background(Ranker(), GENERAL)
    assert isinstance(made, Ranker)
    assert made.background == GENERAL
