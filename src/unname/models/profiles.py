"""What an attacker can read about a person, as one text."""

from collections.abc import Iterator, Mapping

from unname.core.document import Profile


def profile_text(profile: Profile) -> str:
    """The name, every value of the fields and the background text, one after the other.

    >>> profile_text(Profile("p1", "Ada Grey", {"job": "judge", "towns": ["Ruritz", "Zenda"]}, "She plays chess."))
    'Ada Grey\\njudge\\nRuritz\\nZenda\\nShe plays chess.'
    """
    return "\n".join(part for part in (profile.name, *_values(profile.fields), profile.text) if part)


def _values(field: object) -> Iterator[str]:
    if isinstance(field, Mapping):
        for value in field.values():
            yield from _values(value)
    elif isinstance(field, list | tuple | set | frozenset):
        for value in sorted(field, key=str) if isinstance(field, set | frozenset) else field:
            yield from _values(value)
    elif field is not None:
        yield str(field)
