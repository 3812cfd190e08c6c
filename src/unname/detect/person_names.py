"""Names of people as sequences of words: title, first names, initials, particles, family name."""

from collections.abc import Iterator
from typing import NamedTuple

from unname.detect.tokens import ANY, CASED, COMMON, FAMILY, FIRST, ORDINARY, PHRASE, PLACES, Tokens
from unname.text.vocabulary import ANNOUNCING_TITLES, CALENDAR, MONTHS, NAME_PARTICLES, WORD_NAMES

_LOWER_TITLES = frozenset("mr mrs ms dr prof".split())
"""Titles that announce a name in any case, and even a name that is an ordinary word."""
STOPS = CALENDAR | frozenset(
    "court university college school street road avenue lane square boulevard drive company ltd limited "
    "inc corp gmbh plc llc ag sa bank hospital prison ministry department office institute foundation "
    "association committee council party union club fc group holdings airport station church county "
    "district province region city town village island river lake mountain park bridge act law code "
    "convention article section rule rules case cases v and or the of in on at for to by with from "
    "government state republic kingdom federation police army award prize war day week "
    "bar i he she it they we you his her this that was is has had".split()
)
LOCATIVES = frozenset(
    "in at near from to outside around via towards through visiting visited leaving left toward".split()
)
"""Words after which a capitalized word that could be a place is one."""
_PLACE = sum(CASED[name] for name in PLACES)
_LARGE = CASED["large"]
_NATION = CASED["nationality"] | CASED["country"] | CASED["language"]
_NOT_UNCASED = ANY["kinship"] | ANY["occupation"] | _PLACE | _NATION | ORDINARY
ABBREVIATIONS = frozenset(
    "us uk un eu ec po ny dc la ie eg am pm vs bc ad ii iv vi ix xi no pp cf tv it is id ok cv pc hq ft "
    "st mt usa ba ma md mba phd bsc msc ms bs jd llb llm mp fc afc ac rc nj nc sc nd sd nm ri ca pa va "
    "ga mi tn mo nh wv os pr vp rn dj mc pm ps rsvp fbi cia fc gp".split()
)
_MAX_WORDS = 6
_MAX_TITLES = 4
_CALENDAR = MONTHS | frozenset("jan mar spring summer autumn winter art".split())
_CUES = frozenset("dear hi hello hey named nicknamed aka regards sincerely cheers surname name is".split())
_OPENING = frozenset("abd abdul abu umm ibn".split())
"""Words that only open names, and are in no list of them."""
_ARTICLES = frozenset("the a an this that some any no every each".split())
_VERBS = frozenset("was is has had said says told tells went goes works lives asked thinks wrote won took made".split())


class Name(NamedTuple):
    """A name as a range of words, and which pattern found it."""

    start: int
    end: int
    pattern: str


def names(tokens: Tokens) -> Iterator[Name]:
    """Names of people in order, none overlapping."""
    index, n_tokens = 0, len(tokens.keys)
    codes, keys = tokens.codes, tokens.keys
    reached = 0
    while index < n_tokens:
        code, key = codes[index], keys[index]
        name = _titled(tokens, index) if key in ANNOUNCING_TITLES else None
        if key in _CUES and (introduced := _introduced(tokens, index)):
            name = introduced
        if name is None and code & PHRASE and (place := _place_here(tokens, index, code)):
            index += place
            continue
        if name is None and (code & (FIRST | FAMILY) or len(key) == 1 or key in _OPENING):
            name = _plain(tokens, index, reached) if tokens.capital(index) else _uncased(tokens, index)
        if name is None:
            index += 1
        else:
            yield name
            index = reached = name.end


def _place_here(tokens: Tokens, index: int, code: int) -> int:
    """The number of words of a place name that begins here and whose end could pass for a person."""
    if code & FIRST:
        return 0
    cased = tokens.capital(index)
    for n_words, bits in tokens.phrases(index):
        if (cased and bits & _PLACE and tokens.capital(index + n_words - 1)) or (not cased and bits & _LARGE):
            return n_words
    return 0


def _titled(tokens: Tokens, index: int) -> Name | None:
    firm = tokens.keys[index] in _LOWER_TITLES
    if (not tokens.capital(index) and not firm) or not tokens.joined(index) or "-" in tokens.gap(index):
        return None
    following = index + 1
    while following - index < _MAX_TITLES and _another_title(tokens, following):
        following += 1
    end = run_of_name(tokens, following, titled=firm)
    if end > following and (firm or not tokens.codes[following] & ORDINARY or tokens.codes[following] & FAMILY):
        return Name(index, end, "title")
    code = tokens.codes[following]
    if not tokens.capital(index) and code & (FIRST | FAMILY) and not code & ORDINARY:
        return Name(index, following + 1, "title")
    return None


