from pathlib import Path

import pytest

from unname.core.whole_file import whole_file


@pytest.mark.parametrize("mode", [None, 0o600])
def test_a_file_appears_when_it_is_whole(tmp_path: Path, mode: int | None) -> None:
    path = tmp_path / "weights.npz"
    with whole_file(path, mode) as partial:
        partial.write_text("whole")
        assert (partial.parent, partial.suffix) == (tmp_path, ".npz")
        assert not path.exists()
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]
    assert mode is None or path.stat().st_mode & 0o777 == mode


def fail_half_way(path: Path) -> None:
    with whole_file(path) as partial:
        partial.write_text("half")
        raise OSError("no room")


def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "last.pt"
    path.write_text("before")
    with pytest.raises(OSError, match="no room"):
        fail_half_way(path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
