"""The shipped encoders over invented people: what they promise, not how well they find anybody."""

from pathlib import Path

import numpy as np
import pytest

from unname.core.document import Profile
from unname.core.errors import ConfigError, MissingModel
from unname.models.linkage import Parted, open_biencoder
from unname.models.linkage.transformer import Transformer, documents_of
from unname.text.words import visible_words

TEXTS = [
    "A Representative from Ohio; born in Zenda, Ruritz County, Ohio, March 29, 1804; studied law.",
    "A Senator from Vermont; born in Strelsau, Vt., on May 3, 1911; a printer; died in Zenda, January 8, 1970.",
    "A farmer.",
    "",
]
PEOPLE = [
    Profile("a", "", {"birth_date": "1804-03-29", "state": "OH"}),
    Profile("b", "", {"birth_date": "1911-05-03", "death_date": "1970-01-08", "state": "VT"}),
    Profile("c", "", {"birth_date": "1850-11-02", "state": "VT"}),
]
LIFE = (
    "A Representative from Ohio; born in Zenda, Ruritz County, Ohio, March 29, 1804; studied law; was admitted to the "
    "bar in 1826 and commenced practice in Strelsau, Ohio; member of the State senate 1835-1837; elected as a Democrat "
    "to the Thirtieth Congress (March 4, 1847-March 3, 1849); resumed the practice of law; died in Strelsau, Ohio, "
    "in 1870."
)
NAMES = ["transformer", "frozen", "whole"]


@pytest.fixture(scope="module", params=NAMES)
def encoder(request: pytest.FixtureRequest) -> Transformer:
    opened = open_biencoder(request.param)
    assert isinstance(opened, Transformer)
    return opened


def close(first: np.ndarray, second: np.ndarray) -> bool:
    return np.allclose(first, second, atol=1e-4 * max(1.0, float(np.abs(second).max())))


def test_shapes_and_name(encoder: Transformer) -> None:
    assert isinstance(encoder, Parted)
    assert not encoder.exact
    assert encoder.documents(TEXTS).shape == (len(TEXTS), encoder.width)
    assert encoder.profiles(PEOPLE).shape == (len(PEOPLE), encoder.width)
    assert encoder.documents([]).shape == (0, encoder.width)
    assert encoder.name.startswith("transformer")


def test_each_text_is_read_alone(encoder: Transformer) -> None:
    together = encoder.documents(TEXTS)
    assert close(together, np.concatenate([encoder.documents([text]) for text in TEXTS]))
    assert close(together[::-1], encoder.documents(TEXTS[::-1]))


def test_finds_the_people_of_the_texts(encoder: Transformer) -> None:
    scores = encoder.documents(TEXTS[:2]) @ encoder.profiles(PEOPLE).T
    assert scores.argmax(axis=1).tolist() == [0, 1]


def test_parts_add_up_to_the_vector(encoder: Transformer) -> None:
    for text in [*TEXTS, "A judge of [LOC] [LOC], Ohio; *** 1804."]:
        parts = encoder.parts(text)
        assert close(parts.total(), encoder.documents([text])[0])
        assert list(parts.spans) == [span for stretch in visible_words(text) for span in stretch]
        assert parts.members.shape[1] == 3
        assert parts.members.max(initial=-1) < len(parts.spans)


def test_parts_of_visible_words_tell_what_hiding_does(encoder: Transformer) -> None:
    """The first words that parts say matter most are those whose hiding lowers the score most, or nearly."""
    text, profile = LIFE, encoder.profiles(PEOPLE)[0]
    parts = encoder.parts(text)
    expected, true = [], []
    for number, span in enumerate(parts.spans):
        visible = np.arange(len(parts.spans)) != number
        expected.append(float(parts.total(visible) @ profile))
        true.append(float(encoder.documents([text[: span.start] + "[MASK]" + text[span.end :]])[0] @ profile))
    # Where all layers read, what is hidden changes more of how the rest is read.
    assert np.corrcoef(expected, true)[0, 1] > (0.4 if encoder.weights == "whole" else 0.7)


def test_how_many_words_a_mask_hides_is_not_seen(encoder: Transformer) -> None:
    variants = ["A judge of [MASK], Ohio.", "A judge of [MASK] [MASK], Ohio.", "A judge of [MASK] ([LOC]; ***, Ohio."]
    vectors = encoder.documents(variants)
    assert close(vectors[1:], vectors[:1])


def test_nothing_is_cut_off(encoder: Transformer) -> None:
    long = "He studied the law of towns and was a farmer there; " * 300
    with_end = encoder.documents([long, long + TEXTS[1]])
    assert np.abs(with_end[1] - with_end[0]).max() > 0.1 * np.abs(encoder.documents([TEXTS[1]])).max()


def test_encoders_share_their_lower_layers() -> None:
    encoders = [Transformer(name) for name in NAMES]
    assert encoders[0].document_side.lower is encoders[1].document_side.lower
    for vectors, encoder in zip(documents_of(encoders, TEXTS), encoders, strict=True):
        assert close(vectors, encoder.documents(TEXTS))


def test_weights_that_are_missing_or_of_another_version_are_told(tmp_path: Path) -> None:
    with pytest.raises(MissingModel, match="unname train linkage"):
        Transformer(tmp_path).documents(["a"])
    (tmp_path / "linkage.json").write_text('{"kind": "transformer", "version": 0}')
    with pytest.raises(ConfigError, match="another version"):
        Transformer(tmp_path).documents(["a"])
