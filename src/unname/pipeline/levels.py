"""Masked documents attacked at several levels of knowledge: what is put back, and who is found once it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from unname.attack.ranker import Ranker
from unname.core.document import Document, Profile
from unname.core.errors import ConfigError
from unname.core.policy import LEVELS
from unname.core.progress import Listener
from unname.core.redaction import Redaction
from unname.core.roles import Attack, Filler
from unname.pipeline.attack import Trial, attack_all
from unname.pipeline.infill import Infilled, fill_all, infill, write_fills
from unname.pipeline.knowledge import Knowledge

MASKED, FILLED = "masked", "filled"
"""What columns of trials are called: documents as they are, and with the best fillings in place of masks."""


WITH_ORIGINALS = ("L3", "L4")
"""The levels at which an attacker has originals."""


def choose_levels(
    wanted: Sequence[str], has_background: bool, has_originals: bool, is_outside: bool = False
) -> tuple[str, ...]:
    """The levels at which an attacker can be tried with what there is: those wanted, in order, or else all of them.

    Whoever asks a service (`is_outside`) is never handed originals.

    >>> choose_levels((), True, False), choose_levels((), False, True), choose_levels(("L4", "L2"), True, True)
    (('L2',), ('L1', 'L3', 'L4'), ('L2', 'L4'))
    """
    for level in wanted:
        if level not in LEVELS:
            raise ConfigError(f"unknown level {level!r}; known are {', '.join(LEVELS)}")
        if level in WITH_ORIGINALS and not has_originals:
            raise ConfigError(f"at level {level} the attacker has originals; give --originals")
        if level in WITH_ORIGINALS and is_outside:
            raise ConfigError(f"at level {level} the attacker has originals, and an endpoint is never sent any")
        if level == "L2" and not has_background:
            raise ConfigError("at level L2 the attacker has general knowledge, and there is none; give --background")
    if wanted:
        return tuple(level for level in LEVELS if level in wanted)
    if not has_originals:
        return ("L2",) if has_background else ("L1",)
    left_out = (*(() if has_background else ("L2",)), *(WITH_ORIGINALS if is_outside else ()))
    return tuple(level for level in LEVELS if level not in left_out)


def fill_levels(
    levels: Sequence[str],
    documents: Sequence[Document],
    general: Sequence[Document],
    filler: Filler,
    originals: Sequence[Document] | None = None,
    redactions: Sequence[Redaction] = (),
    report: Listener | None = None,
) -> dict[str, Infilled]:
    """What a filler puts back in released documents at each level.

    With `originals` also what the masks truly hide; then there is a redaction for each document, which names its
    original by id. Where nobody knows the originals, the attacker has the general documents as they are, or nothing.
    """
    filled: dict[str, Infilled] = {}
    for level in levels:
        if originals is None:
            known = Knowledge(level, list(general) if level != "L1" else [], [frozenset()] * len(documents))
            fills = fill_all([document.text for document in documents], known, filler, report)
            filled[level] = Infilled(known, (), fills)
        else:
            filled[level] = infill(level, originals, redactions, general, filler, report)
    return filled


def identify(
    documents: Sequence[Document],
    filled: Mapping[str, Infilled],
    population: Sequence[Profile],
    attacks: Sequence[Attack],
    n_candidates: int = 3,
    step: Callable[[], None] = lambda: None,
) -> dict[str, dict[str, Trial]]:
    """Who is found in masked documents and in filled ones, by level; both are looked at with the same knowledge.

    A ranker reads the background of the level, too: what every one of the documents may be attacked with, so that
    nobody is found by an original that the level leaves out.
    """
    trials: dict[str, dict[str, Trial]] = {}
    for level, told in filled.items():
        hidden = {id for without in told.known.without for id in without}
        background = [document for document in told.known.background if document.id not in hidden]
        knowing = [_with_background(attack, background) for attack in attacks]
        written = [
            replace(document, text=write_fills(document.text, fills), mentions=())
            for document, fills in zip(documents, told.fills, strict=True)
        ]
        trials[level] = {
            MASKED: attack_all(documents, population, knowing, n_candidates, step),
            FILLED: attack_all(written, population, knowing, n_candidates, step),
        }
    return trials


def _with_background(attack: Attack, background: Sequence[Document]) -> Attack:
    return replace(attack, background=background) if isinstance(attack, Ranker) else attack
