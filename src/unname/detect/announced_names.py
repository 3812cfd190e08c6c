"""Names of people that the words around them announce, also those that are ordinary words and those in no list.

"her son Idris", "ask hope about it", "thanks, will" at the end of a line, "OKONKWO, Blessing A", "known as "Mags"".
"""

from collections.abc import Callable, Iterator

from unname.detect.person_names import ABBREVIATIONS, STOPS, Name, run_of_name
from unname.detect.tokens import ANY, CASED, FAMILY, FIRST, ORDINARY, PLACES, Tokens, is_ordinary
from unname.text.vocabulary import CALENDAR, FIELDS, FUNCTION_WORDS, TITLES, WORD_NAMES

_MODALS = frozenset({"will", "may"})
_VERBS_TOO = _MODALS | frozenset("mark rose drew sue chase bill pat grant rob wade pierce chuck lance hope don".split())
_GREETINGS = frozenset("hi hello hey hiya dear morning afternoon evening".split())
_GOES_ON = frozenset("can could are i please just how thank thanks what is we did do have this it it's hope".split())
_CLOSINGS = frozenset(
    "signed regards thanks thx cheers love best sincerely yours wishes faithfully truly hugs ta you".split()
)
_KISSES = frozenset("x xx xxx".split())
_ASKING = frozenset("ask asked tell told thank remind reminded asking telling inform informed".split())
_CALLING = frozenset(
    "call called phone phoned ring rang text texted email emailed message messaged contact contacted".split()
)
_SPEAKING = frozenset("spoke speak speaking spoken talked talk talking chatted met".split())
_AFTER_NAME = frozenset(
    "about to if for that and or whether on in at what when why how again later please who as because today tomorrow "
    "yesterday before after with from i we he she".split()
)
_SAYING = frozenset(
    "called said says told asked wrote phoned rang emailed texted replied messaged complained reported attended "
    "presented signed agreed".split()
)
_OWNERS = frozenset("my his her our their your s whose".split())
KIN = frozenset(
    "son daughter wife husband partner mother father mum mom dad brother sister twin uncle aunt auntie niece nephew "
    "cousin grandson granddaughter grandmother grandfather grandma grandpa granny nan stepson stepdaughter stepmother "
    "stepfather stepbrother stepsister fiance fiancee girlfriend boyfriend baby child godson goddaughter godmother "
    "godfather friend neighbour neighbor colleague housemate flatmate roommate".split()
)
_SEVERAL = frozenset("twins sons daughters children kids parents brothers sisters grandchildren siblings".split())
_FIELDS_OF_PEOPLE = frozenset("patient pt client cc from to attn nok kin contact by informant carer tenant".split())
_NAMES_ONLY = frozenset("patient pt nok kin attn".split())
_QUOTES = frozenset("\"'\u201c\u201d\u00ab\u00bb\u201e(")
_PLACE = sum(CASED[name] for name in PLACES)
_LARGE = CASED["large"]
_NATION = CASED["nationality"] | CASED["country"] | CASED["language"] | CASED["religion"] | CASED["ethnicity"]
_HEALTH = ANY["health"] | CASED["health"] | ANY["substance"] | CASED["substance"]
_NO_NAME = FUNCTION_WORDS | CALENDAR | TITLES
_NO_INITIALS = ABBREVIATIONS | FIELDS | _NO_NAME

_Seen = Callable[[Tokens, int], Iterator[Name]]


def announced_names(tokens: Tokens) -> Iterator[Name]:
    """Names that the words around them announce, in the order of these; they may overlap each other."""
    codes = tokens.codes
    for index, key in enumerate(tokens.keys):
        if look := _CUES.get(key):
            yield from look(tokens, index)
        if codes[index] & (FIRST | FAMILY) or key in WORD_NAMES:
            yield from _around(tokens, index)


