"""The library's own threads are still while ours work."""

import pytest

from unname.index import threads
from unname.index.threads import one_thread


def test_the_number_of_threads_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [7]
    monkeypatch.setattr(threads, "_switches", lambda: (lambda: said[-1], said.append))
    with one_thread():
        with one_thread():
            assert said == [7, 1]
        assert said == [7, 1]
    assert said == [7, 1, 7]
    with pytest.raises(KeyError), one_thread():
        raise KeyError
    assert said == [7, 1, 7, 1, 7]


def test_a_library_without_such_switches_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_switches", lambda: None)
    with one_thread():
        pass


def test_what_is_found_works() -> None:
    found = threads._switches()
    if found is None:
        pytest.skip("numpy has another library here")
    before = found[0]()
    with one_thread():
        assert found[0]() == 1
    assert found[0]() == before


def test_no_library_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_CORES", ())
    threads._switches.cache_clear()
    assert threads._switches() is None
    threads._switches.cache_clear()
