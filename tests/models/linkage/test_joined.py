from types import SimpleNamespace

import numpy as np
import pytest

from linking import Summing
from unname.core.document import Profile
from unname.core.errors import ConfigError, MissingModel
from unname.models import linkage as biencoder
from unname.models.linkage import Parted, open_biencoder
from unname.models.linkage.joined import Joined

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


def test_no_model_is_left_out_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SimpleNamespace(name="whole", width=1, documents=None, profiles=None)
    monkeypatch.setattr(biencoder, "open_biencoder", {"one": Summing("one"), "whole": whole}.get)
    with pytest.raises(ConfigError, match="does not say what each word adds"):
        open_biencoder("one+whole")


def test_shipped_models_are_joined_by_name() -> None:
    encoder = open_biencoder("bag+facts")
    assert isinstance(encoder, Joined)
    assert encoder.name == "bag+facts"
    assert encoder.exact
    with pytest.raises(MissingModel):
        open_biencoder("bag+absent")
