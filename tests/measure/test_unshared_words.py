"""What nobody else says: all that is visible, and nothing that others say, too."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Span
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.measure.unshared_words import count_unshared, hash_things, visible_parts


def counted(*texts, people=None):
    return count_unshared([hash_things([text]) for text in texts], people or range(len(texts)))


def redacted(text, **new):
    pieces = [Replacement(Span(text.index(old), text.index(old) + len(old)), value) for old, value in new.items()]
    return rewrite(Document("a", text), pieces)


def test_a_word_or_two_in_a_row_that_nobody_else_says():
    lost, won = "He won the lottery and lost the election.", "She won the election and lost the lottery."
    assert counted(lost, won) == [3, 3]  # every word is said by both, and yet only one of them won the lottery
    assert counted(lost, won, "Who won the lottery? Lost lottery. Won election. Lost election.") == [1, 1, 0]


def test_case_endings_function_words_and_accents_do_not_matter():
    assert counted("The JUGGLERS of caf\u00e9s", "a juggler, his cafe's", "a cello") == [0, 0, 1]


def test_sentences_are_not_joined():
    assert counted("He came home. Judges slept.", "Judges slept. He came home.") == [0, 0]


def test_texts_of_one_person_are_not_compared_with_each_other():
    assert counted("a parrot", "the parrot", "a cello", people="aab") == [1, 1, 1]
    assert counted("a parrot", "the parrot", people="aa") is None
    assert counted("alone") is None
    assert count_unshared([], []) is None


def test_texts_without_words():
    assert counted("", "***", "...") == [0, 0, 0]
    assert counted("", "a parrot") == [0, 1]


def test_masks_end_what_is_in_a_row_and_are_not_said():
    redaction = redacted("the old Anna parrot of 12 May 1961", Anna="[PERSON 1]", **{"12 May 1961": "the 1960s"})
    assert visible_parts(redaction) == ["the old ", " parrot of the 1960s"]


def test_only_edits_are_masks():
    """Words in brackets that nobody hid can be read by everybody."""
    redaction = Redaction("a", "[Zenda Castle] LOCATION")
    assert count_unshared([hash_things(visible_parts(redaction)), hash_things(["castle location"])], "ab") == [2, 0]


@given(st.lists(st.text("ab .", max_size=12), min_size=2, max_size=5))
def test_it_is_what_counting_one_by_one_gives(texts):
    def things(text):
        sentences = [[word for word in part.split() if word != "a"] for part in text.replace(". ", "\n").split("\n")]
        pieces = [
            [piece for word in words for piece in word.split(".") if piece not in ("", "a")] for words in sentences
        ]
        singles = {word for words in pieces for word in words}
        return singles | {pair for words in pieces for pair in pairwise(words)}

    alone = [things(text.rstrip(".")) for text in texts]
    expected = [len(own - set().union(*(alone[:n] + alone[n + 1 :]))) for n, own in enumerate(alone)]
    assert count_unshared([hash_things([text]) for text in texts], range(len(texts))) == expected
