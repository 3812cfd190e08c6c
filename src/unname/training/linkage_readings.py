"""Word pieces of texts of which words are hidden, from those of the whole text: what reading them anew would give."""

from typing import TYPE_CHECKING

import numpy as np

from unname.models.linkage.windows import Reading

if TYPE_CHECKING:
    from unname.training.linkage_views import Visible


def masked_reading(reading: Reading, visible: "Visible", mask: int) -> Reading:
    """The pieces with hidden words as masks; one mask for words with nothing but signs between them, as in a text."""
    if visible.all():
        return reading
    hides = np.append(~visible, False)
    last = np.maximum.accumulate(reading.word)
    inside = reading.word >= 0
    # A sign is gone if the words on both sides of it are.
    gone = np.where(inside, hides[reading.word], (last >= 0) & hides[last] & hides[last + 1])
    first = gone & ~np.concatenate([[False], gone[:-1]])
    stays = ~gone | first
    ids, counted, word = reading.ids.copy(), reading.counted & ~gone, np.where(gone, -1, reading.word)
    ids[first] = mask
    stretch = reading.stretch + np.cumsum(first)
    return Reading(ids[stays], counted[stays], word[stays], stretch[stays], reading.spans)
