"""Invented people with a document each, who differ by when they were born, where they worked and as what."""

import json
from pathlib import Path

from invented import HABITS, JOBS, TOWNS
from unname.core.document import Document, Profile
from unname_research.bench.redactions import Biography

MONTHS = "January February March April May June July August September October November December".split()


def record(number: int, prefix: str = "x") -> dict[str, object]:
    """One person: nobody else has the same month, day and year of birth."""
    job, town, habit = JOBS[number % 12], TOWNS[number * 5 % 12], HABITS[number * 7 % 12]
    year, month, day = 1800 + number % 97, number % 12, 1 + number % 28
    born = f"{MONTHS[month]} {day}, {year}"
    return {
        "id": f"{prefix}{number}",
        "birth_date": f"{year}-{month + 1:02}-{day:02}",
        "job": job,
        "town": town,
        "document": f"A {job} of {town}; born {born}; {habit}; in the end the {job} moved away from {town} for good.",
    }


def write_people(path: Path, n: int, prefix: str = "x", first: int = 0) -> Path:
    """A file of people."""
    path.write_text("".join(json.dumps(record(number, prefix)) + "\n" for number in range(first, first + n)))
    return path


def biographies(n: int = 30) -> list[Biography]:
    """The same people in memory."""
    made = []
    for row in map(record, range(n)):
        id, text = str(row.pop("id")), str(row.pop("document"))
        made.append(Biography(Document(id, text, person=id), Profile(id, "", row)))
    return made
