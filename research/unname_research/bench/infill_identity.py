"""Whose name goes with a masked case or life, and with the same after its masks were filled: identity ranking."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from unname.attack.ranker import Ranker
from unname.core.document import Document, Profile
from unname.core.roles import Attack
from unname.measure.reidentification import chance_within
from unname.pipeline.attack import ATTACKS, attack_all, make_attacks
from unname_research.bench.infill_data import Corpus

KNOWING = ("L2", "L3", "L4")
"""The levels at which an attacker has general documents, which the ranker looks into, too."""

RANKS = (1, 10)

_NO_NAME = re.compile(r"[^\w\s.'’-]|['’](?!\w)")
"""What stands between the words of a name and is no part of it, such as quotes around a nickname."""


def identity(corpus: Corpus, filled: Mapping[str, Sequence[str]], suite: bool = False) -> dict[str, dict[str, Any]]:
    """The share of people whose name comes first, or among ten, for texts by `masked` and by the level of their fills.

    `acc1` and `acc10` are of the ranker with what its level knows: names alone for masked texts and at L1, and general
    documents from L2 on. `without_background` reads names and texts alone, as the published ranker does;
    `with_background` has the general documents. With `suite`, also the attacks that every release is tried with, for
    whom a general document about somebody is what is known of them.

    As in `infill2025`, except that its ranker is BERT with a margin ranking loss (published: 28.3 for masked cases, and
    32.3, 31.5, 29.1 and 61.4 after filling at L1 to L4; among 127 names, the first ten); see `unname.attack.ranker`.
    Candidates are all `corpus.people`: of a case, the first applicant as TAB's file calls them, others of the same case
    none; of a life, the name that its id is made of, in the spelling of the life where the id lost letters.
    """
    people = spelled_people(corpus)
    attacks: dict[str, Attack] = {"without_background": Ranker(), "with_background": Ranker(corpus.general)}
    knowing = known_people(corpus, people)
    result: dict[str, dict[str, Any]] = {}
    for level, texts in filled.items():
        documents = _about(corpus, people, texts)
        told = {name: shares(documents, attack, people) for name, attack in attacks.items()}
        first = told["with_background" if level in KNOWING else "without_background"]
        result[level] = {**first, "n": len(documents), **told}
        if suite:
            result[level] |= {attack.name: shares(documents, attack, knowing) for attack in make_attacks(ATTACKS)}
    return result


def shares(documents: Sequence[Document], attack: Attack, people: Sequence[Profile]) -> dict[str, float]:
    """The share of documents whose person comes first, and among the first ten; those who tie share the places."""
    sightings = attack_all(documents, people, [attack]).sightings[attack.name]
    return {f"acc{n}": sum(chance_within(each, n) for each in sightings) / max(1, len(sightings)) for n in RANKS}


def known_people(corpus: Corpus, people: Sequence[Profile]) -> list[Profile]:
    """The people with the general documents about them: those that bear the ids of their originals."""
    texts = {document.id: document.text for document in corpus.general}
    return [replace(person, text=texts.get(person.id, "")) for person in people]


def spelled_people(corpus: Corpus) -> list[Profile]:
    """The people to name; a name that was made from an id is spelled as the original or an article spells it.

    An attacker has a list of names as they are written; ids have lost all letters with marks.
    """
    texts: dict[str, list[str]] = {}
    for document in (*corpus.originals, *corpus.general):
        texts.setdefault(document.id, []).append(document.text)
    return [
        replace(person, name=spell(person.id, texts.get(person.id, ())) or person.name)
        if person.name == person.id.replace("-", " ").title()
        else person
        for person in corpus.people
    ]


def spell(id: str, texts: Sequence[str]) -> str:
    """The name that an id was made of, if a text has it.

    >>> spell("ada-gr-y", ["The judge Ada Gréy left."]), spell("ada-grey", ["A. Grey left."])
    ('Ada Gréy', '')
    """
    lost = r"(?:[^\W\x00-\x7f]{1,2}|[\W_]{1,3})"
    pattern = lost.join(map(re.escape, re.split(r"-+", id.strip("-"))))
    ends = [lost if id[:1] == "-" else "", lost if id[-1:] == "-" else ""]
    name = re.compile(rf"\b{ends[0]}{pattern}{ends[1]}\b", re.IGNORECASE)
    found = next(filter(None, map(name.search, texts)), None)
    return " ".join(_NO_NAME.sub(" ", found[0]).split()) if found else ""


def _about(corpus: Corpus, people: Sequence[Profile], texts: Sequence[str]) -> list[Document]:
    """The texts of those who can be named, each as a document about its person."""
    known = {person.id for person in people}
    pairs = zip(corpus.redactions, texts, strict=True)
    return [Document(each.document, text, person=each.document) for each, text in pairs if each.document in known]
