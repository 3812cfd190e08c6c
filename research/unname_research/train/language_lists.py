"""Write the word lists of German, French and Spanish again: names, jobs, countries, and stems of ordinary words.

    python -m unname_research.train.language_lists OUT --german-pipeline DIR --french words.json --spanish words.json

Names, jobs and countries come from Faker (MIT), small words from spaCy (MIT). Ordinary words are kept as stems, which
makes the lists a tenth as long: for French and Spanish those of the Letterpress word lists (CC0; in the npm packages
`an-array-of-french-words` and `an-array-of-spanish-words`, MIT), for German the words that spaCy's pipeline
`de_core_news_sm` (MIT) has in its vocabulary and that are no names by their forms.
"""

import argparse
import gzip
import importlib
import json
import re
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

from unname.core.fold import fold
from unname.text.foreign_lists import FOREIGN, stem_of

LOCALES = {
    "de": "de_DE de_AT de_CH de_LI de_LU".split(),
    "fr": "fr_FR fr_BE fr_CA fr_CH fr_QC fr_DZ".split(),
    "es": "es es_ES es_MX es_AR es_CL es_CO es_CA".split(),
}
_GIVEN, _FAMILY = re.compile(r"first_name"), re.compile(r"last_name")
_LONGEST = 11
"""Longer words are compounds and rare forms, which endings tell as well."""


def main() -> None:
    """Write all lists into a folder."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--german-pipeline", type=Path, required=True)
    parser.add_argument("--french", type=Path, required=True)
    parser.add_argument("--spanish", type=Path, required=True)
    given = parser.parse_args()
    words = {
        "de": lambda: _german_words(given.german_pipeline),
        "fr": lambda: json.loads(given.french.read_text(encoding="utf-8")),
        "es": lambda: json.loads(given.spanish.read_text(encoding="utf-8")),
    }
    for language in FOREIGN:
        lists = {
            "first": _single(_from_faker("person", LOCALES[language], _GIVEN)),
            "family": _single(_from_faker("person", LOCALES[language], _FAMILY)),
            "job": _single(_from_faker("job", LOCALES[language], re.compile("jobs")), least=4),
            "country": _single(_from_faker("address", LOCALES[language], re.compile("countr|states|provinces|canton"))),
            "ordinary": _stems(language, words[language]()),
        }
        for name, entries in lists.items():
            _write(given.out / f"{language}_{name}.txt.gz", entries)


def _from_faker(provider: str, locales: Iterable[str], wanted: re.Pattern[str]) -> Iterator[str]:
    for locale in locales:
        try:
            module = importlib.import_module(f"faker.providers.{provider}.{locale}")
        except ModuleNotFoundError:
            continue
        for attribute, values in vars(module.Provider).items():
            if wanted.search(attribute) and not callable(values):
                yield from _strings(values)


def _strings(values: Any) -> Iterator[str]:
    if isinstance(values, str):
        if "{{" not in values:
            yield values
    elif isinstance(values, Iterable):
        for value in values:
            yield from _strings(value)


def _single(phrases: Iterable[str], least: int = 2) -> set[str]:
    """The words of phrases, folded; small ones say nothing."""
    return {word for phrase in phrases for word in re.findall(r"[^\W\d_]+", fold(phrase)) if len(word) >= least}


def _stems(language: str, words: Iterable[str]) -> set[str]:
    package = Path(str(find_spec("spacy").origin)).parent  # type: ignore[union-attr]
    stop_words = run_path(str(package / "lang" / language / "stop_words.py"))["STOP_WORDS"]
    lorem = _from_faker("lorem", LOCALES[language], re.compile("word_list"))
    words = (word for word in words if len(word) <= _LONGEST)
    plain = (word for word in (*stop_words, *lorem, *words) if word.isalpha() and len(word) > 1)
    return {stem_of(word, language) for word in plain}


def _german_words(pipeline: Path) -> list[str]:
    """The words in the vocabulary of the pipeline that are no names: small ones, and nouns by their forms.

    A name has one form beside itself, with an s; a noun has others, or an ending that makes nouns.
    """
    strings = json.loads((pipeline / "vocab" / "strings.json").read_text(encoding="utf-8"))
    capital = [word for word in strings if _NOUN.fullmatch(word)]
    known = set(capital)
    forms: dict[str, set[str]] = {}
    for word in capital:
        forms.setdefault(stem_of(word, "de"), set()).add(word)
    nouns = [word for word in capital if _MADE.search(word) or _is_inflected(forms[stem_of(word, "de")])]
    small = [word for word in strings if _SMALL.fullmatch(word) and word.capitalize() not in known]
    return nouns + small


_NOUN, _SMALL = re.compile("[A-ZÄÖÜ][a-zäöüß]{2,11}"), re.compile("[a-zäöüß]{3,12}")
_MADE = re.compile("(?:ung|heit|keit|schaft|tion|ität|ismus|ment|tum|nis|ling)(?:en|e|s|es|se)?$")


def _is_inflected(forms: set[str]) -> bool:
    shortest = min(forms, key=len)
    return len({form for form in forms if form != f"{shortest}s"}) > 1


def _write(path: Path, entries: Iterable[str]) -> None:
    text = "".join(f"{entry}\n" for entry in sorted(set(entries)))
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))
    print(path.name, len(set(entries)), path.stat().st_size)


if __name__ == "__main__":
    main()
