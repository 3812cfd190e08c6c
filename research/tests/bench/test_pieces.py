"""Long work that is interrupted."""

import pytest

from unname.core.errors import ConfigError
from unname_research.bench.pieces import in_turn


def test_an_interrupted_run_goes_on(tmp_path):
    done = []

    def piece(name):
        def work():
            if name == fatal:
                raise KeyboardInterrupt
            done.append(name)
            return {"name": name}

        return work

    work, fatal = {name: piece(name) for name in "abc"}, "b"
    with pytest.raises(KeyboardInterrupt):
        in_turn(work, tmp_path / "new", {"data": "x"})
    fatal = ""
    found, seconds = in_turn(work, tmp_path / "new", {"data": "x"})
    assert done == ["a", "b", "c"]
    assert found == {name: {"name": name} for name in "abc"}
    assert list(seconds) == list("abc")
    with pytest.raises(ConfigError, match="another run"):
        in_turn(work, tmp_path / "new", {"data": "y"})
