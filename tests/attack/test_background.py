import pytest

from unname.attack.background import Background, gather, hold_out, load_background, save_background
from unname.core.document import Profile
from unname.core.errors import ConfigError
from unname.text.sentences import sentences

PEOPLE = [Profile(id, f"Name{id}", {}, f"A {id} of Ruritania.") for id in ("nurse", "judge", "sailor")]


def without_names(texts):
    return [text.replace("Name", "[PERSON] ") for text in texts]


@pytest.mark.parametrize(
    ("kind", "expected"), [("clear", ["Name"]), ("anonymized", ["[PERSON]"]), ("both", ["Name", "[PERSON]"])]
)
def test_the_background_is_clear_anonymized_or_both(kind, expected):
    background = gather(PEOPLE[:3], kind, without_names, list, share=0.0)
    assert len(background.texts) == 3 * len(expected)
    assert background.people == (0, 1, 2) * len(expected)
    assert [background.texts[3 * i].split()[0].removesuffix("nurse") for i in range(len(expected))] == expected


@pytest.mark.parametrize(("kind", "match"), [("anonymized", "anonymize"), ("other", "other")])
def test_a_background_that_cannot_be_made_is_refused(kind, match):
    with pytest.raises(ConfigError, match=match):
        gather(PEOPLE, kind, None, list)


def test_a_rewriter_must_answer_for_every_text():
    with pytest.raises(ConfigError, match="gave 1 texts for 3"):
        gather(PEOPLE[:3], "both", lambda texts: texts[:1], list, share=0.0)


def test_what_is_checked_with_is_not_learned_from():
    people = [Profile(str(i), "", {}, " ".join(f"Fact {i} {j} is known." for j in range(60))) for i in range(10)]
    kept, held, numbers = hold_out(people, 0.3, 40, seed=1)
    assert len(numbers) == len(held) == 3
    for text, number in zip(held, numbers, strict=True):
        facts = {text[a:b] for a, b in sentences(text)}
        assert 5 <= len(facts) <= 12
        assert facts <= {people[number].text[a:b] for a, b in sentences(people[number].text)}
        assert not any(fact in kept[number].text for fact in facts)
        assert len(sentences(kept[number].text)) == 60 - len(facts)
    assert all(kept[i] == people[i] for i in range(10) if i not in numbers)
    assert hold_out(people, 0.3, 40, seed=1)[1] == held
    assert hold_out(people, 0.3, 40, seed=2)[1] != held


def test_people_with_little_text_keep_it_all():
    few = [Profile("a", "", {}, "One. Two. Three."), Profile("b")]
    assert hold_out(few, 1.0, 100, seed=0) == (few, [], [])


def test_it_is_kept_for_its_owner_alone(tmp_path):
    background = Background(("Łódź",), (0,), ("x", "y"), (1, 2))
    save_background(tmp_path / "kept.json", background)
    assert load_background(tmp_path / "kept.json") == background
    assert (tmp_path / "kept.json").stat().st_mode & 0o077 == 0
