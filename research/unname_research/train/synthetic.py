"""Invented sentences with known identifiers: what everyday messages hold and court cases do not.

Templates are our own; the values come from Faker in many locales. Slots are written {LABEL:kind}.
"""

import random
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import require

LOCALES = (
    "en_US en_US en_GB en_IN en_AU en_CA de_DE fr_FR es_ES es_MX it_IT nl_NL pt_BR pt_PT pl_PL cs_CZ sk_SK hu_HU "
    "ro_RO hr_HR sl_SI tr_TR da_DK sv_SE fi_FI no_NO et_EE lt_LT lv_LV az_AZ id_ID sq_AL zu_ZA ig_NG yo_NG tw_GH"
).split()

TEMPLATES = r"""
My name is {PERSON:name}.|Hi, this is {PERSON:name}, I would like to change my address.|Dear {PERSON:titled},
i'm {PERSON:first}, can you help me with my order?|Please call {PERSON:name} back on {CODE:phone}.
{PERSON:name} lives at {LOC:address}.|Our new address is {LOC:address}, please update your records.
Ship it to:\n{PERSON:name}\n{LOC:address}|Send the parcel to {LOC:address_lines} by {DATETIME:date}.
Is the shop on {LOC:street} open on {DATETIME:weekday}?|I moved from {LOC:city} to {LOC:city} in {DATETIME:year}.
How do I get from {LOC:street} to {LOC:street}, {LOC:city}?|Delivery address: {LOC:address_lines}
my card {CODE:card} was charged twice|The card ending was {CODE:card}, expiry {DATETIME:short}.
What is the balance of account {CODE:iban}?|Transfer {QUANTITY:money} to IBAN {CODE:iban} for {PERSON:name}.
My social security number is {CODE:ssn}.|SSN: {CODE:ssn}\nDOB: {DATETIME:date}\nName: {PERSON:name}
You can write to {CODE:email} or visit {CODE:domain}.|E-mail {CODE:email}, phone {CODE:phone}, fax {CODE:phone}
The request came from {CODE:ip} at {DATETIME:time} on {DATETIME:date}.|login failed for {CODE:email} from {CODE:ip}
{PERSON:titled} is {DATETIME:age} and works as {DEM:job} at {ORG:company}.|{ORG:company} hired {PERSON:name} as {DEM:job}.
{ORG:company} was founded by {PERSON:name} and {PERSON:name} in {DATETIME:year}.|I work for {ORG:company}.
{PERSON:name}, {DEM:job} at {ORG:company} in {LOC:city}, said the deal was worth {QUANTITY:money}.
{ORG:company} opened an office in {LOC:city}, {LOC:country}.|The {DEM:nationality} {DEM:job} {PERSON:name} was born in {LOC:city}.
She speaks {DEM:language} and grew up in {LOC:country}.|He is {DEM:nationality}, married, and lives near {LOC:city}.
The band released its record in {DATETIME:month_year}; {PERSON:name} sang and {PERSON:last} played the drums.
{PERSON:last}'s second book, set in {LOC:city}, sold {QUANTITY:number} copies.|Directed by {PERSON:name}, starring {PERSON:name} and {PERSON:last}
Patient {PERSON:name}, {DATETIME:age}, was admitted on {DATETIME:date} with {DEM:illness}. MRN {CODE:record}.
Seen by Dr. {PERSON:last} at {ORG:hospital} on {DATETIME:date}; follow-up with {PERSON:titled} in {DATETIME:duration}.
History of {DEM:illness}; father died of {DEM:illness} at {DATETIME:age_number}.|Pt. {PERSON:last} called from {CODE:phone}.
Passport no. {CODE:passport}, issued {DATETIME:date} in {LOC:city}.|Flight {CODE:flight} leaves {LOC:city} at {DATETIME:time}.
The car, registration {CODE:plate}, is registered to {PERSON:name}.|Invoice {CODE:record} of {DATETIME:date}: {QUANTITY:money}
Case no. {CODE:case}: {PERSON:last} v. {ORG:company}, heard in {LOC:city} on {DATETIME:date}.
From: {PERSON:name} <{CODE:email}>\nTo: {PERSON:name}\nSubject: meeting on {DATETIME:weekday}
Regards,\n{PERSON:name}\n{DEM:job}\n{ORG:company}\n{CODE:phone}|Best,\n{PERSON:first}|Thanks {PERSON:first}, see you on {DATETIME:weekday}!
<p>Name: {PERSON:name}</p><p>City: {LOC:city}</p><p>Phone: {CODE:phone}</p>|name: {PERSON:name} | city: {LOC:city} | zip: {LOC:postcode}
{"user": "{PERSON:name}", "email": "{CODE:email}", "city": "{LOC:city}"}|{PERSON:name},{CODE:email},{CODE:phone},{LOC:city}
User: my zip is {LOC:postcode} and i live in {LOC:city_lower}|Bot: And your name? User: {PERSON:name}
the ambassador arrived in {LOC:city_lower} from {LOC:country_lower} this morning|flights to {LOC:country_lower} are cancelled
Is there a direct flight from {LOC:city} to {LOC:city}?|{LOC:country} and {LOC:country} signed the treaty.
{PERSON:ambiguous} left her umbrella on the bus.|Yesterday {PERSON:ambiguous} told us that the roof leaks.
Have you met {PERSON:ambiguous} yet?|{PERSON:ambiguous}'s sister plays chess.|Ask {PERSON:ambiguous} for the keys.|Hello {PERSON:ambiguous}, how are you?
The train to {LOC:ambiguous_place} was late again.|Rents in {LOC:ambiguous_place} keep rising.|{PERSON:ambiguous} emailed me and I replied to {PERSON:ambiguous}.
We spent the summer near {LOC:ambiguous_place}.|Nurse {PERSON:ambiguous} changed the bandage.|{ORG:ambiguous_org} laid off half of its drivers.
Shares of {ORG:ambiguous_org} fell by {QUANTITY:percent}.|{PERSON:ambiguous} and {PERSON:first} adopted a dog in {LOC:ambiguous_place}.
The court in {LOC:city} fined {ORG:company} {QUANTITY:money}.|{PERSON:titled} asked the court to award {QUANTITY:money}.
I waited for {DATETIME:duration} and nobody answered.|{PERSON:name} ({DEM:nationality}) finished third in {LOC:city}.
The {ORG:company} Orchestra was founded in {DATETIME:year} and tours {LOC:country}.|{PERSON:first} {PERSON:last} has a {DEM:degree}.
{PERSON:name} studied at {ORG:university} and holds a {DEM:degree}.|She teaches at {ORG:university} in {LOC:city}.
Driver license {CODE:record}, state {LOC:state}, expires {DATETIME:date}.|{LOC:address} is where {PERSON:last} was last seen.
"""

