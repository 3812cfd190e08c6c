"""A contract suite run again where torch is not installed: nothing in it may need torch, and nothing is skipped."""

import subprocess
import sys
from pathlib import Path

BLOCKED = ("torch", "transformers")

_RUN = f"""
import sys
sys.modules.update(dict.fromkeys({BLOCKED!r}))
import pytest
sys.exit(pytest.main([*sys.argv[1:], "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]))
"""


def has_torch() -> bool:
    """Whether torch can be imported, and is not blocked."""
    try:
        import torch  # noqa: F401
    except ImportError:
        return False
    return True


def assert_passes_without_torch(suite: str) -> None:
    """Run the suite in a process that cannot import torch; tests named after that are left out."""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", _RUN, suite, "-k", "not without_torch"]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
    assert "skipped" not in ran.stdout
