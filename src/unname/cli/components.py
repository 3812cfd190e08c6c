"""`unname list`: what can be named on the command line."""

from typing import Annotated

import typer

from unname.core.registry import BUILT_INS, names


def list_components(
    role: Annotated[str | None, typer.Argument(help=f"Only this role: {', '.join(BUILT_INS)}.")] = None,
) -> None:
    """List the components that can be named, built-in and plugged in, by role."""
    for each in [role] if role else BUILT_INS:
        for name in sorted(names(each)):
            print(f"{each}\t{name}")
