"""A language model behind any OpenAI-compatible chat endpoint: Ollama, llama.cpp, vLLM, a company's gateway.

There is no default address, and one that is not this machine has to be allowed. The standard library is all that is
used. No error, name or repr holds what was sent, what was answered, or the key of access.
"""

import os
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import blake2b
from json import dumps
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request

from unname.core.addresses import is_loopback
from unname.core.answer_cache import AnswerCache
from unname.core.errors import ConfigError, UnnameError
from unname.core.registry import spelled
from unname.core.transport import Transport

MOST_FAILURES = 3
"""Questions in a row without an answer, each after all its retries, after which an endpoint is not asked any more."""

_PATH = "/chat/completions"
_KEY = "key"
"""Under which a cache keeps the key of its own hashes."""


class ChatFailed(UnnameError):
    """A chat endpoint that is down, slow or answers in another form; the message holds nothing of what was sent."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model wrote, whether the endpoint says that it refused, and the tokens it counted, if it did."""

    text: str = field(repr=False)
    is_refusal: bool = False
    n_asked: int = 0
    n_written: int = 0


@dataclass
class Costs:
    """What was asked: calls that were answered, answers from the cache, calls that failed, tokens and seconds."""

    calls: int = 0
    cached: int = 0
    failed: int = 0
    tokens_asked: int = 0
    tokens_written: int = 0
    seconds: float = 0.0


