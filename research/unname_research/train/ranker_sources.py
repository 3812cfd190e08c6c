"""What the ranker of names learns from: training cases, the headings of judgments, and lives, all without names.

No case of the development split is read, no opening of one, and nobody who judges us elsewhere.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from unname.core.document import Document, Role, Span
from unname.core.fold import fold
from unname.corpora.tab import Case, read_tab
from unname.text.words import LETTERS
from unname_research.train import sources
from unname_research.train.measured import Measured

MASK = "***"

STATES = {
    "TURKEY": "Turkey Turkish",
    "POLAND": "Poland Polish",
    "AUSTRIA": "Austria Austrian",
    "THE UNITED KINGDOM": "United Kingdom British",
    "GERMANY": "Germany German",
    "FRANCE": "France French",
    "SWEDEN": "Sweden Swedish",
    "SWITZERLAND": "Switzerland Swiss",
    "SPAIN": "Spain Spanish",
    "DENMARK": "Denmark Danish",
    "NORWAY": "Norway Norwegian",
    "BELGIUM": "Belgium Belgian",
    "IRELAND": "Ireland Irish",
}
"""The states of judgments in headings, with the words by which a text names them."""

_HEADING = re.compile(r"CASES? OF\s+(.+?)\s+[vV]\.\s+(THE UNITED KINGDOM|[A-Z]+)", re.DOTALL)
_OTHERS = re.compile(r"\s+AND\s+(?:\d+\s+)?OTHERS?.*", re.IGNORECASE | re.DOTALL)
_COURTESY = re.compile(r"^(?:Mr|Mrs|Ms|Miss|Dr)\.?\s+")


@dataclass(frozen=True)
class Pair:
    """The names of a person and a text about them that names nobody.

    The text comes in pieces, between which something is masked; `hidden` is what that is, with its label, where it is
    known. `state` is that against which a judgment is.
    """

    id: str
    names: tuple[str, ...] = field(repr=False)
    pieces: tuple[str, ...] = field(repr=False)
    hidden: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    state: str = ""

    @property
    def text(self) -> str:
        """The text with its masks."""
        return MASK.join(self.pieces)


def first_masks(case: Case) -> list[Span]:
    """What the first annotator of a case masks, direct and quasi, as spans that do not meet."""
    spans: list[Span] = []
    for mention in case.annotators[0].mentions:
        if mention.role is not Role.NONE:
            if spans and mention.span.start < spans[-1].end:
                spans[-1] = Span(spans[-1].start, max(spans[-1].end, mention.span.end))
            else:
                spans.append(mention.span)
    return spans


def court_pairs(data: Path) -> list[Pair]:
    """The training cases with text, masked by their first annotator; those whose applicant is not known are left out.

    Where a case does not tell its applicant, it is whoever is named directly first, or as the heading calls them.
    """
    headings = dict(court_headings(data))
    cases = read_tab(data / "tab", split="train")
    pairs = []
    for case in cases:
        heading, state = headings.get(case.document.id, ("", ""))
        if name := applicant(case, heading):
            pairs.append(replace(case_pair(case, name), state=state))
    return pairs


def case_pair(case: Case, name: str) -> Pair:
    """A case as its first annotator masks it."""
    text, spans = case.document.text, first_masks(case)
    labels = {mention.span.start: mention.label for mention in case.annotators[0].mentions}
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    pieces = tuple(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    return Pair(case.document.id, (name,), pieces, tuple((text[slice(*span)], labels[span.start]) for span in spans))


def applicant(case: Case, heading: str = "") -> str:
    """Who brought a case: as it tells beside the text, or whoever is named directly first, or as in the heading."""
    direct = (m for m in case.annotators[0].mentions if m.role is Role.DIRECT and m.label == "PERSON")
    named = next((case.document.text[slice(*mention.span)] for mention in direct), heading)
    return next(iter(case.document.names), _COURTESY.sub("", named))


def court_headings(data: Path) -> list[tuple[str, tuple[str, str]]]:
    """The ids of training judgments with the name and the state in the heading."""
    found = []
    for document in sources.court_texts(data, sources.training_ids(data)):
        heading = _HEADING.search(document.text[:1000])
        if heading:
            name = " ".join(_OTHERS.sub("", heading[1]).split())
            found.append((document.id.removeprefix("court-"), (name, heading[2])))
    return found


def openings(data: Path) -> list[Document]:
    """The openings of all training judgments, by the ids of the cases: general knowledge of an attacker."""
    documents = sources.court_texts(data, sources.training_ids(data))
    return [replace(document, id=document.id.removeprefix("court-")) for document in documents]


def heading_pairs(data: Path) -> list[Pair]:
    """Further names, from headings, each with the words by which a text names the state of the heading."""
    return [
        Pair(id, (name,), (STATES[state],), state=state)
        for id, (name, state) in court_headings(data)
        if state in STATES
    ]


def stateless(pair: Pair) -> str:
    """The words of a judgment that have no capital: those that would do for any state."""
    return " ".join(word for word in LETTERS.findall(pair.text) if word.islower())


def life_pairs(data: Path) -> list[Pair]:
    """Actors and people of db_bio with their lives, every word of the name masked; nobody who is measured on."""
    lives, actors = sources.named_lives(data)
    measured = Measured.read(data)
    pairs = []
    for number, (name, text) in enumerate([*lives, *actors]):
        plain = re.sub(r"\s*\(.*?\)", "", name)
        if LETTERS.search(plain) and not measured.is_about((name, plain), text):
            pairs.append(life_pair(f"life-{number}", plain, text))
    return pairs


def life_pair(id: str, name: str, text: str) -> Pair:
    """A life with the name masked wherever a word of it stands.

    >>> life_pair("a", "Ada Grey", "Ada Grey is a judge; Grey's sister is not.").text
    "*** *** is a judge; ***'s sister is not."
    """
    words = {fold(word) for word in LETTERS.findall(name) if len(word) > 1}
    found = [each for each in LETTERS.finditer(text) if fold(each[0]) in words]
    edges = [0, *(edge for each in found for edge in each.span()), len(text)]
    pieces = tuple(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    return Pair(id, (name,), pieces, tuple((each[0], "PERSON") for each in found))


def fill(pair: Pair, right: float, wrong: float, others: Sequence[Pair], dice: random.Random) -> str:
    """The text of a pair with some masks filled: a share with what stood there, a share with what others hide.

    A name that is right in one place is right in all, as is one that is wrong: fillers are consistent.
    """
    chosen: dict[str, str] = {}
    for original, label in pair.hidden:
        if original not in chosen:
            drawn = dice.random()
            other = [hidden for hidden, kind in dice.choice(others).hidden if kind == label]
            wrongly = dice.choice(other) if other and drawn < right + wrong else MASK
            chosen[original] = original if drawn < right else wrongly
    filled = [chosen[original] for original, _ in pair.hidden]
    return "".join(part for parts in zip(pair.pieces, [*filled, ""], strict=True) for part in parts)