PLAIN = r"""
What are my options?|Could you please reset my password?|I want to cancel my subscription today.|The weather was nice and warm.
Will it rain? Mark the page and bill me later.|You may leave now.|The chase was long, but hope remained.|It is a matter of general interest.
The turkey was served with rice and a rose on the table.|Please read the terms before you sign.|How do I block my card?
The court finds that there has been a violation of the Convention.|Nothing in this section applies to him.|I never got the receipt.
He said that the price was too high.|The song is about love and loss.|She will drew a line in the sand.|The amber light turned green.
Save the file and restart the server.|The meeting was short.|The jury is out.|Let us sail along the coast and fish.
"""

AMBIGUOUS = (
    "Madison Austin Virginia Jordan Paris Chelsea Sydney Charlotte Georgia Brooklyn Carolina Savannah Phoenix Dallas "
    "Houston Lincoln Jackson Florence Victoria Chase Ford Mercedes Morgan Wells Kelly Dell Grace Hope Faith Joy "
    "Rose Lily Daisy Summer Autumn April May June Mark Bill Will Grant Drew Frank Rich Pat Sky Amber Ruby Crystal "
    "Hunter Mason Carter Cooper Taylor Parker Logan Chance Miles Reed Dean Earl Duke Royce Sterling Israel Chad Kenya"
).split()
PLACES = "Madison Austin Virginia Jordan Paris Chelsea Sydney Charlotte Georgia Brooklyn Savannah Phoenix Dallas "
PLACES += "Houston Lincoln Jackson Florence Victoria Nice Reading Bath Mobile Orange Turkey Chad Kenya Israel Cologne"
COMPANIES = "Ford Mercedes Morgan Chase Wells Kelly Dell Apple Amazon Target Shell Gap Oracle Sprint Visa Tesla Orange"
ILLNESSES = "asthma|type 2 diabetes|schizophrenia|lung cancer|hypertension|epilepsy|depression|hepatitis C|pneumonia"
DEGREES = "PhD in chemistry|law degree|master's degree in physics|diploma in nursing|BA in history|MBA"
LANGUAGES = "German|French|Turkish|Polish|Russian|Arabic|Spanish|Dutch|Greek|Hindi|Swahili|Romanian|Ukrainian"
STATES = "Texas|Ohio|Bavaria|Florida|Kansas|Ontario|Queensland|Utah|Maine|Nevada|Catalonia|Kerala"


