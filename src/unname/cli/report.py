"""`unname report`: figures that were measured, as a page to read."""

from datetime import date
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from unname.cli.failures import say
from unname.cli.options import Quiet
from unname.core.errors import ConfigError


def report(
    file: Annotated[Path, typer.Argument(help="What `unname bench kanon --json` printed.")],
    out: Annotated[Path, typer.Option(help="The HTML file to write.")],
    quiet: Quiet = False,
) -> None:
    """Draw one HTML page from figures: privacy against words masked for all methods, tables, what the search costs.

    The page needs no network and no script, and can be read on a phone, in the dark and on paper.
    """
    from unname.corpora.files import parse_json, read_text, write_whole
    from unname.report.kanon import Origin, kanon_page

    if out.resolve() == file.resolve():
        raise ConfigError(f"--out {out} is the file with the figures")
    text = read_text(file)
    result, hash = parse_json(text, str(file)), sha256(text.encode()).hexdigest()
    origin = Origin(file.name, hash, version("unname"), date.today().isoformat())
    write_whole(out, [kanon_page(result, origin)])
    if not quiet:
        say(f"the page is in {out}")
