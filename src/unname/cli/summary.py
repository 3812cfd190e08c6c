"""What a release shows, in lines for the terminal."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unname.pipeline.corpus import Corpus


def tell_verdict(facts: Mapping[str, Any]) -> list[str]:
    """What was measured and what was not, in lines for the terminal."""
    said = [f"verdict: {facts['verdict']}", *(f"  {reason}" for reason in facts["reasons"])]
    said += [*_tell_put_back(facts), *_tell_crowd(facts), *_tell_kept(facts)]
    if not facts["attacks"]:
        return [*said, _tell_unique(facts["unique"])]
    everybody, jury = facts["any"]["all"], facts["any"]["jury"]["after"]
    released = f", {_tell_share(everybody['released'])} of what is released, by construction"
    said.append(
        f"found by an attack or the jury: {_tell_share(everybody['before'])} of the originals"
        + released * bool(everybody["released"]["documents"])
    )
    if jury["documents"]:
        said.append(f"found by the jury before anybody was withheld: {_tell_share(jury)}")
    if facts["other_knowledge"] is None:
        return [*said, "found with other knowledge than the population: not measured (see --other-knowledge)"]
    other = facts["other_knowledge"]["any"]
    stages = f"{_tell_share(other['before'])} of the originals, {_tell_share(other['released'])} of what is released"
    return [*said, f"found with other knowledge: {stages}"]


def _tell_crowd(facts: Mapping[str, Any]) -> Iterator[str]:
    """How many people fit what is released, by estimate."""
    from unname.report.release_crowd import people

    crowd = facts["crowd"]
    if not crowd["measured"]:
        return
    sizes = ", ".join(f"{which} {people(crowd['released'][which])}" for which in ("smallest", "median"))
    below = f"; below what the policy demands: {crowd['below']}" if crowd["below"] is not None else ""
    missing = f"; not estimated: {crowd['not_measured']}" if crowd["not_measured"] else ""
    yield f"people who fit what a document shows, by estimate: {sizes}{below}{missing}"


def _tell_kept(facts: Mapping[str, Any]) -> Iterator[str]:
    """How much is left to read and, where a jury judged, both in one number."""
    told = facts["e5"]
    if told is None:
        return
    both = f"; with the people whom the jury does not find (E5): {told['e5']:.2f}" if told["e5"] is not None else ""
    yield f"information kept (TPI) of {told['documents']} documents: {told['tpi']:.2f}{both}"


def _tell_put_back(facts: Mapping[str, Any]) -> Iterator[str]:
    """How many masks each filler puts back, before and after the rounds."""
    for name, told in facts["put_back"].items():
        stages = {"first": "after the first round", "after": "after the last", "released": "in what is released"}
        said = [
            f"{told[stage]['put_back']} of {told[stage]['masks']} {where}"
            for stage, where in stages.items()
            if stage in told
        ]
        yield f"masks put back by {name} at {told['level']}: {', '.join(said)}"


def _tell_unique(unique: Mapping[str, Any]) -> str:
    from unname.report.release_seen import UNIQUE

    before, released = unique["before"], unique["released"]
    if not before["documents"]:
        return f"{UNIQUE}: there is nobody to compare with"
    said = f"{UNIQUE}: {_tell_share(before)} of the originals, {_tell_things(before)}"
    if not released["documents"]:
        return said
    return f"{said}; {_tell_share(released)} of what is released, {_tell_things(released)}"


def _tell_things(told: Mapping[str, Any]) -> str:
    return f"{told['median']:g} things in the median"


def _tell_share(told: Mapping[str, Any]) -> str:
    return f"{told['share']:.0%} ({told['low']:.0%} to {told['high']:.0%})" if told["documents"] else "none"


def tell_hidden(corpus: "Corpus", file: Path) -> Iterator[str]:
    """Among how many people of a population everybody in a release is hidden."""
    those = "it is" if corpus.n_released == 1 else "each of them is"
    k, n_people = corpus.rounds.pipeline.policy.k, len(corpus.rounds.population)
    if k is not None:
        yield f"{those} hidden among at least {k} others of the {n_people} people in {file}"
    if corpus.n_unknown:
        yield f"about nobody known (see --subjects): {corpus.n_unknown}; there, whoever fits best is hidden"


def tell_language(corpus: "Corpus") -> Iterator[str]:
    """How many texts were taken as English, or as Russian by their letters, because nothing else could be told."""
    if corpus.n_assumed:
        those = "it was" if len(corpus.items) == 1 else f"{corpus.n_assumed} of {len(corpus.items)} documents were"
        yield (
            f"too short or too unclear to tell the language: {those} taken as English, or as Russian in Cyrillic "
            "letters (see --language)"
        )


def tell_kept(corpus: "Corpus") -> Iterator[str]:
    """What was chosen to be as in the sources."""
    released = [item for item in corpus.items if item.is_released]
    if corpus.keep_ids:
        n_kept = sum(item.keeps_id for item in released)
        n_lost = sum(item.own_id and not item.keeps_id for item in released)
        lost = f"; {n_lost} said what is hidden, or were taken, and neutral ones were written" if n_lost else ""
        yield f"kept the ids of {n_kept} of {len(released)} documents (--keep-ids){lost}"
    if corpus.keep_order and len(corpus.items) > 1:
        yield "kept the order of the sources, which may tell who is who (--keep-order)"
