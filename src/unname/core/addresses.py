"""Addresses as they may be shown: no name, error, report or log line gives a password away."""

import re

_USER = re.compile(r"(://).*@", re.DOTALL)
_QUERY = re.compile(r"(://[^\s?#]*)[?#][^\s'\"]+")
_HEADERS = re.compile(r"(headers\s*=\s*\{)[^}]*", re.IGNORECASE)


def without_credentials(text: str) -> str:
    """The text without users, passwords and queries of the addresses in it, and without headers in settings.

    Rather too much is taken out than too little: up to the last @ that follows an address.

    >>> without_credentials("cannot reach https://anna:secret@search.example/?key=secret")
    'cannot reach https://***@search.example/?***'
    """
    if "://" in text:
        text = _QUERY.sub(r"\1?***", _USER.sub(r"\1***@", text))
    return _HEADERS.sub(r"\1***", text)
