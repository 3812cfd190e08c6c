"""Where a crowd comes from, for the terminal: one table that a person can add up, or a record."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from unname.cli.visible import in_column
from unname.report.release_crowd import how_many

if TYPE_CHECKING:
    from unname.risk.crowd_account import Account

N_ROWS = 40
"""How many words are listed; the others are one row."""


def tell_account(id: str, account: "Account") -> Iterator[str]:
    """The crowd of a document in lines: its size, what each word costs, and the sum."""
    size = account.size
    low, high, group = (how_many(each) for each in (size.low, size.high, math.log10(size.group)))
    yield f"document {in_column(id)}: {_people(size.log10)} (between {low} and {high}), of {group}"
    if account.n_named > 1:
        yield f"it names {account.n_named} people; all that it says is counted as said of one person"
    if not account.costs:
        yield "it says nothing that tells people apart"
        return
    listed, others = account.costs[:N_ROWS], account.costs[N_ROWS:]
    rows = [(in_column(cost.words), cost.sort, f"{cost.bits:.2f}", how_many(cost.bits * _LOG)) for cost in listed]
    if others:
        rows.append((f"({len(others)} more)", "", f"{math.fsum(cost.bits for cost in others):.2f}", ""))
    rows.append(("(a life of this kind)", "", f"{account.life_bits:.2f}", how_many(account.life_bits * _LOG)))
    rows.append(("(shared, counted once)", "", f"{-account.shared_bits:.2f}", ""))
    rows.append(("(sum)", "", f"{account.visible_bits:.2f}", ""))
    yield from _align([("words", "kind", "bits", "one in"), *rows])
    left = account.group_bits - account.visible_bits
    yield f"{account.group_bits:.2f} bits of the group - {account.visible_bits:.2f} = {left:.2f}: {_people(size.log10)}"


def record_account(account: "Account") -> dict[str, Any]:
    """The same for machines, with all words."""
    size = account.size
    words = [
        {"words": cost.words, "kind": cost.sort, "bits": cost.bits, "one_in": cost.one_in} for cost in account.costs
    ]
    return {
        "log10": size.log10,
        "low": size.low,
        "high": size.high,
        "group": size.group,
        "people_named": account.n_named,
        "group_bits": account.group_bits,
        "visible_bits": account.visible_bits,
        "life_bits": account.life_bits,
        "shared_bits": account.shared_bits,
        "words": words,
    }


_LOG = math.log10(2)


def _people(log10: float) -> str:
    return "fewer than 1 person" if log10 < 0 else f"about {how_many(log10)} people"


def _align(rows: list[tuple[str, str, str, str]]) -> Iterator[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(4)]
    for words, sort, bits, one_in in rows:
        yield f"{words:<{wide[0]}}  {sort:<{wide[1]}}  {bits:>{wide[2]}}  {one_in:>{wide[3]}}".rstrip()
