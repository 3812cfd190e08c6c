"""What is known of words: spelling, lists, and where they stand."""

from unname.detect.word_features import features_of, lists_of, number_of, read_words, shape_of


def test_words_numbers_and_signs_are_apart_and_nothing_is_lost() -> None:
    text = "Name: Zeisig,\n Az. 3-B/17"
    known = read_words(text)
    assert known.words == ["Name", ":", "Zeisig", ",", "Az", ".", "3", "-", "B", "/", "17"]
    assert [text[slice(*span)] for span in known.spans] == list(known.words)


def test_the_field_before_a_value_is_known_until_the_line_ends() -> None:
    known = read_words("Name: Zeisig\nfroh")
    assert number_of("field=name") in known.places[2]
    assert number_of("field=name") not in known.places[3]


def test_forms_of_a_word_share_features() -> None:
    one, other = features_of("Rechnung", "de"), features_of("Rechnungen", "de")
    assert number_of("stem=rechn") in set(one) & set(other)


def test_lists_tell_names_from_ordinary_words() -> None:
    assert "ordinary" in lists_of("rechnung", "Rechnung", "de").split()
    assert "first" in lists_of("jurgen", "Jürgen", "de").split()


def test_shapes_are_short() -> None:
    assert shape_of("12.03.2024") == "99.99.9999"
    assert len(shape_of("9" * 1000)) < 20
