import copy

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from transformers import BertConfig, BertModel  # noqa: E402

from tiny import tiny_base  # noqa: E402
from unname.attack.infilling.extract import Extract  # noqa: E402
from unname.attack.infilling.generate import Generate  # noqa: E402
from unname.attack.infilling.infilling import Infilling  # noqa: E402
from unname.core.document import Document  # noqa: E402
from unname.models import late_interaction  # noqa: E402
from unname.models.infiller import BEGIN, END, MOST_WRITTEN, Infiller  # noqa: E402
from unname.models.masked_lm import MaskedLM  # noqa: E402
from unname.text.masks import find_masks  # noqa: E402
from unname.training.encoder import load_base  # noqa: E402
from unname_research.train.infill_networks import (  # noqa: E402
    MOST_INSIDE,
    Packed,
    PointAndWrite,
    TokenVectors,
    export_reader,
    export_retriever,
    start_from,
    start_from_words,
)

TEXT = "*** was born in *** and lives in ***."
NAMES = ("ids", "types", "places", "inside", "visible")


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    return tiny_base(tmp_path_factory.mktemp("base"))


def stirred(network):
    """New layers that are not nothing, so that each of them counts."""
    torch.manual_seed(3)
    with torch.no_grad():
        for parameter in network.parameters():
            if not parameter.any():
                parameter.normal_(0.0, 0.3)
    return network.eval()


@pytest.fixture(scope="module")
def network(base):
    return stirred(PointAndWrite(load_base(base)))


@pytest.fixture(scope="module")
def retriever(base):
    return stirred(TokenVectors(load_base(base), 16))


@pytest.fixture(scope="module")
def folder(network, tmp_path_factory):
    path = tmp_path_factory.mktemp("masks")
    export_reader(copy.deepcopy(network), path, quantize=False)
    return path


@pytest.fixture(scope="module")
def passages(retriever, tmp_path_factory):
    path = tmp_path_factory.mktemp("passages")
    export_retriever(copy.deepcopy(retriever), path, quantize=False)
    return path


class Overheard:
    """Passes on what the session is fed, and keeps it with the answers."""

    def __init__(self, session):
        self.session, self.heard = session, []

    def run(self, names, feed):
        answers = self.session.run(names, feed)
        self.heard.append((feed, answers))
        return answers


@pytest.fixture
def reader(folder):
    made = Infiller(folder)
    opened = made._opened
    opened.__dict__["session"] = Overheard(opened.session)
    return made


def heard(reader):
    return reader._opened.session.heard


def check_agreement(network, feeds):
    for feed, (begins, ends, words) in feeds:
        given = {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in feed.items()}
        with torch.no_grad():
            hidden = network.read(*(given[name] for name in NAMES))
            pointed = network.point(hidden, given["line"], given["column"])
            written = torch.log_softmax(network.write(hidden, given["row"], given["place"]), -1)
        np.testing.assert_allclose(begins, pointed[:, 0], atol=1e-3)
        np.testing.assert_allclose(ends, pointed[:, 1], atol=1e-3)
        np.testing.assert_allclose(words, written, atol=1e-3)


def test_the_written_reader_says_what_the_network_says(network, reader):
    (window,) = reader.windows(TEXT, find_masks(TEXT), [None, "LOC", None])
    passages = [reader.tokenizer(text).ids for text in ("Ada Grey, born in Ruritania.", "A judge. " * 40, "x")]
    found = reader.point([window] * 3, passages, 3)
    said = [reader.write(window, passage, 2) for passage in (passages[0], passages[0][:0])]
    check_agreement(network, heard(reader))
    for ranges in (each for by_mask in found for each in by_mask.values()):
        probabilities = [each.probability for each in ranges]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= each <= 1 for each in probabilities)
    for written in (each for by_mask in said for each in by_mask.values()):
        probabilities = [each.probability for each in written]
        assert probabilities == sorted(probabilities, reverse=True)
        assert all(0 <= each <= 1 for each in probabilities)
        assert all(1 <= len(each.ids) <= MOST_WRITTEN and END not in each.ids for each in written)


def test_a_batch_says_of_each_what_it_says_alone(reader):
    (window,) = reader.windows(TEXT, find_masks(TEXT))
    passages = [reader.tokenizer(text).ids for text in ("Ada Grey, born in Ruritania.", "A judge. " * 40, "x")]
    together = reader.point([window] * 3, passages, 2)
    for number, passage in enumerate(passages):
        (alone,) = reader.point([window], [passage], 2)
        for place, ranges in alone.items():
            for one, other in zip(ranges, together[number][place], strict=True):
                assert one[:2] == other[:2]
                assert one.probability == pytest.approx(other.probability, abs=1e-4)


