"""The mutation test of the output check: what was hidden is planted in every disguise, and what passes is counted."""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from unname.core.document import Document, Mention, Origin, Span
from unname.core.policy import Policy
from unname.core.redaction import Replacement, rewrite
from unname.corpora.tab import read_tab
from unname.measure.leaks.check import find_leaks
from unname.pipeline.compose import compose
from unname_research.bench.disguise_kinds import DISGUISES, Planted
from unname_research.bench.rounding import rounded

PEOPLE = (
    "Eleanor Whitcombe|Jonah Abernathy|Aarne Kivelahti|Solange Peyrolles|Oluwaseun Adebambo|Chidinma Okonjera|"
    "Jürgen Müllerhoff|Łukasz Wierzbowicz|Siobhán Dunlearey|Zsófia Kertészfalvi|Björn Halvarssen|Ngozi Ekwuemeka|"
    "Dmitri Volkonovsky|Tatiana Beloruchko|Giorgi Maisuradvili|Katerina Papanikolidis|Mehmet Yıldırımoğlu|"
    "Fatima Benchekrouni|Yosef Abramovich|Priyanka Venkataswamy|Hiroshi Takamurano|Minjoon Cheongdam|Thanh Nguyenphuc|"
    "Guillermo Etxebarrieta|Inês Figueiredinho|Matteo Castellanuova|Ilse van Hoogstraten|Rasmus Søndergård|"
    "Anna Quillfeather|Mary-Jane O'Dunnegan|Tevita Fakatoumafi|Kwame Asantewaa-Boateng|Leila Farrokhzadeh|"
    "Gwendolyn Pryce-Talbot|Bohdan Shevchukenko|Marisol Quispehuanca|Sven Oderbrecht|Nia Llewelynson|Emeka Obiaguzor|"
    "Aleksandra Nowakiewicz"
).split("|")
ORGANIZATIONS = (
    "St Aldhelm's Hospital|Brackenford Textiles|Vostrikov Shipping|Halloway and Finch|Zenda Polytechnic".split("|")
)
PLACES = "Brackenford|Strelsauborg|Little Wickenham|Quarndonshire|Port Eskerrin".split("|")
NUMBERS = (
    "482917|HB-2021-004417|+44 20 7946 0958|MRN 00441723|AB 12 34 56 78|GB29 NWBK 6016 1331 9268 19|0048 22 555 01 82"
).split("|")
DENIED = "Project Heron|Operation Bluebell|Nightingale|Quiet Harbour|Tallis Fund".split("|")

SENTENCES = (
    "They said that {} was seen at the gate on that day.",
    "Nobody could tell why ({}) had been left out of the minutes.",
    "{} came later than the others, and left before the end.",
    "In the margin somebody had written: {}",
    "A copy went to the office; see {}, second page.",
    "After the meeting\n{}\nwas thanked for the work that had been done.",
)
_TEXT = (
    "This is about {}. The matter was looked at twice, and nothing else was found.\n\n{}\n\nThe file was then closed."
)


class Target(NamedTuple):
    """Something to hide: what it is, its label, and whether the user gave or denied it."""

    text: str
    kind: str
    label: str
    origin: Origin = Origin.GIVEN


class Case(NamedTuple):
    """A document in which something hidden stands once plainly and once in disguise, at `place`."""

    disguise: str
    target: Target
    document: Document
    place: Span


def targets() -> list[Target]:
    """Everything that is hidden and planted: people, organizations, places, numbers, words that a user denied."""
    return [
        *(Target(name, "person", "PERSON") for name in PEOPLE),
        *(Target(name, "other", "ORG") for name in ORGANIZATIONS),
        *(Target(name, "other", "LOC") for name in PLACES),
        *(Target(number, "number", "CODE") for number in NUMBERS),
        *(Target(words, "other", "MISC", Origin.DENIED) for words in DENIED),
    ]


