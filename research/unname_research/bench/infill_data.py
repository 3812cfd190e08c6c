"""Corpora for attackers who fill in masks: what is released, what is known in general, and all originals."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from unname.core.document import Document, Profile, Role
from unname.core.errors import InputError, Withheld
from unname.core.policy import Policy, read_policy
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.corpora.files import load_json
from unname.corpora.populations import read_table
from unname.corpora.tab import case_from_record, is_cases, read_tab
from unname.pipeline.document import Pipeline
from unname_research.bench.scenarios import OTHERS, read_others
from unname_research.bench.wiki553 import MASK, masked, published_masks, read_lives
from unname_research.bench.wikiactors import BACKGROUND, NAME, ORIGINAL, table_file

MANUAL = "Manual"
"""The anonymization of the lives by hand."""

BY_HAND = "manual_abstract"
SENSITIVE = re.compile(r"\bSENSITIVE\b")
"""What the annotators of the actors wrote for a mask."""

TYPED = "wiki_replace_test_100.json.gz"
"""A hundred of the lives whose spans have types and roles."""

OPENINGS = "background_TAB_train_dev_BK_Public10pct.json.gz"
"""The openings of judgments, which are not in the texts of the benchmark."""

EVERY_OTHER = 10
"""Of the short lives of other actors, every so many-th is an original, so that the table is not lost among them."""


@dataclass(frozen=True)
class Corpus:
    """What is released of some originals, and what attackers may know; `others` are further releases by system.

    An original has mentions where somebody marked what its masks hide. `people` are those whom an attacker may name, by
    the ids of their originals: everybody who is released in the whole corpus.
    """

    name: str
    general: Sequence[Document] = field(repr=False)
    originals: Sequence[Document] = field(repr=False)
    redactions: Sequence[Redaction] = field(repr=False)
    others: Mapping[str, Sequence[Redaction]] = field(default_factory=dict, repr=False)
    people: Sequence[Profile] = field(default=(), repr=False)

    def every(self, n: int) -> "Corpus":
        """The same with the releases of every n-th document alone; knowledge stays whole."""
        others = {system: redactions[::n] for system, redactions in self.others.items()}
        return replace(self, redactions=self.redactions[::n], others=others)

    def released_by(self, system: str) -> "Corpus":
        """The same with the release of another system."""
        return replace(self, redactions=self.others[system], others={})


def read_wiki553(folder: Path) -> Corpus:
    """The lives as released by hand, and by twelve systems beside; articles about the same people are general.

    Masks side by side are one, as everywhere with these lives.
    """
    texts, population = read_lives(folder)
    marked = _typed(folder / TYPED)
    originals = [
        replace(text, mentions=marked[id].mentions) if id in marked and marked[id].text == text.text else text
        for id, text in texts.items()
    ]
    releases = {
        system: [masked(original, spans.get(original.id, [])) for original in originals]
        for system, spans in published_masks(folder)
    }
    if MANUAL not in releases:
        raise InputError(f"{folder}: there are no masks made by hand")
    general = [Document(profile.id, profile.text) for profile in population if profile.text]
    people = [Profile(id, id.replace("-", " ").title()) for id in texts]
    return Corpus("wiki553", general, originals, releases[MANUAL], releases, people)


def read_cases(folder: Path) -> Corpus:
    """The cases of the development split as their first annotator masks them; openings of judgments are general.

    All direct and quasi identifiers are masked; those that overlap are one.
    """
    dev = read_tab(folder, "dev")
    originals = [replace(case.annotators[0], id=case.document.id) for case in [*dev, *read_tab(folder, "train")]]
    openings = load_json(folder / OPENINGS)
    if not isinstance(openings, dict):
        raise InputError(f"{folder / OPENINGS}: no openings by id")
    general = [Document(id, text) for id, text in openings.items() if isinstance(text, str) and text]
    redactions = [mask_identifiers(original) for original in originals[: len(dev)]]
    people = [Profile(case.document.id, case.document.names[0]) for case in dev if case.document.names]
    return Corpus("tab", general, originals, redactions, people=people)


def read_actors(folder: Path) -> Corpus:
    """The abstracts of fifty actors as released by hand; articles about them are general, and other actors originals.

    What hides something is not marked there, and is found by comparing the texts.
    """
    table = read_table(table_file(folder), NAME, BACKGROUND)
    originals = list(table.columns.get(ORIGINAL, []))
    ids = {original.id for original in originals}
    released = [text for text in table.columns.get(BY_HAND, []) if text.id in ids]
    if not released:
        raise InputError(f"{folder}: nothing was released by hand")
    general = [Document(profile.id, profile.text) for profile in table.population]
    others = read_others(folder / OTHERS, table.population) if (folder / OTHERS).exists() else []
    once = {profile.name.casefold(): profile for profile in others}
    originals += [Document(each.id, each.text) for each in list(once.values())[::EVERY_OTHER] if each.text]
    redactions = [Redaction(text.id, SENSITIVE.sub(MASK, text.text)) for text in released]
    people = [Profile(profile.id, profile.name) for profile in table.population]
    return Corpus("wikiactors", general, originals, redactions, people=people)


READ = {"wiki553": read_wiki553, "tab": read_cases, "wikiactors": read_actors}
"""How the corpora are read, by the folders of the data."""


def mask_identifiers(document: Document) -> Redaction:
    """The document with three stars in place of all its direct and quasi identifiers."""
    spans = [mention.span for mention in document.mentions if mention.role is not Role.NONE]
    return rewrite(document, [Replacement(span, MASK) for span in spans])


def release_with(documents: Sequence[Document], policy: str | None = None, **settings: Any) -> list[Redaction]:
    """The documents as a plain release with these settings writes them, without those that it withholds."""
    pipeline = Pipeline(policy=read_policy(policy) if policy else Policy(), **settings)
    released = []
    for document in documents:
        with suppress(Withheld):
            released.append(pipeline.release(Document(document.id, document.text)))
    return released


def _typed(path: Path) -> dict[str, Document]:
    """The documents of a file of cases as their first annotator marked them; none where there is no such file."""
    if not path.exists():
        return {}
    content = load_json(path)
    if not is_cases(content):
        raise InputError(f"{path}: not a list of cases")
    cases = [case_from_record(record, str(path)) for record in content]
    return {case.document.id: case.annotators[0] for case in cases if case.annotators}