def test_blanks_do_not_see_each_other_nor_what_comes_later(network, reader):
    (window,) = reader.windows(TEXT, find_masks(TEXT))
    reader.write(window, reader.tokenizer("Ada Grey, born in Ruritania.").ids, 1)
    feed, _ = next(each for each in heard(reader) if len(each[0]["row"]) == 3 and (each[0]["inside"] == 3).any())
    given = {name: torch.from_numpy(feed[name]) for name in NAMES}
    n_read, size = int((feed["inside"] == 0).sum()), 3
    assert feed["ids"][0, n_read::size].tolist() == [BEGIN] * 3
    with torch.no_grad():
        before = network.read(**given)[0]
    # Another blank is changed: what is read and the other two stay.
    other = {name: value.clone() for name, value in given.items()}
    other["ids"][0, n_read + size : n_read + 2 * size] = 2024
    other["places"][0, n_read + size : n_read + 2 * size] = 1
    with torch.no_grad():
        after = network.read(**other)[0]
    stays = torch.ones(len(before), dtype=torch.bool)
    stays[n_read + size : n_read + 2 * size] = False
    torch.testing.assert_close(before[stays], after[stays])
    assert not torch.allclose(before[~stays], after[~stays], atol=1e-2)
    # The last piece of a blank is changed: its own past stays; the first piece: what follows does not.
    for changed, stays_until in ((2, 2), (0, 0)):
        other = {name: value.clone() for name, value in given.items()}
        other["ids"][0, n_read + changed] = 2024
        with torch.no_grad():
            after = network.read(**other)[0]
        kept = n_read + stays_until
        torch.testing.assert_close(before[:kept], after[:kept])
        torch.testing.assert_close(before[n_read + size :], after[n_read + size :])
        for place in range(kept, n_read + size):
            assert not torch.allclose(before[place], after[place], atol=1e-3)
    # What is read is changed: everything is another.
    other = {name: value.clone() for name, value in given.items()}
    other["ids"][0, n_read - 2] = 2024
    with torch.no_grad():
        after = network.read(**other)[0]
    assert (torch.abs(before - after).amax(1) > 1e-5).all()


def test_the_written_retriever_says_what_the_network_says(retriever, passages):
    texts = ["Ada [MASK] lives in Ruritania.", "A nurse. " * 30, "x"]
    model = late_interaction.TokenVectors(passages, batch=3)
    for text, rows in zip(texts, model(texts), strict=True):
        ids = torch.tensor([[101, *model._opened.tokenizer(text).ids.tolist(), 102]])
        with torch.no_grad():
            expected = retriever(ids, torch.ones_like(ids))[0, 1:-1]
        np.testing.assert_allclose(rows, expected.numpy(), atol=1e-3)
        assert (np.linalg.norm(rows, axis=1) <= 1 + 1e-5).all()


def test_padding_has_no_vectors(retriever):
    ids = torch.tensor([[101, 2024, 2025, 102, 0, 0]])
    mask = (ids != 0).long()
    with torch.no_grad():
        found = retriever(ids, mask)[0]
        alone = retriever(ids[:, :4], mask[:, :4])[0]
    assert not found[4:].any()
    torch.testing.assert_close(found[:4], alone)


def test_networks_with_8_bits_are_read(network, retriever, tmp_path):
    assert export_reader(copy.deepcopy(network), tmp_path / "masks").name == "model.onnx"
    export_retriever(copy.deepcopy(retriever), tmp_path / "passages")
    assert [each.name for each in (tmp_path / "masks").iterdir()] == ["model.onnx"]
    filler = Infilling(
        readers=(Extract(tmp_path / "masks"), Generate(tmp_path / "masks")), retriever=tmp_path / "passages"
    )
    background = [Document("a", "Ada Grey was born in Ruritania and lives in Lutha."), Document("b", "A judge.")]
    fills = filler.fill([TEXT, "no masks", ""], background)
    assert [fill.mask for fill in fills] == find_masks(TEXT)
    for fill in fills:
        assert {each.reader for each in fill.candidates} <= {"extract", "generate"}
        for each in fill.candidates:
            assert (
                each.reader != "extract" or background[0].text[slice(*each.passage)] == each.text or each.source == "b"
            )
    assert filler.fill([TEXT], background) == [each for each in fills if each.document == "0"]
    alone = filler.fill([TEXT], [])
    assert {each.reader for fill in alone for each in fill.candidates} == {"generate"}


def test_the_packed_network_is_the_network(network):
    packed = Packed(copy.deepcopy(network))
    torch.testing.assert_close(packed.decoder.T, network.base.embeddings.word_embeddings.weight)


def test_longest_blanks_have_places(network):
    assert network.inside.num_embeddings > MOST_INSIDE >= MOST_WRITTEN


def test_it_begins_with_what_the_shipped_words_know():
    # Of the shape of the shipped encoder, whose every weight is taken from the shipped words.
    shape = BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
    network = start_from_words(PointAndWrite(BertModel(shape))).eval()
    words = MaskedLM()
    pieces = words.tokenize("She was born in 1950 and lives in London. The committee met on Monday, and nobody came.")
    places = range(2, len(pieces) - 2)
    expected = [float(words.log_probabilities(pieces, [np.array([place])])[0][0]) for place in places]
    said = [_said(network, pieces.ids.tolist(), place) for place in places]
    # Weights of 8 bits are a little off; a matrix that lies the wrong way round is off by a half on average.
    assert np.abs(np.subtract(said, expected)).mean() < 0.2


def _said(network, ids, place):
    """The log probability of what stands at a place, where it is hidden."""
    read = torch.tensor([[101, *ids, 102]])
    true = int(read[0, place + 1])
    read[0, place + 1] = 103
    zeros, n = torch.zeros_like(read), read.shape[1]
    with torch.no_grad():
        hidden = network.read(read, zeros, torch.arange(n)[None], zeros, torch.ones(1, n, n))
        written = network.write(hidden, torch.tensor([0]), torch.tensor([place + 1]))
    return float(torch.log_softmax(written, -1)[0, true])


def test_a_packed_network_goes_on_learning_from_where_it_was(tmp_path):
    shape = BertConfig(hidden_size=384, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536)
    before = stirred(PointAndWrite(BertModel(shape)))
    for name, value in before.named_parameters():
        if "norm" in name.lower():  # tables that are alike are stored once
            torch.nn.init.normal_(value, mean=1.0, std=0.1)
    export_reader(copy.deepcopy(before), tmp_path)
    after = start_from(PointAndWrite(BertModel(shape)), tmp_path)
    for name, value in before.state_dict().items():
        if "pooler" not in name and "position_ids" not in name:
            torch.testing.assert_close(after.state_dict()[name], value, rtol=0.05, atol=0.02, msg=name)