def cases(count: int, seed: int = 1) -> Iterator[Case]:
    """As many cases, the disguises in turn, with targets and sentences by chance."""
    random, hidden = Random(seed), targets()
    fitting = {name: [each for each in hidden if each.kind in how.kinds] for name, how in DISGUISES.items()}
    return islice((_planted(name, fitting[name], random) for name in cycle(DISGUISES)), count)


def _planted(disguise: str, fitting: Sequence[Target], random: Random) -> Case:
    """A case of one disguise, with the first target drawn that it changes."""
    while True:
        target = random.choice(fitting)
        is_short = target.kind == "person" and random.random() < 0.4
        if written := DISGUISES[disguise].write(target.text.split()[-1] if is_short else target.text, random):
            return _case(disguise, target, written, random)


def _case(disguise: str, target: Target, written: Planted | str, random: Random) -> Case:
    planted = Planted(written) if isinstance(written, str) else written
    sentence = random.choice(SENTENCES)
    text = _TEXT.format(target.text, sentence.format("".join((planted.before, planted.text, planted.after))))
    start = text.index("\n\n") + 2 + sentence.index("{}") + len(planted.before)
    mention = Mention(Span(14, 14 + len(target.text)), target.label, "hidden", origin=target.origin)
    return Case(disguise, target, Document("case", text, mentions=(mention,)), Span(start, start + len(planted.text)))


def is_seen(case: Case) -> bool:
    """Whether the output check alone withholds the document in which only the plain name is hidden."""
    hidden = rewrite(case.document, [Replacement(each.span, "***", each.entity) for each in case.document.mentions])
    return bool(find_leaks(case.document, hidden))


def is_kept_back(case: Case, **settings: Any) -> bool:
    """Whether a release withholds the document or hides every letter of the disguise."""
    denied = frozenset({case.target.text}) if case.target.origin is Origin.DENIED else frozenset()
    given = () if denied else case.document.mentions
    rounds = compose(**settings, policy=Policy(deny=denied))
    (outcome,) = rounds.run([Document("case", case.document.text, mentions=given)])
    if outcome.redaction is None:
        return True
    covered = {at for edit in outcome.redaction.edits for at in range(*edit.old)}
    return all(at in covered for at in range(*case.place) if _is_read(case.document.text[at]))


def _is_read(sign: str) -> bool:
    """Whether a character of a disguise says something; letters in circles, flags and Braille are signs to Python."""
    is_tag = "\U000e0020" <= sign <= "\U000e007e"
    is_sign = sign.isascii() or sign.isspace() or unicodedata.category(sign)[0] in "CMP"
    return sign.isalnum() or is_tag or not is_sign


def run(
    data: str | Path | None = None, split: str = "dev", count: int = 10000, sample: int = 500, **settings: Any
) -> dict[str, Any]:
    """How many disguises pass the output check alone and, of a sample, the whole release, by disguise.

    With `data`, a folder of TAB, also how many of its cases are withheld with nothing planted.
    """
    planted = list(cases(count))
    rows = {name: {"planted": 0, "passed": 0} for name in DISGUISES}
    for case in planted:
        rows[case.disguise]["planted"] += 1
        rows[case.disguise]["passed"] += not is_seen(case)
    drawn = Random(2).sample(planted, min(sample, len(planted)))
    released = [case.disguise for case in drawn if not is_kept_back(case, **settings)]
    return rounded(  # type: ignore[no-any-return]
        {
            "settings": settings,
            "planted": len(planted),
            "passed": sum(row["passed"] for row in rows.values()),
            "release": {"planted": len(drawn), "passed": len(released), "disguises": sorted(set(released))},
            "unplanted": _unplanted(data, split, settings) if data else None,
            "disguises": rows,
        }
    )


def _unplanted(data: str | Path, split: str, settings: dict[str, Any]) -> dict[str, int]:
    documents = [case.document for case in read_tab(data, split=split)]
    outcomes = compose(**settings).run(documents)
    return {"documents": len(documents), "withheld": sum(outcome.redaction is None for outcome in outcomes)}
