"""Invented people with enough background to rehearse on, and what a release would say of them."""

import random

from unname.core.document import Profile

JOBS = "pilot judge luthier potter baker sailor nurse miner tailor printer florist farrier".split()
TOWNS = "Zenda Strelsau Graustark Edelweiss Hentzau Tarlenheim Ruritz Lutha Karlova Sylvania Evallonia Syldavia".split()
HABITS = [
    "keeps eleven beehives behind the courthouse",
    "restores church clocks without being asked",
    "rowed across the lake in a copper bathtub",
    "paints the scrolls of violas in egg tempera",
    "grows lemons in a disused railway carriage",
    "taught chess at the night school for miners",
    "collects timetables of ferries that no longer sail",
    "bakes rye bread for the winter swimmers",
    "translated crossword puzzles into sign language",
    "walks a lame greyhound along the salt works",
    "repairs accordions for traveling circuses",
    "photographs lightning from the water tower",
]
OPENINGS = ["In spring", "Every autumn", "As a child", "After the war", "On Sundays", "Neighbors recall that once"]


def people(n: int = 12, sentences: int = 18, seed: int = 0) -> list[Profile]:
    """People whose background says the same few things about each in many ways."""
    dice = random.Random(seed)
    made = []
    for number in range(n):
        job, town, habit = JOBS[number % 12], TOWNS[number % 12], HABITS[number % 12]
        name = f"Person{number} Invented"
        facts = [f"the {job} of {town} {habit}", f"{name} {habit}", f"{name} worked as a {job} in {town}"]
        told = [f"{dice.choice(OPENINGS)} {facts[i % 3]} near {dice.choice(TOWNS)}." for i in range(sentences)]
        made.append(Profile(f"p{number}", name, {"job": job}, " ".join(told)))
    return made


def released(population: list[Profile]) -> list[str]:
    """One text about each person, names and places hidden."""
    return [f"PERSON, a {JOBS[i % 12]} from LOC, {HABITS[i % 12]}." for i in range(len(population))]
