"""What `unname attack` tells: one JSON object, or tables to read."""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from unname.cli.visible import in_column
from unname.core.document import Document, Profile
from unname.core.results import Sighting
from unname.core.roles import AsksOutside, Attack
from unname.measure.e5 import e5
from unname.measure.paired import Comparison
from unname.measure.reidentification import Summary
from unname.pipeline.attack import Clue, Trial, explain_found

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


@dataclass(frozen=True)
class Tables:
    """The trials of every column, ready to be told; with `n_words` also as many words that gave each person away.

    The JSON object has these keys; shares lie in [0, 1], and what does not apply is null:

    - `people`: size of the population; `people_without_background`: of whom nothing is known, in it or missing
    - `attacks`: names of the attacks and their members; `apart`: those that judge documents together
    - `columns`: by column (`text` where there is no table)
        - `documents`, `judged`: how many, and how many of them about a person known to us
        - `attacks`: by attack `trir`, `low`, `high` (Wilson, 95 %), `upper_bound`, `chance`, `median_rank`, `mean_k`,
          `median_k`, `area`, `within` (share by rank), `n_documents`, `n_people`, `n_unplaced`, `n_bounded`
        - `found_by_any`: `trir`, `low`, `high`
        - with originals `tpi` (the share of information that is kept) and `e5` (the harmonic mean of it and of the
          share of people whom none of the attacks finds; null where nobody is known)
        - `each`: by document `id`, `subject`, and by attack `ranks`, `found`, `ties`, `at_least` (the rank is a lower
          bound); where wanted `candidates` (`id` and `score`) and `margin`, always where nobody knows the subject;
          and of those found, where wanted, `clues` (`word`, `contribution`, `share`)
    - `comparison`: `one`, `other` (columns) and `attacks`: by attack the fields of `Comparison`; null if not asked for
    - `seconds`: by attack
    - `readings`: of attacks that ask a service, by attack `read`, `declined` (documents that it could not judge, which
      enter none of its rates), and its costs; where there is any
    - `names`: by id of each person mentioned, if asked for
    """

    population: Sequence[Profile]
    attacks: Sequence[Attack]
    trials: Mapping[str, Trial]
    n_without_background: int = 0
    compared: tuple[str, str] | None = None
    n_words: int = 0
    top: int = 0
    names: bool = False
    kept: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def profiles(self) -> dict[str, Profile]:
        """The people by id."""
        return {profile.id: profile for profile in self.population}

    @cached_property
    def clues(self) -> dict[str, dict[str, dict[str, list[Clue]]]]:
        """The words that gave each found person away, by column, document and attack; empty if none are wanted."""
        if not self.n_words:
            return {column: {} for column in self.trials}
        return {
            column: explain_found(trial, self.attacks, self.population, self.n_words)
            for column, trial in self.trials.items()
        }

    @cached_property
    def comparisons(self) -> dict[str, Comparison]:
        """Both columns under each attack; empty if none are compared."""
        if self.compared is None:
            return {}
        one, other = (self.trials[column] for column in self.compared)
        return one.compare(other)

    @cached_property
    def e5s(self) -> dict[str, float | None]:
        """E5 of each column; empty if nothing is known of what was kept."""
        told: dict[str, float | None] = {}
        for column, tpi in self.kept.items():
            found = self.trials[column].any()
            told[column] = e5(tpi, found.value) if found is not None else None
        return told

    @property
    def readings(self) -> dict[str, dict[str, float]]:
        """What attacks that ask a service could judge, and what it cost."""
        told: dict[str, dict[str, float]] = {}
        for attack in self.attacks:
            if isinstance(attack, AsksOutside):
                n_asked = sum(len(trial.documents) for trial in self.trials.values())
                n_declined = sum(trial.n_declined(attack.name) for trial in self.trials.values())
                told[attack.name] = {"read": n_asked - n_declined, "declined": n_declined, **attack.costs}
        return told

    @property
    def n_nothing_known(self) -> int:
        """How many people have no background, whether they are in the population or missing from it."""
        return self.n_without_background + len(self.population) - len(self._first.known)

    @property
    def _first(self) -> Trial:
        return next(iter(self.trials.values()))

    def record(self) -> dict[str, Any]:
        """Everything as one JSON object."""
        told: dict[str, Any] = {
            "people": len(self.population),
            "people_without_background": self.n_nothing_known,
            "attacks": list(self._first.sightings),
            "apart": sorted(self._first.apart),
            "columns": {column: self._column(column, trial) for column, trial in self.trials.items()},
            "comparison": None,
            "seconds": {a.name: sum(trial.seconds[a.name] for trial in self.trials.values()) for a in self.attacks},
        }
        if self.compared is not None:
            by_attack = {attack: asdict(found) for attack, found in self.comparisons.items()}
            told["comparison"] = {"one": self.compared[0], "other": self.compared[1], "attacks": by_attack}
        if self.readings:
            told["readings"] = self.readings
        if self.names:
            told["names"] = self._names(told["columns"])
        return told

    def _column(self, column: str, trial: Trial) -> dict[str, Any]:
        found = trial.any()
        return {
            "documents": len(trial.documents),
            "judged": trial.n_judged,
            "attacks": {attack: asdict(summary) for attack, summary in trial.summaries().items()},
            "found_by_any": found and {"trir": found.value, "low": found.low, "high": found.high},
            **({"tpi": self.kept[column], "e5": self.e5s[column]} if self.kept else {}),
            "each": [self._document(column, *each) for each in trial.each()],
        }

    def _document(self, column: str, document: Document, seen: Mapping[str, Sighting]) -> dict[str, Any]:
        record: dict[str, Any] = {
            "id": document.id,
            "subject": document.person,
            "ranks": {attack: sighting.rank for attack, sighting in seen.items()},
            "found": {attack: sighting.found for attack, sighting in seen.items()},
            "ties": {attack: sighting.ties for attack, sighting in seen.items()},
            "at_least": {attack: sighting.at_least for attack, sighting in seen.items()},
        }
        if self.top or document.person is None:
            record["candidates"] = {
                attack: [{"id": id, "score": _number(score)} for id, score in sighting.candidates[: self.top or 3]]
                for attack, sighting in seen.items()
            }
            record["margin"] = {attack: _margin(sighting) for attack, sighting in seen.items()}
        if document.id in self.clues[column]:
            told = self.clues[column][document.id]
            record["clues"] = {attack: [clue._asdict() for clue in words] for attack, words in told.items()}
        return record

    def _names(self, columns: Mapping[str, Any]) -> dict[str, str]:
        mentioned: dict[str, None] = {}
        for each in (each for column in columns.values() for each in column["each"]):
            candidates = (person["id"] for best in each.get("candidates", {}).values() for person in best)
            mentioned |= dict.fromkeys((each["subject"], *candidates))
        return {id: self.profiles[id].name for id in mentioned if id in self.profiles}

    def show(self) -> None:
        """Print tables; of several columns the rates alone, unless words are wanted."""
        console = _console()
        if len(self.trials) > 1:
            _print(console, self._rates())
        for column, trial in self.trials.items():
            if len(self.trials) > 1 and not (any(self.clues.values()) or self.top):
                break
            if len(self.trials) > 1:
                _print(console, column)
            elif trial.n_judged:
                _print(console, _summaries(trial))
            self._show_documents(console, column, trial)
        if self.compared is not None:
            _print(console, _comparisons(self.compared, self.comparisons))
        self._show_notes(console)

    def _rates(self) -> "Table":
        """The shares found in each column; where it is known what was kept, the best by E5 stands first."""
        first = self._first
        beside = ("TPI", "E5") if self.kept else ()
        labels = (_label(attack, first) for attack in first.sightings)
        table = _table("column", "documents", *labels, "found by any", *beside)
        for column in sorted(self.trials, key=lambda column: -(self.e5s.get(column) or 0.0)):
            trial, told = self.trials[column], self.trials[column].summaries()
            shares = [told[attack].trir if attack in told else None for attack in first.sightings]
            found = trial.any()
            cells = [*shares, found and found.value, *([self.kept[column], self.e5s[column]] if self.kept else [])]
            _row(table, column, str(len(trial.documents)), *("-" if cell is None else f"{cell:.2f}" for cell in cells))
        return table

    def _show_documents(self, console: "Console", column: str, trial: Trial) -> None:
        if found := list(trial.found()):
            table = _table("found", "person", "first choice of")
            for document, first in found:
                _row(table, document.id, self._person(document.person or ""), _finders(first, trial))
            _print(console, table)
        for document, seen in trial.each():
            if self.top or document.person is None:
                _print(console, self._candidates(document, seen))
            for attack, told in self.clues[column].get(document.id, {}).items():
                words = ", ".join(f"{clue.word} {clue.share:.0%}" for clue in told)
                _print(console, f"{document.id} by {attack}: {words}")

    def _candidates(self, document: Document, seen: Mapping[str, Sighting]) -> "Table":
        about = "of an unknown person" if document.person is None else f"of {document.person}"
        table = _table(f"{document.id}, {about}", "candidates", "margin")
        for attack, sighting in seen.items():
            candidates = sighting.candidates[: self.top or 3]
            best = ", ".join(f"{self._person(id)} {score:.3g}" for id, score in candidates)
            margin = _margin(sighting)
            _row(table, attack, best, "-" if margin is None else f"{margin:.3g}")
        return table

    def _person(self, id: str) -> str:
        profile = self.profiles.get(id)
        return f"{id} ({profile.name})" if self.names and profile is not None and profile.name else id

    def _show_notes(self, console: "Console") -> None:
        n_people = len(self.population)
        notes = [f"{n_people} people; by chance {1 / n_people:.2g} would be found"]
        if self.n_nothing_known:
            notes.append(f"people without background, who cannot be found: {self.n_nothing_known}")
        for attack, told in self.readings.items():
            read = f"{attack}: {told['read']} read, {told['declined']} not, which enter none of its rates"
            notes.append(f"{read}; {told['calls']:.0f} calls, {told['seconds']:.1f} s")
        if len(self.trials) == 1:
            notes += [f"information kept (TPI): {tpi:.2f}" for tpi in self.kept.values()]
            notes += [f"both in one (E5): {found:.2f}" for found in self.e5s.values() if found is not None]
        for column, trial in self.trials.items():
            where = f"{column}: " if len(self.trials) > 1 else ""
            n_unknown = len(trial.documents) - trial.n_judged
            if n_unknown:
                notes.append(
                    f"{where}documents about nobody known, which enter no rate (see --subjects and --map): {n_unknown}"
                )
            bounds = [summary.upper_bound for summary in trial.summaries().values()]
            if bounds and bounds[0] < 1:
                notes.append(f"{where}no attack could find more than {bounds[0]:.2f}, as the others are not known")
        for note in notes:
            _print(console, note)


