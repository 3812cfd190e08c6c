"""The shipped lists of words and names, as data that several rooms look things up in."""

import gzip
from importlib.resources import files


def read_list(name: str) -> list[str]:
    """The entries of a list, such as `first_name`, one a line.

    >>> "Anna" in read_list("first_name")
    True
    """
    content = (files("unname.text") / "lists" / f"{name}.txt.gz").read_bytes()
    return gzip.decompress(content).decode("utf-8").split("\n")[:-1]