def synthetic_documents(n_documents: int, seed: int = 0) -> list[Document]:
    """Invented messages with their mentions; the same seed gives the same messages."""
    faker = require("faker", "train")
    dice = random.Random(seed)
    people = [faker.Faker(locale) for locale in LOCALES]
    english = faker.Faker("en_US")
    english.seed_instance(seed)
    for number, person in enumerate(people):
        person.seed_instance(seed + number)
        person.__dict__["english"] = english
    templates = [part for line in TEMPLATES.strip().splitlines() for part in _parts(line)]
    plain = [part for line in PLAIN.strip().splitlines() for part in _parts(line)]
    documents = []
    for number in range(n_documents):
        n_sentences = dice.choice((1, 1, 1, 2, 3))
        chosen = [dice.choice(plain if dice.random() < 0.18 else templates) for _ in range(n_sentences)]
        template = dice.choice((" ", " ", "\n")).join(part.replace("\\n", "\n") for part in chosen)
        documents.append(_filled(f"synthetic-{number}", template, dice.choice(people), dice))
    return documents


def _parts(line: str) -> list[str]:
    return [part.strip() for part in re.split(r"\|(?=\S)", line)]


def _filled(id: str, template: str, person: Any, dice: random.Random) -> Document:
    pieces, mentions, length, at = [], [], 0, 0
    for slot in re.finditer(r"\{([A-Z]+):(\w+)\}", template):
        value = _VALUES[slot[2]](person, dice).strip()
        before = template[at : slot.start()]
        start = length + len(before)
        pieces += [before, value]
        length = start + len(value)
        role = Role.DIRECT if slot[1] in ("CODE", "PERSON") else Role.QUASI
        mentions.append(Mention(Span(start, length), slot[1], role=role, source="synthetic"))
        at = slot.end()
    return Document(id, "".join([*pieces, template[at:]]), mentions=tuple(mentions))


def _name(person: Any, dice: random.Random) -> str:
    first, last = person.first_name(), person.last_name()
    kind = dice.random()
    if kind < 0.6:
        return f"{first} {last}"
    if kind < 0.75:
        return f"{first} {dice.choice('ABCDEFGHJKLMNPRSTVW')}. {last}"
    if kind < 0.82:
        return f"{first[0]}. {last}"
    if kind < 0.88:
        return f"{last}, {first}"
    return dice.choice(
        (first, f"{first} {last}".upper(), f"{first} {person.last_name()}-{last}", f"{first} {last}".lower())
    )


def _titled(person: Any, dice: random.Random) -> str:
    return f"{dice.choice(('Mr', 'Mrs', 'Ms', 'Mr.', 'Mrs.', 'Dr.', 'Prof.', 'Miss'))} {person.last_name()}"


