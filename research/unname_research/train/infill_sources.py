"""Texts with hidden parts and what else is known about the same people: what the filling networks learn from.

Lives of `db_bio`, abstracts of actors, biographies of members of Congress and the training cases of TAB, each without
anybody who is measured on. In lives our own detectors say what is hidden, in cases the annotators do.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from unname.core.document import Document, Role, Span
from unname.core.progress import Listener
from unname.corpora.files import load_json
from unname.corpora.rows import read_rows
from unname.corpora.tab import read_tab
from unname.pipeline.document import Pipeline
from unname.text.sentences import sentences
from unname_research.train.measured import Measured, slug

OPENINGS = "background_TAB_train_dev_BK_Public10pct.json.gz"
"""The first tenth of what TAB leaves out of each judgment."""

Named = tuple[tuple[str, ...], Document]
"""The names of a person, and a text about them."""

LIVES, ACTORS, CASES, MEMBERS = "lives", "actors", "cases", "members"


@dataclass(frozen=True)
class Sheet:
    """A text, what is hidden in it with its labels, and other texts about the same person."""

    kind: str
    text: str = field(repr=False)
    hidden: tuple[tuple[Span, str], ...] = field(repr=False)
    knowledge: tuple[str, ...] = field(default=(), repr=False)


HELD_OUT = 12
"""Of the people and cases, every so many-th teaches no network; by these, readers are weighed against each other."""


LONG = 700
"""Characters of a text that is worth attacking."""


def read_sheets(
    data: Path, n_actors: int = 5000, n_members: int = 800, seed: int = 0, report: Listener | None = None
) -> list[Sheet]:
    """All that the networks learn from; the same seed gives the same sheets."""
    measured = Measured.read(data)
    dice = random.Random(seed)
    members = list(_members(data))
    chosen = {
        LIVES: list(_lives(data)),
        ACTORS: _drawn_actors(data, measured, n_actors, dice),
        MEMBERS: dice.sample(members, min(n_members, len(members))),
    }
    sheets = list(_cases(data))
    for kind, rows in chosen.items():
        documents = [document for names, document in rows if not measured.is_about(names, document.text)]
        sheets += _detected(kind, documents, report)
    return sheets


def read_unseen(data: Path, n: int, n_actors: int = 5000, seed: int = 0) -> list[Sheet]:
    """Actors whom `read_sheets` does not draw with the same seed, with at least `LONG` characters."""
    measured = Measured.read(data)
    drawn = {document.text for _, document in _drawn_actors(data, measured, n_actors, random.Random(seed))}
    left = [(names, each) for names, each in _actors(data) if len(each.text) >= LONG and each.text not in drawn]
    unseen = [each for names, each in left if not measured.is_about(names, each.text)]
    return list(_detected(ACTORS, random.Random(seed + 5).sample(unseen, min(n, len(unseen))), None))


def _drawn_actors(data: Path, measured: "Measured", n: int, dice: random.Random) -> list[Named]:
    actors = [row for row in _actors(data) if slug(row[0][0]) not in measured.pages]
    return dice.sample(actors, min(n, len(actors)))


def held_out(sheets: Iterable[Sheet], is_out: bool = True) -> list[Sheet]:
    """The sheets from which no network learns, or the others; sheets of one text stay together."""
    numbers: dict[str, int] = {}
    told = [(numbers.setdefault(sheet.text, len(numbers)), sheet) for sheet in sheets]
    return [sheet for number, sheet in told if (number % HELD_OUT == 0) is is_out]


def _lives(data: Path) -> Iterator[Named]:
    for name in ("train", "validation", "test"):
        for number, row in enumerate(read_rows(data / "db_bio" / f"db_bio_{name}.jsonl.gz")):
            names = (str(row.values["people"]), str(row.values["wiki_name"]))
            yield names, Document(f"life-{number}", str(row.values["text"]))


def _actors(data: Path) -> Iterator[Named]:
    for row in read_rows(data / "wikiactors" / "actors_19k_abstracts.jsonl.gz"):
        if len(str(row.values["abstract"])) > 250:
            document = Document(f"actor-{row.values['id']}", str(row.values["abstract"]))
            yield (str(row.values["name"]),), document


def _members(data: Path) -> Iterator[Named]:
    for row in read_rows(data / "congress_bioguide" / "bioguide_profiles.jsonl.gz"):
        given, middle, family = (str(row.values.get(f"{part}_name") or "") for part in ("given", "middle", "family"))
        document = Document(f"member-{row.values['id']}", str(row.values["profile_text"]))
        yield (f"{given} {family}", f"{given} {middle} {family}"), document


def _cases(data: Path) -> Iterator[Sheet]:
    """The training cases as each annotator masked them, with the openings of their judgments."""
    openings = load_json(data / "tab" / OPENINGS)
    for case in read_tab(data / "tab", split="train"):
        known = (str(openings[case.document.id]),) if case.document.id in openings else ()
        for annotator in case.annotators[:2]:
            yield Sheet(CASES, annotator.text, tuple(_hidden(annotator)), known)


def _detected(kind: str, documents: Sequence[Document], report: Listener | None) -> Iterator[Sheet]:
    pipeline = Pipeline()
    for number, document in enumerate(documents):
        yield Sheet(kind, document.text, tuple(_hidden(pipeline.detect(document))))
        if report and number % 100 == 99:
            report(f"detect {kind}", number + 1, len(documents), 0.0)


def _hidden(document: Document) -> Iterator[tuple[Span, str]]:
    """What identifies, overlaps united under the label of the first."""
    last: tuple[Span, str] | None = None
    for mention in document.mentions:
        if mention.role is Role.NONE:
            continue
        if last and mention.span.start < last[0].end:
            last = (Span(last[0].start, max(last[0].end, mention.span.end)), last[1])
            continue
        if last:
            yield last
        last = (mention.span, mention.label)
    if last:
        yield last


def split_sentences(text: str, n_parts: int = 2) -> list[str]:
    """A text in runs of whole sentences of about equal number; the whole where there are too few sentences."""
    ranges = list(sentences(text))
    if len(ranges) < 2 * n_parts:
        return [text]
    cuts = [ranges[len(ranges) * part // n_parts][0] for part in range(1, n_parts)]
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