def _summaries(trial: Trial) -> "Table":
    table = _table("attack", "found", "95 %", "at most", "median rank", "median k", "area")
    for attack, summary in trial.summaries().items():
        _row(table, _label(attack, trial), *_figures(summary))
    found = trial.any()
    if found is not None:
        _row(table, "found by any", f"{found.value:.2f}", f"{found.low:.2f}-{found.high:.2f}", "", "", "", "")
    return table


def _figures(summary: Summary) -> list[str]:
    return [
        f"{summary.trir:.2f}",
        f"{summary.low:.2f}-{summary.high:.2f}",
        f"{summary.upper_bound:.2f}",
        "none" if summary.median_rank is None else f"{summary.median_rank:g}",
        "none" if summary.median_k is None else f"{summary.median_k:g}",
        f"{summary.area:.3f}",
    ]


def _comparisons(columns: tuple[str, str], found: Mapping[str, Comparison]) -> "Table":
    table = _table("attack", *columns, "difference", "95 %", "p (found)", "p (rank)", "documents")
    for attack, one in found.items():
        interval = f"{one.low:+.2f}..{one.high:+.2f}"
        shares = f"{one.one:.2f}", f"{one.other:.2f}", f"{one.difference:+.2f}"
        _row(table, attack, *shares, interval, f"{one.p_found:.2g}", f"{one.p_rank:.2g}", str(one.n_documents))
    return table


