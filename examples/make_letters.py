"""Write invented letters, and the people they are about as an attacker may know them.

    python make_letters.py FOLDER [--letters 40] [--people 200] [--seed 7]

FOLDER gets letters.jsonl (id, text, subject) and people.jsonl (id, name and facts). The same seed gives the same files.
People, places and firms are invented. As in life, letters and records do not quite agree: some facts are not on
record, some are told wrongly; two people have the same name, two letters are about one person, and one letter tells of
several people.
"""

import argparse
import json
import random
import re
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path

Person = dict[str, str]

WOMEN = (
    "Alma Berit Cosima Delia Edda Fenja Greta Hulda Imke Jorun Livia Maren Nella Odile Petra Runa Signe Tilda".split()
)
MEN = "Anselm Bertil Caspar Dorian Emrik Falk Gideon Harald Ivo Jasper Kasimir Leander Magnus Nils Otis Piet".split()
HEADS = "Aver Bram Corr Dunn Esk Fenn Garr Hesk Irr Jarr Marr Nether Oster Pell Quill Rusk Thorn Varn Wexel".split()
TAILS = "bright combe dale feather garth heron mantle mere owick quist sedge tallow vane wither".split()
TOWNS = "Brackenford Saltmere Ostrowick Dunmarrow Quayhaven Wexholt Larkstone Tarnmouth Eddlewick Marlhaven".split()
ORIGINS = "Nordhamar Castelmoro Portosereno Vellbruck Isolagrande Karlsmoor Ostravelle Tverdograd".split()
STREETS = "Larkspur Lane|Quayside Road|Ropewalk|Tannery Row|Beacon Hill|Orchard Close|Mill Race|Chapel Steps".split("|")

WORK = {
    "lighthouse keeper": "Gannet Point Trust|Northern Beacons",
    "district nurse": "St Aldhelm's Hospital|Tarn Valley Care",
    "organ builder": "Pipe & Reed Workshop|Cathedral Works",
    "ferry pilot": "Gannet Shipping|Two Rivers Line",
    "bookbinder": "Marbled Leaf Bindery|Archive North",
    "veterinary surgeon": "Hollin Cross Practice|Meadow Animal Clinic",
    "school caretaker": "Beacon Hill School|Larkstone Academy",
    "tram driver": "Blue Tramways|Harbor Transit",
    "glassblower": "Amber Kiln Studio|Saltmere Glassworks",
    "tax inspector": "Revenue East|Tarnmouth Customs",
    "beet farmer": "Long Acre Farm|Fenland Growers",
    "court interpreter": "Wexholt Assizes|Tongues & Sons",
    "piano tuner": "Felt & Hammer|Ostrowick Conservatory",
    "crane operator": "Dock Nine Terminal|Ironbridge Building",
    "forest ranger": "Crownwood Forestry|Deerpark Estates",
    "pharmacist": "Mortar Lane Pharmacy|Mortimer's Dispensary",
    "stage carpenter": "Lantern Theater|Marlhaven Opera",
    "police sergeant": "Harbor Constabulary|Division East",
}
# What is on record, and how a letter may put it.
HOBBIES = {
    "beekeeping": "keeping eleven beehives behind the house",
    "church clocks": "restoring church clocks",
    "choral singing": "singing in the harbor choir",
    "chess": "playing chess by post",
    "winter swimming": "swimming in the river all winter",
    "model railways": "building model railways in the attic",
    "greyhounds": "walking two rescued greyhounds",
    "accordion": "playing the accordion at weddings",
    "orchids": "raising orchids in a greenhouse",
    "falconry": "flying a falcon on Sundays",
    "crossword puzzles": "setting crossword puzzles for the parish paper",
    "bell ringing": "ringing the tower bells",
    "old motorcycles": "repairing old motorcycles",
    "rowing": "coaching the rowing club",
    "puppets": "carving puppets for the children's ward",
    "amateur radio": "talking to ships by amateur radio",
}
ILLNESSES = (
    "asthma|type 1 diabetes|epilepsy|psoriasis|migraine|gout|glaucoma|coeliac disease|Crohn's disease|tinnitus|"
    "rheumatoid arthritis|sleep apnea|hemophilia|Parkinson's disease|angina|vertigo"
).split("|")

