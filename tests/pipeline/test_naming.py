"""Readings: how many are named, and how many could not be read."""

from collections.abc import Sequence

from unname.core.document import Document, Profile
from unname.core.results import Guess
from unname.pipeline.naming import name_all


class FakeNamer:
    """Names whoever the first word says, or declines by its last."""

    name = "fake"

    def name_people(self, texts: Sequence[str]) -> Sequence[Guess]:
        kinds = ("refused", "malformed", "failed", "empty")
        return [
            Guess("0", (), declined=text.split()[-1]) if text.split()[-1] in kinds else Guess("0", ((text, 0.5),))
            for text in texts
        ]


def test_what_could_not_be_read_enters_no_rate():
    people = {"p1": Profile("p1", "Ada Grey"), "p2": Profile("p2", "Tom White")}
    texts = ["Ada Grey", "Ada Grey", "it refused", "it malformed", "it failed", "it empty", "Ada Grey"]
    subjects = ["p1", "p2", "p1", "p1", "p1", "p1", None]
    documents = [Document(str(n), text, person=who) for n, (text, who) in enumerate(zip(texts, subjects, strict=True))]
    steps: list[None] = []
    readings = name_all(FakeNamer(), documents, people, lambda: steps.append(None))
    assert readings.counts() == {"read": 3, "refused": 1, "malformed": 1, "failed": 1, "empty": 1}
    assert readings.judged() == {"0": (True, True), "1": (False, False), "5": (False, False)}
    named = readings.named()
    assert named is not None
    assert named.n_documents == 3
    assert readings.n_named == readings.n_named_in_three == 1
    assert len(steps) == len(texts)


def test_without_people_nobody_knows_who_was_named():
    assert name_all(FakeNamer(), [Document("a", "Ada Grey")]).named() is None