@dataclass(repr=False)
class Chat:
    """Asks the model called `model` at `endpoint`, such as http://127.0.0.1:8080/v1.

    An endpoint on another machine needs `allow_remote`. `key_variable` names the environment variable that holds the
    key of access. `timeout` (seconds) holds for each answer as a whole; what fails and may pass is tried again
    `retries` times, with pauses from `backoff` seconds on, doubled each time, or as long as the endpoint asks; at most
    `per_second` requests are sent (0: no limit). `cache` is a file that keeps answers from one run to the next, under
    keyed hashes of all that was asked; answers may quote the text, so it needs the care that the texts need. `options`
    are further fields of a request, such as `{"seed": 1}`; None takes one out, such as `{"temperature": None}`.

    No redirect is followed. After `MOST_FAILURES` failures in a row nothing more is sent.
    """

    endpoint: str = ""
    model: str = ""
    allow_remote: bool = False
    key_variable: str | None = None
    max_tokens: int = 800
    timeout: float = 120.0
    retries: int = 2
    backoff: float = 1.0
    per_second: float = 0.0
    cache: str | Path | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    costs_: Costs = field(default_factory=Costs, init=False, repr=False, compare=False)
    kept_: dict[str, Answer] = field(default_factory=dict, init=False, repr=False, compare=False)
    failures_: int = field(default=0, init=False, repr=False, compare=False)
    lock_: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name with its settings, but for passwords."""
        return spelled("chat", self)

    def __repr__(self) -> str:
        """The name: an address as it was given may hold a password."""
        return self.name

    @property
    def costs(self) -> dict[str, float]:
        """What was asked so far."""
        return asdict(self.costs_)

    def check(self) -> None:
        """Refuse settings with which the endpoint cannot be asked, or must not be."""
        if not self.endpoint or not self.model:
            raise ConfigError(
                "a language model needs an endpoint and a model: endpoint='http://127.0.0.1:8080/v1', model='NAME'"
            )
        try:
            parts = urlsplit(self.endpoint)
            is_readable = self.endpoint.isascii() and self.endpoint.isprintable() and parts.port != 0
        except ValueError:
            is_readable = False
        if not is_readable or " " in self.endpoint:
            raise ConfigError("the address of a chat endpoint cannot be read; write it in ASCII, as in a request")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConfigError("the address of a chat endpoint starts with http:// or https:// and names a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ConfigError("the address of a chat endpoint holds no password and no query; name a --key-variable")
        is_here = is_loopback(parts.hostname)
        if not is_here and self.allow_remote is not True:
            raise ConfigError(
                f"the endpoint {parts.hostname!r} is not this machine, and released text would be sent there; "
                "if that is wanted, give --allow-remote, or allow_remote=True among its settings"
            )
        if self.key_variable is not None and not is_here and parts.scheme != "https":
            raise ConfigError("a key of access is sent to another machine by https:// alone")
        if not self.timeout > 0 or self.retries < 0 or self.max_tokens < 1 or self.per_second < 0:
            raise ConfigError("a chat endpoint needs time and tokens to answer, and no negative retries or rate")
        self._headers()

    def ask(self, system: str, user: str) -> Answer:
        """The answer to one question; the same question is asked once, and every failure is a `ChatFailed`."""
        self.check()
        body = self._body(system, user)
        key = self._hash(body)
        if (kept := self.kept_.get(key) or self._from_cache(key)) is not None:
            with self.lock_:
                self.costs_.cached += 1
                self.kept_[key] = kept
            return kept
        answer = self._send(body)
        self.kept_[key] = answer
        if self.cache is not None:
            told = [answer.text, str(int(answer.is_refusal)), str(answer.n_asked), str(answer.n_written)]
            AnswerCache(self.cache).put(key, told)
        return answer

    def _body(self, system: str, user: str) -> bytes:
        messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
        fields = {"model": self.model, "messages": messages, "temperature": 0, "max_tokens": self.max_tokens}
        asked = {**fields, **self.options, "stream": False}
        try:
            return dumps({name: value for name, value in asked.items() if value is not None}).encode()
        except (TypeError, ValueError):
            raise ConfigError("the options of a chat endpoint have to be values of JSON") from None

    def _send(self, body: bytes) -> Answer:
        if self.failures_ >= MOST_FAILURES:
            raise ChatFailed(f"the chat endpoint failed {MOST_FAILURES} times in a row, and is not asked any more")
        start = time.perf_counter()
        request = Request(self._address(), data=body, headers=self._headers(), method="POST")
        try:
            answer = _read(self._transport.fetch(request))
        except ChatFailed:
            with self.lock_:
                self.costs_.failed += 1
                self.failures_ += 1
                self.costs_.seconds += time.perf_counter() - start
            raise
        with self.lock_:
            self.failures_ = 0
            self.costs_.calls += 1
            self.costs_.tokens_asked += answer.n_asked
            self.costs_.tokens_written += answer.n_written
            self.costs_.seconds += time.perf_counter() - start
        return answer

    @cached_property
    def _transport(self) -> Transport:
        return Transport(
            "the chat endpoint", ChatFailed, self.timeout, self.retries, self.backoff, self.per_second, LARGEST
        )

    def _address(self) -> str:
        return self.endpoint.rstrip("/").removesuffix(_PATH) + _PATH

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key_variable is not None:
            key = os.environ.get(self.key_variable, "").strip()
            if not key:
                raise ConfigError(f"the environment variable {self.key_variable!r}, which is to hold a key, is not set")
            headers["Authorization"] = f"Bearer {key}"
        return headers

    def _hash(self, body: bytes) -> str:
        """What an answer is kept under: a hash of everything asked, keyed so that no two caches share any."""
        digest = blake2b(digest_size=24, key=self._cache_key)
        digest.update(self._address().encode() + b"\n" + body)
        return digest.hexdigest()

    @cached_property
    def _cache_key(self) -> bytes:
        if self.cache is None:
            return secrets.token_bytes(32)
        cache = AnswerCache(self.cache)
        if cache.get(_KEY) is None:
            cache.put(_KEY, [secrets.token_hex(32)])
        try:
            [key] = cache.get(_KEY) or []
            return bytes.fromhex(key)[:64]
        except ValueError:
            raise ConfigError(f"the cache of answers {str(self.cache)!r} holds something else") from None

    def _from_cache(self, key: str) -> Answer | None:
        kept = None if self.cache is None else AnswerCache(self.cache).get(key)
        if kept is None:
            return None
        try:
            text, is_refusal, n_asked, n_written = kept
            return Answer(text, is_refusal == "1", int(n_asked), int(n_written))
        except ValueError:
            return None


LARGEST = 4 * 2**20
"""Bytes of an answer beyond which it is rubbish."""


def _read(answer: Any) -> Answer:
    """The first choice of an answer; whatever is not shaped as one is a failure."""
    try:
        choice = answer["choices"][0]
        message = choice["message"]
        text, refusal = message.get("content"), message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise ChatFailed("the chat endpoint does not answer as chat completions do") from None
    if isinstance(text, list):  # parts, as some gateways give them
        text = "".join(part["text"] for part in text if isinstance(part, dict) and isinstance(part.get("text"), str))
    is_refusal = bool(refusal) or choice.get("finish_reason") == "content_filter"
    if not isinstance(text, str) and not (text is None and (is_refusal or choice.get("finish_reason") == "length")):
        raise ChatFailed("the chat endpoint does not answer as chat completions do")
    usage = answer.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Answer(text or "", is_refusal, _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**9 else 0
