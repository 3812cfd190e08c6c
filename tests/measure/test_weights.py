"""Weighted precision, against a slow transcription of TAB's evaluation."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from expecting import Expecting
from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import ConfigError
from unname.corpora.tab import Case
from unname.measure.protection import Protection
from unname.measure.weights import SEGMENT, open_word_model, weigh_masks
from unname.models.masked_lm import MaskedLM

SENTENCE = "Tony Booth of Ruritania met Anna Grey in May 1970 ; he sang. "
TEXT = SENTENCE * 12


def slow(text, spans, model):
    """Every piece that a span touches is masked at once; the text is read in segments of a hundred pieces."""
    pieces = model.tokenize(text)
    inside = [
        [n for n in range(len(pieces)) if pieces.starts[n] < end and pieces.ends[n] > start] for start, end in spans
    ]
    masked = {place for places in inside for place in places}
    weights = []
    for places in inside:
        probabilities = []
        for place in places:
            first = place // SEGMENT * SEGMENT
            near = {other for other in masked if first <= other < first + SEGMENT}
            probabilities.append(math.exp(model.surprise(pieces, place, near)))
        weights.append(-math.log(min(probabilities)) if probabilities else 0.0)
    return weights


spans_of = st.lists(
    st.tuples(st.integers(0, len(TEXT) - 1), st.integers(1, 40)).map(lambda p: (p[0], min(p[0] + p[1], len(TEXT)))),
    max_size=8,
)


@given(spans_of)
def test_it_equals_a_slow_transcription(spans):
    assert list(weigh_masks(TEXT, spans, Expecting())) == pytest.approx(slow(TEXT, spans, Expecting()), abs=1e-4)


def test_segments_without_a_mask_are_not_read():
    model = Expecting()
    assert len(model.tokenize(TEXT)) > 2 * SEGMENT
    weigh_masks(TEXT, [(0, 4), (len(TEXT) - 5, len(TEXT) - 2)], model)
    assert len(model.rounds) == 2


@pytest.mark.parametrize(("text", "spans"), [("", []), (TEXT, []), ("a  b", [(1, 3)])])
def test_nothing_weighs_nothing(text, spans):
    assert list(weigh_masks(text, spans, Expecting())) == [0.0] * len(spans)


def case(text, *annotators):
    document = Document("trip", text)
    listed = tuple(
        tuple(Mention(Span(*span), "PERSON", f"e{n}", role) for n, (span, role) in enumerate(mentions))
        for mentions in annotators
    )
    return Case(document, tuple(document.with_mentions(mentions) for mentions in listed), (), "dev", listed)


def test_precision_weighs_each_piece_by_what_it_would_tell():
    spans = [(0, 10), (14, 23), (38, 49)]
    first = [((0, 10), Role.DIRECT), ((14, 23), Role.QUASI)]
    second = [((0, 10), Role.DIRECT), ((14, 23), Role.NONE)]
    result = Protection("list", weights=Expecting()).evaluate([case(SENTENCE, first, second)], {"trip": spans})
    tokens = [(a + m.start(), a + m.end()) for a, b in spans for m in re.finditer(r"\w+", SENTENCE[a:b])]
    by_token = slow(SENTENCE, tokens, Expecting())
    credit = 2 * sum(by_token[:2]) + by_token[2]
    assert result["weighted_token_precision"] == pytest.approx(credit / (2 * sum(by_token)))
    by_mention = slow(SENTENCE, spans, Expecting())
    assert result["weighted_mention_precision"] == pytest.approx(
        (2 * by_mention[0] + by_mention[1]) / (2 * sum(by_mention))
    )
    plain = Protection("list").evaluate([case(SENTENCE, first, second)], {"trip": spans})
    assert plain["weighted_token_precision"] is plain["weighted_mention_precision"] is None
    assert {key: result[key] for key in plain if "weighted" not in key} == {
        key: plain[key] for key in plain if "weighted" not in key
    }


def test_with_nothing_masked_it_is_zero():
    result = Protection("list", weights=Expecting()).evaluate([case(SENTENCE, [((0, 10), Role.DIRECT)])], {"trip": []})
    assert result["weighted_token_precision"] == 0.0


def test_which_model_weighs():
    model = Expecting()
    assert open_word_model(model) is model
    assert open_word_model("words") == MaskedLM()
    assert open_word_model("some/model") == MaskedLM("some/model")
    with pytest.raises(ConfigError, match="weights must be"):
        open_word_model(3)
    assert Protection().model is None
    assert np.isfinite(weigh_masks(SENTENCE, [(0, 10)], model)).all()
