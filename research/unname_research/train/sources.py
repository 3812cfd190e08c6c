"""The texts that the shipped detector learns from, read from the data folders.

Only corpora whose licence allows shipping weights are read, and nothing that later judges the detector:
no TAB development case, no Wiki553 article, none of the 50 actors, no sentence of a test set.
"""

import gzip
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from unname.core.document import LABELS, Document, Mention, Role, Span
from unname.core.errors import InputError
from unname.corpora.files import load_json
from unname.corpora.marked import Marked
from unname.corpora.reading import File
from unname.corpora.rows import cell, read_rows
from unname_research.train.measured import Measured
from unname_research.train.targets import Labeled

EVERYDAY = Path(__file__).parent.parent / "everyday"
"""Our own corpus of everyday text."""

NAMED = ("PERSON", "ORG", "LOC")
"""The categories that the human-labeled entity corpora agree on."""

_KINDS = {
    "PERSON": "per person politician scientist researcher musicalartist writer",
    "ORG": "org organisation corporation group politicalparty university band company",
    "LOC": "loc location country",
    "MISC": "product creative-work misc event election award album song book poem magazine academicjournal conference",
}
ENTITY_TAGS = {tag: label for label, tags in _KINDS.items() for tag in tags.split()}


def english(data: Path, cases: Iterable[Document], seed: int = 0) -> list[str]:
    """English texts of all kinds at hand for the masked language model, in random order: lives, court, sentences.

    `cases` are the training cases.
    """
    documents = [
        *court_texts(data, training_ids(data)),
        *cases,
        *wikipedia_lives(data, 30_000_000),
        *congress_lives(data, 4_000_000),
        *entity_sentences(data, judged_messages(data)),
    ]
    texts = [document.text for document in documents]
    random.Random(seed).shuffle(texts)
    return texts


def wikipedia_lives(data: Path, n_characters: int, seed: int = 0) -> list[Document]:
    """Biographies from db_bio and the actors' abstracts, without the people that judge us."""
    rows, actors = named_lives(data, seed)
    half = n_characters // 2
    return _up_to(rows, half, "life") + _up_to(actors, half, "actor")


