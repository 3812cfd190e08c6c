"""The error tree, the one way to import an optional library, and the one way to tell of an unexpected error.

No message here or anywhere else may hold document text: settings and ids are quoted, content never is.
"""

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from unname.core.addresses import without_credentials
from unname.core.silence import silence

if TYPE_CHECKING:
    from unname.core.redaction import Plan

Result = TypeVar("Result")


class UnnameError(Exception):
    """Anything that unname reports on purpose; a message that holds an address does not give its password."""

    def __init__(self, *told: object):
        super().__init__(*(without_credentials(each) if isinstance(each, str) else each for each in told))


class InputError(UnnameError):
    """A document, file or mention that cannot be worked on as it is."""


class ConfigError(UnnameError):
    """A setting, policy or component name that makes no sense."""


class MissingModel(ConfigError):
    """An optional library or model that is not installed; the message is the install command."""


class InfeasiblePlan(UnnameError):
    """No plan meets the policy; carries the best one found."""

    def __init__(self, message: str, best: "Plan | None" = None):
        super().__init__(message)
        self.best = best


class Withheld(UnnameError):
    """A document that is not released, since somebody was found in it or something hidden was still there."""


class InternalError(UnnameError):
    """A promise between our own parts was broken."""


LONGEST_ID = 40
"""Characters of an id in a message; the rest is cut, since some ids say as much as a text."""


def shown(id: str) -> str:
    """An id as it stands in a message: quoted, cut, and without characters that steer a terminal.

    >>> shown("letter\\x1b-1")
    "'letter\\\\x1b-1'"
    """
    return repr(id if len(id) <= LONGEST_ID else f"{id[: LONGEST_ID - 1]}…")


def require(name: str, extra: str) -> Any:
    """Import the optional module `name`, silenced, or say which extra installs it.

    >>> require("json", "hf").__name__
    'json'
    """
    silence()
    try:
        return importlib.import_module(name)
    except ImportError as error:
        missing = (error.name or name).partition(".")[0]
        raise MissingModel(f"{missing} is not installed; run: pip install 'unname[{extra}]'") from error


def guarded(what: str, work: Callable[[], Result]) -> Result:
    """Do the work; an unexpected error is told by its type alone, for its message may quote the text."""
    try:
        return work()
    except UnnameError:
        raise
    except Exception as error:
        failure = type(error).__name__
    raise InternalError(f"{what} failed ({failure})")
