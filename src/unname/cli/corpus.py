"""A whole corpus released at once: attacked, judged, and told about in a report."""

import hmac
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Annotated, Any

import typer

from unname.cli.parcel import Parcel
from unname.cli.sources import Source
from unname.core.addresses import without_credentials
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError

if TYPE_CHECKING:
    from unname.core.policy import Policy
    from unname.pipeline.corpus import Loop
    from unname.pipeline.document import Pipeline

SHORTEST_KEY = 16
"""Bytes of a key below which it might be guessed."""

LIBRARIES = ("unname", "numpy", "scipy", "onnxruntime", "tokenizers")


Attacks = Annotated[
    list[str] | None,
    typer.Option(
        "--attack", help="Look for people with this and hide better whom it finds; may be repeated, none for no attack."
    ),
]
Jury = Annotated[
    list[str] | None,
    typer.Option("--jury", help="Withhold whoever is found with this in the end; may be repeated, none for no jury."),
]
OtherKnowledge = Annotated[
    Path | None,
    typer.Option(
        "--other-knowledge",
        help="Other facts about the people of --population, which take no part; it is told who is found with them.",
    ),
]


def read_other(path: Path | None, people: Sequence[Profile]) -> Sequence[Profile]:
    """The people of whom something else is known, by the same ids; none where no file is given."""
    from unname.corpora.populations import read_population

    if path is None:
        return ()
    if not people:
        raise ConfigError("--other-knowledge needs --population FILE: the people whom it tells other things about")
    found = read_population(path)
    if not {profile.id for profile in found} & {profile.id for profile in people}:
        raise InputError(f"--other-knowledge {path}: none of its ids is in the population")
    return found


def among_themselves(pipeline: "Pipeline", documents: Sequence[Document]) -> "Pipeline":
    """The pipeline to which what is unique within the corpus is risky, too: there is no population to compare with."""
    from unname.pipeline.uniqueness import unique_in
    from unname.risk.combined import together

    unique = unique_in(documents)
    if unique is None or pipeline.risk_ is None:
        return pipeline
    return replace(pipeline, risk=together((pipeline.risk_, unique)))


@dataclass
class Hashes:
    """Keyed hashes (HMAC-SHA-256), which tell nothing to whoever lacks the key."""

    key: bytes = field(repr=False)
    kept: Path | None = None
    is_new: bool = False

    @classmethod
    def of(cls, path: Path | None) -> "Hashes":
        """With the key in a file; or a new one, to be written there for its owner alone, if there is a place for it."""
        if path is None or not path.exists():
            return cls(os.urandom(32), path, is_new=path is not None)
        try:
            key = bytes.fromhex(path.read_text().strip())
        except (OSError, ValueError):
            raise ConfigError(f"--hash-key {path}: not a file with a key in hexadecimal digits") from None
        if len(key) < SHORTEST_KEY:
            raise ConfigError(f"--hash-key {path}: a key has at least {SHORTEST_KEY} bytes, or it could be guessed")
        return cls(key, path)

    def file(self, path: str | Path) -> str:
        """The hash of the content of a file; empty for what cannot be read, or not twice, as standard input."""
        try:
            return self._hash(Path(path).read_bytes()) if os.path.isfile(path) else ""
        except OSError:
            return ""

    def place(self, number: int, document: Document) -> bytes:
        """Where a document stands in the order of the release, which tells nothing of its number or of itself."""
        told = json.dumps([number, document.id, document.text])
        return hmac.digest(self.part("order"), told.encode(), "sha256")

    def part(self, purpose: str) -> bytes:
        """A key for one purpose alone, so that hashes that a report tells say nothing of what else is drawn by it."""
        return hmac.digest(self.key, purpose.encode(), "sha256")

    def _hash(self, content: bytes) -> str:
        return hmac.digest(self.key, content, "sha256").hex()


