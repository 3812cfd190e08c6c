"""Keeps the library behind numpy from multiplying on threads of its own while we have ours."""

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any

# Not threadpoolctl: where two threads of ours use it at once, it leaves the library on one thread for good.
_CORES = ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath")
_NAMES = [f"{stem}_{{}}_num_threads{end}" for stem in ("scipy_openblas", "openblas") for end in ("64_", "", "_64")]
_lock = Lock()
_state = {"users": 0, "before": 0}


@contextmanager
def one_thread() -> Iterator[None]:
    """Within this, each multiplication of matrices runs on the thread that asks for it.

    Many threads on few processors wait for each other at every block. That is for OpenBLAS, which numpy comes with;
    another library goes on as it is set up.
    """
    found = _switches()
    if found is None:
        yield
        return
    get, put = found
    with _lock:
        if not _state["users"]:
            _state["before"] = get()
            put(1)
        _state["users"] += 1
    try:
        yield
    finally:
        with _lock:
            _state["users"] -= 1
            if not _state["users"]:
                put(_state["before"])


@lru_cache(maxsize=1)
def _switches() -> tuple[Callable[[], int], Callable[[int], Any]] | None:
    """What tells and what sets the number of threads, if numpy's own library has them."""
    core = next((sys.modules[name] for name in _CORES if name in sys.modules), None)
    try:
        library = ctypes.CDLL(str(getattr(core, "__file__", None)))
    except OSError:
        return None
    for name in _NAMES:
        if hasattr(library, name.format("set")) and hasattr(library, name.format("get")):
            return getattr(library, name.format("get")), getattr(library, name.format("set"))
    return None
