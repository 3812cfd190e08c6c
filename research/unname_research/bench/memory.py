"""How much memory a process took."""

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak_mb() -> float | None:
    """The most memory that this process had at any time, in MB; None where the system does not count it."""
    # Linux counts the parent in ru_maxrss after a fork; the status file does not.
    if _STATUS.exists():
        return int(_STATUS.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    try:
        import resource
    except ImportError:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)
