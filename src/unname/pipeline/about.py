"""What it takes to repeat a release: the policy, the components, their versions, and what went in."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from typing import TYPE_CHECKING, Any

from unname.core.addresses import without_credentials
from unname.core.document import Document
from unname.core.policy import Policy
from unname.pipeline.kept import tell_kept
from unname.pipeline.players import same_models
from unname.pipeline.whatif import curve

if TYPE_CHECKING:
    from unname.pipeline.corpus import Corpus

LIBRARIES = ("unname", "numpy", "scipy", "onnxruntime", "tokenizers")


def about(
    corpus: "Corpus",
    origin: Mapping[str, Any] | None = None,
    kept_fields: Sequence[str] = (),
    tried: Sequence[Document] = (),
) -> dict[str, Any]:
    """What a report tells of how a release was made; `origin` tells where population and documents came from.

    On the documents that are `tried`, it is found out what other demands would have cost, which takes time.
    """
    rounds, pipeline = corpus.rounds, corpus.rounds.pipeline
    people = corpus.population and {"people": len(rounds.population)}
    other = {"people": len(rounds.other)} if rounds.other else None
    return {
        "policy": tell_policy(pipeline.policy),
        "components": {
            "detectors": [each.name for each in pipeline.detectors_],
            "risk": pipeline.risk_.name if pipeline.risk_ else None,
            "optimizer": pipeline.optimizer_.name if pipeline.risk_ else None,
            "replace": pipeline.replacers_.name,
            "attacks": rounds.names_feeding,
            "jury": rounds.names_judging,
        },
        "same_models": same_models(rounds),
        "versions": tell_versions(),
        "seed": 0,
        "max_found": rounds.limit,
        "max_rounds": pipeline.policy.max_rounds,
        **{"population": people, "other_knowledge": other, **(origin or {})},
        "curve": list(curve(rounds, tried)),
        "kept": tell_kept(corpus),
        "ids": "those of records were kept, where they say nothing that is hidden" if corpus.keep_ids else "neutral",
        "order": "that of the sources" if corpus.keep_order else "by the key of the run",
        "kept_fields": list(kept_fields),
        "pseudonymized": pipeline.replacers_.draw,
        "restorable": corpus.vault is not None,
    }


def tell_policy(policy: Policy) -> dict[str, Any]:
    """The policy as it may be told: words of its lists are counted, not quoted."""
    settings = asdict(policy)
    for name in ("deny", "allow", "patterns"):
        settings[name] = len(settings[name])
    for name in ("attacks", "jury"):
        settings[name] = [without_credentials(spec) for spec in settings[name]]
    return {name: sorted(value) if isinstance(value, frozenset) else value for name, value in settings.items()}


def tell_versions() -> dict[str, str]:
    """The versions of what decides the result."""
    found = {"python": python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
