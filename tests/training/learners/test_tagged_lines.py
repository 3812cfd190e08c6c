from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Span
from unname.core.example import Example, Mark, flatten_marks
from unname.training.learners.tagged_lines import mark_tags, read_lines, tag_lines


def marks_of(text: str, *found: tuple[str, str]) -> tuple[Mark, ...]:
    starts = [(text.index(words), words, label) for words, label in found]
    return tuple(Mark(Span(start, start + len(words)), label) for start, words, label in starts)


def test_tags_follow_the_words_also_in_cyrillic():
    text = "Анна Квилл уехала.\n*** [PERSON] Bo Lee"
    example = Example("a", text, marks_of(text, ("Анна Квилл", "PER"), ("[PERSON]", "PER"), ("Bo", "X"), ("Lee", "X")))
    assert [tags for _, tags in tag_lines(example)] == [
        ["B-PER", "I-PER", "O", "O"],
        ["O", "B-PER", "I-PER", "I-PER", "B-X", "B-X"],
    ]


def test_a_mark_within_a_word_takes_the_word():
    assert [tags for _, tags in tag_lines(Example("a", "Quills sang", (Mark(Span(0, 5), "PER"),)))] == [["B-PER", "O"]]


def test_an_inside_tag_without_a_beginning_is_a_mark():
    (line,) = read_lines("Anna Quill sang")
    assert list(mark_tags(line, ["I-PER", "I-PER", "I-X"])) == [Mark(Span(0, 10), "PER"), Mark(Span(11, 15), "X")]


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(1, 4), st.sampled_from("AB")), max_size=6))
def test_marks_of_whole_words_survive_tags(drawn):
    words = [f"w{n}" for n in range(16)]
    text = " ".join(words)
    starts = [text.index(word) for word in words]
    marks = flatten_marks(
        Mark(Span(starts[first], starts[first + n - 1] + len(words[first + n - 1])), label) for first, n, label in drawn
    )
    back = [mark for line, tags in tag_lines(Example("a", text, marks)) for mark in mark_tags(line, tags)]
    assert tuple(back) == marks
