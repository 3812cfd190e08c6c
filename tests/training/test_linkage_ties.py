import numpy as np
import pytest

from unname.models.linkage.windows import Reading

torch = pytest.importorskip("torch")

from unname.training.linkage_ties import Rows, Ties, fit  # noqa: E402

N_TYPES = 50


def reading(ids: list[int], breaks: tuple[int, ...] = ()) -> Reading:
    """A text of pieces, with something between neighbors before the places in `breaks`."""
    stretch = np.cumsum([place in breaks for place in range(len(ids))])
    return Reading(np.array(ids), np.ones(len(ids), bool), np.arange(len(ids)), stretch, ())


TEXTS = [reading([1, 2, 3]), reading([1, 2, 4]), reading([4, 1, 2], breaks=(2,))]


def test_what_is_frequent_has_a_row() -> None:
    rows = Rows.of(TEXTS, N_TYPES, least=2)
    assert set(np.flatnonzero(rows.pieces)) == {1, 2, 4}
    assert set(rows.keys.tolist()) == {-1, 1 * N_TYPES + 2}, "1 and 2 are neighbors in two texts, in the third not"
    assert rows.counts(TEXTS).toarray()[:, len(rows) - 1].tolist() == [1, 1, 0]
    assert set(Rows.of(TEXTS, N_TYPES, least=2, pairs_too=False).keys.tolist()) == {-1}


def test_what_is_repeated_counts_as_often_or_once() -> None:
    rows = Rows.of(TEXTS, N_TYPES, least=2)
    text = [reading([1, 1, 1])]
    assert rows.counts(text)[0, rows.pieces[1]] == 3
    assert rows.counts(text, once=True)[0, rows.pieces[1]] == 1


@pytest.mark.parametrize("once", [False, True])
def test_a_network_adds_what_the_counts_say(once: bool) -> None:
    rows = Rows.of(TEXTS, N_TYPES, least=2)
    ties = Ties(rows, width=6, once=once)
    with torch.no_grad():
        ties.vectors.normal_()
    text = reading([1, 2, 9, 1, 4], breaks=(2,))
    joined = np.diff(text.stretch, prepend=-1) == 0
    seen = torch.tensor([[1.0] * 5 + [0.0]])
    pieces = torch.from_numpy(np.append(text.ids, 1))[None]  # one more piece that is not there
    told = ties(pieces, seen, torch.from_numpy(np.append(joined, False)).float()[None])[:, :5].sum((0, 1))
    expected = rows.counts([text], once).toarray()[0] @ ties.vectors.numpy()
    assert np.allclose(told.detach().numpy(), expected, atol=1e-5)


def test_ties_tell_people_apart_who_share_no_piece_with_their_profile() -> None:
    dice = np.random.default_rng(1)
    kinds = dice.integers(0, 4, size=200)
    documents = [reading([10 + kind, 20 + kind, int(dice.integers(30, 40))]) for kind in kinds]
    profiles = [reading([1 + kind, int(dice.integers(40, 50))]) for kind in kinds]
    rows = Rows.of(documents, N_TYPES, least=5), Rows.of(profiles, N_TYPES, least=5, pairs_too=False)
    ties = Ties(rows[0], 4), Ties(rows[1], 4, once=True)
    fit(ties, rows, documents, profiles, [documents])
    scores = rows[0].counts(documents) @ ties[0].vectors.numpy() @ ties[1].vectors.numpy()[rows[1].pieces[1:5]].T
    assert (scores.argmax(axis=1) == kinds).mean() > 0.95
    assert ties[0].folds.shape == (2, len(rows[0]), 4)
    assert not torch.equal(ties[0].folds[0], ties[0].folds[1])
