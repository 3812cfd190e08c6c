"""What a failure is called on the command line: one line, without a word of any document."""

import errno
import os
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, field

import typer

from unname.core.errors import ConfigError, InputError, UnnameError, shown


def one_line(error: BaseException, document: str | None = None, inside: str | None = None) -> str:
    """What to tell the user about the error, with the id of the document, which may go by another one `inside`.

    Of a foreign error nothing but the type is told, since its message may quote text.

    >>> one_line(ValueError("secret"), "letter")
    "document 'letter': internal error (ValueError)"
    """
    message = " ".join(str(error).split()) if isinstance(error, UnnameError) else _foreign(error)
    if document is None:
        return message
    for called in (document, inside or document):
        message = message.replace(f"document {called!r}", f"document {shown(document)}")
    return message if shown(document) in message else f"document {shown(document)}: {message}"


def exit_code(error: BaseException) -> int:
    """2 for what the user can mend (input, settings, an absent model), 1 for the rest."""
    return 2 if isinstance(error, InputError | ConfigError | FileNotFoundError) else 1


def say(message: str) -> None:
    """Tell the user something beside the output, if anybody listens: telling must not stop the work."""
    # The name of a file may hold anything, also what steers a terminal.
    shown = "".join(each if each.isprintable() else repr(each)[1:-1] for each in message)
    with suppress(OSError):
        print(f"unname: {shown}", file=sys.stderr)


def say_failed(error: BaseException, document: str | None, inside: str | None = None) -> None:
    """Tell the user that a document failed, with the traceback if UNNAME_DEBUG asks for it."""
    if os.environ.get("UNNAME_DEBUG") == "1":
        traceback.print_exception(error)
    say(one_line(error, document, inside))


@dataclass
class Failures:
    """What is wrong with single documents: each is told at once, the rest goes on, and the exit code tells in the end.

    >>> Failures([ValueError()]).code, Failures([InputError()]).code, Failures().code
    (1, 2, 0)
    """

    errors: list[BaseException] = field(default_factory=list)

    def add(self, error: BaseException, document: str | None = None) -> None:
        """Note a failure, and tell the user."""
        self.errors.append(error)
        say_failed(error, document)

    @property
    def code(self) -> int:
        """The exit code: the worst of all, or 0."""
        return min(map(exit_code, self.errors), default=0)

    def leave(self) -> None:
        """End the command with the exit code, if anything failed."""
        if self.errors:
            raise typer.Exit(self.code)


def _foreign(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        # What is opened has a name; what is written without one is a standard stream.
        reason = "is closed" if error.errno == errno.EBADF else error.strerror
        return f"{error.filename or 'standard output'}: {reason}"
    if isinstance(error, MemoryError):
        return "not enough memory"
    return f"internal error ({type(error).__name__})"
