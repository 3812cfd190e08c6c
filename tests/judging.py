"""A detected document of invented people, and the smallest model that judges its entities."""

import numpy as np

from unname.core.document import Document, Mention, Role, Span
from unname.risk.commonness import Commonness
from unname.risk.entity_features import BUCKETS, NAMES
from unname.risk.entity_judge import EntityJudge, Forest

TEXT = "Tony Booth left Ruritania on 12 May 1993 by train. Booth slept in Zenda."
CASE = Document(
    "trip",
    TEXT,
    mentions=(
        Mention(Span(0, 10), "PERSON", "e1", Role.DIRECT, 0.99, "tagger+gazetteer:first_name"),
        Mention(Span(16, 25), "LOC", "e2", Role.QUASI, 0.6, "gazetteer:country"),
        Mention(Span(29, 40), "DATETIME", "e3", Role.QUASI, 0.7, "rules:date+tagger"),
        Mention(Span(44, 49), "MISC", "e4", Role.NONE, 0.1, "tagger"),
        Mention(Span(51, 56), "PERSON", "e1", Role.DIRECT, 0.9, "tagger"),
        Mention(Span(66, 71), "LOC", "e5", Role.QUASI, 0.3, "gazetteer:city"),
    ),
)
NOBODY = Commonness(np.zeros(0, np.uint32), np.zeros(0, np.uint16), 999)


def stump(column, threshold, low, high):
    """One tree with one question."""
    return Forest(
        np.array([NAMES.index(column), 0, 0], np.int32),
        np.array([threshold, 0.0, 0.0]),
        np.array([1, 1, 2], np.int32),
        np.array([2, 1, 2], np.int32),
        np.array([0.0, low, high]),
        np.array([0], np.int32),
        1,
        0.25,
    )


JUDGE = EntityJudge(stump("label_PERSON", 0.5, -1.0, 2.0), np.zeros(BUCKETS, np.float32), 0.0, 2.0, 0.5, NOBODY)
