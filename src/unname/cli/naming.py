"""`unname attack --endpoint`: whom a language model names in released texts, from its own knowledge."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.progress import progress
from unname.cli.visible import in_column
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError, UnnameError

if TYPE_CHECKING:
    from unname.attack.reader import Reader
    from unname.core.results import Guess
    from unname.pipeline.naming import Readings

Endpoint = Annotated[
    str | None,
    typer.Option(help="A chat endpoint that speaks as OpenAI's, such as http://127.0.0.1:8080/v1: a model reads, too."),
]
Model = Annotated[str | None, typer.Option(help="The model to ask at --endpoint.")]
AllowRemote = Annotated[
    bool, typer.Option("--allow-remote", help="Send released texts to --endpoint although it is another machine.")
]
KeyVariable = Annotated[
    str | None, typer.Option(help="The environment variable that holds the key of access of --endpoint.")
]
Cache = Annotated[Path | None, typer.Option(help="Keep the answers of --endpoint in this file, and ask once.")]
Truth = Annotated[
    Path | None,
    typer.Option(help="Who the people are, by id: tells how many --endpoint names without a list. Sent to nobody."),
]


def make_reader(
    endpoint: str | None, model: str | None, allow_remote: bool, key_variable: str | None, cache: Path | None
) -> "Reader | None":
    """The reader that the options describe, checked before anything is read; None without an endpoint."""
    from unname.attack.reader import Reader

    if endpoint is None:
        if model is not None or allow_remote or key_variable is not None or cache is not None:
            raise ConfigError("--model, --allow-remote, --key-variable and --cache belong to --endpoint")
        return None
    if model is None:
        raise ConfigError("--endpoint needs --model NAME")
    reader = Reader(endpoint, model, allow_remote=allow_remote, key_variable=key_variable, cache=cache)
    reader.check()
    return reader


def name_and_tell(
    reader: "Reader", documents: Sequence[Document], people: Sequence[Profile], as_json: bool, quiet: bool
) -> "Readings":
    """Let the model read each document, and print whom it names."""
    from unname.pipeline.naming import name_all

    if not documents:
        raise InputError("no document to read")
    with progress(len(documents), hidden=quiet) as bar:
        readings = name_all(reader, documents, {profile.id: profile for profile in people}, bar.advance)
    counts = readings.counts()
    if counts["failed"] and not counts["read"]:
        raise UnnameError(next(filter(None, (reader.declined(document.text) for document in documents))))
    told = Told(reader.name, readings, reader.costs)
    if as_json:
        print(json.dumps(told.record(), ensure_ascii=False, allow_nan=False))
    else:
        told.show()
    return readings


@dataclass(frozen=True)
class Told:
    """Readings, ready to be told.

    The JSON object has these keys:

    - `namer`, `documents`; `read`, `refused`, `malformed`, `failed` and `empty`: how many there were of each
    - `judged`: how many were read (or empty) whose person is known to us; `named`, `low`, `high` (Wilson, 95 %): the
      share named first, null where nobody is known; `named_in_three`: the share that is among the guesses
    - `each`: by document `id`, `subject`, `declined`, `guesses` (`name`, `confidence`), `words`, `named`
    - `costs`: `calls`, `cached`, `failed`, `tokens_asked`, `tokens_written`, `seconds`
    """

    namer: str
    readings: "Readings"
    costs: Mapping[str, float]

    def record(self) -> dict[str, Any]:
        """Everything as one JSON object."""
        judged, named = self.readings.judged(), self.readings.named()
        return {
            "namer": self.namer,
            "documents": len(self.readings.documents),
            **self.readings.counts(),
            "judged": len(judged),
            "named": named and named.value,
            "low": named and named.low,
            "high": named and named.high,
            "named_in_three": self.readings.n_named_in_three / len(judged) if judged else None,
            "each": [
                {
                    "id": document.id,
                    "subject": document.person,
                    "declined": guess.declined,
                    "guesses": [{"name": name, "confidence": confidence} for name, confidence in guess.ranking],
                    "words": list(guess.words),
                    "named": judged[document.id][0] if document.id in judged else None,
                }
                for document, guess in self._pairs()
            ],
            "costs": dict(self.costs),
        }

    def show(self) -> None:
        """Print a line for each document, and the sums."""
        judged, named = self.readings.judged(), self.readings.named()
        for document, guess in self._pairs():
            guesses = ", ".join(f"{name} {confidence:.2f}" for name, confidence in guess.ranking)
            words = f" by: {'; '.join(guess.words)}" if guess.words else ""
            mark = " (named)" if judged.get(document.id, (False,))[0] else ""
            print(in_column(f"{document.id}{mark}: {guess.declined or guesses or 'nobody'}{words}"))
        if named is not None:
            print(f"named {self.readings.n_named} of {len(judged)} ({named.low:.2f}-{named.high:.2f})")
        print(", ".join(f"{kind} {n}" for kind, n in self.readings.counts().items()))
        costs = self.costs
        tokens = f"{costs['tokens_asked']:.0f} tokens asked, {costs['tokens_written']:.0f} written"
        print(f"{costs['calls']:.0f} calls, {costs['cached']:.0f} from the cache, {tokens}, {costs['seconds']:.1f} s")

    def _pairs(self) -> "list[tuple[Document, Guess]]":
        return list(zip(self.readings.documents, self.readings.guesses, strict=True))
