"""What attacked documents kept of their originals, beside who is found in them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from unname.cli.failures import Failures
from unname.cli.measure import paired, read_texts
from unname.cli.progress import progress
from unname.cli.sources import expand
from unname.core.document import Document
from unname.core.errors import InputError
from unname.core.redaction import Redaction
from unname.corpora.populations import read_table

Pairs = Mapping[str, Sequence[tuple[Document, Document]]]


def with_originals(
    columns: Mapping[str, Sequence[Document]], originals: str, map: Path | None, encoding: str
) -> dict[str, list[tuple[Document, Document]]]:
    """The documents of each column with the text that each was before; every one has to have one."""
    failures = Failures()
    before = read_texts(originals, expand([originals], None), encoding, failures)
    if failures.errors:
        raise InputError(f"{originals}: not every original can be read, so nothing tells what was kept of them")
    return {column: paired(before, found, map=map) for column, found in columns.items()}


def in_table(
    columns: Mapping[str, Sequence[Document]], path: str, layout: tuple[str, str], originals: str, encoding: str
) -> dict[str, list[tuple[Document, Document]]]:
    """The same for a TRI table, one of whose columns holds the originals; `layout` names people and background."""
    before = read_table(path, *layout, [originals], encoding).columns[originals]
    known = {document.id: document for document in before}
    for column, found in columns.items():
        if missing := sum(document.id not in known for document in found):
            raise InputError(f"--originals {originals}: {missing} of the texts in {column!r} have none there")
    return {column: [(known[document.id], document) for document in found] for column, found in columns.items()}


def kept(pairs: Pairs, masks: Sequence[str], suppression: bool, quiet: bool) -> dict[str, float]:
    """The mean share of information that is kept in each column (TPI); `suppression` counts no generalization."""
    from unname.measure.utility import Utility

    utility = Utility(generalizations=not suppression, masks=tuple(masks))
    told: dict[str, float] = {}
    with progress(sum(map(len, pairs.values())), hidden=quiet) as bar:
        for column, each in pairs.items():
            shares = []
            for before, after in each:
                account = utility.account(before, Redaction(before.id, after.text))
                shares.append(account.released / account.original if account.original else 1.0)
                bar.advance()
            told[column] = sum(shares) / len(shares) if shares else 1.0
    return told