def _label(attack: str, trial: Trial) -> str:
    return f"{attack} (apart)" if attack in trial.apart else attack


def _finders(found: Mapping[str, Sighting], trial: Trial) -> str:
    if 1 < len(found) == len(trial.sightings) and all(sighting.found == 1 for sighting in found.values()):
        return "every attack"
    alike = {attack: sighting.ties + 1 for attack, sighting in found.items()}
    return ", ".join(_label(attack, trial) + (f" ({n} alike)" if n > 1 else "") for attack, n in alike.items())


def _margin(sighting: Sighting) -> float | None:
    """The score of the first choice less that of the second; None if there is but one."""
    if len(sighting.candidates) < 2:
        return None
    return _number(sighting.candidates[0][1] - sighting.candidates[1][1])


def _number(score: float) -> float | None:
    return score if math.isfinite(score) else None


def _console() -> "Console":
    from rich.console import Console

    # In a pipe no line is broken: the reader is a program, or has a wider screen.
    return Console(highlight=False, soft_wrap=True) if sys.stdout.isatty() else Console(highlight=False, width=1000)


def _print(console: "Console", told: "Table | str") -> None:
    from rich.text import Text

    shown = Text(in_column(told)) if isinstance(told, str) else told
    if console.is_terminal:
        console.print(shown)
        return
    with console.capture() as captured:
        console.print(shown)
    for line in captured.get().splitlines():
        print(line.rstrip())


def _table(*columns: str) -> "Table":
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD if sys.stdout.isatty() else None, pad_edge=False)
    for column in columns:
        table.add_column(Text(in_column(column)), overflow="fold")
    return table


def _row(table: "Table", *cells: str) -> None:
    from rich.text import Text

    table.add_row(*(Text(in_column(cell)) for cell in cells))
