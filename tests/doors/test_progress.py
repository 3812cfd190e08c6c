import io
import json

import pytest
import typer
from typer.testing import CliRunner

from unname.cli.options import ProgressForm
from unname.cli.progress import FORMS, Progress, json_lines, progress
from unname.core.errors import ConfigError

KEYS = {"stage", "done", "total", "failures", "rate", "seconds_left"}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Stands still unless it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Gone(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def watched(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in place of standard error; within the test, since pytest puts its own there before each."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr", terminal)
    return terminal


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("total", "hidden", "form"),
    [(3, True, "bar"), (3, False, "none"), (1, False, "bar"), (0, False, "bar")],
)
def test_nothing_is_told_where_nobody_asked(monkeypatch, total, hidden, form):
    terminal = watched(monkeypatch)
    with progress(total, hidden, form) as bar:
        bar.advance()
        bar.update("attack", 2, 3, 1)
    assert terminal.getvalue() == ""
    assert (bar.stage, bar.done, bar.failures) == ("attack", 2, 1)


def test_no_bar_in_a_pipe_but_json_if_asked_for(capsys):
    with progress(3) as bar:
        bar.advance()
    assert capsys.readouterr() == ("", "")
    with progress(1, form="json") as bar:
        bar.advance()
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = lines(err)
    assert line.keys() == KEYS
    assert (line["stage"], line["done"], line["total"], line["failures"]) == ("", 1, 1, 0)


def test_quiet_silences_words_for_people_and_no_lines_for_machines(run, tmp_path):
    (tmp_path / "a.txt").write_text("Anna came.")
    arguments = ("release", tmp_path / "a.txt", "--detector", "capitals", "--quiet", "--progress", "json")
    code, out, err = run(*arguments)
    assert (code, out) == (0, "*** came.")
    assert all(line.keys() == KEYS for line in lines(err))
    assert [(line["stage"], line["done"], line["total"]) for line in lines(err)] == [("release", 1, 1)]
    assert run(*arguments, "--out", tmp_path / "released").err.startswith("{")


def test_a_bar_shows_stage_count_and_failures(monkeypatch):
    terminal = watched(monkeypatch)
    with progress(None) as bar:
        bar.update("[decide]", 0, 40, 0)
        bar.update("[decide]", 40, 40, 0)
        bar.update("attack", 7, 9, 2)
    seen = terminal.getvalue()
    for shown in ("attack", "7/9", "2 failed", "/s", " left"):
        assert shown in seen


def test_a_stage_is_shown_as_it_is_spelled(monkeypatch):
    terminal = watched(monkeypatch)
    with progress(2) as bar:
        bar.update("[bold]decide", 2, 2, 0)
    assert "[bold]decide" in terminal.getvalue()


def test_an_unknown_form_is_refused():
    with pytest.raises(ConfigError, match="'bra'"), progress(3, form="bra"):
        pass


def test_rate_and_time_left_belong_to_the_stage():
    clock = Clock()
    bar = Progress(total=10, clock=clock)
    assert (bar.rate, bar.seconds_left) == (None, None)
    clock.now += 2
    bar.advance()
    assert (bar.rate, bar.seconds_left) == (0.5, 18)
    clock.now += 1
    bar.update("attack", 4, 8, 0)
    assert (bar.rate, bar.seconds_left) == (4, 1)
    clock.now += 1
    bar.update("attack", 8, 8, 0)
    assert (bar.rate, bar.seconds_left) == (4, 0)
    # The next round does the same again.
    clock.now += 2
    bar.update("attack", 1, 8, 0)
    assert (bar.rate, bar.seconds_left) == (0.5, 14)


def test_more_than_all_leaves_no_time():
    clock = Clock()
    bar = Progress(total=2, clock=clock)
    clock.now += 1
    bar.update("", 3, 2, 0)
    assert bar.seconds_left == 0


def test_lines_are_few_but_ends_stages_and_failures_are_told(capsys):
    clock = Clock()
    bar = Progress(json_lines(clock), total=1000, clock=clock)
    for done in range(1, 1001):
        clock.now += 0.001
        bar.update("decide", done, 1000, int(done > 555))
    bar.update("attack", 3, 5, 1)
    told = lines(capsys.readouterr().err)
    assert 10 <= len(told) <= 15
    assert next(line["done"] for line in told if line["failures"]) == 556
    assert (told[-2]["done"], told[-1]["stage"]) == (1000, "attack")
    assert all(set(line) == KEYS for line in told)
    assert {type(value) for line in told for key, value in line.items() if key != "stage"} <= {int, float, type(None)}


def test_lines_without_a_rate_say_null(capsys):
    clock = Clock()
    Progress(json_lines(clock), clock=clock).update("decide", 0, 4, 0)
    (line,) = lines(capsys.readouterr().err)
    assert line == {"stage": "decide", "done": 0, "total": 4, "failures": 0, "rate": None, "seconds_left": None}


def test_a_listener_that_went_away_does_not_stop_the_work(monkeypatch):
    monkeypatch.setattr("sys.stderr", Gone())
    with progress(2, form="json") as bar:
        bar.advance()
        bar.advance()
    assert bar.done == 2


def test_the_option_offers_every_form():
    app = typer.Typer()

    @app.command()
    def work(form: ProgressForm = "bar") -> None:
        print(form)

    runner = CliRunner()
    assert runner.invoke(app, []).output == "bar\n"
    assert runner.invoke(app, ["--progress", "json"]).output == "json\n"
    described = runner.invoke(app, ["--help"]).output
    assert all(form in described for form in FORMS)
