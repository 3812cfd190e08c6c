"""Inflection: do Russian surrogates stand in the case and number of the mention, and are they in step?

On SlavicNER-ru, whose annotators gave the lemma and the entity of every mention. `data` is its folder. For each word of
a mention the tagger of `russian_judge.py`, which had no part in the writing, says from the original sentence in which
case and number it stands, among those that its form may have with its lemma as annotated. The surrogate agrees if its
form is one of its own lemma in that case and number, by the dictionary or by the rules of petrovich. A mention agrees
if all its words do. Where a name is hidden nothing is judged, and that is counted.

What is independent: the lemma, and the tagger (another network, trained by others on other text, which never sees our
tags). What is not: the forms of what the dictionary knows, by which pymorphy3 wrote them, too; therefore `petrovich`
tells how many forms of names of people are those that its rules give, which were not asked when they were written.
`reread` is stricter and noisier: the tagger also reads the sentence as it is written, and must say the same of both.
"""

import random
import re
import tarfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from unname.core.document import Document, Mention, Span
from unname.core.errors import InputError, require
from unname.core.progress import Listener
from unname.core.redaction import HIDDEN, Redaction
from unname.pipeline.document import Pipeline
from unname.replace.book import Identity, RunBook, note_text
from unname.replace.russian.paradigms import BRAND, FAMILY, GIVEN, PATRONYMIC, PLACE, forms_of
from unname.replace.russian.readings import plain
from unname.text.russian import morphology
from unname_research.bench.rounding import rounded
from unname_research.bench.russian_judge import Slots, best_slot, judge_words

KEY = bytes(range(32))
LABELS = {"PER": "PERSON", "LOC": "LOC", "ORG": "ORG"}
ARCHIVE = "slavicner-ru.tar.gz"
_WORD = re.compile(r"[^\W\d_]+")
_PARTS = {
    "russian family": FAMILY, "russian given": GIVEN, "russian patronymic": PATRONYMIC, "russian place": PLACE,
    "russian brand": BRAND,
}  # fmt: skip

_CASES = {
    **{"nomn": "Nom", "gent": "Gen", "datv": "Dat", "accs": "Acc", "ablt": "Ins", "loct": "Loc"},
    **{"gen2": "Gen", "loc2": "Loc", "voct": "Nom"},
}
_PETROVICH = {
    **{"GENITIVE": "Gen", "DATIVE": "Dat", "ACCUSATIVE": "Acc"},
    **{"INSTRUMENTAL": "Ins", "PREPOSITIONAL": "Loc"},
}


class Gold(NamedTuple):
    """A mention as annotated: where, what it is, its lemma and its entity in all documents."""

    span: Span
    label: str
    lemma: str
    entity: str


class Pair(NamedTuple):
    """A mention and what was written for it, with where the judge believes that their words stand."""

    gold: Gold
    old: str
    new: str
    before: tuple[Slots, ...] = ()
    after: tuple[Slots, ...] = ()


@dataclass(eq=False)
class RecordingBook(RunBook):
    """A book that tells which surrogates it gave."""

    given: list[tuple[str, str]] = field(default_factory=list, init=False, repr=False)

    def claim(self, identity: Identity, surrogate: str) -> str | None:
        """Give a surrogate as any book does, and note it."""
        if (claimed := super().claim(identity, surrogate)) is not None:
            kind = next((part for start, part in _PARTS.items() if identity.kind.startswith(start)), "")
            self.given.append((kind, plain(claimed)))
        return claimed


def run(
    data: str | Path,
    split: str = "test",
    fast: bool = False,
    out: str | Path | None = None,
    report: Listener | None = None,
) -> dict[str, Any]:
    """All figures for the documents of a split of the cross-topic lists; `fast` takes every tenth document.

    With `out`, writes 100 sentences there for somebody to read.
    """
    texts = dict(read_slavicner(Path(data), split))
    names = sorted(texts)[:: 10 if fast else 1]
    result: dict[str, Any] = {}
    sentences: list[str] = []
    for mode in ("detected", "given"):
        book = RecordingBook(KEY)
        for document, _ in texts.values():
            note_text(book, document.text)
        pairs: list[Pair] = []
        figures = Counter[str]()
        for number, name in enumerate(names):
            document, gold = texts[name]
            written, redaction = _write(document, gold, book, mode)
            own = list(_judge_document(document, gold, redaction, figures))
            figures += _consistency(own, book)
            pairs += own
            if out is not None and mode == "detected":
                sentences += _sentences_of(written, redaction)
            if report is not None:
                report(f"inflection, {mode}", number + 1, len(names), 0.0)
        consistency = figures["in step"] / max(1, figures["compared in step"])
        result[mode] = {**_agreement(pairs, book.given), "consistency": consistency, **figures}
    if out is not None:
        _write_sentences(sentences, Path(out))
    head = {name: result["detected"][name] for name in ("agreement", "consistency", "n")}
    return rounded({**head, "split": split, "documents": len(names), **result})  # type: ignore[no-any-return]


