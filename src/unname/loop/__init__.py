"""The closed loop: decide, write, attack what was written, and decide again where somebody was found."""

from unname.loop.rounds import Loop

__all__ = ["Loop"]
