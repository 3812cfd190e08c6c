"""Against a real server on this machine that behaves as told."""

import json
import logging
import socket
import sqlite3
import stat
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from unname.core import transport
from unname.core.errors import ConfigError
from unname.index.web import HttpSearch, SearchEngine, SearchFailed

MARKER = "Xanthippe"


@dataclass
class Endpoint:
    """Answers each request by the next step: a status with a body, or something to do."""

    steps: list[Any] = field(default_factory=list)
    asked: list[Any] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    url: str = ""


class Answering(BaseHTTPRequestHandler):
    endpoint: Endpoint

    def do_GET(self) -> None:
        self.endpoint.asked.append(parse_qs(urlsplit(self.path).query))
        self._answer()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.endpoint.asked.append((self.path, json.loads(body), self.headers.get("Authorization")))
        self._answer()

    def _answer(self) -> None:
        steps = self.endpoint.steps
        step = steps.pop(0) if len(steps) > 1 else steps[0]
        if callable(step):
            step(self)
            return
        status, body, *headers = step
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    told = Endpoint()
    handler = type("Handler", (Answering,), {"endpoint": told})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    told.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield told
    told.released.set()
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was slept, without sleeping."""
    slept: list[float] = []
    monkeypatch.setattr(transport.time, "sleep", slept.append)
    return slept


def page(*urls: str) -> tuple[int, dict[str, Any]]:
    return 200, {"results": [{"url": url, "title": MARKER} for url in urls]}


def engine(endpoint: Endpoint, **settings: Any) -> HttpSearch:
    return HttpSearch(endpoint.url, **{"per_second": 0, "backoff": 0.0, **settings})


def test_searxng_is_asked_page_by_page(endpoint):
    endpoint.steps = [page("u1", "u2"), page("u2", "u3"), page("u3")]
    assert engine(endpoint).search([f'{MARKER} "of"  Thebes', "judge"], 50) == ["u1", "u2", "u3"]
    assert endpoint.asked[0] == {"q": [f'"{MARKER} of Thebes" AND "judge"'], "format": ["json"], "pageno": ["1"]}
    assert [asked["pageno"] for asked in endpoint.asked] == [["1"], ["2"], ["3"]]


def test_no_more_pages_than_needed(endpoint):
    endpoint.steps = [page("u1", "u2", "u3")]
    assert engine(endpoint).search(["judge"], 2) == ["u1", "u2"]
    assert len(endpoint.asked) == 1
    assert engine(endpoint).search([], 2) == []


@pytest.mark.parametrize(
    ("in_field", "phrase"),
    [
        ("*", {"multi_match": {"query": "judge", "type": "phrase", "fields": ["*"]}}),
        ("body", {"match_phrase": {"body": "judge"}}),
    ],
)
def test_opensearch(endpoint, in_field, phrase):
    endpoint.steps = [(200, {"timed_out": False, "hits": {"hits": [{"_id": "d2"}, {"_id": "d1"}]}})]
    asked = engine(endpoint, kind="opensearch", in_field=in_field, headers={"Authorization": "secret"})
    assert asked.search(["judge"], 50) == ["d2", "d1"]
    expected = {"size": 50, "_source": False, "query": {"bool": {"must": [phrase]}}}
    assert endpoint.asked == [("/_search", expected, "secret")]
    assert isinstance(asked, SearchEngine)
    assert "secret" not in asked.name + repr(asked)


def hang(handler: Answering) -> None:
    handler.endpoint.released.wait(20)


def drip(handler: Answering) -> None:
    handler.send_response(200)
    handler.end_headers()
    while not handler.endpoint.released.wait(0.02):
        try:
            handler.wfile.write(b" ")
        except OSError:
            return


def cut(handler: Answering) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "500")
    handler.end_headers()
    handler.wfile.write(b"{")


FAILURES: dict[str, tuple[Any, str, int]] = {
    "hangs": (hang, "within 0.3 s", 3),
    "drips": (drip, "within 0.3 s", 3),
    "cut off": (cut, "broke off", 3),
    "broken": ((500, {}), "status 500", 3),
    "busy": ((429, {}), "status 429", 3),
    "forbidden": ((403, {"error": MARKER}), "status 403", 1),
    "redirect": ((302, {}, ("Location", "http://127.0.0.1:9/elsewhere")), "status 302", 1),
    "a page of HTML": ((200, f"<html>{MARKER}".encode()), "JSON", 1),
    "not text": ((200, b"\xff\xfe\x00"), "JSON", 1),
    "nested": ((200, b"[" * 100_000), "JSON", 1),
    "a list": ((200, []), "shape", 1),
    "no results": ((200, {"answers": []}), "shape", 1),
    "results without address": ((200, {"results": [{"title": MARKER}]}), "shape", 1),
    "a number for an address": ((200, {"results": [{"url": 3}]}), "shape", 1),
    "results that are words": ((200, {"results": [MARKER]}), "shape", 1),
    "no source answered": ((200, {"results": [], "unresponsive_engines": [["a", "b"]]}), "sources", 1),
}


@pytest.mark.parametrize(("step", "message", "attempts"), FAILURES.values(), ids=FAILURES)
def test_failures_are_told_without_the_query(endpoint, caplog, step, message, attempts):
    caplog.set_level(logging.DEBUG)
    endpoint.steps = [step]
    with pytest.raises(SearchFailed, match=message) as raised:
        engine(endpoint, timeout=0.3).search([MARKER], 5)
    assert MARKER not in "".join(traceback.format_exception(raised.value)) + caplog.text
    assert len(endpoint.asked) == attempts


@pytest.mark.parametrize("answer", [{"timed_out": True, "hits": {"hits": []}}, {"hits": {}}, {"hits": {"hits": [{}]}}])
def test_failures_of_opensearch(endpoint, answer):
    endpoint.steps = [(200, answer)]
    with pytest.raises(SearchFailed):
        engine(endpoint, kind="opensearch").search([MARKER], 5)


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(SearchFailed, match="cannot be reached"):
        HttpSearch(f"http://127.0.0.1:{port}", backoff=0.0, per_second=0, retries=1).search([MARKER], 5)


def test_an_answer_without_end(endpoint, monkeypatch):
    monkeypatch.setattr(transport, "LARGEST_ANSWER", 100)
    endpoint.steps = [(200, b" " * 1000)]
    with pytest.raises(SearchFailed, match="more than 100 bytes"):
        engine(endpoint).search([MARKER], 5)


def test_what_passes_is_tried_again_after_growing_pauses(endpoint, pauses):
    endpoint.steps = [(500, {}), (503, {}, ("Retry-After", "7")), page("u1")]
    assert engine(endpoint, backoff=0.5).search(["judge"], 1) == ["u1"]
    assert pauses == [0.5, 7.0]


@pytest.mark.parametrize(("asked", "pause"), [("nan", 0.5), ("-3", 0.5), ("inf", 60.0), ("soon", 0.5), ("1e9", 60.0)])
def test_a_pause_that_makes_no_sense(endpoint, pauses, asked, pause):
    endpoint.steps = [(503, {}, ("Retry-After", asked)), page("u1")]
    assert engine(endpoint, backoff=0.5).search(["judge"], 1) == ["u1"]
    assert pauses == [pause]


def test_no_more_requests_than_allowed_in_a_second(endpoint, pauses, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(transport.time, "monotonic", lambda: now[0])
    endpoint.steps = [page("u1")]
    asked = engine(endpoint, per_second=4)
    for query in ("a", "b", "c"):
        asked.search([query], 1)
    assert pauses == [0.25, 0.5]
    now[0] = 200.0
    asked.search(["d"], 1)
    assert pauses == [0.25, 0.5]


def test_the_cache_keeps_hashes_and_ids_for_the_owner_alone(endpoint, tmp_path):
    path = tmp_path / "answers.db"
    endpoint.steps = [page("u1", "u2"), (500, {})]
    assert engine(endpoint, cache=path).search([MARKER, "judge"], 2) == ["u1", "u2"]
    assert engine(endpoint, cache=str(path)).search(["JUDGE", MARKER], 2) == ["u1", "u2"]
    assert len(endpoint.asked) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert MARKER.lower().encode() not in path.read_bytes().lower()
    for other in ({"in_field": "body"}, {"kind": "opensearch"}):
        with pytest.raises(SearchFailed):
            engine(endpoint, cache=path, retries=0, **other).search([MARKER, "judge"], 2)
    with pytest.raises(SearchFailed):
        engine(endpoint, cache=path, retries=0).search([MARKER, "judge"], 3)


def test_a_failure_is_not_kept(endpoint, tmp_path):
    endpoint.steps = [(500, {}), page("u1")]
    asked = engine(endpoint, cache=tmp_path / "answers.db", retries=0)
    with pytest.raises(SearchFailed):
        asked.search([MARKER], 1)
    assert asked.search([MARKER], 1) == ["u1"]


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b"rubbish" * 99), lambda path: path.mkdir()])
def test_a_spoiled_cache(endpoint, tmp_path, spoil: Callable[[Any], object]):
    path = tmp_path / "answers.db"
    spoil(path)
    with pytest.raises(ConfigError, match="cache"):
        engine(endpoint, cache=path).search([MARKER], 1)
    assert not endpoint.asked


@pytest.mark.parametrize(
    "settings",
    [
        {"url": "file:///etc/passwd"},
        {"url": "searx.example"},
        {"url": "http://"},
        {"url": f"http://user:{MARKER}@searx.example"},
        {"url": f"http://searx.example/?key={MARKER}"},
        {"url": "http://searx.example", "kind": "carrier pigeon"},
        {"url": f"http://searx.example/é/{MARKER}"},
        {"url": "http://searx.example:eighty"},
        {"url": "http://[::1"},
        {"url": "http://searx.example", "timeout": 0},
        {"url": "http://searx.example", "retries": -1},
    ],
)
def test_settings_that_make_no_sense(settings):
    with pytest.raises(ConfigError) as raised:
        HttpSearch(**settings).search(["judge"], 5)
    assert MARKER not in str(raised.value)


@pytest.mark.parametrize("value", [f"{MARKER}\n", f"{MARKER} Łódź"])
def test_a_header_that_cannot_be_sent_is_not_quoted(endpoint, value):
    with pytest.raises(SearchFailed, match="malformed") as raised:
        engine(endpoint, headers={"Authorization": value}).search(["judge"], 1)
    assert MARKER not in "".join(traceback.format_exception(raised.value))


def test_a_term_without_words_is_found_nowhere(endpoint):
    assert engine(endpoint).search(["judge", '"'], 1) == []
    assert not endpoint.asked


def test_what_is_no_unicode_can_be_searched(endpoint):
    endpoint.steps = [(200, {"results": [{"url": "u1"}]})]
    assert engine(endpoint).search(["judge \ud800"], 1) == ["u1"]


def test_a_cache_with_other_content_is_told(endpoint, tmp_path):
    path = tmp_path / "answers.db"
    endpoint.steps = [(200, {"results": [{"url": "u1"}]})]
    assert engine(endpoint, cache=path).search(["judge"], 1) == ["u1"]
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE answers SET ids = 'null'")
        database.commit()
    with pytest.raises(ConfigError, match="cache"):
        engine(endpoint, cache=path).search(["judge"], 1)
