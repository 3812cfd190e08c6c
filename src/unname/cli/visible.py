"""What comes from files, made safe to print: it must not steer the terminal or break a column."""

VISIBLE = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r"} | {13: 32, 127: 0x2421}
"""One character for one, so that positions stay."""
VISIBLE |= dict.fromkeys(range(128, 160), 0xFFFD)


def in_column(text: str) -> str:
    """The text on one line, with signs in place of control characters.

    >>> in_column("one\\ttwo")
    'one two'
    """
    return " ".join(text.split()).translate(VISIBLE)
