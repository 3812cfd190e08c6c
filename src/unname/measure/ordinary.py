"""Words that everybody uses: one that was hidden as a name may well stand elsewhere and mean nothing."""

import gzip
from functools import cache
from pathlib import Path

LIST = Path(__file__).parents[1] / "detect" / "lists" / "ordinary.txt.gz"
"""The list that detectors know ordinary words by; it is shared as data, so that no code checks itself."""

TITLES = frozenset(
    """
    mr mister mrs ms miss mx dr doctor prof professor sir dame lord lady madam judge justice president minister
    captain colonel major general lieutenant sergeant inspector officer rev reverend attorney advocate senator
    governor mayor chancellor commissioner secretary director cardinal bishop archbishop rabbi imam pastor father
    brother sister nurse corporal private constable detective chief king queen prince princess duke duchess count
    countess messrs applicant plaintiff patient defendant claimant january february march april may june july august
    september october november december
    """.split()
)
"""Words beside a name that are never one by themselves, and the months."""

_MORE = """
    monday tuesday wednesday thursday friday saturday sunday hon jr sr the and for from with not this that these
    those his her their our your its who whom which what when where was were has have had will would shall should
    can could may might must but nor yet you she they him them one two three four five six seven eight nine ten van
    von der den del della bin ibn abu
"""


@cache
def ordinary_words() -> frozenset[str]:
    """Ordinary English words in lower case, with titles, particles and the calendar."""
    return frozenset(gzip.decompress(LIST.read_bytes()).decode("utf-8").split()) | TITLES | frozenset(_MORE.split())
