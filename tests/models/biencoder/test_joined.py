import numpy as np
import pytest

from linking import Summing
from unname.core.document import Profile
from unname.core.errors import MissingModel
from unname.models.biencoder import Parted, open_biencoder
from unname.models.biencoder.joined import Joined

TEXT = "a judge of Zenda, born in 1957"
PEOPLE = [Profile("a", fields={"job": "judge"}), Profile("b", fields={"town": "Zenda"})]


@pytest.fixture
def joined() -> Joined:
    return Joined((Summing("one"), Summing("other")))


def test_scores_add_up(joined: Joined) -> None:
    apart = sum(member.documents([TEXT]) @ member.profiles(PEOPLE).T for member in joined.members)
    assert np.allclose(joined.documents([TEXT]) @ joined.profiles(PEOPLE).T, apart)
    assert joined.width == sum(member.width for member in joined.members)


def test_parts_add_up_however_words_are_masked(joined: Joined) -> None:
    assert isinstance(joined, Parted)
    parts = joined.parts(TEXT)
    visible = np.array([number % 2 == 0 for number in range(len(parts.spans))])
    apart = [member.parts(TEXT).total(visible) for member in joined.members]
    assert np.allclose(parts.total(visible), np.concatenate(apart))


def test_shipped_models_are_joined_by_name() -> None:
    encoder = open_biencoder("bag+facts")
    assert isinstance(encoder, Joined)
    assert encoder.name == "bag+facts"
    assert encoder.exact
    with pytest.raises(MissingModel):
        open_biencoder("bag+absent")