# "[this|that]" is a choice; {they}, {their} and {them} are the subject's pronouns.
ABOUT = {
    "birth_date": "{They} was born on {birth_date}.|{Their} date of birth is {birth_date}.|{They} is {age} years old.",
    "occupation": "{They} is {a_job}[ by trade|].|As {a_job}, {they} [is used to long hours|knows what work is].",
    "employer": "{They} [was employed by|spent many years with|worked for] {employer}.|"
    "[Colleagues at|Those who knew {them} at] {employer} speak well of {them}.",
    "town": "{They} [lives|has a small house] in {town}.|{Their} home is in {town}, [near the water|by the old mill].",
    "origin": "{They} came [here |]from {origin} in {since}.|Having left {origin}, {they} is here since {since}.",
    "family": "{Their} {family} [lives with {them}|came along|helps at home].|With {them} was {their} {family}.",
    "hobby": "In {their} free time {they} enjoys {hobby}.|{Their} great [joy|passion] is {hobby}.|"
    "[Most people know|Neighbors remember] {them} for {hobby}.",
    "illness": "{They} has suffered from {illness} [for years|since youth].|{They} takes tablets for {illness}.",
}
OWN = {
    "birth_date": "I was born on {birth_date}.|My date of birth, which your form asks for, is {birth_date}.",
    "occupation": "I am {a_job}, [not a lawyer|and no great writer].|As {a_job} I [notice such things|say it plainly].",
    "employer": "I [was with|have given my best years to] {employer}.|My [employer is|papers come from] {employer}.",
    "town": "I live in {town}, [a quiet place|where little happens].|Here in {town} [word travels|people talk].",
    "origin": "I moved here from {origin} in {since}.|When I left {origin} in {since}, I did not expect any of this.",
    "family": "My {family} [read this letter first|can confirm it].|Without my {family} I could not have managed.",
    "hobby": "You may [know me for|have heard about] {hobby}.|What keeps me going is {hobby}.",
    "illness": "I have {illness}, [as you know|which does not help].|With {illness} I [cannot wait long|tire easily].",
}

# Each kind of letter: who speaks, how it opens, what it says beside the facts, how it closes.
KINDS = {
    "doctor": (
        ABOUT,
        "Dear Colleague,\n\nThank you for [seeing|taking on] {title} {name}, whom I examined on {day}.",
        "[Blood pressure and pulse were normal|The chest was clear on listening|The scan showed nothing new]. "
        "[I have left the tablets as they are|We agreed to halve the dose|I ordered a second blood test].|"
        "[Sleep and appetite are good|There has been some loss of weight|The cough is worse at night], and "
        "[we talked about this at length|no fever was seen].|I see no reason to [worry|operate], but would like "
        "[your opinion|another look in spring].",
        "{title} {last} can be reached on {phone}. Please [write to me|call the ward] after the next visit.\n\n"
        "[With kind regards|Yours truly],\nDr {official}",
    ),
    "court": (
        ABOUT,
        "Case {case}\n\nTo the parties,\n\nThe hearing in the matter of {name} [was held|took place] on {day}.",
        "[The claim for damages is allowed in part|The appeal is dismissed|The fence must be moved back by a yard]. "
        "[Costs are shared|Each side bears its own costs].|The [witness|neighbor] was heard, and the "
        "[photographs|letters] in the file were [looked at|read out]. {title} {last} did not object.|[Both sides "
        "spoke for an hour|A settlement was tried in vain]; nothing [new|of weight] came of it.",
        "Notices go to {home}. An appeal must reach [this office|the registry] within a month.\n\n"
        "[By order|For the court],\n{official}, [clerk|registrar]",
    ),
    "complaint": (
        OWN,
        "[Dear Sir or Madam|To whom it may concern],\n\nmy name is {name} and I write about [the noise of the night "
        "ferry|a bill that was never mine|the bus that did not come] on {day}.",
        "[Three times I called, and three times I was put off|Nobody answered my first two letters]. "
        "[This cannot go on|I ask for my money back|I expect an apology].|"
        "[The young man at the counter|Your colleague] was [polite but of no help|short with me], and the matter is "
        "[still open|no nearer to an end].|[I enclose copies of everything|Receipts are attached], so that "
        "[nobody can say I made it up|you need not search].",
        "My number is {phone}, my address {home}; please quote {case}.\n\n[Yours faithfully|Not amused],\n{name}",
    ),
    "reference": (
        ABOUT,
        "[To whom it may concern|Dear committee],\n\nI have known {name} [for twelve years|since we shared an office] "
        "and [gladly|warmly] recommend {them} for the [post|vacant seat on the board].",
        "{They} [is punctual, calm and exact|listens before {they} speaks], and [I never saw {them} lose patience|"
        "the keys were safe with {them}].|When the cellar [flooded|burned] on {day}, it was {title} {last} who "
        "[stayed until morning|kept everybody together].|[Figures|Keys and money] could be left to {them} "
        "[without a second thought|at any hour], and the younger ones [learned from|looked up to] {them}.",
        "[Do call me|I am happy to say more] on {phone}.\n\n[Sincerely|With best wishes],\n{official}",
    ),
    "thanks": (
        OWN,
        "Dear [all|friends on the ward|Dr {official}],\n\n[it is high time that I thank you|a few lines of thanks] for "
        "what you did on {day}.",
        "[The soup was the best in weeks|The flowers stood on my window until Sunday]. "
        "[I will not forget it|You have a friend for life].|[I was frightened|It was raining], and you [held the "
        "umbrella|made me laugh], [which few would do|and that was worth more than any medicine].|[Tell the others|Let "
        "the cook know] that [all is well again|I walk without a stick now].",
        "[Visit me|Come for coffee] at {home} whenever you like.\n\n[Yours gratefully|With love],\n{name}",
    ),
}


