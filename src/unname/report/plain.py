"""Plain text on a page."""

import html
import re

_UNFIT = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no page may hold: control characters and halves of characters."""


def escape(text: str) -> str:
    """Text that is not taken for markup, with a sign in place of what no page may hold.

    >>> escape("a < b\\x00")
    'a &lt; b�'
    """
    return html.escape(_UNFIT.sub("\ufffd", text))
