"""What the recognizers of German, French and Spanish learn from.

Our own everyday documents of the language (eight of twelve kinds; the others measure), the same with other names, and
English ones, which teach how forms, codes and headings look in any language; MEDDOCAN's training part (CC BY 4.0) for
Spanish, a part of German LER's development part (CC BY 4.0) for German, and invented sentences (Faker, MIT).
"""

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from unname.core.document import Document, Mention, Role, Span
from unname.corpora.marked import Marked
from unname.corpora.reading import File
from unname.text.foreign_lists import read_foreign
from unname.text.word_lists import read_list
from unname_research.train.language_sentences import invent_sentences

HELD_OUT = ("nursing_note", "hr_letter", "court_decision", "web_form")
"""The kinds of documents that no recognizer learns from, in any of the three languages."""

OTHERS = ("de", "fr", "es")
"""The languages of our own corpus beside English; each recognizer learns from all, and most from its own."""

EVERYDAY = Path(__file__).parent.parent / "everyday"
"""Our own corpus."""

MEDDOCAN = {
    "NOMBRE_SUJETO_ASISTENCIA": ("PERSON", Role.DIRECT),
    "NOMBRE_PERSONAL_SANITARIO": ("PERSON", Role.DIRECT),
    "CALLE": ("LOC", Role.DIRECT),
    "TERRITORIO": ("LOC", Role.QUASI),
    "PAIS": ("LOC", Role.QUASI),
    "FECHAS": ("DATETIME", Role.QUASI),
    "EDAD_SUJETO_ASISTENCIA": ("DEM", Role.QUASI),
    "PROFESION": ("DEM", Role.QUASI),
    "HOSPITAL": ("ORG", Role.QUASI),
    "INSTITUCION": ("ORG", Role.QUASI),
    "CENTRO_SALUD": ("ORG", Role.QUASI),
    **dict.fromkeys(
        "ID_SUJETO_ASISTENCIA ID_ASEGURAMIENTO ID_CONTACTO_ASISTENCIAL ID_TITULACION_PERSONAL_SANITARIO "
        "ID_EMPLEO_PERSONAL_SANITARIO CORREO_ELECTRONICO NUMERO_TELEFONO NUMERO_FAX".split(),
        ("CODE", Role.DIRECT),
    ),
}
"""Types of MEDDOCAN as labels and roles of ours; sex and kinship are neutral by our guide."""

LER = {
    **dict.fromkeys(("PER", "AN", "RR"), ("PERSON", Role.DIRECT)),
    **dict.fromkeys(("LD", "ST", "STR", "LDS"), ("LOC", Role.QUASI)),
    **dict.fromkeys(("ORG", "UN"), ("ORG", Role.QUASI)),
    **dict.fromkeys(("GS", "VO", "VT", "VS", "RS", "LIT", "EUN", "MRK"), ("MISC", Role.NONE)),
}
"""Types of German LER as labels and roles of ours; courts and authorities are neutral."""


def learned_from(
    language: str, data: Path, seed: int = 0, leave_out: Iterable[str] = ()
) -> Iterator[tuple[Document, str, float]]:
    """Documents with the language of their words and how much each counts."""
    dice = random.Random(seed)
    own = [doc for kind, doc in everyday(language) if kind not in (*HELD_OUT, *leave_out)]
    for document in own:
        yield document, language, 2.0
        yield with_other_names(document, language, dice), language, 1.0
        yield with_other_names(document, language, dice), language, 1.0
    for other in OTHERS:
        if other != language:
            yield from ((doc, other, 0.7) for kind, doc in everyday(other) if kind not in (*HELD_OUT, *leave_out))
    yield from ((document, "en", 0.5) for _, document in everyday("train"))
    for document in invent_sentences(language, 500, seed):
        yield document, language, 0.5
    if language == "es" and (data / "meddocan").is_dir():
        yield from ((document, "es", 0.3) for document in read_meddocan(data, "train")[:60])
    if language == "de" and (data / "german_ler").is_dir():
        yield from ((document, "de", 0.3) for document in read_ler(data, "dev")[:30])


