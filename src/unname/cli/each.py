"""One document after another, as the commands that show something do it."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import typer

from unname.cli.failures import exit_code, say_failed
from unname.cli.sources import documents, expand
from unname.core.document import Document
from unname.core.errors import ConfigError

if TYPE_CHECKING:
    from unname.corpora.records import Layout


def for_each(
    paths: Sequence[str],
    input_format: str | None,
    encoding: str,
    work: Callable[[Document], None],
    layout: "Layout | None" = None,
) -> None:
    """Do the work on every document; what fails is told and the rest goes on, and the exit code tells in the end."""
    failures: list[BaseException] = []

    def failed(error: BaseException, document: str | None = None) -> None:
        failures.append(error)
        say_failed(error, document)

    for source in expand(paths, input_format):
        for document in documents(source, encoding, failed, layout):
            try:
                work(document)
            except (ConfigError, OSError):
                raise  # no other document would fare better: what cannot be written is standard output
            except Exception as error:
                failed(error, document.id)
    if failures:
        raise typer.Exit(1 if any(exit_code(error) == 1 for error in failures) else 2)
