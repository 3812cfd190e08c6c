"""Every learner: it learns one of its tasks, the same under the same seed, and from whatever little there is."""

from pathlib import Path

import pytest
import torch

from tiny import tiny_base
from unname.core.document import Span
from unname.core.example import Example, Mark
from unname.core.registry import create, names, parse
from unname.core.roles import Learner
from unname.corpora.examples import join_questions

FIRST = ("Anna", "Bo", "Cilla", "Dan", "Eva", "Finn")


def name(n: int, text: str = "{} sang in Norvale .") -> Example:
    first = FIRST[n % len(FIRST)]
    text = text.format(first)
    return Example(str(n), text, (Mark(Span(0, len(first)), "PER"), Mark(Span(len(text) - 9, len(text) - 2), "LOC")))


def asked(n: int) -> Example:
    first = FIRST[n % len(FIRST)]
    passage = f"{first} sang in Norvale. The hall was full."
    return join_questions(str(n), passage, [(str(n), "Who sang in Norvale?", [Span(0, len(first))])])


def opinion(n: int) -> Example:
    return Example(str(n), f"{FIRST[n % 6]} was {('good', 'bad')[n % 2]}", label=("pos", "neg")[n % 2])


EXAMPLES = {"ner": name, "classification": opinion, "qa": asked}


SETTINGS = {"transformer": "transformer(model={folder!r}, rate=1e-2, least=40)"}
"""What a learner needs to be quick here: a tiny encoder in place of a pretrained one."""


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)  # two would wait for each other on steps this small
    return tiny_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(params=names("learner"))
def learner(request: pytest.FixtureRequest, tiny: Path) -> Learner:
    spec = SETTINGS.get(request.param, request.param).format(folder=str(tiny))
    made: Learner = create("learner", spec)
    return made


def test_it_plays_the_role(learner: Learner) -> None:
    assert isinstance(learner, Learner)
    assert create("learner", learner.name).name == learner.name
    assert parse(learner.name)[0]
    assert set(learner.tasks) <= set(EXAMPLES)


def test_it_learns_what_is_plain(learner: Learner) -> None:
    for task in learner.tasks:
        examples = [EXAMPLES[task](n) for n in range(60)]
        found = learner.fit(examples).predict(examples)
        assert [set(each.marks) for each in found] == [set(each.marks) for each in examples]
        assert [each.label for each in found] == [each.label for each in examples]


def test_the_same_seed_gives_the_same_model(learner: Learner) -> None:
    for task in learner.tasks:
        examples = [EXAMPLES[task](n) for n in range(8)]
        other = [EXAMPLES[task](n) for n in range(4, 10)]
        one, two = (learner.fit(examples, 1).predict(other) for _ in range(2))
        assert list(one) == list(two)
        if not learner.is_drawn:
            assert list(learner.fit(examples, 2).predict(other)) == list(one)


def test_it_knows_only_what_it_is_told(learner: Learner) -> None:
    for task in learner.tasks:
        model = learner.fit([EXAMPLES[task](n) for n in range(6)])
        example = EXAMPLES[task](0)
        kept = tuple(mark for mark in example.marks if not mark.label.startswith(("PER", "LOC", "answer")))
        blind = Example(example.id, example.text, kept)
        assert list(model.predict([blind])) == list(model.predict([example]))


def test_little_to_learn_from_is_no_error(learner: Learner) -> None:
    for task in learner.tasks:
        one = EXAMPLES[task](0)
        assert len(learner.fit([one]).predict([one, Example("empty", "", label=one.label)])) == 2
        assert list(learner.fit([one]).predict([])) == []
