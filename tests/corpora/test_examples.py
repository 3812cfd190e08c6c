"""Reading what a task learns from, and everything that may be wrong with it."""

import json

import pytest

from unname.core.errors import ConfigError, InputError
from unname.core.example import Example
from unname.corpora.examples import cut_sentences, read_examples

SQUAD = {
    "data": [
        {
            "paragraphs": [
                {
                    "context": "Anna Quill lives in Norvale.",
                    "qas": [
                        {"id": "q1", "question": "Who?", "answers": [{"text": "Anna Quill", "answer_start": 0}]},
                        {"id": "q2", "question": "Where?", "answers": [{"text": "Norvale", "answer_start": 20}]},
                    ],
                }
            ]
        }
    ]
}


def marked(example: Example) -> list[tuple[str, str]]:
    return [(mark.label, example.text[slice(*mark.span)]) for mark in example.marks]


def write(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_names_keep_the_labels_of_the_user(tmp_path):
    path = write(tmp_path, "a.conll", "Anna B-Disease\nQuill I-Disease\n\nв O\nНорвале B-МЕСТО\n")
    (example,) = read_examples("ner", path)
    assert example.text == "Anna Quill\nв Норвале"
    assert marked(example) == [("Disease", "Anna Quill"), ("МЕСТО", "Норвале")]


def test_one_long_text_is_cut_every_ten_sentences(tmp_path):
    path = write(tmp_path, "a.conll", "".join(f"w{n} O\nAnna B-PER\n\n" for n in range(25)))
    examples = read_examples("ner", path)
    assert [example.text.count("\n") + 1 for example in examples] == [10, 10, 5]
    assert [len(example.marks) for example in examples] == [10, 10, 5]
    assert {text for example in examples for _, text in marked(example)} == {"Anna"}


def test_texts_that_are_told_apart_stay_whole(tmp_path):
    content = "-DOCSTART- O\n\n" + "Anna B-PER\n\n" * 12 + "-DOCSTART- O\n\nBo B-PER\n"
    assert [len(each.marks) for each in read_examples("ner", write(tmp_path, "a.conll", content))] == [12, 1]


def test_cutting_a_text_without_marks():
    assert [each.text for each in cut_sentences(Example("a", "x\ny\nz"), 2)] == ["x\ny", "z"]


def test_texts_with_a_class(tmp_path):
    path = write(tmp_path, "a.jsonl", '{"text": "good", "label": 1}\n\n{"text": "плохо", "label": "neg", "id": "b"}\n')
    assert [(each.id, each.text, each.label) for each in read_examples("classification", path)] == [
        ("1", "good", "1"),
        ("b", "плохо", "neg"),
    ]


def test_a_passage_and_its_questions_are_one_text(tmp_path):
    (example,) = read_examples("qa", write(tmp_path, "a.json", SQUAD))
    assert marked(example) == [
        ("passage", "Anna Quill lives in Norvale."),
        ("answer q1", "Anna Quill"),
        ("question q1", "Who?"),
        ("answer q2", "Norvale"),
        ("question q2", "Where?"),
    ]


@pytest.mark.parametrize(
    ("task", "name", "content", "says"),
    [
        ("classification", "a.jsonl", "{", "line 1: not a JSON object"),
        ("classification", "a.jsonl", '{"text": "x"}', "line 1: needs a label"),
        ("classification", "a.jsonl", '{"label": "x"}', "line 1: needs a text"),
        ("classification", "a.jsonl", '{"text": "x", "label": ["y"]}', "needs a label that is a word"),
        ("classification", "a.jsonl", '{"id": "1", "text": "x", "label": 1}\n' * 2, "two texts have the same id"),
        ("qa", "a.json", {"data": [{}]}, "not in the form of SQuAD"),
        ("qa", "a.json", [1], "not in the form of SQuAD"),
        ("ner", "a.conll", "Anna PER\n", "not a tag"),
    ],
)
def test_what_cannot_be_read(tmp_path, task, name, content, says):
    with pytest.raises(InputError, match=says):
        read_examples(task, write(tmp_path, name, content))


def test_an_answer_outside_the_passage(tmp_path):
    wrong = json.loads(json.dumps(SQUAD).replace("20", "25"))
    with pytest.raises(InputError, match="an answer ends outside"):
        read_examples("qa", write(tmp_path, "a.json", wrong))


def test_an_unknown_task(tmp_path):
    with pytest.raises(ConfigError, match="known are ner, classification, qa"):
        read_examples("translation", tmp_path)
