"""Loss of compressed size."""

import pytest

import unname.measure.compression as module
from unname.measure.compression import COMPRESSORS, measure_loss

TEXT = "Tony Booth, a nurse from Ruritania, was born on 2 May 1970 in a house by the sea."


@pytest.fixture(params=COMPRESSORS)
def compressor(request):
    if request.param == "zstd":
        pytest.importorskip("zstandard")
    return request.param


def test_nothing_changed_is_nothing_lost(compressor):
    assert measure_loss(TEXT, TEXT, compressor).share == 0.0


def test_nothing_left_is_everything_lost(compressor):
    assert measure_loss(TEXT, "", compressor).share == 1.0


def test_more_masks_lose_more(compressor):
    some = measure_loss(TEXT, TEXT.replace("Tony Booth", "***"), compressor)
    more = measure_loss(TEXT, TEXT.replace("Tony Booth", "***").replace("2 May 1970", "***"), compressor)
    assert 0 < some.share < more.share < 1
    assert some.weight == more.weight > 0


def test_long_masks_may_cost_more_than_they_hide(compressor):
    assert measure_loss("Al sat.", "[FIRST_NAME_OF_PERSON_17] sat.", compressor).share < 0


def test_an_empty_text_weighs_nothing(compressor):
    assert measure_loss("", "***", compressor) == (0.0, 0.0)


def test_without_the_library_there_is_no_figure(monkeypatch):
    monkeypatch.setattr(module, "_has_zstd", lambda: False)
    assert measure_loss(TEXT, "", "zstd") is None
    assert measure_loss(TEXT, "", "zlib") is not None