def _another_title(tokens: Tokens, index: int) -> bool:
    return tokens.keys[index] in ANNOUNCING_TITLES and tokens.capital(index) and tokens.joined(index)


def _plain(tokens: Tokens, index: int, reached: int) -> Name | None:
    end = run_of_name(tokens, index, titled=False)
    if end == index:
        return None
    letters = 0
    while index + letters < end and len(tokens.keys[index + letters]) == 1:
        letters += 1
    if letters == end - index or "".join(tokens.keys[index : index + letters]) in ABBREVIATIONS:
        return _initials(tokens, index, index + letters)
    pattern = _single(tokens, index) if end - index == 1 else _several(tokens, index, end)
    if pattern.startswith("family_name") and index > reached and _could_be_first(tokens, index - 1):
        return Name(index - 1, end, "unknown_and_family")
    return Name(index, end, pattern) if pattern else None


def _could_be_first(tokens: Tokens, index: int) -> bool:
    """Whether the word before a family name looks like a first name that no list has."""
    known = tokens.codes[index] & ~PHRASE or tokens.keys[index] in STOPS or tokens.keys[index] in ANNOUNCING_TITLES
    return not known and tokens.capital(index) and tokens.gap(index) == " " and tokens.keys[index].isalpha()


def run_of_name(tokens: Tokens, index: int, titled: bool = False) -> int:
    """The end of the longest sequence of words from here that could be one name."""
    end = position = index
    while position < len(tokens.keys) and position - index < _MAX_WORDS:
        if position > index and not _linked(tokens, position - 1):
            break
        key, code = tokens.keys[position], tokens.codes[position]
        if (
            key in NAME_PARTICLES
            and not (code & FIRST and tokens.capital(position))
            and _leads_on(tokens, index, position, titled)
        ):
            position += 1
            continue
        initial = len(key) == 1 and (key != "i" or tokens.gap(position)[:1] == ".")
        if not tokens.capital(position) or (key in STOPS and not (titled and initial)):
            break
        if not key.isalpha() or not _namelike(code, len(key), first=position == index, titled=titled):
            break
        position += 1
        end = position
    return end


def _leads_on(tokens: Tokens, index: int, position: int, titled: bool) -> bool:
    return position + 1 < len(tokens.keys) and (position > index or titled or tokens.capital(position))


def _namelike(code: int, length: int, first: bool, titled: bool) -> bool:
    if code & (FIRST | FAMILY) or length == 1:
        return True
    if code & _NATION:
        return False
    return not code & ORDINARY or (titled and first)


def _linked(tokens: Tokens, index: int) -> bool:
    """Whether the word and the next are written as parts of one name."""
    gap = tokens.gap(index)
    if gap in (" ", "-", "'", "\n"):
        return True
    short = len(tokens.keys[index]) == 1 or tokens.keys[index] in ("st", "jr", "sr")
    return short and gap in (". ", ".", ".-", ".\n", ". - ")


def _initials(tokens: Tokens, index: int, end: int) -> Name | None:
    """Letters that stand for a name, as `A.B.` does."""
    letters = "".join(tokens.keys[index:end])
    dotted = all(tokens.gap(i).startswith(".") for i in range(index, end - 1))
    if 2 <= len(letters) <= 3 and dotted and letters not in ABBREVIATIONS:
        return Name(index, end, "initials")
    return None


def _single(tokens: Tokens, index: int) -> str:
    code = tokens.codes[index]
    word = tokens.text[slice(*tokens.spans[index])]
    if code & _NATION or len(word) < 3 or (word.isupper() and len(word) < 5):
        return ""
    if code & ORDINARY:
        return "ordinary_first" if code & FIRST and _acts(tokens, index) else ""
    if code & _PLACE:
        clear = code & FIRST and not code & _LARGE and not located(tokens, index)
        return "name_or_place" if clear else ""
    first = "first_name" if code & COMMON else "rare_first_name"
    kind = first if code & FIRST else "family_name" if code & FAMILY else ""
    return f"{kind}_at_start" if kind and tokens.begins_sentence(index) else kind


