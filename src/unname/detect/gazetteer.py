"""Detection by lookup: who a person is, where, and what is named, from lists shipped with the package.

One pass over the words, one dictionary lookup for each: the time does not depend on the length of the lists.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from unname.core.document import Document, Mention, Origin, Span
from unname.core.errors import ConfigError
from unname.core.registry import spelled
from unname.detect.announced_names import announced_names
from unname.detect.person_names import located, names
from unname.detect.tokens import ANY, CASED, COMMON, FAMILY, FIRST, ORDINARY, PHRASE, TERMS, Tokens, windows

PRIORS: Mapping[str, float] = {
    "title": 0.95,
    "full_name": 0.95,
    "first_and_unknown": 0.9,
    "first_and_ordinary": 0.8,
    "unknown_and_family": 0.85,
    "initial_and_family": 0.85,
    "initials": 0.3,
    "family_names": 0.7,
    "ordinary_words": 0.6,
    "introduced": 0.85,
    "announced": 0.9,
    "relative": 0.9,
    "nickname": 0.9,
    "reversed": 0.92,
    "ordinary_first": 0.5,
    "first_name": 0.8,
    "first_name_at_start": 0.75,
    "rare_first_name": 0.7,
    "rare_first_name_at_start": 0.6,
    "family_name": 0.75,
    "family_name_at_start": 0.65,
    "name_or_place": 0.75,
    "uncased": 0.7,
    "country": 0.45,
    "official_country": 0.08,
    "region": 0.75,
    "city": 0.6,
    "town": 0.8,
    "feature": 0.65,
    "place_in_context": 0.55,
    "place_or_name": 0.7,
    "place_uncased": 0.55,
    "nationality": 0.5,
    "official_nationality": 0.17,
    "ethnicity": 0.7,
    "religion": 0.6,
    "language": 0.4,
    "uncased_group": 0.4,
    "kinship": 0.05,
    "politics": 0.35,
    "education": 0.25,
    "health": 0.25,
    "crime": 0.06,
    "weapon": 0.12,
    "vehicle": 0.12,
    "substance": 0.2,
    "award": 0.4,
    "trait": 0.2,
    "occupation": 0.15,
    "office": 0.4,
}
"""What found a mention -> how probable it is that a careful annotator would hide it."""

LABEL_OF: Mapping[str, str] = {
    **dict.fromkeys(TERMS, "DEM"),
    **dict.fromkeys(("uncased_group", "official_nationality", "office"), "DEM"),
    **dict.fromkeys(("crime", "weapon", "vehicle", "substance", "award"), "MISC"),
    **dict.fromkeys(
        (
            "country",
            "official_country",
            "region",
            "city",
            "town",
            "feature",
            "place_in_context",
            "place_or_name",
            "place_uncased",
        ),
        "LOC",
    ),
}
"""What found a mention -> its label; names of people are PERSON."""

_TERM_BITS = [(name, ANY[name], CASED[name]) for name in TERMS]
_ALL_TERMS = sum(ANY[name] | CASED[name] for name in TERMS)
_PLACE_BITS = [(name, CASED[name]) for name in ("country", "region", "city", "town", "feature")]
_PLACE_NAMES = frozenset(name for name, _ in _PLACE_BITS)
_ALL_PLACES = sum(bit for _, bit in _PLACE_BITS)
_PEOPLES = CASED["nationality"] | CASED["ethnicity"] | CASED["religion"]
_GROUPS = sum(CASED[name] for name in ("nationality", "ethnicity", "religion", "language"))
_LARGE = CASED["large"]
_ABBREVIATED = frozenset("us uk usa uae nyc nz ussr".split())
_PLACE_NOUNS = frozenset(
    "district regional province provincial city county commune municipality airport prison remand "
    "village region state town governor suburb area".split()
)
_OFFICIAL = frozenset(
    "government governments law laws code constitution authorities authority court courts republic "
    "state embassy legislation parliament criminal civil penal supreme constitutional federal ministry "
    "system police army national society agent".split()
)
"""Words that make the nationality before them one of an institution, not of a person."""
_OFFICES = frozenset(
    "minister mayor president governor director head chief commissioner chairman chairwoman chairperson "
    "secretary ambassador deputy prosecutor inspector dean rector principal superintendent commander "
    "vice professor lecturer bishop archbishop leader member owner manager editor doctor bachelor "
    "master".split()
)
"""Words that an office begins with when `of` and what it is an office of follow."""
_MODIFIERS = frozenset(
    "chief deputy senior junior assistant former retired acting vice principal military district "
    "regional provincial trainee leading general public state head professional international local "
    "national part-time full-time ex associate".split()
)
_LINKS = frozenset("of the and for de la du".split())
_MAX_OFFICE = 10

Found = tuple[int, int, str]


@dataclass(frozen=True)
class Gazetteer:
    """Finds people, places and descriptions of people that stand in the shipped lists.

    `lists` restricts the answer to these keys of `PRIORS`; empty means all. The longest match wins within
    a list; matches of different lists may overlap.
    """

    lists: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name with the settings that differ from their defaults."""
        return spelled("gazetteer", self)

    def detect(self, document: Document) -> Sequence[Mention]:
        """Mentions in order of position."""
        if unknown := set(self.lists) - set(PRIORS):
            raise ConfigError(f"gazetteer: unknown lists {sorted(unknown)}; known are {', '.join(PRIORS)}")
        found = [
            Mention(
                Span(start, end),
                LABEL_OF.get(kind, "PERSON"),
                confidence=PRIORS[kind],
                source=f"gazetteer:{kind}",
                origin=Origin.PRIOR,
                kinds=frozenset({kind}),
            )
            for start, end, kind in scan(document.text)
            if not self.lists or kind in self.lists
        ]
        return sorted(found, key=lambda mention: (mention.span, mention.source))


