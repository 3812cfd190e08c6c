"""The key of a run in a file: a line that names its version, then hexadecimal digits; of old, the digits alone."""

from pathlib import Path

from unname.core.errors import ConfigError
from unname.core.versions import VERSIONS, check_version

SHORTEST_KEY = 16
"""Bytes of a key below which it might be guessed."""

_TITLE = "unname-key"


def key_text(key: bytes) -> str:
    """What a file with the key holds.

    >>> key_text(b"0123")
    'unname-key 1\\n30313233\\n'
    """
    return f"{_TITLE} {VERSIONS['key']}\n{key.hex()}\n"


def read_key(path: Path, where: str) -> bytes:
    """The key in a file; `where` begins the message of every error."""
    try:
        text = path.read_text().strip()
        if text.startswith(_TITLE):
            title, _, text = text.partition("\n")
            version = title.removeprefix(_TITLE).strip()
            check_version("key", int(version) if version.isdecimal() else version, where, ConfigError)
        key = bytes.fromhex(text)
    except (OSError, ValueError):
        raise ConfigError(f"{where}: not a file with a key in hexadecimal digits") from None
    if len(key) < SHORTEST_KEY:
        raise ConfigError(f"{where}: a key has at least {SHORTEST_KEY} bytes, or it could be guessed")
    return key
