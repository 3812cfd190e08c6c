"""What part a mention plays in its sentence, going by the words beside it."""

import re
from enum import Enum, auto

from unname.core.document import Span

_REACH = 40
_OWNER = re.compile(r"['’]s(?!\w)")
_JOINED = re.compile(r"[-‑–/&]\w|['’](?!\w)")
_NEXT = re.compile(r"[ \u00a0](?P<word>[^\W\d_]+)(?:['’-]?\w*)")
_DETERMINER = re.compile(
    r"(?<![\w'’-])(?:the|an?|his|her|their|its|my|our|your|this|that|another|every|each|some|any|former|local|several|two)"
    r"[ \u00a0]$",
    re.IGNORECASE,
)
_FUNCTION_WORDS = frozenset(
    "a about after against all also although an and are as at be because been before being between but by can could "
    "did do does during each either for from had has have he her him his how if in into is it its like may might "
    "more most near nor not of off on once onto or our out over per she should since so than that the their them then "
    "there they this those through throughout to together too under until up upon via was we were what when where "
    "whether which while who whom whose why will with within without would you never only often".split()
)
_NOUNS_OF_PLACES = frozenset(
    "police court courts hospital hospitals airport area region district native resident residents newspaper office "
    "branch school schools suburb council mayor government authorities university club team clubs city street streets "
    "national international youth football basketball hockey cricket rugby league based program programs show "
    "station museum society community market headquarters campus economy border summit office officials".split()
)
_NOUNS_OF_ORGANIZATIONS = frozenset(
    "professor president employee employees official officials spokesman spokeswoman player players team student "
    "students alumnus director manager member members leader chairman executive teammate coach faculty staff".split()
)
_NEEDS_ARTICLE = re.compile(
    r"(?<![\w'’-])(?:as|with|of|from|by|for|into|against|is|was|be|been|being|became|become|becoming|has|had|have|plays|"
    r"played|playing|developed|suffered|suffers|contracted|like|than)[ \u00a0]$",
    re.IGNORECASE,
)


class Form(Enum):
    """The part that something plays: by itself, as an owner, before a noun, as a part of a word, or as a title."""

    PLAIN = auto()
    OWNER = auto()
    BEFORE_NOUN = auto()
    JOINED = auto()
    TITLE = auto()


def find_form(text: str, span: Span, has_article: bool = False) -> Form:
    """The part that a range of a text plays; what `has_article` may have its own "the" and stand before a verb.

    >>> [find_form(text, Span(4, 8)).name for text in ("the Lyon court", "for Lyon's sake", "saw Lyon again")]
    ['BEFORE_NOUN', 'OWNER', 'PLAIN']
    """
    behind, before = text[span.end : span.end + _REACH], text[max(0, span.start - _REACH) : span.start]
    if _OWNER.match(behind):
        return Form.OWNER
    if _JOINED.match(behind) or re.search(r"\w[-‑/&]$", before):
        return Form.JOINED
    following = _NEXT.match(behind)
    if not following or following["word"] in _FUNCTION_WORDS:
        return Form.PLAIN
    word = following["word"]
    if word[0].isupper():
        return Form.TITLE if text[span.start].isupper() else Form.PLAIN
    if word in _NOUNS_OF_PLACES or word in _NOUNS_OF_ORGANIZATIONS:
        return Form.BEFORE_NOUN
    determiner = _DETERMINER.search(before)
    is_own = has_article and determiner is not None and determiner[0][:-1].lower() == "the"
    return Form.BEFORE_NOUN if determiner and not is_own else Form.PLAIN


def is_after_determiner(text: str, span: Span) -> bool:
    """Whether an article or the like stands right before.

    >>> is_after_determiner("the four decades since", Span(4, 16)), is_after_determiner("for four years", Span(4, 14))
    (True, False)
    """
    return _DETERMINER.search(text[max(0, span.start - _REACH) : span.start]) is not None


def is_before_word(text: str, span: Span) -> bool:
    """Whether another word than a function word follows.

    >>> is_before_word("a Catholic priest", Span(2, 10)), is_before_word("a Catholic.", Span(2, 10))
    (True, False)
    """
    following = _NEXT.match(text[span.end : span.end + _REACH])
    return following is not None and following["word"] not in _FUNCTION_WORDS


def needs_article(text: str, span: Span) -> bool:
    """Whether a noun that is written here in the singular needs an article: "diagnosed with asthma".

    >>> needs_article("diagnosed with asthma", Span(15, 21)), needs_article("severe asthma", Span(7, 13))
    (True, False)
    """
    return bool(_NEEDS_ARTICLE.search(text[max(0, span.start - _REACH) : span.start]))
