"""Where sentences begin and end, by punctuation and line breaks."""

import re

# A run of marks is tried from its first alone and never given up in part: a page of dots must not take hours.
_END = re.compile(r"(?<![.!?])[.!?]++[\"'”’)\]]*+(?=\s)|(?=\n)")


def sentences(text: str) -> list[tuple[int, int]]:
    """The range of every sentence, blanks around it left out.

    >>> [text[a:b] for text in ["He sang. Loudly!\\nIt rained"] for a, b in sentences(text)]
    ['He sang.', 'Loudly!', 'It rained']
    """
    ends = [found.end() for found in _END.finditer(text)]
    bounds = list(zip([0, *ends], [*ends, len(text)], strict=True))
    trimmed = ((end - len(text[start:end].lstrip()), start + len(text[start:end].rstrip())) for start, end in bounds)
    return [(start, end) for start, end in trimmed if start < end]