def _address(person: Any, dice: random.Random, lines: bool = False) -> str:
    number, street = dice.randint(1, 9800), _street(person, dice)
    unit = dice.choice(
        (
            "",
            "",
            f" Apt. {dice.randint(1, 900)}",
            f" Suite {dice.randint(1, 900)}",
            f", Flat {dice.randint(1, 40)}",
        )
    )
    code, city = person.postcode(), person.city()
    gap = "\n" if lines else dice.choice((", ", ", ", "\n"))
    first = dice.choice(
        (
            f"{number} {street}{unit}",
            f"{street} {number % 200 + 1}{unit}",
            f"{number} {street} {number % 90 + 1}{unit}",
        )
    )
    last = dice.choice(
        (
            f"{city} {code}",
            f"{code} {city}",
            f"{city}, {_state(person, dice)} {code}",
            city,
            f"{city}{gap}{_country(person, dice)} {code}",
        )
    )
    return f"{first}{gap}{last}"


def _street(person: Any, dice: random.Random) -> str:
    if dice.random() < 0.5:
        return str(person.street_name())
    kind = dice.choice("Street Avenue Road Lane Drive Way Court Place Square Crescent Close Boulevard Hill".split())
    return f"{dice.choice((person.last_name(), dice.choice(AMBIGUOUS), 'High', 'Church', 'Station', 'Mill'))} {kind}"


def _date(person: Any, dice: random.Random) -> str:
    form = dice.choice(
        (
            "%d %B %Y",
            "%B %d, %Y",
            "%d/%m/%Y",
            "%m/%d/%y",
            "%Y-%m-%d",
            "%d.%m.%Y",
            "%B %d",
            "%d %b %Y",
            "%A, %d %B",
        )
    )
    return _day(dice).strftime(form)


def _day(dice: random.Random) -> date:
    """Any day of about a century; Faker's own dates end today, so that the same seed would not give the same ones."""
    return date(1930, 1, 1) + timedelta(days=dice.randrange(36_000))


def _phone(person: Any, dice: random.Random) -> str:
    digits = "".join(dice.choice("0123456789") for _ in range(10))
    forms = (
        f"({digits[:3]}) {digits[3:6]}-{digits[6:]}",
        f"{digits[:3]}-{digits[3:6]}-{digits[6:]}",
        f"+{digits[:2]} {digits[2:]}",
    )
    return dice.choice((*forms, f"{digits[:3]}.{digits[3:6]}.{digits[6:]}", digits, str(person.phone_number())))


def _letters(n: int, dice: random.Random) -> str:
    return "".join(dice.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(n))


def _record(person: Any, dice: random.Random) -> str:
    number = dice.randint(1000, 99999999)
    return dice.choice((str(number), f"{_letters(2, dice)}-{number}", f"{_letters(1, dice)}{number}", f"#{number}"))


def _money(person: Any, dice: random.Random) -> str:
    amount = dice.choice(
        (
            f"{dice.randint(1, 999)}",
            f"{dice.randint(1, 99)},{dice.randint(100, 999)}",
            f"{dice.randint(1, 90)}.{dice.randint(10, 99)}",
        )
    )
    sign, word = dice.choice(
        (
            ("$", "dollars"),
            ("€", "euros"),
            ("£", "pounds"),
            ("EUR ", "Polish zlotys"),
            ("USD ", "million rubles"),
        )
    )
    return dice.choice((f"{sign}{amount}", f"{amount} {word}"))


def _number_word(person: Any, dice: random.Random) -> str:
    return dice.choice("two three four five six eight ten twelve fifteen twenty".split())


def _state(person: Any, dice: random.Random) -> str:
    return dice.choice((dice.choice(STATES.split("|")), _letters(2, dice)))


def _country(person: Any, dice: random.Random) -> str:
    return str(_english(person).country())


def _english(person: Any) -> Any:
    return person.__dict__["english"]


def _demonym(person: Any, dice: random.Random) -> str:
    return dice.choice(
        (
            dice.choice(LANGUAGES.split("|")),
            "Norwegian",
            "Nigerian",
            "Canadian",
            "Kurdish",
            "Jewish",
            "Catholic",
        )
    )


def _company(person: Any, dice: random.Random) -> str:
    return dice.choice(
        (
            str(person.company()),
            f"{person.last_name()} {dice.choice(('Ltd', 'Group', 'Inc.', 'GmbH', 'and Sons', 'Bank'))}",
        )
    )


