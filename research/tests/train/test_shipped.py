from functools import partial

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from invented_sheets import sheets  # noqa: E402
from tiny import tiny_base  # noqa: E402
from unname.attack.infilling.generate import Generate  # noqa: E402
from unname.attack.infilling.infilling import Infilling  # noqa: E402
from unname_research.train import infill_retriever, infill_sources, infilling, shipped  # noqa: E402


def test_the_filling_networks_are_trained_and_packed(tmp_path, monkeypatch):
    base, asked = tiny_base(tmp_path / "base"), []
    monkeypatch.setattr(infill_sources, "read_sheets", lambda data, **given: asked.append((data, given)) or sheets())
    for module in (infill_retriever, infilling):
        monkeypatch.setattr(module, "train", partial(module.train, base=base))
    said = []
    out = shipped.train_infilling(
        tmp_path, tmp_path / "out", seed=3, steps=2, report=lambda *each: said.append(each[:3])
    )
    assert out == tmp_path / "out"
    assert asked[0][0] == tmp_path
    assert asked[0][1]["seed"] == 3
    assert said == [(stage, step, 2) for stage in ("find passages", "fill masks") for step in (1, 2)]
    files = {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}
    assert files == {"retriever.pt", "infiller.pt", "passages/model.onnx", "masks/model.onnx"}
    (fill,) = Infilling(readers=(Generate(out / "masks"),), retriever=out / "passages").fill(["*** sleeps."], [])
    assert all(0 <= each.probability <= 1 for each in fill.candidates)
    # A run that is done is packed anew and not trained again.
    said.clear()
    shipped.train_infilling(tmp_path, out, seed=3, steps=2, report=lambda *each: said.append(each))
    assert said == []
    # Who begins with such a folder trains what fills masks alone, and keeps what finds passages.
    shipped.train_infilling(tmp_path, tmp_path / "on", steps=1, report=lambda *each: said.append(each[:3]), start=out)
    assert said == [("fill masks", 1, 1)]
    found = (tmp_path / "on/passages/model.onnx").read_bytes()
    assert found == (out / "passages/model.onnx").read_bytes()
    assert (tmp_path / "on/masks/model.onnx").read_bytes() != (out / "masks/model.onnx").read_bytes()