def _around(tokens: Tokens, index: int) -> Iterator[Name]:
    """What begins or ends with a name that is known: family name first, a nickname in the middle, bare initials."""
    if tokens.capital(index):
        for look in (_reversed, _with_nickname, _with_initials):
            if name := look(tokens, index):
                yield name
    elif tokens.keys[index] in WORD_NAMES and (name := _speaker(tokens, index)):
        yield name


def _word(tokens: Tokens, index: int) -> str:
    return tokens.text[slice(*tokens.spans[index])] if 0 <= index < len(tokens.spans) else ""


def _is_word_name(tokens: Tokens, index: int) -> bool:
    """Whether a word could be a first name in small letters, as an ordinary word or not."""
    if index >= len(tokens.keys):
        return False
    key, code = tokens.keys[index], tokens.codes[index]
    return key in WORD_NAMES or bool(code & FIRST and not code & (ORDINARY | _PLACE | _NATION) and len(key) > 2)


def _may_be_name(tokens: Tokens, index: int) -> bool:
    """Whether a capitalized word could be a name, in a list or not."""
    if not tokens.capital(index):
        return False
    key, code, word = tokens.keys[index], tokens.codes[index], _word(tokens, index)
    if len(key) < 2 or not key.isalpha() or (key in _NO_NAME and not code & FIRST):
        return False
    if word.isupper() and len(word) < 4 and not code & FIRST:
        return False
    return bool(code & FIRST) or not (is_ordinary(key) or code & (_NATION | _HEALTH) or key in FIELDS)


def _ends(tokens: Tokens, index: int) -> bool:
    """Whether nothing more stands on the line behind a word, or only kisses."""
    gap = tokens.gap(index)
    return gap == "|" or "\n" in gap or (index + 1 < len(tokens.keys) and tokens.keys[index + 1] in _KISSES)


def _is_set_off(tokens: Tokens, index: int) -> bool:
    return _ends(tokens, index) or tokens.gap(index)[:1] in (",", "!", ".", ";", ":", "?", ")")


def _after_greeting(tokens: Tokens, index: int) -> Iterator[Name]:
    """hi rose, are you free; dear june, ...; hey mark can you."""
    at = index + 1
    if tokens.gap(index) != " " or not _is_word_name(tokens, at) or not tokens.begins_sentence(index):
        return
    goes_on = at + 1 < len(tokens.keys) and tokens.keys[at + 1] in _GOES_ON and tokens.keys[at] not in _MODALS
    if _is_set_off(tokens, at) or goes_on:
        yield Name(at, at + 1, "announced")


def _after_closing(tokens: Tokens, index: int) -> Iterator[Name]:
    """Thanks, will; kind regards, bill: where the line ends."""
    gap, at = tokens.gap(index), index + 1
    if gap.strip(" \n-,.!") or not ({",", "\n", "-", "!", "."} & set(gap)) or not _is_word_name(tokens, at):
        return
    if _ends(tokens, at):
        yield Name(at, at + 1, "announced")
    elif tokens.gap(at) == " " and tokens.codes[at + 1] & FAMILY and _ends(tokens, at + 1):
        yield Name(at, at + 2, "announced")


def _before_sent(tokens: Tokens, index: int) -> Iterator[Name]:
    """- will, sent from my phone."""
    if tokens.keys[index + 1 : index + 3] != ["from", "my"] or index == 0 or not _is_word_name(tokens, index - 1):
        return
    if tokens.begins_sentence(index - 1) or tokens.gap(index - 2).endswith("- "):
        yield Name(index - 1, index, "announced")


def _after_asking(tokens: Tokens, index: int) -> Iterator[Name]:
    """Ask hope about it; spoke to dawn on the phone; called bill again."""
    key, at = tokens.keys[index], index + 1
    if key in _SPEAKING and tokens.keys[at : at + 1] in (["to"], ["with"]):
        at += 1
    elif key in _SPEAKING and key != "met":
        return
    if tokens.gap(at - 1) != " " or not _is_word_name(tokens, at) or _word(tokens, at).isupper():
        return
    if key in _CALLING and tokens.keys[at] in _MODALS:
        return  # the call will be answered
    follows = tokens.keys[at + 1] if at + 1 < len(tokens.keys) else ""
    if _is_set_off(tokens, at) or (follows in _AFTER_NAME and tokens.gap(at) == " "):
        yield Name(at, at + 1, "announced")


