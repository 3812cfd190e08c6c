"""The command line: one module per command; only here are errors turned into words and exit codes."""

import os
import signal
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from unname.cli.attack import attack
from unname.cli.bench import bench
from unname.cli.components import list_components
from unname.cli.decide import decide
from unname.cli.detect import detect
from unname.cli.failures import exit_code, one_line
from unname.cli.measure import measure
from unname.cli.release import release
from unname.cli.report import report
from unname.cli.risk import risk
from unname.cli.train import train

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
app.command(epilog="Example: unname detect letter.txt --format json")(detect)
app.command(epilog="Example: unname risk letter.txt --measure surprisal")(risk)
app.command(epilog="Example: unname decide letter.txt --max-risk 0.1")(decide)
app.command(epilog="Example: unname attack released.jsonl --population people.jsonl --explain")(attack)
app.command(epilog="Example: unname bench tab --data tab/ --split dev --json")(bench)
app.command(epilog="Example: unname report released/ --out report.html")(report)
app.command("list", epilog="Example: unname list detector")(list_components)
app.add_typer(measure, name="measure")
app.add_typer(train, name="train")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    _speak_utf8()
    # Asked to end, leave as after any failure, so that no half-written file stays.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        app(args=None if arguments is None else list(arguments))
    except BrokenPipeError:
        _leave_the_pipe()
    except Exception as error:
        if os.environ.get("UNNAME_DEBUG") == "1":
            raise
        print(f"unname: {one_line(error)}", file=sys.stderr)
        sys.exit(exit_code(error))


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


def _speak_utf8() -> None:
    """Released text is UTF-8 whatever the locale says, and its line ends are its own."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace" if stream is sys.stderr else "strict", newline="")


def _leave_the_pipe() -> None:
    """End quietly when the reader has gone; the second flush at exit must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)
