"""A sentence into which something else was written: its article, preposition, capital and pronoun are made to fit.

What is changed around a mention is a replacement of its own where that can be ("an" -> "a" before a mask, so that
masks side by side still become one), and a wider span where the words move. Only words on the same line are changed,
and none that another mention covers.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from unname.core.document import Document, Mention, Span
from unname.replace.english import choose_article
from unname.text.sentences import sentences
from unname.text.spans import Spans

Piece = tuple[Span, str]
"""What is written in place of a range of the text."""

REACH = 60
"""How many characters on each side are looked at."""

_BLANK = "[ \u00a0]{1,2}"
_LAST_WORD = re.compile(rf"(?<![\w'’-])(?P<word>[^\W\d_]+(?:['’]s)?){_BLANK}$")
_DIRECTION = re.compile(
    rf"(?<![\w'’-])(?:(?:the{_BLANK})?(?:(?:north|south|east|west)(?:ern|east|west|eastern|western)?|central|upper|lower|greater|"
    rf"downtown|nearby|neighbou?ring|rural|inner|mid){_BLANK})$",
    re.IGNORECASE,
)
_OWN_ADJECTIVE = re.compile(
    rf"(?<![\w'’-])(?:the|an?|his|her|their|its|my|our|your){_BLANK}(?:native|home|beloved|adopted|former|old|famous|"
    rf"historic|prestigious|local|new|current|whole|same|late|renowned|first|second|last|major|small|large){_BLANK}$",
    re.IGNORECASE,
)
_DETERMINERS = frozenset("his her their its my our your whose this that these those each every some any no".split())
_BEFORE_DAYS = re.compile(rf"(?<![\w'’-])(?P<lead>on|at)(?P<the>{_BLANK}the)?{_BLANK}$", re.IGNORECASE)
_BEFORE_RANGE = re.compile(rf"(?<![\w'’-])(?P<lead>from|between)(?P<the>{_BLANK}the)?{_BLANK}$", re.IGNORECASE)
_LEADS = re.compile(rf"(?<![\w'’-])(?:in|since|of|until|from|to|by|during){_BLANK}$", re.IGNORECASE)
_YEARS = re.compile(r"(?<![\w/.-])[0-9]{4}s?(?!\w)|(?<=[0-9][–/-])[0-9]{2,4}(?!\w)")
_THE = re.compile(rf"(?<![\w'’-])the{_BLANK}$", re.IGNORECASE)
_PERIOD = re.compile(
    r"(?:the )?(?:[0-9]{4}s?|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: [0-9]{4})?)(?!\w)",
    re.IGNORECASE,
)
_NEEDS_IN = re.compile(
    rf"(?<![\w'’-])(?:born|died|founded|established|married|dated|formed|released|built|retired|elected|killed|appointed|"
    rf"arrested|released|published|discharged|admitted){_BLANK}$",
    re.IGNORECASE,
)
_JOINED = re.compile(r"[(\[–—/-]$|[(\[]\s?(?:c\.|b\.|d\.|born)\s?$")
_BAND = re.compile(r"in their (?P<band>teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)")
_HYPHENATED = re.compile(r"(?P<low>[0-9]+)-to-[0-9]+-year-old")
_BANDS = dict(
    zip(
        (13, *range(20, 100, 10)),
        "teens twenties thirties forties fifties sixties seventies eighties nineties".split(),
        strict=True,
    )
)
_BEFORE_AGE = re.compile(
    rf"(?<![\w'’-])(?:at{_BLANK}(?:the{_BLANK})?age(?:{_BLANK}of)?|at|aged?|the{_BLANK}age{_BLANK}of|of{_BLANK}age){_BLANK}$",
    re.IGNORECASE,
)
_BEHIND_AGE = re.compile(
    rf"{_BLANK}(?:years?{_BLANK}old|years?{_BLANK}of{_BLANK}age|y/?o|yrs?(?:{_BLANK}old)?)(?!\w)", re.IGNORECASE
)
_AGED = re.compile(
    rf"{_BLANK}(?P<noun>man|woman|male|female|boy|girl|lady|gentleman|patient|person|applicant|victim|suspect|student)"
    rf"(?![\w'’-])(?!{_BLANK}of\b)",
    re.IGNORECASE,
)
_YEAR_OLD = re.compile(r"[-‑ ]?years?[-‑ ]old(?!\w)", re.IGNORECASE)
_NO_NOUNS = frozenset(
    "is was were has had said and or but who whose that with from in at on to of as by for when after before because "
    "presented came will would also died told did does can could may might must lives lived".split()
)
_MALE = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
_FEMALE = re.compile(r"\b(?:she|her|hers|herself)\b", re.IGNORECASE)
_FUNCTION_WORDS = re.compile(
    r"(?:(?:the|an?|at|aged?|of|in|on|from|between|since|until|to|and|['’]s)(?:\s+|$))+", re.IGNORECASE
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:dr|mr|mrs|ms|st|no|vs|prof|rev|gen|col|capt|inc|ltd|jr|sr)|\b[A-Z])\.$", re.IGNORECASE
)


def is_function_word(text: str) -> bool:
    """Whether a text is nothing but words that every name or number may stand behind.

    >>> is_function_word("The"), is_function_word("age of"), is_function_word("The Hague")
    (True, True, False)
    """
    return bool(_FUNCTION_WORDS.fullmatch(text.strip()))


class Mending:
    """Mends the sentences of one document.

    >>> born = Document("d", "Born on 12 March 1974.", mentions=(Mention(Span(8, 21), "DATETIME"),))
    >>> Mending(born).mend(born.mentions[0], "1974", is_hidden=False)
    [(Span(start=5, end=7), 'in'), (Span(start=8, end=21), '1974')]
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        texts = ((mention.span, document.text[slice(*mention.span)]) for mention in document.mentions)
        # An article that was found beside a name is no word that anybody hides.
        self.taken = Spans(span for span, text in texts if not is_function_word(text))

    def mend(self, mention: Mention, new: str, is_hidden: bool) -> list[Piece]:
        """What is written in place of a mention and of the words around it, so that the sentence reads well."""
        place = self._find_place(mention.span)
        if place is None:
            return [(mention.span, new)]
        if is_hidden:
            return place.fix_article(new)
        if _BAND.fullmatch(new) or _HYPHENATED.fullmatch(new):
            return place.write_age(new)
        if mention.label == "DATETIME" and _PERIOD.match(new):
            return place.write_period(new)
        return place.write_noun(new)

    def _find_place(self, span: Span) -> "_Place | None":
        """The place of a span, up to its neighbors and the ends of its line; None if others cover a part of it."""
        text = self.document.text
        if any(self.taken.spans[number] != span for number in self.taken.numbers(span)):
            return None
        low = max(0, span.start - REACH, text.rfind("\n", 0, span.start) + 1)
        end_of_line = text.find("\n", span.end, span.end + REACH)
        high = min(len(text), span.end + REACH) if end_of_line < 0 else end_of_line
        for number in self.taken.numbers(Span(low, high)):
            other = self.taken.spans[number]
            low = max(low, other.end) if other.end <= span.start else low
            high = min(high, other.start) if other.start >= span.end else high
        return _Place(self, span, low, high)

    def is_adjective_before(self, end: int) -> bool:
        """Whether what was found up to here is of the kind that stands before nouns, as "1991" and "Swedish" do."""
        for mention in self.ending_.get(end, ()):
            text = self.document.text[slice(*mention.span)]
            is_adjective = mention.label == "DEM" and not is_function_word(text.split()[-1])
            if is_adjective or (mention.label == "DATETIME" and _YEARS.fullmatch(text)):
                return True
        return False

    @cached_property
    def ending_(self) -> dict[int, list[Mention]]:
        """The mentions by where they end."""
        found: dict[int, list[Mention]] = {}
        for mention in self.document.mentions:
            found.setdefault(mention.span.end, []).append(mention)
        return found

    def tells_gender(self, start: int, end: int) -> str:
        """Whose something is by the visible words of a part of the text: his, her, their where both; else nothing."""
        owners = {
            owner
            for owner, words in (("his", _MALE), ("her", _FEMALE))
            for found in words.finditer(self.document.text, start, end)
            if not self.taken.overlaps(Span(*found.span()))
        }
        return "their" if len(owners) > 1 else "".join(owners)


