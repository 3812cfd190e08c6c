"""Which fields of JSON records are read, which are kept, and what is said of those that are not."""

from collections.abc import Iterator
from typing import Annotated

import typer

from unname.core.errors import shown
from unname.corpora.records import Layout

N_NAMED = 10
"""How many fields that are left out are named."""

TextField = Annotated[str, typer.Option(help="The field of a JSON record that holds its text.")]
IdField = Annotated[
    str | None, typer.Option(help="The field of a JSON record that holds its id; without it, id or doc_id.")
]
KeepFields = Annotated[
    str | None,
    typer.Option(help="Other fields of JSON records to write beside the text, as a,b; all else is left out."),
]


def read_layout(text_field: str, id_field: str | None, keep_fields: str | None) -> Layout:
    """What the options say of records."""
    keep = (part.strip() for part in (keep_fields or "").split(","))
    return Layout(text_field, id_field, tuple(dict.fromkeys(filter(None, keep))))


def said_of(layout: Layout) -> Iterator[str]:
    """Which fields were left out, and which were to be kept and never met."""
    if names := list(layout.left_out):
        more = f" and {len(names) - N_NAMED} more" if len(names) > N_NAMED else ""
        yield f"fields left out (see --keep-fields): {', '.join(map(shown, names[:N_NAMED]))}{more}"
    for name in layout.keep:
        if name not in layout.met:
            yield f"no record has the field {shown(name)} of --keep-fields"
