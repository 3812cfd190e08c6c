"""What the names that a release never shows tell of the originals.

Whoever draws surrogates apart from all originals draws no name that stands in one of them. So an outsider who reads a
large release, and knows the list of common names, can tell them apart: shown ones stand in no original, and of those
that are never shown most do. Where documents share surrogates (`pseudonym(apart=False)`), both are about as likely.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from unname.core.example import Example
from unname.corpora.conll import read_tagged
from unname.corpora.examples import cut_sentences
from unname.corpora.reading import File
from unname.pipeline.document import build_pipeline
from unname.pipeline.redraw import Redraw
from unname.replace.book import fold_name
from unname.replace.name_lists import read_names
from unname_research.bench.rounding import rounded
from unname_research.bench.utility_data import sampled

_WORD = re.compile(r"[^\W\d_]+")
SPECS = ("pseudonym", "pseudonym(apart=False)")
N_TEXTS = 300


def run(data: str | Path, fast: bool = False) -> dict[str, Any]:
    """Shares of the common names that stand in originals: all, those that a release never shows, and those it shows.

    The texts are of WikiNEuRal, English, ten sentences each, in the folder `data`.
    """
    path = Path(data) / "ner_en_wikineural_nc/wikineural_en_val.conllu.gz"
    whole = [each for text in read_tagged(File(path)) for each in cut_sentences(text)]
    return rounded(compare(sampled(whole, N_TEXTS // 5 if fast else N_TEXTS)))  # type: ignore[no-any-return]


def compare(examples: Sequence[Example]) -> dict[str, Any]:
    """The same for any texts in English."""
    pools = read_names().pools.items()
    names = {fold_name(name) for pool, listed in pools if (pool.script, pool.band) == ("latin", 0) for name in listed}
    there = words_of(examples)
    redraw = Redraw(build_pipeline(language="en"), examples)
    rows: dict[str, Any] = {}
    for spec in SPECS:
        shown = names & words_of(each for each in redraw.release(spec, 0) if each)
        rows[spec] = {
            "shown": len(shown),
            "shown_in_originals": _share(shown, there),
            "never_shown": len(names - shown),
            "never_shown_in_originals": _share(names - shown, there),
        }
    return {"texts": len(examples), "common_names": len(names), "in_originals": _share(names, there), "rows": rows}


def words_of(examples: Iterable[Example]) -> set[str]:
    """All words of some texts, folded as names are."""
    return {word for example in examples for word in _WORD.findall(fold_name(example.text))}


def _share(names: set[str], there: set[str]) -> float | None:
    return len(names & there) / len(names) if names else None