_VALUES: dict[str, Callable[[Any, random.Random], str]] = {
    "name": _name,
    "titled": _titled,
    "first": lambda person, dice: person.first_name(),
    "last": lambda person, dice: person.last_name(),
    "phone": _phone,
    "address": _address,
    "address_lines": lambda person, dice: _address(person, dice, lines=True),
    "street": lambda person, dice: dice.choice(
        (_street(person, dice), f"{dice.randint(1, 900)} {_street(person, dice)}")
    ),
    "city": lambda person, dice: person.city(),
    "city_lower": lambda person, dice: person.city().lower(),
    "country": _country,
    "country_lower": lambda person, dice: _country(person, dice).lower(),
    "state": _state,
    "postcode": lambda person, dice: person.postcode(),
    "date": _date,
    "short": lambda person, dice: f"{dice.randint(1, 12):02}/{dice.randint(20, 35)}",
    "weekday": lambda person, dice: dice.choice("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()),
    "year": lambda person, dice: str(dice.randint(1920, 2026)),
    "month_year": lambda person, dice: _day(dice).strftime("%B %Y"),
    "time": lambda person, dice: f"{dice.randint(0, 23)}:{dice.randint(0, 59):02}",
    "age": lambda person, dice: dice.choice(
        (f"{dice.randint(1, 99)} years old", f"{dice.randint(18, 90)}", f"aged {dice.randint(2, 90)}")
    ),
    "age_number": lambda person, dice: str(dice.randint(30, 95)),
    "duration": lambda person, dice: (
        f"{_number_word(person, dice)} {dice.choice(('weeks', 'months', 'days', 'years', 'hours'))}"
    ),
    "card": lambda person, dice: person.credit_card_number(),
    "iban": lambda person, dice: person.iban(),
    "ssn": lambda person, dice: dice.choice(
        (str(person.ssn()), f"{dice.randint(100, 899)}-{dice.randint(10, 99)}-{dice.randint(1000, 9999)}")
    ),
    "email": lambda person, dice: person.ascii_email() if dice.random() < 0.5 else person.email(),
    "domain": lambda person, dice: dice.choice((person.domain_name(), f"https://www.{person.domain_name()}/")),
    "ip": lambda person, dice: person.ipv4() if dice.random() < 0.7 else person.ipv6(),
    "record": _record,
    "passport": lambda person, dice: f"{_letters(1, dice)}{dice.randint(10000000, 99999999)}",
    "flight": lambda person, dice: f"{_letters(2, dice)}{dice.randint(10, 9999)}",
    "plate": lambda person, dice: f"{_letters(2, dice)}{dice.randint(10, 99)} {_letters(3, dice)}",
    "case": lambda person, dice: f"{dice.randint(100, 99999)}/{dice.randint(1, 25):02}",
    "money": _money,
    "number": lambda person, dice: dice.choice(
        (f"{dice.randint(1, 900)},000", _number_word(person, dice), "two million")
    ),
    "percent": lambda person, dice: dice.choice((f"{dice.randint(1, 99)}%", f"{dice.randint(1, 20)} percent")),
    "job": lambda person, dice: f"{dice.choice(('', 'a ', 'an '))}{_english(person).job()}".lower().partition(",")[0],
    "company": _company,
    "hospital": lambda person, dice: (
        f"{person.last_name()} {dice.choice(('General Hospital', 'Clinic', 'Medical Center'))}"
    ),
    "university": lambda person, dice: dice.choice((f"University of {person.city()}", f"{person.city()} College")),
    "nationality": _demonym,
    "language": lambda person, dice: dice.choice(LANGUAGES.split("|")),
    "illness": lambda person, dice: dice.choice(ILLNESSES.split("|")),
    "degree": lambda person, dice: dice.choice(DEGREES.split("|")),
    "ambiguous": lambda person, dice: dice.choice(AMBIGUOUS),
    "ambiguous_place": lambda person, dice: dice.choice(PLACES.split()),
    "ambiguous_org": lambda person, dice: dice.choice(COMPANIES.split()),
}
