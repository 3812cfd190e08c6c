"""Every 16-bit number, made wider."""

import numpy as np
import pytest

from unname.index.float16 import FORMS, widen


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_finite_number_keeps_its_value(dtype: type[np.floating]) -> None:
    numbers = np.arange(2**16, dtype=np.uint16).view(np.float16)
    numbers = numbers[np.isfinite(numbers)]
    form = FORMS[np.dtype(dtype)]
    found = widen(numbers[None], np.empty((1, len(numbers)), dtype)) * dtype(form.before) * dtype(form.after)
    assert found.tobytes() == numbers[None].astype(dtype).tobytes()