def main() -> None:
    """Write both files into the folder."""
    parser = argparse.ArgumentParser(description="Write invented letters, and the people they are about.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--letters", type=int, default=40)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    if not 8 <= asked.letters < asked.people <= 1000:
        parser.error("at least 8 letters, more people than letters, and at most 1000 people")
    dice = random.Random(asked.seed)
    people = make_people(asked.people, dice)
    letters = make_letters(people, asked.letters, dice)
    asked.folder.mkdir(parents=True, exist_ok=True)
    write(asked.folder / "people.jsonl", [on_record(person, dice) for person in people])
    write(asked.folder / "letters.jsonl", letters)


def make_people(n_people: int, dice: random.Random) -> list[Person]:
    """People with all their facts; the last has the name of the first."""
    names = [f"{first} {head}{tail}" for first in WOMEN + MEN for head in HEADS for tail in TAILS]
    chosen = dice.sample(names, n_people - 1)
    return [make_person(f"p{number:03}", name, dice) for number, name in enumerate([*chosen, chosen[0]], start=1)]


def make_person(id: str, name: str, dice: random.Random) -> Person:
    """Somebody with these facts; whoever is 66 has retired."""
    born = date(1935, 1, 1) + timedelta(days=dice.randrange(60 * 365))
    occupation = dice.choice(list(WORK))
    kin, kin_name = dice.choice([("daughter", WOMEN), ("sister", WOMEN), ("son", MEN), ("brother", MEN)])
    return {
        "id": id,
        "name": name,
        "birth_date": born.isoformat(),
        "town": dice.choice(TOWNS),
        "origin": dice.choice(ORIGINS),
        "since": str(born.year + dice.randrange(18, 26)),
        "occupation": f"retired {occupation}" if born.year < 1957 else occupation,
        "employer": dice.choice(WORK[occupation].split("|")),
        "family": f"{kin} {dice.choice([each for each in kin_name if each not in name])}",
        "hobby": dice.choice(list(HOBBIES)),
        "illness": dice.choice(ILLNESSES),
    }


def on_record(person: Person, dice: random.Random) -> Person:
    """What an attacker knows: one fact in twelve is not on record."""
    return {key: value for key, value in person.items() if key in ("id", "name") or dice.random() > 1 / 12}


