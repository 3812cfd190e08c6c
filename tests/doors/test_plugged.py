"""What the command line says where unname-research is not installed."""

from importlib.metadata import EntryPoint

import pytest
import typer
from typer.testing import CliRunner

from unname.cli import plugged
from unname.core.errors import MissingModel

INSTALL = "pip install unname-research"


def made(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> typer.Typer:
    """A command line with one command of its own in each group, beside those of the entry points."""
    monkeypatch.setattr(plugged, "entry_points", lambda group: points)
    app, train = typer.Typer(), typer.Typer()
    app.command("release")(lambda: print("released"))
    train.command("linkage")(lambda: print("trained"))
    app.add_typer(train, name="train")
    plugged.add_commands(app, train)
    return app


@pytest.mark.parametrize(
    "command", [["bench", "tab", "--data", "tab/"], ["bench", "--help"], ["train", "detector", "--data", "x"]], ids=str
)
def test_commands_that_are_not_installed_say_what_to_install(monkeypatch, command):
    result = CliRunner().invoke(made(monkeypatch), command)
    assert isinstance(result.exception, MissingModel)
    assert INSTALL in str(result.exception)
    assert f"unname {' '.join(command[: 2 if command[0] == 'train' else 1])}" in str(result.exception)


@pytest.mark.parametrize("command", [["--help"], ["train", "--help"]], ids=str)
def test_they_are_not_shown(monkeypatch, command):
    out = CliRunner().invoke(made(monkeypatch), command).output
    assert "bench" not in out
    assert "detector" not in out


def test_installed_commands_take_their_place(monkeypatch):
    points = [
        EntryPoint("bench", "unname_research.commands.bench:commands", "unname.commands"),
        EntryPoint("train", "unname_research.commands.train:train", "unname.commands"),
    ]
    app = made(monkeypatch, *points)
    assert "bench" in CliRunner().invoke(app, ["--help"]).output
    assert "detector" in CliRunner().invoke(app, ["train", "--help"]).output