def _after_name_is(tokens: Tokens, index: int) -> Iterator[Name]:
    """My name is chase."""
    if tokens.keys[index + 1 : index + 2] != ["is"] or index == 0 or tokens.keys[index - 1] not in _OWNERS:
        return
    at = index + 2
    if at < len(tokens.keys) and tokens.gap(at - 1) == " " and not tokens.capital(at):
        key = tokens.keys[at]
        if key.isalpha() and (key in WORD_NAMES or not (is_ordinary(key) or key in _NO_NAME)) and len(key) > 1:
            pair = tokens.gap(at) == " " and bool(tokens.codes[at + 1] & FAMILY)
            yield Name(at, at + 1 + pair, "announced")


def _after_kin(tokens: Tokens, index: int) -> Iterator[Name]:
    """Her son Idris; mother (Perpetua); her granddaughter, Ottilie, called; my sister joy."""
    at, gap = index + 1, tokens.gap(index)
    if gap not in (" ", ", ", " (", ": ") or at >= len(tokens.keys):
        return
    if not tokens.capital(at):
        is_own = index > 0 and tokens.keys[index - 1] in _OWNERS
        if gap == " " and is_own and tokens.keys[at] in WORD_NAMES - _VERBS_TOO:
            yield Name(at, at + 1, "relative")
        return
    if not _may_be_name(tokens, at) or tokens.codes[at] & _HEALTH:
        return
    is_heading = tokens.capital(index) and not tokens.begins_sentence(index)
    if is_heading and not tokens.codes[at] & (FIRST | FAMILY):
        return  # the Child Protection Team
    end = max(at + 1, run_of_name(tokens, at))
    after = tokens.gap(end - 1)
    is_closed = {", ": after[:1] in (",", ".", ")") or bool(tokens.codes[at] & FIRST), " (": after[:1] in "),"}
    if not is_closed.get(gap, True) or after.startswith("'s ") or (tokens.keys[end : end + 1] == ["s"] and gap == " ("):
        return
    yield Name(at, end, "relative")
    if tokens.keys[index] in _SEVERAL:
        yield from _further(tokens, end)


def _further(tokens: Tokens, end: int) -> Iterator[Name]:
    """The other names of an enumeration."""
    while end < len(tokens.keys):
        at = end + (tokens.keys[end] == "and")
        if tokens.gap(end - 1) not in (" ", ", ", " & ") or not _may_be_name(tokens, at):
            return
        end = at + 1
        yield Name(at, end, "relative")


def _after_field(tokens: Tokens, index: int) -> Iterator[Name]:
    """from: summer brooks; cc: April May; NOK: Obiageli (sister)."""
    at = index + 1
    if tokens.gap(index).strip(" \t") != ":" or at >= len(tokens.keys):
        return
    if tokens.keys[index] in _NAMES_ONLY and _may_be_name(tokens, at):
        yield Name(at, max(at + 1, run_of_name(tokens, at)), "announced")
    elif _is_word_name(tokens, at) and at + 1 < len(tokens.keys) and tokens.gap(at) == " ":
        last = tokens.keys[at + 1]
        known = tokens.codes[at + 1] & (FIRST | FAMILY) or last in WORD_NAMES
        follows = tokens.gap(at + 1).lstrip(" ")[:1]
        if known and tokens.capital(at) == tokens.capital(at + 1) and (_ends(tokens, at + 1) or follows in "<(,;"):
            yield Name(at, at + 2, "announced")