def named_lives(data: Path, seed: int = 0) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Names and lives of people of db_bio, and of actors, in random order and without the people that judge us."""
    judged = Measured.read(data)
    rows = _cells(data / "db_bio" / "db_bio_train.jsonl.gz", "people", "text")
    actors = _cells(data / "wikiactors" / "actors_19k_abstracts.jsonl.gz", "name", "abstract")
    random.Random(seed).shuffle(rows)
    random.Random(seed).shuffle(actors)
    rows = [(name, unescape(text)) for name, text in rows if not judged.is_about((name,), text)]
    return rows, [(name, text) for name, text in actors if not judged.is_about((name,), text)]


def unescape(text: str) -> str:
    """A text of `db_bio`, in which some quotation marks are escaped, as it was."""
    return text.replace('\\"', '"')


def congress_lives(data: Path, n_characters: int, seed: int = 0) -> list[Document]:
    """Official biographies of members of the United States Congress."""
    rows = _cells(data / "congress_bioguide" / "bioguide_profiles.jsonl.gz", "id", "profile_text")
    random.Random(seed).shuffle(rows)
    return _up_to(rows, n_characters, "congress")


def everyday_kinds(folder: Path = EVERYDAY / "train") -> dict[str, list[Labeled]]:
    """Our own everyday text by kind: what is marked direct or quasi is hidden, and marked strings count twice."""
    return {
        path.stem: [_stressed(each) for each in Marked().read(File(path))] for path in sorted(folder.glob("*.marked"))
    }


def _stressed(document: Document) -> Labeled:
    hidden = [mention for mention in document.mentions if mention.role is not Role.NONE]
    return Labeled((document.with_mentions(hidden),), stressed=tuple(mention.span for mention in document.mentions))


def court_texts(data: Path, train_ids: Iterable[str]) -> list[Document]:
    """The parts of the training judgments that TAB leaves out."""
    background = load_json(data / "tab" / "background_TAB_train_dev_BK_Public10pct.json.gz")
    return [
        Document(f"court-{id}", background[id].lstrip("\ufeff\n")) for id in sorted(set(train_ids) & set(background))
    ]


def entity_sentences(data: Path, judged: Iterable[str] = ()) -> Iterator[Document]:
    """Human-labeled sentences from WNUT-17, Broad Twitter, WikiGold, CrossNER and UNER-EWT, ten to a document.

    Those that are also among the texts `judged` are left out.
    """
    skip = {_letters(text) for text in judged}
    folder = data / "ner_en"
    for pattern in ("wnut17_train*", "btc_*", "wikigold*", "crossner_*", "uner_ewt_dev*"):
        for path in sorted(folder.glob(pattern)):
            sentences = [s for s in _sentences(path) if _letters(" ".join(token for token, _ in s)) not in skip]
            for start in range(0, len(sentences), 10):
                yield _sentence_document(f"{path.name.partition('.')[0]}-{start}", sentences[start : start + 10])


def _sentence_document(id: str, sentences: list[list[tuple[str, str]]]) -> Document:
    text, mentions = "", []
    for sentence in sentences:
        open_label, open_start = "", 0
        for token, tag in [*sentence, ("", "O")]:
            start = len(text)
            prefix, _, kind = tag.partition("-")
            label = ENTITY_TAGS.get(kind.lower(), "")
            if open_label and (label != open_label or prefix == "B"):
                mentions.append(Mention(Span(open_start, start - 1), open_label, source="annotated"))
                open_label = ""
            if label and not open_label:
                open_label, open_start = label, start
            text += f"{token} " if token else ""
        text = text.rstrip(" ") + "\n"
    return Document(id, text, mentions=tuple(mentions))


def _sentences(path: Path) -> Iterator[list[tuple[str, str]]]:
    numbered = path.name.startswith("uner")
    sentence: list[tuple[str, str]] = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            columns = line.split()
            if columns and not line.startswith("# "):
                sentence.append((columns[1], columns[2]) if numbered else (columns[0], columns[-1]))
            elif not columns and sentence:
                yield sentence
                sentence = []
    if sentence:
        yield sentence


def merged(gold: Document, silver: Iterable[Mention], own: Iterable[str] = NAMED) -> Document:
    """Human labels for the categories they cover, machine labels for the rest where the two do not meet."""
    rest = set(LABELS) - set(own)
    taken = sorted(mention.span for mention in gold.mentions)
    extra = [m for m in silver if m.label in rest and not any(m.span.overlaps(span) for span in taken)]
    return gold.with_mentions([*gold.mentions, *extra])


def training_ids(data: Path) -> list[str]:
    """The ids of all TAB training cases, also of those whose text is not at hand."""
    rows = load_json(data / "tab" / "spans_only_train_dev.json.gz")
    return sorted(id for id, row in rows.items() if row["split"] == "train")


def judged_messages(data: Path) -> list[str]:
    """The messages of the AmbientMeta sets, no sentence of which may be learned from."""
    return [text for path in sorted((data / "ambientmeta_pii").glob("*.jsonl.gz")) for (text,) in _cells(path, "text")]


def _up_to(rows: Iterable[tuple[str, str]], n_characters: int, prefix: str) -> list[Document]:
    documents, used = [], 0
    for name, text in rows:
        if used >= n_characters:
            break
        documents.append(Document(f"{prefix}-{slug(name)}", text))
        used += len(text)
    return documents


def _cells(path: Path, *columns: str) -> list[Any]:
    """The texts in some columns of a table, row by row."""
    if not path.exists():
        raise InputError(f"{path} is missing; --data must be the folder that holds the corpora")
    return [tuple(cell(row, column) for column in columns) for row in read_rows(path)]


def slug(name: str) -> str:
    """A name in small letters with hyphens, without what stands in brackets."""
    return re.sub(r"[\W_]+", "-", re.sub(r"\(.*?\)", "", name).casefold()).strip("-")


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
