"""Runs of words that make one mention."""

import numpy as np
import pytest

from unname.detect.runs import find_runs


@pytest.mark.parametrize(
    ("hide", "label", "starts", "runs"),
    [
        ([0.9, 0.9, 0.0, 0.9], [1, 1, 1, 1], [1, 0, 0, 0], [(0, 1), (3, 3)]),
        ([0.9, 0.9, 0.9], [1, 1, 1], [1, 0, 0.6], [(0, 1), (2, 2)]),
        ([0.9, 0.9], [1, 2], [0, 0.3], [(0, 0), (1, 1)]),
        ([0.9, 0.9], [1, 2], [0, 0.1], [(0, 1)]),
        ([0.9, 0.3], [1, 1], [0, 0], [(0, 0), (1, 1)]),
        ([0.0, 0.0], [1, 1], [0, 0], []),
    ],
)
def test_a_run_ends_at_a_gap_a_start_and_a_fall(hide, label, starts, runs):
    strength = np.array(hide, np.float32)
    assert list(find_runs(strength > 0, np.array(label), np.array(starts, np.float32), strength)) == runs


def test_how_steep_a_fall_ends_a_run_is_a_setting():
    strength = np.array([0.9, 0.3], np.float32)
    zero = np.zeros(2, np.float32)
    assert list(find_runs(strength > 0, np.array([1, 1]), zero, strength, steepest=0.3)) == [(0, 1)]