def scan(text: str) -> Iterator[Found]:
    """Everything found in the text, as (start, end, key of `PRIORS`)."""
    for tokens, start, end in windows(text):
        for first, last, kind in _scan(tokens):
            begin = tokens.offset + tokens.spans[first][0]
            if start <= begin < end:
                stop = tokens.offset + tokens.spans[last - 1][1]
                yield begin, stop + (kind == "initials" and text[stop : stop + 1] == "."), kind


def _scan(tokens: Tokens) -> Iterator[Found]:
    people: set[int] = set()
    for name in (*names(tokens), *announced_names(tokens)):
        yield name
        people.update(range(name.start, name.end))
    reached: dict[str, int] = {}
    for index, code in enumerate(tokens.codes):
        if code & ~ORDINARY:
            for end, kind in _at(tokens, index, code):
                group = LABEL_OF[kind] if LABEL_OF[kind] == "LOC" else kind
                if end > reached.get(group, 0) and people.isdisjoint(range(index, end)):
                    reached[group] = end
                    yield _refined(tokens, index, end, kind)


def _at(tokens: Tokens, index: int, code: int) -> Iterator[tuple[int, str]]:
    """The longest entry of each list that begins at the word."""
    cased = tokens.capital(index)
    seen: set[str] = set()
    if code & PHRASE:
        for length, bits in tokens.phrases(index):
            for kind in _kinds(bits, cased and tokens.capital(index + length - 1)):
                if kind not in seen:
                    seen.add(kind)
                    yield index + length, kind
            if bits & _LARGE and not cased and located(tokens, index):
                yield index + length, "place_uncased"
    if code & _ALL_TERMS and not (cased and code & (FIRST | _ALL_PLACES) and not tokens.begins_sentence(index)):
        for kind in _kinds(code & _ALL_TERMS, cased):
            if kind not in seen:
                yield index + 1, kind
        if not cased and code & _PEOPLES and not code & ORDINARY and len(tokens.keys[index]) > 4:
            yield index + 1, "uncased_group"
    elif code & _GROUPS and cased:
        yield from ((index + 1, kind) for kind in _kinds(code & _GROUPS, cased) if kind not in seen)
    place = _place(tokens, index, code, cased) if code & _ALL_PLACES and seen.isdisjoint(_PLACE_NAMES) else ""
    if place:
        yield index + 1, place


def _kinds(bits: int, cased: bool) -> Iterator[str]:
    for name, any_case, capitalized in _TERM_BITS:
        if bits & any_case or (cased and bits & capitalized):
            yield name
    if cased:
        yield from [name for name, bit in _PLACE_BITS if bits & bit][:1]


def _place(tokens: Tokens, index: int, code: int, cased: bool) -> str:
    """Which list makes the word a place here, if any: ambiguous words need a place around them."""
    named = code & (FIRST | FAMILY)
    if not cased:
        clear = code & _LARGE and not code & (ORDINARY | COMMON)
        return "place_uncased" if clear and located(tokens, index) else ""
    if tokens.keys[index] in _ABBREVIATED and not tokens.text[slice(*tokens.spans[index])].isupper():
        return ""
    kind = next(name for name, bit in _PLACE_BITS if code & bit)
    if kind == "country" or not (code & (ORDINARY | _GROUPS) or (named and not code & _LARGE)):
        return kind
    if located(tokens, index) or _before_place(tokens, index):
        return "place_in_context"
    return "" if code & (ORDINARY | _GROUPS) else "place_or_name"


def _before_place(tokens: Tokens, index: int) -> bool:
    if index + 1 >= len(tokens.keys):
        return False
    gap, code = tokens.gap(index), tokens.codes[index + 1]
    if gap == ", " and tokens.capital(index + 1):
        return bool(code & (CASED["country"] | CASED["region"])) and not code & ORDINARY
    return gap == " " and tokens.keys[index + 1] in _PLACE_NOUNS and tokens.capital(index + 1)


def _refined(tokens: Tokens, index: int, end: int, kind: str) -> Found:
    """The match with what its neighbors say about it."""
    following = tokens.keys[end] if end < len(tokens.keys) and tokens.gap(end - 1) == " " else ""
    if kind == "nationality" and following in _OFFICIAL:
        return index, end, "official_nationality"
    if kind == "country" and _official_country(tokens, index):
        return index, end, "official_country"
    if kind == "occupation":
        return _office(tokens, index, end)
    return index, end, kind


def _official_country(tokens: Tokens, index: int) -> bool:
    if tokens.keys[index] in ("republic", "federal", "kingdom"):
        return True
    before = tokens.keys[max(0, index - 3) : index]
    return before[-1:] == ["v"] or "government" in before or "republic" in before


def _office(tokens: Tokens, index: int, end: int) -> Found:
    """An occupation with the words that make it one office: `deputy mayor of the Upper Town`."""
    start = index
    while start > 0 and tokens.keys[start - 1] in _MODIFIERS and tokens.gap(start - 1) in (" ", "-"):
        start -= 1
    stop = end
    if tokens.keys[end - 1] in _OFFICES and end < len(tokens.keys) and tokens.keys[end] in ("of", "for"):
        position = end
        while position < min(len(tokens.keys), end + _MAX_OFFICE) and tokens.gap(position - 1) in (" ", "-"):
            if tokens.capital(position):
                stop = position + 1
            elif tokens.keys[position] not in _LINKS:
                break
            position += 1
    return start, stop, "occupation" if stop == end else "office"