@dataclass(frozen=True)
class _Place:
    """Where something is written: a span, and how far what stands around it may be changed."""

    mending: Mending
    span: Span
    low: int
    high: int

    @property
    def document(self) -> Document:
        return self.mending.document

    @cached_property
    def before(self) -> str:
        return self.document.text[self.low : self.span.start]

    @cached_property
    def behind(self) -> str:
        return self.document.text[self.span.end : self.high]

    def widen(self, left: int = 0, right: int = 0) -> "_Place":
        return replace(self, span=Span(self.span.start - left, self.span.end + right))

    def write(self, new: str) -> list[Piece]:
        return [(self.span, self.capitalize(new))]

    def capitalize(self, new: str) -> str:
        """With a capital where a sentence begins that began with one."""
        text = self.document.text
        rest = text[: self.span.start].rstrip(" \u00a0\t")
        begins = not rest or rest[-1] == "\n" or (rest[-1] in ".!?" and not _ABBREVIATION.search(rest[-8:]))
        return new[:1].upper() + new[1:] if begins and text[self.span.start].isupper() else new

    def fix_article(self, new: str) -> list[Piece]:
        """The same text, and before it the article that goes with it; a mask is never told to begin with a vowel."""
        article = re.search(rf"(?<![\w'’-])(an?){_BLANK}$", self.before, re.IGNORECASE)
        right = choose_article(new)
        if not article or article[1].lower() == right:
            return [(self.span, new)]
        start = self.low + article.start(1)
        written = right.capitalize() if article[1][0].isupper() else right
        return [(Span(start, start + len(article[1])), written), (self.span, new)]

    def write_noun(self, new: str) -> list[Piece]:
        """A noun with or without an article."""
        if not re.match(r"an? ", new):
            new = self._undouble(new)
            pieces = self.fix_article(new)
            return [*pieces[:-1], (self.span, self.capitalize(new))]
        bare = new.partition(" ")[2]
        if found := _DIRECTION.search(self.before):
            # Where in the country it was is not known of what stands instead.
            return self.widen(len(found[0])).write_noun(new)
        if _OWN_ADJECTIVE.search(self.before) or re.search(rf"['’]s{_BLANK}$", self.before) or self._follows_another():
            return [(self.span, bare)]
        word = _LAST_WORD.search(self.before)
        if word and word["word"].lower() in ("the", "a", "an"):
            return self.widen(len(word[0])).write(new)
        if word and (word["word"].lower() in _DETERMINERS or word["word"][-2:] in ("'s", "’s")):
            return [(self.span, bare)]
        return self.write(new)

    def _follows_another(self) -> bool:
        """Whether something that was found by itself, or a word made with a hyphen, stands right before."""
        if re.search(rf"-(?:based|born|owned|run|led|trained){_BLANK}$", self.before):
            return True
        is_beside = self.before.isspace() and self.low > 0 and not self.document.text[self.low - 1].isspace()
        return is_beside and self.mending.is_adjective_before(self.low)

    def write_period(self, new: str) -> list[Piece]:
        """A month, year or decade: something was born in it, and not on it."""
        if (found := _BEFORE_RANGE.search(self.before)) and len(_YEARS.findall(new)) == 1 and self._is_range():
            return self._change_lead(found, new)
        if (found := _BEFORE_DAYS.search(self.before)) and not (found["the"] and self.is_before_noun()):
            return self._change_lead(found, new)
        bare = new.removeprefix("the ")
        is_in = _LEADS.search(self.before) is not None
        if _JOINED.search(self.before) or (not is_in and re.match(r"\s?[–—/)-]", self.behind)):
            return self.write(new.replace("the ", ""))
        if re.search(rf"['’]s{_BLANK}$", self.before):
            return self.write(bare)
        word = _LAST_WORD.search(self.before)
        if word and bare != new and word["word"].lower() in ("the", "a", "an", *_DETERMINERS):
            return self.write(bare) if word["word"].lower() not in ("a", "an") else self.fix_article(bare)
        if _THE.search(self.before) and not self.is_before_noun():
            return self.widen(len("the ")).write(new)
        if bare != new and _NEEDS_IN.search(self.before):
            return self.write(f"in {new}")
        return self.write(self._undouble(new))

    def _is_range(self) -> bool:
        """Whether two times stood there that have become one."""
        return len(_YEARS.findall(self.document.text[slice(*self.span)])) > 1

    def _change_lead(self, found: re.Match[str], new: str) -> list[Piece]:
        """The word before a time becomes "in", and an article between them goes."""
        start = self.low + found.start()
        lead = "In" if found["lead"][0].isupper() else "in"
        place = self.widen(len(found[0]) - len(found["lead"]) - 1) if found["the"] else self
        return [(Span(start, start + len(found["lead"])), lead), (place.span, new)]

    def write_age(self, new: str) -> list[Piece]:
        """A band of ages: "a man in his thirties"."""
        found = _BAND.fullmatch(new)
        band = found["band"] if found else _BANDS.get(int(new.partition("-")[0]), "")
        place = self
        is_before_noun = not found or bool(old := _YEAR_OLD.match(self.behind))
        if found and is_before_noun and old:
            place = place.widen(right=len(old[0]))
        if is_before_noun and band:
            return place._write_age_before_noun(band, new)
        if behind := _BEHIND_AGE.match(place.behind):
            place = place.widen(right=len(behind[0]))
        if before := _BEFORE_AGE.search(place.before):
            place = place.widen(left=len(before[0]))
        return place.write(place._undouble(f"in {place.pronoun()} {band}" if band else new))

    def _write_age_before_noun(self, band: str, new: str) -> list[Piece]:
        """ "37-year-old man" and "37-year-old": who is in his thirties comes first; of others, the age does."""
        place = self
        noun = _AGED.match(place.behind)
        if noun:
            place = place.widen(right=len(noun[0]))
        elif place.is_before_noun():
            low = next(low for low, name in _BANDS.items() if name == band)
            high = low + 9 if low >= 20 else 19
            return place.fix_article(f"{low}-to-{high}-year-old")
        who = noun["noun"] if noun else "person"
        owner = {"man": "his", "boy": "his", "male": "his", "gentleman": "his"}.get(who.lower())
        owner = owner or {"woman": "her", "girl": "her", "female": "her", "lady": "her"}.get(who.lower())
        pieces = place.fix_article(f"{who} in {owner or place.pronoun()} {band}")
        return [*pieces[:-1], (place.span, place.capitalize(pieces[-1][1]))]

    def is_before_noun(self) -> bool:
        """Whether a noun follows: a word that is no function word, or something that was found by itself."""
        if self.span.end + 1 == self.high < len(self.document.text) and self.behind.isspace():
            return True
        following = re.match(rf"{_BLANK}([^\W\d_]+)", self.behind)
        return following is not None and following[1].lower() not in _NO_NOUNS

    def pronoun(self) -> str:
        """Whose it is, as far as the sentence tells, or else the whole document."""
        text = self.document.text
        here = ((a, b) for a, b in sentences(text) if a <= self.span.start < b)
        start, end = next(here, (self.span.start, self.span.end))
        return self.mending.tells_gender(start, end) or self.mending.tells_gender(0, len(text)) or "their"

    def _undouble(self, new: str) -> str:
        """Without a first word that stands there already: "in in 1974"."""
        word = _LAST_WORD.search(self.before)
        first, _, rest = new.partition(" ")
        return rest if word and rest and word["word"].lower() == first.lower() else new