def make_letters(people: list[Person], n_letters: int, dice: random.Random) -> list[dict[str, str]]:
    """One letter for each of the first people; the second has two, and the last letter tells of three people."""
    subjects = [*people[: n_letters - 1], people[1]]
    subjects[2] = people[-1]  # those who share a name both get a letter
    kinds = [list(KINDS)[number % len(KINDS)] for number in range(n_letters)]
    dice.shuffle(kinds)
    letters = []
    for number, (subject, kind) in enumerate(zip(subjects, kinds, strict=True), start=1):
        others = people[3:5] if number == n_letters - 1 else []
        text = make_letter(kind, subject, others, dice.choice(people), dice)
        letters.append({"id": f"letter-{number:02}", "text": text, "subject": subject["id"]})
    return letters


def make_letter(kind: str, subject: Person, others: list[Person], stranger: Person, dice: random.Random) -> str:
    """A letter with five or six facts of the subject; one in four tells one fact of a stranger instead."""
    telling, opening, saying, closing = KINDS[kind]
    facts = dice.sample(list(telling), dice.choice([5, 6]))
    told = dict(subject)
    if dice.random() < 1 / 4:
        told[facts[0]] = stranger[facts[0]]
    private = [telling[fact] for fact in facts if fact in ("family", "hobby", "illness")]
    public = [telling[fact] for fact in facts if fact not in ("family", "hobby", "illness")]
    first, second = dice.sample(split(saying), 2)
    company = [
        f"[We also met|Also there was] {other['name']}, {article(other['occupation'])} from {other['town']}."
        for other in others
    ]
    sentences = [*public, first, *private, second, *company]
    day = date(2021, 1, 1) + timedelta(days=dice.randrange(1200))
    body = " ".join(choose(dice.choice(split(sentence)), dice) for sentence in sentences)
    text = f"{dice.choice(TOWNS)}, {written(day, dice)}\n\n{choose(opening, dice)} {body}\n\n{choose(closing, dice)}\n"
    return text.format_map(words_for(told, day - timedelta(days=dice.randrange(3, 40)), dice))


def split(text: str) -> list[str]:
    """The alternatives outside of brackets."""
    return re.split(r"\|(?![^\[\]]*\])", text)


def choose(text: str, dice: random.Random) -> str:
    """The text with one choice taken in each bracket."""
    return re.sub(r"\[([^\[\]]*)\]", lambda found: dice.choice(found[1].split("|")), text)


def words_for(person: Person, day: date, dice: random.Random) -> Mapping[str, str]:
    """What stands for each name in braces."""
    first, last = person["name"].split()
    they, their, them, title = ("she", "her", "her", "Ms") if first in WOMEN else ("he", "his", "him", "Mr")
    pronouns = {"they": they, "their": their, "them": them, "They": they.title(), "Their": their.title()}
    official = f"{dice.choice(WOMEN + MEN)} {dice.choice(TAILS).title()}{dice.choice(HEADS).lower()}"
    made = {
        "title": title,
        "last": last,
        "official": official,
        "a_job": article(person["occupation"]),
        "hobby": dice.choice([person["hobby"], HOBBIES[person["hobby"]]]),
        "age": str((day - date.fromisoformat(person["birth_date"])).days * 100 // 36525),
        "birth_date": written(date.fromisoformat(person["birth_date"]), dice),
        "day": written(day, dice),
        "home": f"{dice.randrange(1, 90)} {dice.choice(STREETS)}",
        "phone": f"+44 20 7946 0{dice.randrange(1000):03}",  # numbers that are kept for fiction
        "case": f"{dice.choice('ABCDE')}{dice.choice('HKRT')}-{day.year}-{dice.randrange(10**6):06}",
    }
    return {**person, **pronouns, **made}


def article(noun: str) -> str:
    """The noun with its article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def written(day: date, dice: random.Random) -> str:
    """A day in one of the forms in which people write it."""
    month, numbers = day.strftime("%B"), day.strftime("%d.%m.%Y")
    day_first, month_first = f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}"
    return dice.choice([day_first, month_first, numbers, f"{day.day} {month[:3]} {day.year}"])


def write(path: Path, records: list[dict[str, str]]) -> None:
    """Write one record a line."""
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")


if __name__ == "__main__":
    main()
