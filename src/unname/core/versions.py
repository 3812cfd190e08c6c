"""Versions of what is kept in files: what is older is read, what is newer is refused by name."""

from unname.core.errors import InputError, UnnameError

VERSIONS = {"map": 1, "key": 1, "policy": 1, "report": 1, "vault": 1}
"""What is written, and the newest that is read: maps back, keys of a run, policies, facts of reports, vaults."""


def check_version(kind: str, version: object, where: str, error: type[UnnameError] = InputError) -> None:
    """Refuse what a newer unname made; what has no version (None) is of the time before there were any.

    >>> check_version("map", 3, "map.jsonl, line 1")
    Traceback (most recent call last):
    unname.core.errors.InputError: map.jsonl, line 1: made by a newer unname (map version 3); this one reads up to 1
    """
    if version is None:
        return
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise error(f"{where}: the version of a {kind} must be a whole number from 1 on")
    if version > VERSIONS[kind]:
        raise error(
            f"{where}: made by a newer unname ({kind} version {version}); this one reads up to {VERSIONS[kind]}"
        )
