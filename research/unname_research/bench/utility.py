"""What a release is worth: what models lose that learn from it, by the protocol of `replace2021` 4.1.

`data` is the folder with the corpora. Both parts of each data set are released as `unname measure downstream` does, by
the product's own detectors for their language and its replacers: pseudonyms, labels (the "sanitized" of the paper) and
masks. No annotation of a corpus is known to them. Pseudonyms are drawn as for a release that is to be learned from,
where documents may share them; "apart" is the usual way, by which no surrogate stands in any text.
"""

from pathlib import Path
from typing import Any

from unname.cli.downstream import make_learner
from unname.core.errors import ConfigError
from unname.core.progress import Listener
from unname.measure.downstream.attempts import Kept
from unname.measure.downstream.compare import compare
from unname.pipeline.redraw import draw_releases
from unname_research.bench.rounding import rounded
from unname_research.bench.utility_data import TASKS

REPLACERS = {"pseudonym": "pseudonym(apart=False)", "label": "label", "mask": "mask", "apart": "pseudonym"}
"""What each release is called in the result; "label" is the sanitization of the paper. The last is for full runs."""

N_SEEDS, N_SEEDS_OF_OTHERS = 5, 3
OF_OTHERS = ("pseudonym", "label")
"""What is asked of other learners, as in Table 4 of the paper."""


def run(
    data: str | Path,
    task: str,
    model: str | None = None,
    fast: bool = False,
    full: bool = False,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """One task: the figures of its usual learner, and those of others, with fewer seeds, under `architectures`.

    `model` names one learner in their place; `fast` takes two seeds and the first learner alone, `full` also releases
    with the usual pseudonyms. In the folder `out` finished attempts are kept. Seconds are those of a processor, for
    each learner; what is drawn for the first is not drawn again for the others.
    """
    if task not in TASKS:
        raise ConfigError(f"unknown task {task!r}; known are {', '.join(TASKS)}")
    chosen = TASKS[task]
    train, valid = chosen.read(Path(data))
    learners = (model,) if model else chosen.learners[:1] if fast else chosen.learners
    made = [make_learner(chosen.kind, each) for each in learners]
    specs = {name: spec for name, spec in REPLACERS.items() if name != "apart" or full}
    drawn = draw_releases(train, valid, tuple(specs.values()), report, language=chosen.language)
    releases = {name: drawn[spec] for name, spec in specs.items()}
    found = []
    for number, learner in enumerate(made):
        n_seeds = 2 if fast else N_SEEDS_OF_OTHERS if number else N_SEEDS
        tried = {name: releases[name] for name in OF_OTHERS} if number else releases
        about = {"task": task, "cut": chosen.cut, "replacers": REPLACERS}
        kept = Kept(Path(out) / task / learner.name if out else None, about)
        found.append(compare(chosen.kind, learner, train, valid, tried, n_seeds, kept, report))
    first, *others = found
    facts: dict[str, Any] = {"kind": chosen.kind, "language": chosen.language, "cut": chosen.cut}
    facts |= {"replacers": REPLACERS, "sanitized": "label"}
    facts["characters"] = sum(len(each.text) for each in (*train, *valid))
    result = {**first, "task": task, **facts, "architectures": {each["model"]: each for each in others}}
    return rounded(result)  # type: ignore[no-any-return]
