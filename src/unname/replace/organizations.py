"""Organizations with less precision: what they are, by the words in their names that say it."""

import re

from unname.replace.english import with_article
from unname.replace.places import find_country, find_country_of_city
from unname.replace.step import Step
from unname.text.words import POSSESSIVE

_PUBLIC = """
university hospital|teaching hospital|hospital|infirmary=hospital|medical center|medical centre=medical center|
health center|clinic|hospice|nursing home|care home|university|college|high school|grammar school|primary school|
secondary school|elementary school|law school|medical school|business school|school of medicine=medical school|
school of law=law school|school|academy|conservatory|conservatoire=conservatory|kindergarten|seminary|library|museum|
gallery|theatre=theater|theater|opera house|opera=opera house|orchestra|philharmonic=orchestra|choir|church|cathedral|
parish=church|abbey=monastery|monastery|mosque|synagogue|temple|diocese|archdiocese=diocese|prison|jail=prison|
court of appeal=court|district court=court|high court=court|supreme court=court|county court=court|court|tribunal=court|
police department=police force|police=police force|constabulary=police force|fire department|
county council=local council|city council=local council|town council=local council|embassy|consulate|airport|
football club|fc=sports club|afc=sports club|cf=sports club|rugby club=sports club|cricket club=sports club|
athletic club=sports club|sports club|hockey club=sports club|national football team=sports team|
national team=sports team
"""
"""What stands somewhere, so that a place in its name tells where. The last of several ways to write one says how."""

_OTHER = """
ltd=company|limited=company|inc=company|incorporated=company|corp=company|corporation=company|gmbh=company|plc=company|
llc=company|llp=company|ag=company|s.a=company|sarl=company|oy=company|pty=company|co=company|company|holdings=company|
group=group|industries=company|enterprises=company|motors=company|technologies=company|systems=company|
pharmaceuticals=company|electronics=company|software=company|partners=firm|associates=firm|& sons=company|
bank=bank|bancorp=bank|insurance=insurance company|assurance=insurance company|airlines=airline|airways=airline|
air lines=airline|railway=railway company|railways=railway company|hotel|restaurant|records=record label|
recordings=record label|music group=music company|studios=film studio|pictures=film studio|films=film studio|
productions=production company|entertainment=entertainment company|publishing=publisher|publishers=publisher|
press=publisher|books=publisher|times=newspaper|gazette=newspaper|tribune=newspaper|herald=newspaper|
newspaper|daily news=newspaper|magazine|journal=periodical|review=periodical|radio=radio station|
television=television channel|tv=television channel|channel=television channel|broadcasting corporation=broadcaster|
broadcasting company=broadcaster|party=political party|trade union|workers union=trade union|federation|association|
society|institute|institution|foundation|trust=foundation|charity|fund|league|club|team|band|quartet=band|trio=band|
commission|committee|agency|authority|bureau=agency|office|department|ministry|parliament|senate|
legislative assembly=legislature|national assembly=legislature|general assembly=legislature|
legislative council=legislature|legislature|council|house of representatives=legislature|government|army|navy|air force|
marine corps=armed force|regiment=military unit|battalion=military unit|brigade=military unit|division=military unit|
squadron=military unit|guild|union|alliance|network|laboratory|laboratories=laboratory|observatory|
research center|research centre=research center|center|centre=center|festival|fraternity|sorority|order|choir
"""

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|&")
_WIDER = {
    **dict.fromkeys(("hospital", "university hospital", "teaching hospital", "medical center", "clinic", "hospice",
                     "health center", "nursing home", "care home"), "health care institution"),
    **dict.fromkeys(("university", "college", "high school", "grammar school", "primary school", "secondary school",
                     "elementary school", "law school", "medical school", "business school", "school", "academy",
                     "conservatory", "kindergarten", "seminary"), "educational institution"),
    **dict.fromkeys(("church", "cathedral", "monastery", "mosque", "synagogue", "temple", "diocese"),
                    "religious institution"),
    **dict.fromkeys(("firm", "bank", "insurance company", "airline", "railway company", "hotel", "restaurant",
                     "record label", "music company", "film studio", "production company", "entertainment company",
                     "publisher"), "company"),
    **dict.fromkeys(("newspaper", "magazine", "periodical", "radio station", "television channel", "broadcaster"),
                    "media organization"),
    **dict.fromkeys(("court", "police force", "local council", "embassy", "consulate", "commission", "agency",
                     "authority", "department", "ministry", "parliament", "senate", "legislature", "government", "army",
                     "navy", "air force", "armed force", "military unit", "prison", "fire department"), "public body"),
}  # fmt: skip
"""What each is a kind of; everything else is an organization."""


