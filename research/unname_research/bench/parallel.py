"""The same work on many things, in several processes where the system can copy one."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_work: list[Callable[[Any], Any]] = []


def each(work: Callable[[Item], Result], items: Iterable[Item], processes: int = 2) -> list[Result]:
    """What the work gives for each item, in order.

    Processes are copies of this one, so that what the work needs is not read or built again. A model that keeps threads
    of its own cannot be copied: its work needs `processes=1`.
    """
    every: Sequence[Item] = list(items)
    if processes < 2 or len(every) < 2 * processes or "fork" not in get_all_start_methods():
        return [work(item) for item in every]
    # The work is handed over by the copy: closures need not be packed.
    with ProcessPoolExecutor(processes, get_context("fork"), _take, (work,)) as pool:
        return list(pool.map(_do, every, chunksize=max(1, len(every) // (8 * processes))))


def _take(work: Callable[[Any], Any]) -> None:
    _work[:] = [work]


def _do(item: Any) -> Any:
    return _work[0](item)
