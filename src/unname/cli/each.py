"""One document after another, as the commands that show something do it."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from unname.cli.failures import Failures
from unname.cli.sources import documents, expand
from unname.core.document import Document, Entity
from unname.core.errors import ConfigError
from unname.corpora.records import Layout

ENTITY_FORMATS = ("text", "json")
EntityFormat = Annotated[str, typer.Option(help="text: a line per entity; json: an object per document.")]


def for_each(
    paths: Sequence[str],
    input_format: str | None,
    encoding: str,
    work: Callable[[Document], None],
    layout: Layout | None = None,
) -> None:
    """Do the work on every document; what fails is told and the rest goes on, and the exit code tells in the end."""
    failures = Failures()
    for source in expand(paths, input_format):
        for document in documents(source, encoding, failures.add, layout):
            try:
                work(document)
            except (ConfigError, OSError):
                raise  # no other document would fare better: what cannot be written is standard output
            except Exception as error:
                failures.add(error, document.id)
    failures.leave()


def entity_row(entity: Entity, document: Document, **told: Any) -> dict[str, Any]:
    """What is told of an entity, between its label and the words of its first mention."""
    start, end = entity.mentions[0].span
    known = {"entity": entity.id, "label": entity.label, "role": entity.role.value}
    return {**known, **told, "text": document.text[start:end]}
