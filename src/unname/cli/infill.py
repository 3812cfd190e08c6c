"""`unname attack --attack infilling`: what outsiders put back behind masks, and `--candidates`: whom that names."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from unname.cli.failures import Failures, say
from unname.cli.progress import progress
from unname.cli.released import GIVE_MAP, expand_released, originals_of
from unname.cli.sources import expand, read_once
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError, InputError, UnnameError
from unname.core.redaction import Redaction
from unname.core.registry import create, parse
from unname.core.roles import AsksOutside, Attack, Filler, ReadsWith

if TYPE_CHECKING:
    from unname.attack.infilling.ask import Ask
    from unname.cli.infill_tables import Reading
    from unname.pipeline.attack import Trial
    from unname.pipeline.infill import Infilled

FILLER, RANKER = "infilling", "ranker"
"""What fills masks and what looks for names where nothing else is named."""

Candidates = Annotated[
    Path | None,
    typer.Option(help="Names to choose from, one a line (or a population): fill the masks, then tell who it is."),
]
Originals = Annotated[
    str | None,
    typer.Option(
        help="The texts before (of a TRI table, their column): tells what is kept of them (TPI) and E5, which ranks "
        "releases by both; for attacks on masks, how much of what masks hide is put back."
    ),
]
Level = Annotated[
    list[str] | None,
    typer.Option(
        help="What who fills masks has: L1 nothing, L2 the background, L3 also the other originals, L4 also the own "
        "one; may be repeated. With --originals all, unless it is given."
    ),
]


@dataclass(frozen=True)
class Asked:
    """What the options of an attack on masks say."""

    paths: Sequence[str]
    attacks: Sequence[str] = ()
    background: str | None = None
    originals: str | None = None
    levels: Sequence[str] = ()
    candidates: Path | None = None
    subjects: Path | None = None
    map: Path | None = None
    top: int = 0
    as_json: bool = False
    input_format: str | None = None
    encoding: str = "utf-8"
    quiet: bool = False


@dataclass
class Texts:
    """What was read: released documents, what is known of their redaction, originals, background and names."""

    documents: list[Document]
    redactions: list[Redaction]
    originals: list[Document] | None
    general: list[Document]
    population: list[Profile]


def asks_for_masks(attacks: Sequence[str], candidates: Path | None) -> bool:
    """Whether an attack is one on masks: a filler is named, or names to choose from without what is known of them."""
    from unname.pipeline.fillers import is_filler

    return candidates is not None or any(map(is_filler, attacks))


def make_asker(
    endpoint: str | None, model: str | None, allow_remote: bool, key_variable: str | None, cache: Path | None
) -> "Ask | None":
    """The reader of masks that the options describe; None without an endpoint."""
    from unname.attack.infilling.ask import Ask
    from unname.cli.naming import make_reader

    if make_reader(endpoint, model, allow_remote, key_variable, cache) is None:  # refuses what makes no sense
        return None
    return Ask(endpoint or "", model or "", allow_remote=allow_remote, key_variable=key_variable, cache=cache)


def attack_masks(asked: Asked, asker: "Ask | None") -> None:
    """Fill the masks of released documents, say how much is right, look for people, and print it all."""
    from unname.cli.infill_tables import MaskTables
    from unname.pipeline.fillers import asks_outside
    from unname.pipeline.levels import choose_levels, fill_levels

    filler, attacks = _make(asked, asker)
    is_outside = asks_outside(filler)
    # A wrong level is told before anything is read.
    choose_levels(asked.levels, True, asked.originals is not None, is_outside)
    failures = Failures()
    texts = _read(asked, failures)
    levels = choose_levels(asked.levels, bool(texts.general), texts.originals is not None, is_outside)
    if not texts.general and not asked.quiet:
        say(f"no background: the attacker has nothing to read at the level {levels[0]}")
    with progress(None, hidden=asked.quiet) as bar:
        arguments = (texts.documents, texts.general, filler, texts.originals, texts.redactions, bar.update)
        filled = fill_levels(levels, *arguments)
    trials = _identify(asked, texts, filled, attacks) if asked.candidates is not None else {}
    readings = _readings(filler)
    told = MaskTables(filler.name, texts.documents, filled, texts.originals is not None, trials, readings, asked.top)
    if asked.as_json:
        print(json.dumps(told.record(), ensure_ascii=False, allow_nan=False))
    else:
        told.show()
    for reading in readings.values():
        if reading.reason and not asked.quiet:
            say(f"a language model gave no answer about some masks: {reading.reason}")
        if reading.answers and not reading.answers.get("read"):
            raise UnnameError("a language model answered about no mask at all")
    failures.leave()


def _make(asked: Asked, asker: "Ask | None") -> tuple[Filler, list[Attack]]:
    """The filler and the attacks that look for people, checked before anything is read."""
    from unname.pipeline.attack import make_attacks
    from unname.pipeline.fillers import attacks_of, fillers_of

    named = list(dict.fromkeys(asked.attacks))
    fillers, others = fillers_of(named), attacks_of(named)
    if len(fillers) > 1:
        raise ConfigError("masks are filled by one --attack at a time")
    if others and asked.candidates is None:
        raise ConfigError(f"--attack {others[0]} looks for people, and needs --candidates beside a filler of masks")
    [made] = fillers or (FILLER,)
    filler: Filler = _strongest(made) if isinstance(made, str) else made
    if asker is not None:
        filler = _with_reader(filler, asker)
    if isinstance(filler, ReadsWith | AsksOutside):
        filler.check()
    return filler, make_attacks(others or (RANKER,)) if asked.candidates is not None else []


def _strongest(spec: str) -> Filler:
    """The filler that a name stands for; where it names no readers, all that are at hand read."""
    from unname.attack.infilling.infilling import readers_at_hand

    filler: Filler = create("filler", spec, **({"readers": readers_at_hand()} if parse(spec)[0] == FILLER else {}))
    return filler


def _with_reader(filler: Filler, asker: "Ask") -> Filler:
    from unname.attack.infilling.infilling import Infilling

    if not isinstance(filler, Infilling):
        raise ConfigError(f"--endpoint adds a reader to --attack {FILLER}, not to another")
    return replace(filler, readers=(*filler.readers, asker))


def _read(asked: Asked, failures: Failures) -> Texts:
    from unname.corpora.folders import below
    from unname.corpora.map_back import read_edits
    from unname.corpora.populations import read_candidates, read_subjects
    from unname.people.population import with_subject

    released = read_once(expand_released(asked.paths, asked.input_format), asked.encoding, failures.add)
    if not released:
        raise InputError("no document to attack")
    original_of = originals_of(released, asked.map)
    originals = None if asked.originals is None else _originals(asked, original_of, failures)
    general: list[Document] = []
    if asked.background is not None and not (Path(asked.background).is_dir() and not below(asked.background)):
        sources = expand([asked.background])
        general = read_once(sources, asked.encoding, failures.add, what="document of the background")
    population, n_twice = ([], 0) if asked.candidates is None else read_candidates(asked.candidates, asked.encoding)
    if n_twice and not asked.quiet:
        say(f"{asked.candidates}: names that stand there twice count once: {n_twice}")
    people = {profile.id for profile in population}
    given = read_subjects(asked.subjects, asked.encoding) if asked.subjects is not None else {}
    if given and not given.keys() & set(original_of.values()):
        raise InputError(f"no document has an id that --subjects names; {GIVE_MAP}")
    documents = [with_subject(each, people, given, original_of[each.id]) for each in released]
    general = [document for document in general if document.text.strip()]
    edits = {} if asked.map is None else read_edits(asked.map)
    redactions = [Redaction(original_of[each.id], each.text, edits.get(each.id, ())) for each in released]
    return Texts(documents, redactions, originals, general, population)


def _originals(asked: Asked, original_of: Mapping[str, str], failures: Failures) -> list[Document]:
    originals = read_once(expand([asked.originals or ""]), asked.encoding, failures.add, what="original")
    known = {original.id for original in originals}
    strange = sum(id not in known for id in original_of.values())
    if strange and asked.map is not None:
        raise InputError(f"by the map {asked.map}, {strange} of {len(original_of)} released documents have no original")
    if strange:
        n = len(original_of)
        raise InputError(f"{strange} of {n} released documents have an id that no original has; {GIVE_MAP}")
    return originals


def _identify(
    asked: Asked, texts: Texts, filled: "Mapping[str, Infilled]", attacks: Sequence[Attack]
) -> "dict[str, dict[str, Trial]]":
    from unname.pipeline.attack import n_steps
    from unname.pipeline.levels import identify

    total = 2 * len(filled) * n_steps(attacks, len(texts.documents), len(texts.population))
    with progress(total, hidden=asked.quiet) as bar:
        return identify(texts.documents, filled, texts.population, attacks, max(asked.top, 3), bar.advance)


def _readings(filler: Filler) -> "dict[str, Reading]":
    """What readers answered that ask language models, and what it cost."""
    from unname.attack.infilling.ask import Answers
    from unname.cli.infill_tables import Reading

    readers = filler.readers_ if isinstance(filler, ReadsWith) else ()
    told: dict[str, Reading] = {}
    for reader in readers:
        if isinstance(reader, Answers):
            costs = reader.costs if isinstance(reader, AsksOutside) else {}
            told[reader.name] = Reading(dict(reader.answers), reader.reason, reader.n_shortened, dict(costs))
    return told