def read_slavicner(data: Path, split: str) -> Iterator[tuple[str, tuple[Document, list[Gold]]]]:
    """The documents of a split by their names, each with its annotation."""
    path = data / ARCHIVE
    if not path.is_file():
        raise InputError(f"{path}: there is no such file")
    with tarfile.open(path) as packed:
        files = {name: packed.extractfile(name) for name in packed.getnames() if name.endswith((".txt", ".tsv"))}
        read = {name: file.read().decode("utf-8") for name, file in files.items() if file is not None}
    listed = next((text for name, text in read.items() if name.endswith(f"SPLIT_cross-topic_{split}.ru.txt")), "")
    if not listed:
        raise InputError(f"{path}: there is no split {split!r}")
    for line in listed.split():
        stem = line.strip().removesuffix(".tsv").removesuffix(".txt").removeprefix("./")
        stem = re.sub(r"^(?:raw|ner)/", "", stem)
        text = next((each for name, each in read.items() if name.endswith(f"raw/{stem}.txt")), None)
        rows = next((each for name, each in read.items() if name.endswith(f"ner/{stem}.tsv")), None)
        if text is not None and rows is not None:
            yield stem, (Document(stem, text, language="ru"), list(_read_rows(text, rows)))


def _read_rows(text: str, rows: str) -> Iterator[Gold]:
    """The annotated names; people of a nation and adjectives of it are no names, and are written small."""
    for row in rows.splitlines():
        start, end, surface, lemma, kind, entity = (row.split("\t") + [""] * 6)[:6]
        span = Span(int(start), int(end)) if start.isdigit() and end.isdigit() else Span(0, 0)
        is_name = surface[:1].isupper() and not (kind == "PER" and entity.startswith("GPE-"))
        if kind in LABELS and text[slice(*span)] == surface and is_name:
            yield Gold(span, LABELS[kind], lemma, entity)


def _write(document: Document, gold: Sequence[Gold], book: RecordingBook, mode: str) -> tuple[Document, Redaction]:
    pipeline = Pipeline(replace="pseudonym", book=book, language="ru")
    if mode == "given":
        mentions = tuple(Mention(each.span, each.label, each.entity) for each in gold)
        detected = replace(document, mentions=mentions)
    else:
        detected = pipeline.detect(document)
    return detected, pipeline.apply(detected, pipeline.plan(detected))


def _judge_document(
    document: Document, gold: Sequence[Gold], redaction: Redaction, figures: Counter[str]
) -> Iterator[Pair]:
    """The mentions that were replaced as they are annotated, judged; the others are counted."""
    edits = {edit.old: edit for edit in redaction.edits}
    for each in gold:
        old = document.text[slice(*each.span)]
        edit = edits.get(each.span)
        if edit is None:
            figures["not found as annotated"] += 1
            continue
        new = redaction.text[slice(*edit.new)]
        if new == HIDDEN:
            figures[f"hidden {each.label}"] += 1
            figures["hidden"] += 1
            continue
        before = _judged(document.text, each.span)
        after = _judged(redaction.text, edit.new)
        yield Pair(each, old, new, before, after)


def _judged(text: str, span: Span) -> tuple[Slots, ...]:
    """What the judge says of the words of a range of a text, whose sentence it reads."""
    start, end = _sentence(text, span)
    tokens = list(require("razdel", "ru").tokenize(text[start:end]))
    found: list[Slots] = []
    for token, slots in zip(tokens, judge_words([token.text for token in tokens]), strict=True):
        if span.start <= start + token.start < span.end:
            # Words with a hyphen are one for the judge.
            found += [slots] * len(_WORD.findall(token.text))
    return tuple(found)


