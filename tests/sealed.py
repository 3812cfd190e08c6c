"""A process that may open no socket: the kernel ends it at once if it, a thread of a library or a child tries."""

import ctypes
import platform
import struct
from typing import NamedTuple


class System(NamedTuple):
    """What the kernel calls the architecture and the two calls that make sockets."""

    architecture: int
    socket: int
    socketpair: int


SYSTEMS = {"x86_64": System(0xC000003E, 41, 53), "aarch64": System(0xC00000B7, 198, 199)}
NO_NEW_PRIVILEGES, SET_FILTER, FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
KILL, ALLOW = 0x80000000, 0x7FFF0000


class Program(ctypes.Structure):
    """A filter as the kernel takes it."""

    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_char_p))


def seal() -> bool:
    """From now on, making a socket ends this process with SIGSYS; False where the system has no such filter."""
    system = SYSTEMS.get(platform.machine())
    if platform.system() != "Linux" or system is None:
        return False
    steps = [
        (LOAD, 0, 0, 4),  # the architecture
        (JUMP_IF_EQUAL, 0, 3, system.architecture),
        (LOAD, 0, 0, 0),  # the number of the call
        (JUMP_IF_EQUAL, 2, 0, system.socket),
        (JUMP_IF_EQUAL, 1, 0, system.socketpair),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, KILL),
    ]
    program = Program(len(steps), b"".join(struct.pack("HBBI", *step) for step in steps))
    control = ctypes.CDLL(None, use_errno=True).prctl
    return (
        control(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0
        and control(SET_FILTER, FILTER, ctypes.byref(program), ctypes.c_ulong(0), ctypes.c_ulong(0)) == 0
    )
