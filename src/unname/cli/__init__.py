"""The command line: one module per command; only here are errors turned into words and exit codes."""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from unname.cli.attack import attack
from unname.cli.components import list_components
from unname.cli.decide import decide
from unname.cli.detect import detect
from unname.cli.downstream import downstream
from unname.cli.ending import listening
from unname.cli.failures import exit_code, one_line, say
from unname.cli.measure import measure
from unname.cli.plugged import add_commands
from unname.cli.policies import policies
from unname.cli.protection import protection
from unname.cli.release import release
from unname.cli.report import report
from unname.cli.restore import restore
from unname.cli.risk import risk
from unname.cli.streams import prepare, settle
from unname.cli.train import train
from unname.cli.vault import vault

__all__ = ["app", "main"]

app = typer.Typer(
    name="unname",
    help="Release text about people with evidence that they cannot be found.",
    epilog="Example: unname release letter.txt",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog="Example: unname release letters/ --out released/")(release)
app.command(epilog="Example: unname restore released.jsonl --vault notes.vault --out back.jsonl")(restore)
app.command(epilog="Example: unname detect letter.txt --format json")(detect)
app.command(epilog="Example: unname risk letter.txt --measure surprisal")(risk)
app.command(epilog="Example: unname decide letter.txt --max-risk 0.1")(decide)
app.command(
    epilog="Example: unname attack released.jsonl --population people.jsonl --explain, or unname attack released.jsonl "
    "--attack infilling --background knowledge/"
)(attack)
app.command(epilog="Example: unname report released/ --out report.html")(report)
app.command(epilog="Example: unname policies hipaa-safe-harbor")(policies)
app.command("list", epilog="Example: unname list detector")(list_components)
measure.command(epilog="Example: unname measure protection gold.marked released.jsonl --map map.jsonl")(protection)
measure.command(epilog="Example: unname measure downstream train.conll valid.conll --task ner --replace pseudonym")(
    downstream
)
app.add_typer(measure, name="measure")
app.add_typer(vault, name="vault")
app.add_typer(train, name="train")
add_commands(app, train)


PIPE_CLOSED = 141
"""The exit code where nobody reads on: as if the pipe itself had ended us (128 + SIGPIPE)."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    prepare()
    with listening():
        code = _run(arguments)
        failure = settle()
        if failure is not None and code in (0, 2):
            code = _told(failure)
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        app(args=None if arguments is None else list(arguments))
    except SystemExit as leaving:
        # Typer ends on a closed pipe by itself, with a code that means a failure.
        return PIPE_CLOSED if isinstance(leaving.__context__, BrokenPipeError) else int(leaving.code or 0)
    except Exception as error:
        if os.environ.get("UNNAME_DEBUG") == "1":
            raise
        return _told(error)
    return 0


def _told(error: Exception) -> int:
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    say(one_line(error))
    return exit_code(error)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"unname {version('unname')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave."),
    ] = False,
) -> None:
    pass