def everyday(folder: str) -> Iterator[tuple[str, Document]]:
    """The documents of a folder of our own corpus, with their kinds."""
    for path in sorted((EVERYDAY / folder).glob("*.marked")):
        for document in Marked().read(File(path)):
            yield path.stem, document


def with_other_names(document: Document, language: str, dice: random.Random) -> Document:
    """The document with other names of people and places in the same roles, so that none is learned by heart."""
    first, family = (sorted(read_foreign(language, kind)) for kind in ("first", "family"))
    world = read_list("family_name")
    towns = read_list("city")
    names = dict[str, str]()

    def other(word: str, label: str) -> str:
        if label == "PERSON":
            new = dice.choice(dice.choice((first, family, world))).split()[0]
        else:
            new = dice.choice(towns).split()[0]
        return (
            new.upper() if word.isupper() and len(word) > 1 else new.capitalize() if word[0].isupper() else new.lower()
        )

    def changed(text: str, label: str) -> str:
        pattern = r"[^\W\d_]{3,}" if label == "PERSON" else r"[^\W\d_]{4,}"
        return re.sub(pattern, lambda found: names.setdefault(found[0], other(found[0], label)), text)

    parts, mentions, at, length = [], [], 0, 0
    for mention in sorted(document.mentions, key=lambda each: each.span):
        surface = document.text[mention.span.start : mention.span.end]
        is_name = mention.label == "PERSON" or (mention.label == "LOC" and mention.role is Role.QUASI)
        if is_name and mention.role is not Role.NONE:
            surface = changed(surface, mention.label)
        before = document.text[at : mention.span.start]
        start = length + len(before)
        length = start + len(surface)
        parts += [before, surface]
        mentions.append(Mention(Span(start, length), mention.label, role=mention.role))
        at = mention.span.end
    parts.append(document.text[at:])
    return Document(f"{document.id}-other", "".join(parts), mentions=tuple(mentions))


def read_meddocan(data: Path, split: str) -> list[Document]:
    """The Spanish clinical cases of a part of MEDDOCAN; of an age, the number is marked."""
    documents = []
    with gzip.open(data / "meddocan" / "meddocan.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["split"] != split:
                continue
            mentions = []
            for start, end, kind in row["spans"]:
                if kind not in MEDDOCAN:
                    continue
                label, role = MEDDOCAN[kind]
                number = re.search(r"\d+", row["text"][start:end])
                if kind.startswith("EDAD") and number:
                    start, end = start + number.start(), start + number.end()
                mentions.append(Mention(Span(start, end), label, role=role, source=kind))
            documents.append(Document(row["doc_id"], row["text"], "es", mentions=tuple(mentions)))
    return documents


def read_ler(data: Path, part: str, n_sentences: int = 40) -> list[Document]:
    """German decisions, some sentences a document, as they would be typed: no blank before a comma."""
    with gzip.open(data / "german_ler" / f"ler_{part}.conll.gz", "rt", encoding="utf-8") as lines:
        sentences = [block.split("\n") for block in lines.read().strip().split("\n\n")]
    return [
        _typed(f"ler-{part}-{start}", sentences[start : start + n_sentences])
        for start in range(0, len(sentences), n_sentences)
    ]


def _typed(id: str, sentences: list[list[str]]) -> Document:
    text, mentions = "", []
    for sentence in sentences:
        at, kind = 0, ""
        for row in sentence:
            word, _, tag = row.rpartition(" ")
            if text and not text.endswith("\n") and not re.match(r"[,.;:)\]!?“]", word) and text[-1] not in "([„":
                text += " "
            if kind and not tag.startswith("I-"):
                mentions.append((at, len(text.rstrip()), kind))
                kind = ""
            if tag.startswith("B-"):
                at, kind = len(text), tag[2:]
            text += word
            if kind:
                end = len(text)
        if kind:
            mentions.append((at, end, kind))
        text += "\n"
    found = [
        Mention(Span(start, end), LER[kind][0], role=LER[kind][1], source=kind)
        for start, end, kind in mentions
        if kind in LER and start < end
    ]
    return Document(id, text, "de", mentions=tuple(found))