def _after_title(tokens: Tokens, index: int) -> Iterator[Name]:
    """nurse joy; mr young: a title in small letters before an ordinary word."""
    at = index + 1
    if tokens.capital(index) or tokens.capital(at) or tokens.gap(index) not in (" ", ". ") or at >= len(tokens.keys):
        return
    key = tokens.keys[at]
    is_family = tokens.keys[index] != "nurse" and bool(tokens.codes[at] & FAMILY)
    if is_family or (key in WORD_NAMES and key not in _MODALS):
        yield Name(at, at + 1, "announced")


def _after_nickname(tokens: Tokens, index: int) -> Iterator[Name]:
    """Nicknamed "Bucky"; known as "Mags"; everybody calls him "Sparky"; aka Magpie."""
    at = index + 1
    while at < index + 4 and tokens.keys[at : at + 1] and tokens.keys[at] in _BETWEEN:
        at += 1
    is_known = tokens.keys[index] not in ("known", "calls", "goes") or at > index + 1
    if at >= len(tokens.keys) or not is_known:
        return
    opened = tokens.gap(at - 1)
    if opened[-1:] in _QUOTES and opened[-1:] != "(":
        end = next(
            (end for end in range(at + 1, at + 4) if tokens.gap(end - 1)[:1] in _QUOTES or _ends(tokens, end - 1)), 0
        )
        if end and tokens.capital(at) and (tokens.keys[index] != "known" or _after_person(tokens, index)):
            yield Name(at, end, "nickname")
        return
    is_cue = opened == " " and tokens.keys[index] in ("nicknamed", "aka", "goes")
    if is_cue and _is_called(tokens, at) and _after_person(tokens, index):
        yield Name(at, max(at + 1, run_of_name(tokens, at)), "nickname")


def _is_called(tokens: Tokens, index: int) -> bool:
    """Whether a word has a capital and could be what somebody is called, be it an ordinary word."""
    word = _word(tokens, index)
    return tokens.capital(index) and len(word) > 2 and not word.isupper() and tokens.keys[index] not in _NO_NAME


def _after_aka(tokens: Tokens, index: int) -> Iterator[Name]:
    """Holloway a.k.a. Magpie."""
    is_cue = tokens.keys[index - 1 : index + 2 : 2] == ["a", "a"] and _after_person(tokens, index - 1)
    if is_cue and _is_called(tokens, index + 2):
        yield Name(index + 2, max(index + 3, run_of_name(tokens, index + 2)), "nickname")


_BETWEEN = frozenset("as by him her me them us the nickname name k a is was".split())


def _after_person(tokens: Tokens, index: int) -> bool:
    """Whether a person stands before what says how somebody is known."""
    before = tokens.keys[max(0, index - 3) : index]
    if any(key in ("he", "she", "him", "her", "i", "who", "they", "also") for key in before[-2:]):
        return True
    return any(tokens.capital(at) and tokens.codes[at] & (FIRST | FAMILY) for at in range(max(0, index - 3), index))


def _reversed(tokens: Tokens, index: int) -> Name | None:
    """A family name in front: OKONKWO, Blessing A; Wanjiru, M."""
    start = index - 1
    if start < 0 or tokens.gap(start) not in (", ", ","):
        return _reversed_initials(tokens, index)
    code, key, word = tokens.codes[start], tokens.keys[start], _word(tokens, start)
    if not tokens.capital(start) or len(key) < 2 or code & (_NATION | CASED["large"]) or key in _NO_NAME:
        return None
    is_loud = word.isupper() and len(word) > 2
    if not tokens.codes[index] & FIRST or (is_ordinary(key) and not (is_loud and code & FAMILY)):
        return None
    if key in STOPS or (not is_loud and _word(tokens, index).isupper()):
        return None
    while start > 0 and tokens.gap(start - 1) in ("-", "'") and tokens.capital(start - 1):
        start -= 1
    if not (is_loud or tokens.begins_sentence(start)) or (code & _PLACE and not code & FAMILY):
        return None
    end = index + 1
    while end < len(tokens.keys) and end < index + 4 and tokens.gap(end - 1) in (" ", ". ", "-"):
        if not tokens.capital(end) or not (len(tokens.keys[end]) == 1 or tokens.codes[end] & FIRST):
            break
        end += 1
    return Name(start, end, "reversed")


