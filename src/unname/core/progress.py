"""How far long work is, told to whoever listens."""

from collections.abc import Callable

Listener = Callable[[str, int, int, float], None]
"""Called with a stage, how much of it is done, of how much, and a figure that says how it goes: the loss, the share
found, or how many failed; 0 where there is none."""