def _introduced(tokens: Tokens, index: int) -> Name | None:
    """The name after words that announce one, as `my name is` and `Dear` do."""
    following, gap = index + 1, tokens.gap(index)
    if not tokens.capital(following) or tokens.keys[following] in _CALENDAR or gap not in (" ", ": ", ":"):
        return None
    if tokens.keys[index] == "is" and "name" not in tokens.keys[max(0, index - 2) : index]:
        return None
    if tokens.keys[index] == "name" and ":" not in gap:
        return None
    code = tokens.codes[following]
    if tokens.keys[following] in ANNOUNCING_TITLES or (code & (ORDINARY | _NATION) and not code & FIRST):
        return None
    end = run_of_name(tokens, following, titled=False)
    return Name(following, end, "introduced") if end > following else None


def _acts(tokens: Tokens, index: int) -> bool:
    """Whether an ordinary word with a capital stands where a person stands."""
    if tokens.keys[index] in _CALENDAR:
        return False
    if not tokens.begins_sentence(index):
        return not tokens.capital(index - 1) and not (tokens.gap(index) == " " and tokens.capital(index + 1))
    following = tokens.keys[index + 1] if tokens.gap(index) == " " else ""
    return following in _VERBS or (len(following) > 4 and following.endswith("ed"))


def _several(tokens: Tokens, index: int, end: int) -> str:
    pairs = zip(tokens.codes[index:end], tokens.keys[index:end], strict=True)
    words = [code for code, key in pairs if len(key) > 1 and key not in NAME_PARTICLES]
    if not words:
        return ""
    certain = [code for code in words if code & (FIRST | FAMILY) and not code & (ORDINARY | _PLACE)]
    if len(tokens.keys[index]) == 1:
        return _after_initial(tokens, index, words[-1], bool(certain))
    if _is_place(tokens, index, end):
        return ""
    if len(words) == 1:
        return _single(tokens, index)
    if words[0] & FIRST and (certain or not words[0] & (ORDINARY | _PLACE)):
        return _first_and(words[0], words[-1])
    if any(code & FIRST and not code & (ORDINARY | _PLACE) for code in words[1:]):
        return "full_name"
    if words[0] & FIRST and words[-1] & FAMILY and not tokens.begins_sentence(index):
        return "ordinary_words"
    return "family_names" if len(certain) >= 2 else ""


def _first_and(first: int, last: int) -> str:
    """The pattern of a first name and what follows it."""
    if last & ORDINARY:
        return "first_and_ordinary"
    if last & (FAMILY | FIRST):
        return "full_name"
    return "" if first & _PLACE else "first_and_unknown"


def _after_initial(tokens: Tokens, index: int, last: int, certain: bool) -> str:
    dotted = tokens.gap(index).startswith(".")
    if not dotted and (not certain or tokens.keys[index] in "ai"):
        return ""
    heading = last & ORDINARY and (tokens.begins_sentence(index) or not last & FAMILY)
    return "" if heading else "initial_and_family"


def located(tokens: Tokens, index: int) -> bool:
    """Whether the word before says that a place follows."""
    return index > 0 and tokens.keys[index - 1] in LOCATIVES and tokens.gap(index - 1) == " "


def _is_place(tokens: Tokens, index: int, end: int) -> bool:
    return any(length >= end - index and bits & _PLACE for length, bits in tokens.phrases(index))


def _uncased(tokens: Tokens, index: int) -> Name | None:
    """A name in lower case: first and family name, or a common first name where nothing has a capital."""
    following, code = index + 1, tokens.codes[index]
    if not code & FIRST or code & _NOT_UNCASED or _is_thing(tokens, index):
        return None
    paired = following < len(tokens.keys) and tokens.gap(index) == " " and len(tokens.keys[following]) > 3
    after = tokens.codes[following] if paired and not tokens.capital(following) else ORDINARY
    if code & COMMON and after & FAMILY and not after & (ORDINARY | _NATION | _LARGE):
        return Name(index, following + 1, "uncased")
    if not after & _NOT_UNCASED and (after & FAMILY or (tokens.uncased and code & COMMON and not after)):
        return Name(index, following + 1, "uncased")
    return Name(index, following, "uncased") if tokens.uncased and code & COMMON else None


def _is_thing(tokens: Tokens, index: int) -> bool:
    """Whether a name in small letters is an ordinary word here: the heather on the hill, frank advice."""
    if index and tokens.keys[index - 1] in _ARTICLES and tokens.gap(index - 1) == " ":
        return True
    if tokens.keys[index] not in WORD_NAMES:
        return False
    following = tokens.keys[index + 1] if tokens.gap(index) == " " else ""
    return following not in _VERBS and not (len(following) > 4 and following.endswith("ed"))