def _reversed_initials(tokens: Tokens, index: int) -> Name | None:
    """Thornbury J K; Thornbury, J.K."""
    code = tokens.codes[index]
    if not code & FAMILY or code & ORDINARY or len(tokens.keys[index]) < 3:
        return None
    end = index + 1
    while end < len(tokens.keys) and end < index + 4 and len(tokens.keys[end]) == 1 and tokens.capital(end):
        if tokens.gap(end - 1) not in ((" ", ", ") if end == index + 1 else (" ", ".", ". ", "-")):
            break
        end += 1
    if end == index + 1:
        return None
    is_clear = tokens.gap(end - 1)[:1] == "." or end > index + 2 or tokens.gap(index) == ", "
    return Name(index, end, "reversed") if is_clear else None


def _with_nickname(tokens: Tokens, index: int) -> Name | None:
    """William "Bucky" Thornquist; William (Bucky) Thornquist."""
    if not tokens.codes[index] & FIRST or index + 2 >= len(tokens.keys) or not tokens.capital(index + 1):
        return None
    opened, closed = tokens.gap(index), tokens.gap(index + 1)
    if len(opened) != 2 or opened[0] != " " or opened[1] not in _QUOTES or len(closed) != 2 or closed[1] != " ":
        return None
    if _word(tokens, index + 1).isupper() or not _may_be_name(tokens, index + 2):
        return None
    return Name(index, max(index + 3, run_of_name(tokens, index + 2)), "nickname")


def _with_initials(tokens: Tokens, index: int) -> Name | None:
    """JK Thornbury: initials without dots."""
    if index == 0 or tokens.gap(index - 1) != " " or not tokens.codes[index] & FAMILY or tokens.codes[index] & ORDINARY:
        return None
    key, word = tokens.keys[index - 1], _word(tokens, index - 1)
    if (
        tokens.codes[index] & _LARGE
        or not 2 <= len(word) <= 3
        or not word.isupper()
        or not word.isalpha()
        or key in _NO_INITIALS
    ):
        return None
    known = tokens.codes[index - 1] & ~(FIRST | FAMILY) or len(tokens.keys[index]) < 4
    return None if known or _word(tokens, index).isupper() else Name(index - 1, index + 1, "reversed")


def _speaker(tokens: Tokens, index: int) -> Name | None:
    """faith young called: two ordinary words that are a name, since somebody says something."""
    if not (tokens.begins_sentence(index) or tokens.keys[index - 1] in ("and", "when", "that", "but")):
        return None
    at = index + 1
    if at + 1 >= len(tokens.keys) or tokens.gap(index) != " " or tokens.gap(at) != " ":
        return None
    is_pair = bool(tokens.codes[at] & FAMILY) and not tokens.capital(at) and tokens.keys[at + 1] in _SAYING
    return Name(index, at + 1, "announced") if is_pair else None


_CUES: dict[str, _Seen] = {
    **dict.fromkeys(_GREETINGS, _after_greeting),
    **dict.fromkeys(_CLOSINGS, _after_closing),
    **dict.fromkeys(_ASKING | _CALLING | _SPEAKING, _after_asking),
    **dict.fromkeys(KIN | _SEVERAL, _after_kin),
    **dict.fromkeys(_FIELDS_OF_PEOPLE, _after_field),
    **dict.fromkeys(("mr", "mrs", "dr", "nurse"), _after_title),
    **dict.fromkeys(("nickname", "nicknamed", "aka", "known", "calls", "goes"), _after_nickname),
    "name": _after_name_is,
    "sent": _before_sent,
    "k": _after_aka,
}