def about(
    loop: "Loop",
    sources: Sequence[Source],
    population: Path | None,
    hashes: Hashes,
    documents: Sequence[Document],
    other: Path | None = None,
) -> dict[str, Any]:
    """What it takes to repeat a release: the policy, components, versions, and keyed hashes of what went in."""
    from unname.pipeline.players import same_models
    from unname.pipeline.whatif import curve

    pipeline = loop.pipeline
    return {
        "policy": told_policy(pipeline.policy),
        "components": {
            "detectors": [each.name for each in pipeline.detectors_],
            "risk": pipeline.risk_.name if pipeline.risk_ else None,
            "optimizer": pipeline.optimizer_.name if pipeline.risk_ else None,
            "replacer": pipeline.replacer_.name,
            "attacks": [each.name for each in loop.panel.attacks],
            "jury": [each.name for each in loop.jurors.attacks],
        },
        "same_models": same_models(loop),
        "versions": versions(),
        "seed": 0,
        "max_found": loop.limit,
        "max_rounds": pipeline.policy.max_rounds,
        "population": population and {"people": len(loop.population), "hmac": hashes.file(population)},
        "other_knowledge": other and {"people": len(loop.other), "hmac": hashes.file(other)},
        # Sorted: the order of sources is not told.
        "inputs": [{"hmac": hash} for hash in sorted(hashes.file(source.path) for source in sources)],
        "hash": "HMAC-SHA-256" + ("" if hashes.kept else ", with a key that was not kept (see --hash-key)"),
        "curve": list(curve(loop, documents)),
    }


def told_policy(policy: "Policy") -> dict[str, Any]:
    """The policy as it may be told: words of its lists are counted, not quoted."""
    settings = asdict(policy)
    for name in ("deny", "allow"):
        settings[name] = len(settings[name])
    for name in ("attacks", "jury"):
        settings[name] = [without_credentials(spec) for spec in settings[name]]
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in settings.items()}


def versions() -> dict[str, str]:
    """The versions of what decides the result."""
    found = {"python": python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def write_report(facts: Mapping[str, Any], page: Path, parcel: Parcel) -> None:
    """Write the report as a page, and the same facts as JSON beside it."""
    from unname.report.release import release_page

    parcel.write(page.with_suffix(".json"), [json.dumps(facts, indent=1, ensure_ascii=False) + "\n"])
    parcel.write(page, [release_page(facts)])


def summary(facts: Mapping[str, Any]) -> list[str]:
    """What was measured and what was not, in lines for the terminal."""
    said = [f"verdict: {facts['verdict']}", *(f"  {reason}" for reason in facts["reasons"])]
    if not facts["attacks"]:
        return [*said, _told_unique(facts["unique"])]
    everybody, jury = facts["any"]["all"], facts["any"]["jury"]["after"]
    released = f", {_share(everybody['released'])} of what is released, by construction"
    said.append(
        f"found by an attack or the jury: {_share(everybody['before'])} of the originals"
        + released * bool(everybody["released"]["documents"])
    )
    if jury["documents"]:
        said.append(f"found by the jury before anybody was withheld: {_share(jury)}")
    if facts["other_knowledge"] is None:
        return [*said, "found with other knowledge than the population: not measured (see --other-knowledge)"]
    other = facts["other_knowledge"]["any"]
    stages = f"{_share(other['before'])} of the originals, {_share(other['released'])} of what is released"
    return [*said, f"found with other knowledge: {stages}"]


def _told_unique(unique: Mapping[str, Any]) -> str:
    from unname.report.release_seen import UNIQUE

    before, released = unique["before"], unique["released"]
    if not before["documents"]:
        return f"{UNIQUE}: there is nobody to compare with"
    told = f"{UNIQUE}: {_share(before)} of the originals, {_things(before)}"
    return told + (f"; {_share(released)} of what is released, {_things(released)}" if released["documents"] else "")


def _things(told: Mapping[str, Any]) -> str:
    return f"{told['median']:g} things in the median"


def _share(told: Mapping[str, Any]) -> str:
    return f"{told['share']:.0%} ({told['low']:.0%} to {told['high']:.0%})" if told["documents"] else "none"
