"""Whether two names are one person's, as far as their words tell."""

import re

from unname.core.document import Profile
from unname.people.names import profile_names
from unname.text.vocabulary import COURTESY_TITLES
from unname.text.words import words_of

_REMARK = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
"""What encyclopedias add in brackets: Chris Evans (actor)."""


def is_name_of(profile: Profile, guessed: str) -> bool:
    """Whether this is what somebody is called by any of their names."""
    return any(is_same_name(guessed, name) for name in profile_names(profile))


def is_same_name(guessed: str, true: str) -> bool:
    """Whether a guess names somebody: no case, accents, titles and initials, parts in any order.

    Parts may be missing on one side, as middle names are, if two are left; a single word is enough where the true name
    has no other.

    >>> is_same_name("GREY, Adá", "Ada Grey"), is_same_name("Ada Grey", "Ada Mary Grey (nurse)")
    (True, True)
    >>> is_same_name("Grey", "Ada Grey"), is_same_name("Saint Dathus of Ravenna", "Dathus")
    (False, True)
    """
    said, wanted = _name_words(guessed), _name_words(true)
    if not said or not wanted:
        return False
    if wanted <= said:
        return True
    return said <= wanted and len(said) > 1


def _name_words(name: str) -> set[str]:
    words = words_of(_REMARK.sub(" ", name))
    return {word for word in words if len(word) > 1 and word not in COURTESY_TITLES} or set(words)
