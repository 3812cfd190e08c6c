"""The library's own threads are still while ours work."""

import pytest

from unname.models.biencoder import calm
from unname.models.biencoder.calm import one_thread


def test_the_number_of_threads_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [7]
    monkeypatch.setattr(calm, "_switches", lambda: (lambda: said[-1], said.append))
    with one_thread():
        with one_thread():
            assert said == [7, 1]
        assert said == [7, 1]
    assert said == [7, 1, 7]
    with pytest.raises(KeyError), one_thread():
        raise KeyError
    assert said == [7, 1, 7, 1, 7]


def test_a_library_without_such_switches_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calm, "_switches", lambda: None)
    with one_thread():
        pass


def test_what_is_found_works() -> None:
    found = calm._switches()
    if found is None:
        pytest.skip("numpy has another library here")
    before = found[0]()
    with one_thread():
        assert found[0]() == 1
    assert found[0]() == before


def test_no_library_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calm, "_CORES", ())
    calm._switches.cache_clear()
    assert calm._switches() is None
    calm._switches.cache_clear()
