"""Commands that other distributions add: entry points of the group `unname.commands`."""

from importlib.metadata import entry_points
from typing import Any

import typer

from unname.core.errors import MissingModel

RESEARCH = {
    "bench": ("bench",),
    "train": ("detector", "encoder", "words", "risk", "emulator"),
}
"""Commands that come with unname-research, by entry point; where it is not installed, they say so."""


def add_commands(app: typer.Typer, train: typer.Typer) -> None:
    """Add the commands of each plugged-in `typer.Typer`: those named `train` to that group, the others to `app`."""
    added = {point.name: point.load() for point in entry_points(group="unname.commands")}
    for name, commands in added.items():
        (train if name == "train" else app).registered_commands += commands.registered_commands
    for name in RESEARCH.keys() - added.keys():
        for command in RESEARCH[name]:
            group, whole = (train, f"train {command}") if name == "train" else (app, command)
            group.command(command, hidden=True, context_settings=_ANYTHING)(_absent(whole))


_ANYTHING = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def _absent(name: str) -> Any:
    def command(context: typer.Context) -> None:
        """A command of unname-research, which is not installed."""
        raise MissingModel(f"`unname {name}` comes with unname-research; run: pip install unname-research")

    return command