def _read(table: str) -> dict[str, str]:
    rows = (row.partition("=") for row in table.replace("\n", "").split("|"))
    return {name: kind or name for name, _, kind in rows}


_STANDS_SOMEWHERE = frozenset(_read(_PUBLIC).values())
_KINDS = {tuple(name.split()): kind for name, kind in (_read(_OTHER) | _read(_PUBLIC)).items()}
_LONGEST = max(map(len, _KINDS))


def find_organization_steps(text: str) -> list[Step]:
    """The steps of an organization: its kind with its country if its name tells, its kind, and what that is.

    >>> [step.text for step in find_organization_steps("University of Leeds")]
    ['a university in the United Kingdom', 'a university', 'an educational institution', 'an organization']
    >>> [step.text for step in find_organization_steps("Acme Ltd.")], find_organization_steps("Acme")
    (['a company', 'an organization'], [])
    """
    name = POSSESSIVE.sub("", " ".join(text.split()))
    kind = _find_kind(name)
    if not kind:
        return []
    steps = [_write("kind", kind)]
    country = _find_home(name) if kind in _STANDS_SOMEWHERE else ""
    if country:
        steps.insert(0, Step("kind-in-country", f"{with_article(kind)} in {country}", (kind, country), kind, kind))
    if wider := _WIDER.get(kind):
        steps.append(_write("wide-kind", wider))
    return [*steps, _write("widest-kind", "organization")]


def _write(level: str, kind: str) -> Step:
    return Step(level, with_article(kind), kind, kind, kind)


def _find_kind(name: str) -> str:
    """The kind that the head says: the last words, or those before "of", "for" and the like."""
    words = [word.lower().rstrip(".") for word in _WORD.findall(name)]
    head = next(
        (at for at, word in enumerate(words) if word in ("of", "for", "in", "at", "de", "on", "and")), len(words)
    )
    ends = (head,) if "of" in words else (head, len(words))
    for end in ends:
        for length in range(min(_LONGEST, end), 0, -1):
            if kind := _KINDS.get(tuple(words[end - length : end])):
                return kind
    # "Court of Appeal" and "House of Representatives" are kinds with "of" in them.
    phrases = (tuple(words[at : at + 3]) for at in range(len(words) - 2))
    return next((_KINDS[phrase] for phrase in phrases if phrase in _KINDS), "")


def _find_home(name: str) -> str:
    """The country of the one place that a name has in it; none if it has several in different countries."""
    words = [word for word in name.replace(",", " ").split() if word[:1].isupper()]
    spans = [words[at : at + n] for n in (3, 2, 1) for at in range(len(words) - n + 1)]
    found = [(span, find_country(" ".join(span)) or find_country_of_city(" ".join(span))) for span in spans]
    said = _UNSURE | {word for name in _KINDS for word in name}
    homes = {country for span, country in found if country and not {word.lower() for word in span} <= said}
    return homes.pop() if len(homes) == 1 else ""


_UNSURE = frozenset("royal college mary king queen victoria trinity national central general children saint st".split())
"""Words that are places, too, and seldom mean them in names."""
