"""Work in several processes."""

import os

import pytest

from unname_research.bench.parallel import each


@pytest.mark.parametrize("processes", [1, 2])
def test_answers_stand_in_order(processes):
    offset = 7
    assert each(lambda number: number + offset, range(40), processes) == list(range(7, 47))


def test_few_things_need_no_other_process():
    assert set(each(lambda _: os.getpid(), range(3), 2)) == {os.getpid()}


def test_an_error_comes_through():
    with pytest.raises(ZeroDivisionError):
        each(lambda number: 1 // number, range(10), 2)
