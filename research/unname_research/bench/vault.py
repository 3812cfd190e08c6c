"""What a vault costs: processes that write one at the same time, and look-ups and claims as it grows to a million."""

import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from unname.core.document import Span
from unname.core.errors import InternalError
from unname.replace.book import Identity
from unname.replace.restore import Change, Kept
from unname.replace.vault import Access, Vault
from unname_research.bench.drawing import drawn

SIZES = (1_000, 10_000, 100_000, 1_000_000)
FEW = (100, 1_000)
N_PROCESSES, N_EACH = 8, 2_000
BATCH = 10_000
KEY = bytes(range(32))


def run(
    sizes: Sequence[int] = SIZES,
    n_processes: int = N_PROCESSES,
    n_each: int = N_EACH,
    n_asked: int = 1_000,
    fast: bool = False,
    out: str | Path | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """Seconds of a look-up, a claim and a kept document, and bytes a surrogate, at each size; no data is read.

    Seconds are wall time, the median of single calls, each claim a transaction of its own; look-ups are asked of a
    vault that was just opened, so that nothing is remembered. `fast` is for a trial. `out` is a file for the curves.
    """
    if fast:
        sizes, n_each, n_asked = FEW, 200, 100
    with tempfile.TemporaryDirectory(prefix="unname-vault-") as folder:
        together = write_together(Path(folder) / "together.vault", n_processes, n_each)
        rows = list(grow(Path(folder) / "growing.vault", sizes, n_asked, seed))
    if out is not None:
        draw(rows, Path(out))
    return {"together": together, "rows": rows, "settings": {"n_asked": n_asked, "batch": BATCH, "seed": seed}}


def write_together(path: Path, n_processes: int, n_each: int) -> dict[str, Any]:
    """Several processes claim surrogates in one vault, half of them for the same people; they must agree on them."""
    Vault.create(path, Access.by_key(KEY)).close()
    command = [sys.executable, "-m", "unname_research.bench.vault", str(path), str(n_each)]
    workers = [
        subprocess.Popen([*command, str(number)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for number in range(n_processes)
    ]
    for worker in workers:
        assert worker.stdout is not None
        worker.stdout.readline()  # it is ready
    began = time.perf_counter()
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    answers = [json.loads(worker.communicate()[0] or "null") for worker in workers]
    seconds = time.perf_counter() - began
    if any(worker.returncode for worker in workers):
        raise InternalError("a process that wrote the vault failed")
    with Vault.open(path, Access.by_key(KEY)) as vault:
        n_identities = vault.check().identities
        n_surrogates = len({given.surrogate for given in vault.mapping()})
    return {
        "processes": n_processes,
        "claims": n_processes * n_each,
        "seconds": round(seconds, 2),
        "claims_per_second": round(n_processes * n_each / seconds),
        "identities": n_identities,
        "agree": all(answer == answers[0] for answer in answers),
        "given_twice": n_identities - n_surrogates,
    }


def claim_some(path: str, n_each: int, number: int) -> list[str | None]:
    """One process of those that write together; gives the surrogates of those whom all of them claim."""
    with Vault.open(path, Access.by_key(KEY)) as vault:
        print("ready", flush=True)
        sys.stdin.readline()
        order = random.Random(number)
        people = [f"shared {each}" for each in range(n_each // 2)]
        people += [f"own {number} {each}" for each in range(n_each - n_each // 2)]
        order.shuffle(people)
        for person in people:
            # Few enough names that different people want the same one.
            while vault.claim(Identity("", "name", person), f"surrogate {order.randrange(20 * n_each)}") is None:
                pass
        return [vault.find(Identity("", "name", f"shared {each}")) for each in range(n_each // 2)]


def grow(path: Path, sizes: Sequence[int], n_asked: int, seed: int) -> Iterable[dict[str, Any]]:
    """Fill one vault, and stop at each size to measure."""
    Vault.create(path, Access.by_key(KEY)).close()
    n_filled = 0
    for size in sizes:
        with Vault.open(path, Access.by_key(KEY)) as vault:
            began = time.perf_counter()
            _fill(vault, n_filled, size)
            seconds = (time.perf_counter() - began) / (size - n_filled)
        n_filled = size
        yield {"mappings": size, "filled_seconds": seconds, **_measure(path, size, n_asked, random.Random(seed))}


def _fill(vault: Vault, start: int, end: int) -> None:
    for first in range(start, end, BATCH):
        with vault.batch():
            for number in range(first, min(first + BATCH, end)):
                vault.claim(_identity(number), f"surrogate {number}")


def _measure(path: Path, size: int, n_asked: int, chance: random.Random) -> dict[str, Any]:
    """What single calls cost; in a copy, so that what they add does not count at the next size."""
    path = Path(shutil.copyfile(path, path.with_suffix(".copy")))
    bytes_now = path.stat().st_size
    began = time.perf_counter()
    with Vault.open(path, Access.by_key(KEY)) as vault:
        opened = time.perf_counter() - began
        known = [_identity(chance.randrange(size)) for _ in range(n_asked)]
        strange = [Identity("", "name", f"strange {size} {number}") for number in range(n_asked)]
        text = " ".join(f"word{number}" for number in range(300))
        kept = [Kept(f"{size} {each}", f"X {each} {text}", (Change(Span(0, 1), "Anna"),)) for each in range(n_asked)]
        return {
            "bytes": bytes_now,
            "bytes_each": round(bytes_now / size, 1),
            "open_seconds": opened,
            "found_seconds": _median(known, vault.find),
            "missed_seconds": _median(strange, vault.find),
            "word_seconds": _median(strange, lambda identity: vault.has_word(identity.original)),
            "claimed_seconds": _median(strange, lambda identity: vault.claim(identity, f"new {identity.original}")),
            "kept_seconds": _median(kept, lambda each: vault.keep([each])),
            "recalled_seconds": _median(kept, lambda each: vault.recall(each.id, each.text)),
        }


def _median(asked: Sequence[Any], work: Callable[[Any], Any]) -> float:
    seconds = []
    for each in asked:
        began = time.perf_counter()
        work(each)
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def _identity(number: int) -> Identity:
    return Identity(f"person-{number // 3}", "family name", f"original {number}")


def draw(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Microseconds a call, and bytes a surrogate, over the number of surrogates."""
    calls = {
        "found_seconds": "look-up, found",
        "missed_seconds": "look-up, not there",
        "claimed_seconds": "claim, alone",
        "filled_seconds": "claim, in a batch",
    }
    sizes = [row["mappings"] for row in rows]
    with drawn(path, 2, figsize=(9, 3.6)) as axes:
        for key, label in calls.items():
            axes[0].plot(sizes, [1e6 * row[key] for row in rows], "o-", label=label)
        axes[1].plot(sizes, [row["bytes_each"] for row in rows], "o-")
        for axis, title in zip(axes, ("microseconds", "bytes of file a surrogate"), strict=True):
            axis.set(xscale="log", xlabel="surrogates", ylim=(0, None))
            axis.set_title(title, fontsize=9)
            axis.grid(alpha=0.3)
        axes[0].legend(fontsize=7)


if __name__ == "__main__":
    print(json.dumps(claim_some(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
