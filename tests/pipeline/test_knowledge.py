"""What an attacker of each level has to read."""

import pytest

from unname.core.document import Document, Mention, Span
from unname.core.errors import ConfigError, InputError
from unname.core.policy import LEVELS
from unname.pipeline.knowledge import find_leaks, knowledge

LIFE = "Ada Grey was born in Zenda in 1901 and became the first judge of the high court of Ruritania there."
OTHER = "Bob Reed sings in the opera of Strelsau, where he has lived since his youth with a dog and two cats."
ORIGINALS = [Document("a", LIFE, mentions=(Mention(Span(0, 8), "PERSON"),), names=("Ada Grey",)), Document("b", OTHER)]
GENERAL = [Document("a", "Zenda is a town."), Document("c", "Strelsau has an opera.")]


def test_each_level_knows_more() -> None:
    sizes = [len(knowledge(level, GENERAL, ORIGINALS).background) for level in LEVELS]
    assert sizes == [0, 2, 4, 4]
    without = {level: knowledge(level, GENERAL, ORIGINALS).without for level in LEVELS}
    assert without["L3"] == [{"original/a"}, {"original/b"}]
    assert all(not ids for level in ("L1", "L2", "L4") for ids in without[level])


def test_every_level_contains_what_the_one_below_has() -> None:
    quoted = Document("d", f"They say: {LIFE}")
    had: list[set[str]] = [set(), set()]
    for level in LEVELS:
        known = knowledge(level, [*GENERAL, quoted], ORIGINALS)
        has = [{each.id for each in known.background} - set(ids) for ids in known.without]
        assert all(before <= now for before, now in zip(had, has, strict=True))
        had = has


def test_the_attacker_gets_texts_alone() -> None:
    for document in knowledge("L4", GENERAL, ORIGINALS).background:
        assert not document.mentions
        assert not document.names
        assert document.person is None


def test_what_contains_the_original_is_left_out_and_counted() -> None:
    general = [*GENERAL, Document("quote", f"Years ago somebody wrote this: {LIFE.upper()} And so on.")]
    other = Document("a2", LIFE.replace("1901", "1902"))
    second = knowledge("L2", general, ORIGINALS)
    assert second.without == [{"general/quote"}, set()]
    assert (second.n_leaks, second.n_leaked) == (1, 1)
    third = knowledge("L3", general, [*ORIGINALS, other], targets=["b", "a"])
    assert third.without == [{"original/b"}, {"original/a", "original/a2", "general/quote"}]
    assert (third.n_leaks, third.n_leaked) == (2, 1)
    assert knowledge("L4", general, ORIGINALS).n_leaks == 0


def test_two_thirds_of_a_text_are_no_leak() -> None:
    words = LIFE.split()
    assert find_leaks([Document("a", LIFE)], [Document("x", " ".join(words[: 2 * len(words) // 3]))]) == [frozenset()]


@pytest.mark.parametrize(("text", "found"), [("", False), ("Ada Grey", True), ("Grey Ada", False), ("...", False)])
def test_short_originals_leak_as_a_whole(text: str, found: bool) -> None:
    assert find_leaks([Document("a", text)], [Document("x", "the judge Ada Grey of Zenda")]) == [
        frozenset({"x"} if found else ())
    ]


def test_ids_are_checked() -> None:
    with pytest.raises(InputError, match="duplicate"):
        knowledge("L2", [GENERAL[0], GENERAL[0]], ORIGINALS)
    with pytest.raises(InputError, match="duplicate"):
        knowledge("L2", GENERAL, [ORIGINALS[0], ORIGINALS[0]])
    with pytest.raises(InputError, match="no original"):
        knowledge("L2", GENERAL, ORIGINALS, targets=["z"])
    with pytest.raises(ConfigError, match="L5"):
        knowledge("L5", GENERAL, ORIGINALS)


def test_nothing_of_the_texts_is_shown() -> None:
    assert "Zenda" not in repr(knowledge("L4", GENERAL, ORIGINALS))
