"""Where sentences begin and end, by punctuation and line breaks."""

import re

# A run of marks is tried from its first alone and never given up in part: a page of dots must not take hours.
_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)\]]*+(?=\s)|(?=\n)")
_BEFORE_FIRST = frozenset('.!?:;\n\u2022"\u201c(')


def sentences(text: str) -> list[tuple[int, int]]:
    """The range of every sentence, blanks around it left out.

    >>> [text[a:b] for text in ["He sang. Loudly!\\nIt rained"] for a, b in sentences(text)]
    ['He sang.', 'Loudly!', 'It rained']
    """
    ends = [found.end() for found in _END.finditer(text)]
    bounds = list(zip([0, *ends], [*ends, len(text)], strict=True))
    trimmed = ((end - len(text[start:end].lstrip()), start + len(text[start:end].rstrip())) for start, end in bounds)
    return [(start, end) for start, end in trimmed if start < end]


def starts_sentence(text: str, start: int) -> bool:
    """Whether a word that starts here may owe its capital to that: it is the first, or behind a sign.

    >>> starts_sentence("He sang. Then", 9), starts_sentence("He sang", 3)
    (True, False)
    """
    position = start - 1
    while position >= 0 and text[position] in " \t\r":
        position -= 1
    return position < 0 or text[position] in _BEFORE_FIRST
