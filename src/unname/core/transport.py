"""One request to an endpoint that the user named: time limits, a rate limit, retries, errors without what was sent."""

import email.message
import http.client
import json
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import IO, Any

from unname.core.addresses import is_loopback
from unname.core.errors import UnnameError

LARGEST_ANSWER = 32 * 2**20
"""Bytes of an answer beyond which it is rubbish."""

_LONGEST_PAUSE = 60.0
_CHUNK = 65536
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})


class _Again(Exception):
    """A failure that may pass; `pause` is how long the endpoint asks us to stay away."""

    def __init__(self, reason: str, pause: float = 0.0):
        super().__init__(reason)
        self.pause = pause


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it could carry what is asked to somebody who was never configured."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: email.message.Message,
        newurl: str,
    ) -> None:
        return None


_OPEN = urllib.request.build_opener(_NoRedirect).open
_OPEN_DIRECTLY = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({})).open


@dataclass
class Transport:
    """Fetches JSON; `timeout` holds for a whole answer, `per_second` for all requests of this object.

    An answer of more than `largest` bytes is rubbish (0: `LARGEST_ANSWER`). What goes wrong is told as
    `failure` of the endpoint, by what it is `called`. This machine is asked directly, never through a proxy that the
    environment names.
    """

    called: str
    failure: type[UnnameError]
    timeout: float = 10.0
    retries: int = 2
    backoff: float = 0.5
    per_second: float = 2.0
    largest: int = 0
    next_: float = field(default=0.0, init=False, repr=False, compare=False)
    lock_: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    def fetch(self, request: urllib.request.Request) -> Any:
        """The parsed answer; what may pass is tried again after a pause that doubles each time."""
        for attempt in range(self.retries + 1):
            self._wait_for_turn()
            try:
                return self._parse(self._read(request))
            except _Again as failure:
                reason, pause = str(failure), max(failure.pause, self.backoff * 2**attempt)
            if attempt < self.retries:
                time.sleep(min(pause, _LONGEST_PAUSE))
        raise self.failure(f"{self.called} {reason} ({self.retries + 1} attempts)")

    def _wait_for_turn(self) -> None:
        with self.lock_:
            now = time.monotonic()
            turn = max(now, self.next_)
            self.next_ = turn + (1 / self.per_second if self.per_second > 0 else 0.0)
        if turn > now:
            time.sleep(turn - now)

    def _read(self, request: urllib.request.Request) -> bytes:
        # Errors of urllib hold the address, and with it the query: none of them may be the cause of ours.
        until = time.monotonic() + self.timeout
        try:
            is_here = is_loopback(request.host)
            with (_OPEN_DIRECTLY if is_here else _OPEN)(request, timeout=self.timeout) as answer:
                return self._read_until(answer, until)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in _BUSY:
                raise _Again(f"answers with status {error.code}", _asked_pause(error)) from None
            raise self.failure(f"{self.called} answers with status {error.code}") from None
        except TimeoutError:
            raise _Again(f"did not answer within {self.timeout:g} s") from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise _Again(f"did not answer within {self.timeout:g} s") from None
            raise _Again("cannot be reached") from None
        except (OSError, http.client.HTTPException):
            raise _Again("broke off its answer") from None
        except ValueError:
            # Such as a header with a line break, which the error would quote.
            raise self.failure(f"{self.called} cannot be asked: its address or a header is malformed") from None

    def _read_until(self, answer: Any, until: float) -> bytes:
        """The whole answer; an endpoint that drips it byte by byte runs out of time all the same."""
        parts: list[bytes] = []
        size = 0
        while part := answer.read1(_CHUNK):
            parts.append(part)
            size += len(part)
            if time.monotonic() > until:
                raise TimeoutError
            if size > (self.largest or LARGEST_ANSWER):
                raise self.failure(f"{self.called} answers with more than {self.largest or LARGEST_ANSWER} bytes")
        if answer.length:  # what was announced and never came
            raise http.client.IncompleteRead(b"")
        return b"".join(parts)

    def _parse(self, raw: bytes) -> Any:
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise self.failure(f"{self.called} does not answer in JSON") from None


def _asked_pause(error: urllib.error.HTTPError) -> float:
    try:
        pause = float(error.headers.get("Retry-After", ""))
    except ValueError:
        return 0.0
    return pause if pause >= 0 else 0.0  # which NaN is not
