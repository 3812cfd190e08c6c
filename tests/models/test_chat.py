"""Against a real server on this machine that behaves as told."""

import json
import socket
import stat
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chatting import ChatEndpoint, says, serving
from unname.core import transport
from unname.core.errors import ConfigError
from unname.models import chat
from unname.models.chat import Chat, ChatFailed

MARKER, KEY = "Xanthippe", "sk-secret-of-nobody"


@pytest.fixture
def endpoint() -> Iterator[ChatEndpoint]:
    with serving() as told:
        yield told


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was slept, without sleeping."""
    slept: list[float] = []
    monkeypatch.setattr(transport.time, "sleep", slept.append)
    return slept


def client(endpoint: ChatEndpoint, **settings: Any) -> Chat:
    return Chat(endpoint.url, "tiny", **{"backoff": 0.0, **settings})


def test_it_asks_as_chat_completions_are_asked(endpoint):
    endpoint.steps = ["Hello"]
    asked = client(endpoint, max_tokens=5, options={"seed": 1, "temperature": None})
    answer = asked.ask("Be short.", MARKER)
    assert (answer.text, answer.n_asked, answer.n_written, answer.is_refusal) == ("Hello", 7, 3, False)
    [body] = endpoint.asked
    assert body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": MARKER}],
        "max_tokens": 5,
        "seed": 1,
        "stream": False,
    }
    assert endpoint.paths == ["/v1/chat/completions"]
    assert "Authorization" not in endpoint.headers[0]
    assert asked.costs | {"seconds": 0} == {
        "calls": 1,
        "cached": 0,
        "failed": 0,
        "tokens_asked": 7,
        "tokens_written": 3,
        "seconds": 0,
    }


def test_the_same_question_is_asked_once(endpoint):
    endpoint.steps = ["Hello"]
    asked = client(endpoint)
    assert asked.ask("s", "u") == asked.ask("s", "u")
    asked.ask("s", "other")
    assert len(endpoint.asked) == 2
    assert asked.costs["cached"] == 1


def test_a_cache_outlives_the_run_and_tells_nothing_by_its_names(endpoint, tmp_path):
    endpoint.steps = [(200, says("first", refusal=None)), "second"]
    path = tmp_path / "answers.db"
    assert client(endpoint, cache=path).ask(MARKER, MARKER).text == "first"
    assert client(endpoint, cache=path).ask(MARKER, MARKER).text == "first"
    assert client(endpoint, cache=path, max_tokens=9).ask(MARKER, MARKER).text == "second"
    assert [each.name for each in tmp_path.iterdir()] == ["answers.db"]
    assert MARKER.encode() not in path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_two_caches_share_a_hash(endpoint, tmp_path):
    endpoint.steps = ["Hello"]
    hashes = [client(endpoint, cache=tmp_path / name)._hash(b"x") for name in ("a", "b", "a")]
    assert hashes[0] == hashes[2] != hashes[1]


def test_what_is_no_cache_is_told(endpoint, tmp_path):
    (tmp_path / "a").write_text("no database, but long enough to be taken for one" * 100)
    with pytest.raises(ConfigError, match="cache of answers"):
        client(endpoint, cache=tmp_path / "a").ask("s", "u")
    assert endpoint.asked == []


def test_a_key_is_sent_and_never_shown(endpoint, monkeypatch):
    monkeypatch.setenv("READER_KEY", KEY)
    endpoint.steps = [(401, {"error": KEY})]
    asked = client(endpoint, key_variable="READER_KEY")
    with pytest.raises(ChatFailed, match="status 401") as failure:
        asked.ask("s", MARKER)
    assert endpoint.headers[0]["Authorization"] == f"Bearer {KEY}"
    told = "".join(traceback.format_exception(failure.value)) + repr(asked) + asked.name
    assert KEY not in told
    assert MARKER not in str(failure.value)
    assert len(endpoint.asked) == 1


def test_a_key_that_is_not_there_is_told_before_anything_is_sent(endpoint, monkeypatch):
    monkeypatch.delenv("READER_KEY", raising=False)
    with pytest.raises(ConfigError, match="READER_KEY"):
        client(endpoint, key_variable="READER_KEY").ask("s", "u")
    assert endpoint.asked == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"endpoint": ""}, "needs an endpoint and a model"),
        ({"model": ""}, "needs an endpoint and a model"),
        ({"endpoint": "127.0.0.1:8080"}, "starts with http"),
        ({"endpoint": "ftp://127.0.0.1"}, "starts with http"),
        ({"endpoint": "http://anna:secret@127.0.0.1"}, "no password"),
        ({"endpoint": "http://127.0.0.1/v1?key=secret"}, "no password and no query"),
        ({"endpoint": "http://127.0.0.1:99999/v1"}, "cannot be read"),
        ({"endpoint": "http://127.0.0.1/a b"}, "cannot be read"),
        ({"endpoint": "http://llm.example/v1"}, "not this machine"),
        ({"endpoint": "http://localhost.example/v1"}, "not this machine"),
        ({"endpoint": "http://127.0.0.1.example/v1"}, "not this machine"),
        ({"endpoint": "http://10.0.0.1/v1"}, "--allow-remote"),
        ({"endpoint": "http://0.0.0.0/v1"}, "not this machine"),
        ({"endpoint": "http://llm.example/v1", "allow_remote": "no"}, "not this machine"),
        ({"endpoint": "http://llm.example/v1", "allow_remote": True, "key_variable": "HOME"}, "https:// alone"),
        ({"timeout": 0}, "time and tokens"),
        ({"retries": -1}, "negative"),
        ({"options": {"seed": {1}}}, "values of JSON"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, said):
    with pytest.raises(ConfigError, match=said) as failure:
        Chat(**{"endpoint": "http://127.0.0.1:9/v1", "model": "tiny", "retries": 0, **settings}).ask("s", "u")
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST", "[::1]"])
def test_this_machine_needs_no_leave(host):
    Chat(f"http://{host}:8080/v1", "tiny").check()
    Chat("https://llm.example/v1", "tiny", allow_remote=True, key_variable="HOME").check()


def test_no_proxy_is_used_for_this_machine(endpoint, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    endpoint.steps = ["Hello"]
    assert client(endpoint, retries=0).ask("s", "u").text == "Hello"


def test_a_redirect_is_not_followed(endpoint):
    with serving() as other:
        endpoint.steps = [(307, b"", ("Location", f"{other.url}/chat/completions"))]
        with pytest.raises(ChatFailed, match="status 307"):
            client(endpoint).ask("s", MARKER)
        assert other.asked == []


def test_what_may_pass_is_tried_again(endpoint, pauses):
    endpoint.steps = [(429, {}, ("Retry-After", "7")), (500, {}), "Hello"]
    assert client(endpoint, backoff=1.0).ask("s", "u").text == "Hello"
    assert pauses == [7.0, 2.0]


def test_an_endpoint_cannot_make_us_wait_for_ever(endpoint, pauses):
    endpoint.steps = [(429, {}, ("Retry-After", "1e9")), (503, {}, ("Retry-After", "nan"))]
    with pytest.raises(ChatFailed, match=r"status 503 \(3 attempts\)"):
        client(endpoint).ask("s", "u")
    assert max(pauses) <= 60


def test_a_rate_is_kept(endpoint, pauses, monkeypatch):
    monkeypatch.setattr(transport.time, "monotonic", lambda: 100.0)
    endpoint.steps = ["Hello"]
    asked = client(endpoint, per_second=4)
    for number in range(3):
        asked.ask("s", str(number))
    assert pauses == [0.25, 0.5]


def stream(handler: Any) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.end_headers()
    handler.wfile.write(b'data: {"choices": [{"delta": {"content": "Xanthippe"}}]}\n\n' * 3 + b"\xff\xfe garbage")


def break_off(handler: Any) -> None:
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": ')


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (stream, "does not answer in JSON"),
        (break_off, "broke off its answer"),
        ((200, b"<html>Xanthippe</html>", ("Content-Type", "text/html")), "does not answer in JSON"),
        ((200, b""), "does not answer in JSON"),
        ((200, b"[" * 100_000), "does not answer in JSON"),
        ((200, {}), "as chat completions do"),
        ((200, []), "as chat completions do"),
        ((200, None), "as chat completions do"),
        ((200, {"choices": []}), "as chat completions do"),
        ((200, {"choices": [{"message": "Xanthippe"}]}), "as chat completions do"),
        ((200, says(None)), "as chat completions do"),
        ((200, {"choices": [{"message": {"content": 7}}]}), "as chat completions do"),
        ((400, {"error": "Xanthippe"}), "status 400"),
        ((404, {}), "status 404"),
        ((500, {}), "status 500"),
    ],
)
def test_rubbish_is_told_in_a_line_without_a_word_of_it(endpoint, pauses, step, said):
    endpoint.steps = [step]
    asked = client(endpoint, retries=1)
    with pytest.raises(ChatFailed, match=said) as failure:
        asked.ask("s", MARKER)
    assert MARKER not in "".join(traceback.format_exception(failure.value)).replace("MARKER", "")
    assert asked.costs["failed"] == 1


def test_an_answer_that_never_ends_is_rubbish(endpoint, monkeypatch):
    monkeypatch.setattr(chat, "LARGEST", 100)
    endpoint.steps = ["x" * 200]
    with pytest.raises(ChatFailed, match="more than 100 bytes"):
        client(endpoint).ask("s", "u")


def test_who_drips_runs_out_of_time(endpoint, pauses, monkeypatch):
    now = iter(range(0, 100_000, 50))
    monkeypatch.setattr(transport.time, "monotonic", lambda: float(next(now)))
    endpoint.steps = ["Hello"]
    with pytest.raises(ChatFailed, match="did not answer within 30 s"):
        client(endpoint, timeout=30, retries=0).ask("s", "u")


def test_nobody_there(pauses):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    asked = Chat(f"http://127.0.0.1:{port}/v1", "tiny", retries=1)
    for number in range(chat.MOST_FAILURES):
        with pytest.raises(ChatFailed, match=r"cannot be reached \(2 attempts\)"):
            asked.ask("s", str(number))
    with pytest.raises(ChatFailed, match="not asked any more"):
        asked.ask("s", "u")
    assert asked.costs["failed"] == chat.MOST_FAILURES


def test_an_answer_ends_the_count_of_failures(endpoint):
    bad = (400, {})
    endpoint.steps = [bad, bad, "Hello", bad, bad, "Hello"]
    asked = client(endpoint)
    for number in range(6):
        if number % 3 == 2:
            assert asked.ask("s", str(number)).text == "Hello"
        else:
            with pytest.raises(ChatFailed):
                asked.ask("s", str(number))


@pytest.mark.parametrize(
    ("body", "text", "is_refusal"),
    [
        (says(None, refusal="I will not."), "", True),
        (says("", finish_reason="content_filter"), "", True),
        (says(None, finish_reason="length"), "", False),
        ({"choices": [{"message": {"content": [{"type": "text", "text": "Hel"}, {"text": "lo"}, 3]}}]}, "Hello", False),
        (says("Hello", usage={"prompt_tokens": "many", "completion_tokens": -1}), "Hello", False),
        (says("Hello", usage=None), "Hello", False),
    ],
)
def test_forms_that_gateways_give(endpoint, body, text, is_refusal):
    endpoint.steps = [(200, json.loads(json.dumps(body)))]
    answer = client(endpoint).ask("s", "u")
    assert (answer.text, answer.is_refusal) == (text, is_refusal)
    assert answer.text not in repr(answer) or not answer.text


def test_a_cache_that_was_tampered_with_is_asked_again(endpoint, tmp_path: Path):
    from unname.core.answer_cache import AnswerCache

    endpoint.steps = ["Hello"]
    asked = client(endpoint, cache=tmp_path / "a")
    body = asked._body("s", "u")
    AnswerCache(tmp_path / "a").put(asked._hash(body), ["only one part"])
    assert asked.ask("s", "u").text == "Hello"
