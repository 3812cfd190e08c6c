"""What names that are never shown tell, on invented texts."""

from unname.core.example import Example
from unname.replace.name_lists import read_names
from unname_research.bench import absence


def test_names_that_are_drawn_apart_stand_in_no_original() -> None:
    men = next(listed for pool, listed in read_names().pools.items() if pool[:4] == ("latin", "given", "m", 0))
    examples = [Example(name, f"Mr {name} Brenkel came home at last.") for name in men[:40]]
    found = absence.compare(examples)
    apart, shared = found["rows"]["pseudonym"], found["rows"]["pseudonym(apart=False)"]
    assert found["texts"] == 40
    assert apart["shown_in_originals"] == 0.0
    assert shared["shown_in_originals"] > 0.0
    assert apart["shown"] + apart["never_shown"] == found["common_names"]