_sentences: dict[int, tuple[str, list[tuple[int, int]]]] = {}


def _sentence(text: str, span: Span) -> tuple[int, int]:
    known = _sentences.get(id(text))
    if known is None or known[0] is not text:
        _sentences.clear()
        known = text, [(each.start, each.stop) for each in require("razdel", "ru").sentenize(text)]
        _sentences[id(text)] = known
    return next(((a, b) for a, b in known[1] if a <= span.start < b), (span.start, span.end))


def _agreement(pairs: Sequence[Pair], given: Collection[tuple[str, str]]) -> dict[str, Any]:
    """The share of mentions that stand in the same case and number as before, of those of which that can be told."""
    lemmas: dict[str, set[str]] = defaultdict(set)
    for kind, surrogate in given:
        for form in forms_of(surrogate, kind) if kind else ():
            lemmas[plain(form)].add(surrogate)
    right: dict[str, Counter[bool]] = defaultdict(Counter)
    n_untold = 0
    for pair in pairs:
        told = [word for word in _words(pair) if word.is_told]
        n_untold += not told
        if not told:
            continue
        right[pair.gold.label][all(_agrees(word, lemmas) for word in told)] += 1
        right["reread"][all(word.reread for word in told)] += 1
        for word in told if pair.gold.label == "PERSON" else ():
            if word.slot[1] == "Plur":
                continue  # of which petrovich knows nothing
            right["petrovich"][_agrees(word, lemmas, ask=_slots_by_petrovich)] += 1
    shares = {name: count[True] / count.total() for name, count in sorted(right.items())}
    total = sum((right[label] for label in LABELS.values()), Counter[bool]())
    by_label = {label: shares.pop(label) for label in LABELS.values() if label in shares}
    head = {"agreement": total[True] / max(1, total.total()), "n": total.total(), "by label": by_label}
    return {**head, **shares, "not told": n_untold}


class Compared(NamedTuple):
    """A word of a mention and what was written for it: where it stood, and whether the judge rereads it so."""

    lemma: str
    old: str
    new: str
    slot: tuple[str, str]
    reread: bool

    @property
    def is_told(self) -> bool:
        """Whether anything can be said: initials, abbreviations and Latin letters have no case."""
        is_short = any(word.isupper() and len(word) < 6 for word in (self.old, self.new))
        is_russian = re.search("[а-яё]", self.new) is not None
        return bool(self.slot[0]) and self.old != self.new and not is_short and is_russian


def _words(pair: Pair) -> Iterator[Compared]:
    lemmas, olds, news = (_WORD.findall(text) for text in (pair.gold.lemma, pair.old, pair.new))
    if not len(olds) == len(news) == len(pair.before) == len(pair.after):
        return
    for number, (old, new) in enumerate(zip(olds, news, strict=True)):
        lemma = plain(lemmas[number]) if len(lemmas) == len(olds) else ""
        slot = best_slot(pair.before[number], _slots_of(plain(old), lemma))
        yield Compared(lemma, old, new, slot, best_slot(pair.before[number]) == best_slot(pair.after[number]))


def _agrees(
    word: Compared, lemmas: Mapping[str, set[str]], ask: Callable[[str, str], set[tuple[str, str]]] | None = None
) -> bool:
    """Whether the form of a surrogate is one of its lemma in the slot where the original stood."""
    form, asked = plain(word.new), ask or _slots_of
    own = lemmas.get(form) or {""}
    return any(word.slot in asked(form, lemma) for lemma in own)


@cache
def _slots_of(form: str, lemma: str) -> set[tuple[str, str]]:
    """The cases and numbers in which a word is a form of a lemma (or of any): by the dictionary or by petrovich."""
    found = set[tuple[str, str]]()
    for parse in morphology().parse(form):
        if "Fixd" in parse.tag and form == (lemma or form):
            found |= {(case, number) for case in _CASES.values() for number in ("Sing", "Plur")}
        elif parse.tag.case and (not lemma or lemma in {plain(each.word) for each in parse.lexeme}):
            found.add((_CASES.get(str(parse.tag.case), "Loc"), "Plur" if parse.tag.number == "plur" else "Sing"))
    return found | (_slots_by_petrovich(form, lemma) if lemma else set())


