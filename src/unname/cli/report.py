"""`unname report`: figures that were measured, as a page to read."""

from datetime import date
from hashlib import sha256
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.failures import say
from unname.cli.options import Quiet
from unname.cli.parcel import is_stream
from unname.cli.targets import refuse_existing
from unname.core.errors import InputError, MissingModel

if TYPE_CHECKING:
    from unname.report.page import Origin

FACTS = "report.json"
"""What the facts of a release are called in the folder it is written to."""


def report(
    file: Annotated[
        Path, typer.Argument(help="A folder that `unname release` wrote, its report.json, or figures of a bench.")
    ],
    out: Annotated[Path, typer.Option(help="The HTML file to write.")],
    quiet: Quiet = False,
) -> None:
    """Draw one HTML page: of a release, its verdict with the evidence; of `unname bench kanon`, its figures.

    The page needs no network, and can be read on a phone, in the dark and on paper.
    """
    from unname.corpora.files import parse_json, read_text, write_whole
    from unname.report.page import Origin

    file = find_facts(file)
    if not is_stream(out):
        refuse_existing("--out", out)
    text = read_text(file)
    result, hash = parse_json(text, str(file)), sha256(text.encode()).hexdigest()
    origin = Origin(file.name, hash, version("unname"), date.today().isoformat())
    write_whole(out, [draw(result, origin)])
    if not quiet:
        say(f"the page is in {out}")


def find_facts(path: Path) -> Path:
    """The file itself, or the facts in a folder."""
    if not path.is_dir():
        return path
    if not (path / FACTS).is_file():
        raise InputError(f"{path}: no {FACTS} in this folder; unname release --out writes it")
    return path / FACTS


def draw(result: Any, origin: "Origin") -> str:
    """The page that the kind of the figures asks for; those of a bench are drawn by what measured them."""
    from unname.report.release import release_page
    from unname.report.release_facts import KIND

    kind = result.get("kind") if isinstance(result, dict) else None
    if kind == KIND:
        return release_page(result, origin)
    if kind is not None:
        raise InputError(f"{origin.file}: its kind is not one that has a page; known are {KIND} and figures of a bench")
    for point in entry_points(group="unname.pages"):
        page: str = point.load()(result, origin)
        return page
    raise MissingModel(f"{origin.file}: figures of a bench need unname-research; run: pip install unname-research")
