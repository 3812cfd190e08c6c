"""A chat endpoint on this machine that speaks the protocol, and misbehaves on demand."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_QUESTION = re.compile(r"(=== \w+ ===)\n(.*)\n\1\n\n(.*)", re.DOTALL)


@dataclass
class ChatEndpoint:
    """Answers each request by the next step (the last one stays), or as the invented model does where there is none.

    A step is what the model says; or a status, a body and headers; or a function of the handler.
    """

    steps: list[Any] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    url: str = ""

    @property
    def questions(self) -> list[str]:
        """What users said."""
        return [body["messages"][-1]["content"] for body in self.asked]


def says(text: str | None, **more: Any) -> dict[str, Any]:
    """The body of an answer."""
    message = {"role": "assistant", "content": text, **{k: more.pop(k) for k in ("refusal",) if k in more}}
    choice = {"index": 0, "message": message, "finish_reason": more.pop("finish_reason", "stop")}
    return {"choices": [choice], "usage": {"prompt_tokens": 7, "completion_tokens": 3}, **more}


def guess(*names: str, words: tuple[str, ...] = (), confidence: float = 0.9) -> str:
    """An answer as a model should write it."""
    return json.dumps({"guesses": [{"name": n, "confidence": confidence} for n in names], "words": list(words)})


def invented_model(question: str) -> str:
    """Picks the first of the names on the list, or Ada Grey, by the first word of the text that is no mask."""
    found = _QUESTION.match(question)
    assert found, "the question has another form"
    names = re.findall(r"^- (.*)$", found[3], re.MULTILINE)
    words = re.findall(r"[a-zA-Z]+", found[2])
    return guess(names[0] if names else "Ada Grey", words=tuple(words[-1:]))


class _Answering(BaseHTTPRequestHandler):
    endpoint: ChatEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.endpoint.asked.append(body)
        self.endpoint.headers.append(dict(self.headers))
        self.endpoint.paths.append(self.path)
        steps = self.endpoint.steps
        step = (steps.pop(0) if len(steps) > 1 else steps[0]) if steps else invented_model(self.endpoint.questions[-1])
        if callable(step):
            step(self)
            return
        status, answer, *headers = (200, says(step)) if isinstance(step, str) else step
        raw = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[ChatEndpoint]:
    """An endpoint for as long as the block lasts."""
    told = ChatEndpoint()
    handler = type("Handler", (_Answering,), {"endpoint": told})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    told.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


Step = Callable[[BaseHTTPRequestHandler], None]
