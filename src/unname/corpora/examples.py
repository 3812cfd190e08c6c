"""Reads what a task learns from: names marked in sentences, texts with a class, passages with questions."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from unname.core.document import Span
from unname.core.errors import ConfigError, InputError
from unname.core.example import ANSWER, PASSAGE, QUESTION, Example, Mark
from unname.corpora.conll import read_tagged
from unname.corpora.files import load_json
from unname.corpora.reading import File

AT_ONCE = 10
"""Sentences that make one text where a file does not say where texts begin: enough to be read in their context."""


def read_examples(task: str, path: str | Path, encoding: str = "utf-8") -> list[Example]:
    """All examples of a file, in the format of the task: CoNLL for ner, JSON lines for classification, SQuAD for qa."""
    if task not in READERS:
        raise ConfigError(f"unknown task {task!r}; known are {', '.join(READERS)}")
    examples = list(READERS[task](Path(path), encoding))
    if len({example.id for example in examples}) < len(examples):
        raise InputError(f"{path}: two texts have the same id")
    return examples


def read_sentences(path: Path, encoding: str = "utf-8") -> Iterator[Example]:
    """Names marked in sentences; a file that does not say where its texts begin is cut every ten sentences."""
    texts = [each for each in read_tagged(File(path, encoding)) if each.text]
    yield from cut_sentences(texts[0]) if len(texts) == 1 else texts


def cut_sentences(example: Example, at_once: int = AT_ONCE) -> Iterator[Example]:
    """The parts of a long text, each of so many lines."""
    lines = example.text.split("\n")
    start = 0
    for first in range(0, len(lines), at_once):
        text = "\n".join(lines[first : first + at_once])
        inside = (mark for mark in example.marks if start <= mark.span.start and mark.span.end <= start + len(text))
        marks = tuple(Mark(Span(span.start - start, span.end - start), label) for span, label in inside)
        yield Example(f"{example.id}-{first // at_once + 1}", text, marks)
        start += len(text) + 1


def read_labeled(path: Path, encoding: str = "utf-8") -> Iterator[Example]:
    """Texts with a class each: a JSON object a line, with "text" and "label"."""
    for number, line in File(path, encoding).lines():
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            record = json.loads(line)
        except ValueError:
            raise InputError(f"{where}: not a JSON object") from None
        if not isinstance(record, Mapping) or not isinstance(record.get("text"), str):
            raise InputError(f"{where}: needs a text and a label")
        label = record.get("label")
        if not isinstance(label, str | int) or label == "":
            raise InputError(f"{where}: needs a label that is a word or a whole number")
        yield Example(str(record.get("id") or number), record["text"], label=str(label))


def read_questions(path: Path, encoding: str = "utf-8") -> Iterator[Example]:
    """Passages with their questions, as in SQuAD: one text for each passage, its questions below it."""
    content = load_json(path)
    try:
        passages = [passage for article in content["data"] for passage in article["paragraphs"]]
        for number, passage in enumerate(passages, start=1):
            asked = [(str(each["id"]), each["question"], _answers(each)) for each in passage["qas"]]
            yield join_questions(str(number), passage["context"], asked)
    except (KeyError, TypeError, IndexError):
        raise InputError(f"{path}: not in the form of SQuAD: data, paragraphs, context, qas, answers") from None


def _answers(question: Mapping[str, Any]) -> list[Span]:
    return [Span(each["answer_start"], each["answer_start"] + len(each["text"])) for each in question["answers"]]


def join_questions(id: str, passage: str, asked: list[tuple[str, str, list[Span]]]) -> Example:
    """One text of a passage and its questions, so that a release writes the same names in all of them."""
    text, marks = passage, [Mark(Span(0, len(passage)), PASSAGE)]
    for question, words, answers in asked:
        if any(answer.end > len(passage) for answer in answers):
            raise InputError(f"passage {id}: an answer ends outside the passage")
        marks += [Mark(answer, f"{ANSWER} {question}") for answer in answers if answer.start < answer.end]
        marks.append(Mark(Span(len(text) + 1, len(text) + 1 + len(words)), f"{QUESTION} {question}"))
        text = f"{text}\n{words}"
    return Example(id, text, tuple(marks))


READERS: Mapping[str, Callable[[Path, str], Iterator[Example]]] = {
    "ner": read_sentences,
    "classification": read_labeled,
    "qa": read_questions,
}
"""What reads the examples of each task."""
