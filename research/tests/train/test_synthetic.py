import pytest

pytest.importorskip("faker")

from unname.core.document import LABELS
from unname_research.train.synthetic import synthetic_documents


def test_the_same_seed_gives_the_same_messages():
    assert synthetic_documents(30, seed=3) == synthetic_documents(30, seed=3)
    assert synthetic_documents(30, seed=3) != synthetic_documents(30, seed=4)


def test_every_slot_is_filled_and_every_category_occurs():
    documents = synthetic_documents(400)
    assert {mention.label for document in documents for mention in document.mentions} == set(LABELS) - {"MISC"}
    for document in documents:
        assert ":name}" not in document.text
        for mention in document.mentions:
            surface = document.text[mention.span.start : mention.span.end]
            assert surface == surface.strip() != ""