@cache
def _slots_by_petrovich(form: str, lemma: str) -> set[tuple[str, str]]:
    """The cases in which a word is a form of somebody's name by the rules of petrovich, which know no plural."""
    enums, maker = require("pytrovich.enums", "ru"), _petrovich()
    parts = (enums.NamePart.LASTNAME, enums.NamePart.FIRSTNAME, enums.NamePart.MIDDLENAME)
    found = {("Nom", "Sing")} if form == lemma else set[tuple[str, str]]()
    for part in parts:
        for gender in (enums.Gender.MALE, enums.Gender.FEMALE):
            for name in (
                {lemma, f"{lemma}а", re.sub("кий$", "кая", lemma), re.sub("вич$", "вна", lemma)} if lemma else ()
            ):
                found |= {("Nom", "Sing")} if form == name and name != lemma else set()
                for case, ours in _PETROVICH.items():
                    if plain(maker.make(part, gender, enums.Case[case], name)) == form:
                        found.add((ours, "Sing"))
    return found


@cache
def _petrovich() -> Any:
    return require("pytrovich.maker", "ru").PetrovichDeclinationMaker()


def _consistency(pairs: Sequence[Pair], book: RecordingBook) -> Counter[str]:
    """Of the mentions of one document, those of which every word has the surrogate that most forms of its lemma have.

    A lemma is that of a gold entity: of the same entity, "Тереза Мэй" and "Мэй" share one. The surrogate that forms
    have in common is the one among those that were given whose forms they are.
    """
    groups: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
    for number, pair in enumerate(pairs):
        for lemma, new in _aligned(pair):
            groups[pair.gold.entity, lemma].append((number, plain(new)))
    strays: set[int] = set()
    for written in groups.values():
        strays |= _strays(written, book.given)
    told = {number for written in groups.values() for number, _ in written}
    return Counter({"compared in step": len(told), "in step": len(told - strays)})


def _strays(written: Sequence[tuple[int, str]], given: Sequence[tuple[str, str]]) -> set[int]:
    """The mentions whose form is none of the surrogate that most others are forms of."""
    forms = {form for _, form in written}
    if len(forms) == 1:
        return set()
    heads = {form[:2] for form in forms}
    best: set[str] = set()
    for kind, surrogate in given:
        if surrogate[:2] not in heads:
            continue
        own = forms_of(surrogate, kind) if kind else {form for form in forms if form.startswith(surrogate)}
        best = max(best, {form for form in forms if form in set(map(plain, own))}, key=len)
    best = best or {Counter(form for _, form in written).most_common(1)[0][0]}
    return {number for number, form in written if form not in best}


def _aligned(pair: Pair) -> Iterator[tuple[str, str]]:
    lemmas, olds, news = (_WORD.findall(text) for text in (pair.gold.lemma, pair.old, pair.new))
    if len(lemmas) == len(olds) == len(news):
        yield from ((plain(lemma), new) for lemma, old, new in zip(lemmas, olds, news, strict=True) if old != new)


def _sentences_of(document: Document, redaction: Redaction) -> list[str]:
    """Each sentence of a release with a surrogate in it, below its original; surrogates stand in brackets."""
    found = []
    for start, end in [(each.start, each.stop) for each in require("razdel", "ru").sentenize(redaction.text)]:
        edits = [edit for edit in redaction.edits if start <= edit.new.start and edit.new.end <= end]
        if not any(redaction.text[slice(*edit.new)] != HIDDEN for edit in edits):
            continue
        old, new, before, after = "", "", None, start
        for edit in edits:
            before = edit.old.start - (edit.new.start - start) if before is None else before
            old += f"{document.text[before : edit.old.start]}[{document.text[slice(*edit.old)]}]"
            new += f"{redaction.text[after : edit.new.start]}[{redaction.text[slice(*edit.new)]}]"
            before, after = edit.old.end, edit.new.end
        tail = redaction.text[after:end]
        found.append(f"{' '.join((old + tail).split())}\n=> {' '.join((new + tail).split())}\n")
    return found


def _write_sentences(sentences: Sequence[str], folder: Path, n: int = 100) -> None:
    """Write some of the sentences for somebody to read."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(len(sentences)).sample(sentences, min(n, len(sentences)))
    (folder / "russian.txt").write_text("\n".join(chosen), encoding="utf-8")
