"""`unname list`: what can be named on the command line."""

from typing import Annotated

import typer

from unname.core.registry import BUILT_INS, names
from unname.pipeline import recipe

LANGUAGE = "language"
"""What languages are listed under, which are no components."""


def list_components(
    role: Annotated[str | None, typer.Argument(help=f"Only this role: {', '.join(BUILT_INS)}, language.")] = None,
) -> None:
    """List the components that can be named, built-in and plugged in, by role, and the languages that are read."""
    for each in [role] if role else [*BUILT_INS, LANGUAGE]:
        for name in recipe.LANGUAGES if each == LANGUAGE else sorted(names(each)):
            print(f"{each}\t{name}")
