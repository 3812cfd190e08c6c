"""Addresses as they may be shown, so that no name, error, report or log line gives a password away; which are here."""

import ipaddress
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


def is_loopback(host: str) -> bool:
    """Whether a host, with or without a port, is this machine by its name or number; nothing is looked up.

    >>> [is_loopback(host) for host in ("127.0.0.1:8080", "[::1]:80", "localhost", "localhost.example")]
    [True, True, True, False]
    """
    name = (
        host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0] if host.count(":") == 1 else host
    )
    if name.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
