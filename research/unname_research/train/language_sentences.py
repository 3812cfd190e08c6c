"""Invented sentences in German, French and Spanish with known identifiers; values come from Faker."""

import random
import re
from collections.abc import Callable
from typing import Any

from unname.core.document import Document, Mention, Role, Span
from unname.core.errors import require

TEMPLATES = {
    "de": r"""Mein Name ist {PERSON:name}.|Sehr geehrte Frau {PERSON:last},|Sehr geehrter Herr Dr. {PERSON:last},|Hallo {PERSON:first},|Liebe {PERSON:first}, danke für deine Nachricht.
Bitte rufen Sie {PERSON:name} unter {CODE:phone} zurück.|{PERSON:name} wohnt in der {LOC!:street}, {LOC:city}.|{PERSON:name}, {LOC!:address}|Viele Grüße\n{PERSON:name}\n{ORG:company}
Die Patientin {PERSON:last} wurde am {DATETIME:date} aufgenommen.|{PERSON:first} und {PERSON:first} sind nach {LOC:city} gezogen.|Er arbeitet seit {DATETIME:year} als {DEM:job} bei {ORG:company}.
gez. {PERSON:name}|{PERSON:first}s Bruder kommt aus {LOC:city}.|Herrn {PERSON:name}\n{LOC!:street}\n{LOC:postal}|Kundennummer: {CODE:number}\nName: {PERSON:lastfirst}|Die {ORG:company} in {LOC:city} hat die Rechnung bezahlt.
ich bin {PERSON:lower} und habe eine frage zu meiner rechnung|Zeuge {PERSON:last} sagte aus, dass {PERSON:first} nicht dort war.|Der Hausarzt Dr. {PERSON:last} aus {LOC:city} überweist.|IBAN {CODE:iban}, Kontoinhaber {PERSON:name}
{PERSON:name};{DATETIME:date};{LOC:city};{CODE:phone}|Visite mit OA {PERSON:last}: Patient beschwerdefrei, Drainage entfernt.|Die Rechnung ist noch offen.|Bitte starten Sie das Gerät neu.|Blutdruck 130/80 mmHg, Puls 72/min.|Metformin 1000 mg 1-0-1, Ramipril 5 mg 1-0-0.
Die Frist beträgt zwei Wochen ab Zustellung.|Mit freundlichen Grüßen|Der Vertrag wird nach § 543 BGB gekündigt.|Die Lunge ist frei, kein Erguss, kein Pneumothorax.|Wir bitten um Rücksendung der Unterlagen.|Das Update auf Version 4.2.1 schlägt fehl.""",
    "fr": r"""Je m'appelle {PERSON:name}.|Chère Madame {PERSON:last},|Monsieur {PERSON:last},|Bonjour {PERSON:first},|Merci {PERSON:first} pour ta réponse.
Merci de rappeler {PERSON:name} au {CODE:phone}.|{PERSON:name} habite {LOC!:street}, à {LOC:city}.|{PERSON:name}, {LOC!:address}|Cordialement,\n{PERSON:name}\n{ORG:company}
La patiente {PERSON:last} a été admise le {DATETIME:date}.|{PERSON:first} et {PERSON:first} ont déménagé à {LOC:city}.|Il travaille depuis {DATETIME:year} comme {DEM:job} chez {ORG:company}.
Signé : {PERSON:name}|Le frère de {PERSON:first} vient de {LOC:city}.|M. {PERSON:name}\n{LOC!:street}\n{LOC:postal}|Client n° {CODE:number}\nNom : {PERSON:lastfirst}|La société {ORG:company}, à {LOC:city}, a réglé la facture.
je suis {PERSON:lower} et j'ai une question sur ma facture|Le témoin {PERSON:last} déclare que {PERSON:first} n'était pas là.|Le docteur {PERSON:last}, de {LOC:city}, nous adresse ce patient.|IBAN {CODE:iban}, titulaire {PERSON:name}
{PERSON:name};{DATETIME:date};{LOC:city};{CODE:phone}|Vu avec le Dr {PERSON:last} : patient stable, drain retiré.|La facture est encore impayée.|Veuillez redémarrer l'appareil.|TA 130/80 mmHg, pouls 72/min.|Metformine 1000 mg matin et soir, ramipril 5 mg.
Le délai est de deux semaines.|Veuillez agréer nos salutations distinguées.|Le contrat est résilié selon l'article 1224 du Code civil.|Pas d'épanchement, pas de pneumothorax.|Merci de renvoyer les documents.|La mise à jour 4.2.1 échoue.""",
    "es": r"""Me llamo {PERSON:name}.|Estimada señora {PERSON:last}:|Estimado Sr. {PERSON:last}:|Hola {PERSON:first},|Gracias {PERSON:first} por tu respuesta.
Por favor, llame a {PERSON:name} al {CODE:phone}.|{PERSON:name} vive en {LOC!:street}, {LOC:city}.|{PERSON:name}, {LOC!:address}|Un saludo,\n{PERSON:name}\n{ORG:company}
La paciente {PERSON:last} ingresó el {DATETIME:date}.|{PERSON:first} y {PERSON:first} se mudaron a {LOC:city}.|Trabaja desde {DATETIME:year} como {DEM:job} en {ORG:company}.
Fdo.: {PERSON:name}|El hermano de {PERSON:first} viene de {LOC:city}.|D. {PERSON:name}\n{LOC!:street}\n{LOC:postal}|Cliente n.º {CODE:number}\nNombre: {PERSON:lastfirst}|La empresa {ORG:company}, de {LOC:city}, pagó la factura.
soy {PERSON:lower} y tengo una duda sobre mi factura|El testigo {PERSON:last} declara que {PERSON:first} no estaba.|El Dr. {PERSON:last}, de {LOC:city}, remite al paciente.|IBAN {CODE:iban}, titular {PERSON:name}
{PERSON:name};{DATETIME:date};{LOC:city};{CODE:phone}|Visto con la Dra. {PERSON:last}: estable, se retira drenaje.|La factura sigue pendiente.|Reinicie el equipo, por favor.|TA 130/80 mmHg, FC 72 lpm.|Metformina 1000 mg 1-0-1, ramipril 5 mg 1-0-0.
El plazo es de dos semanas.|Atentamente,|El contrato se resuelve según el artículo 1124 del Código Civil.|Sin derrame ni neumotórax.|Rogamos devuelva los documentos.|La actualización 4.2.1 falla.""",
}
_LOCALES = {"de": ("de_DE", "de_AT", "de_CH"), "fr": ("fr_FR", "fr_CH", "fr_CA"), "es": ("es_ES", "es_MX", "es_CO")}
_WORLD = ("tr_TR", "pl_PL", "it_IT", "hr_HR", "pt_PT", "nl_NL", "en_GB", "ro_RO")
_SLOT = re.compile(r"\{(?P<label>[A-Z]+)(?P<direct>!?):(?P<kind>\w+)\}")
_VALUES: dict[str, Callable[[Any], str]] = {
    "name": lambda fake: f"{fake.first_name()} {fake.last_name()}",
    "lastfirst": lambda fake: f"{fake.last_name()}, {fake.first_name()}",
    "lower": lambda fake: f"{fake.first_name()} {fake.last_name()}".lower(),
    "first": lambda fake: fake.first_name(),
    "last": lambda fake: fake.last_name(),
    "phone": lambda fake: fake.phone_number(),
    "street": lambda fake: fake.street_address().replace("\n", ", "),
    "address": lambda fake: fake.address().replace("\n", ", "),
    "postal": lambda fake: f"{fake.postcode()} {fake.city()}",
    "city": lambda fake: fake.city(),
    "company": lambda fake: fake.company(),
    "job": lambda fake: fake.job(),
    "iban": lambda fake: fake.iban(),
    "number": lambda fake: fake.bothify("?#######").upper(),
    "year": lambda fake: str(fake.random_int(1975, 2024)),
    "date": lambda fake: fake.date(fake.random_element(("%d.%m.%Y", "%d/%m/%Y", "%d.%m.%y"))),
}


def invent_sentences(language: str, n_documents: int, seed: int = 0) -> list[Document]:
    """Short invented texts with their mentions; a quarter of the names come from elsewhere."""
    faker = require("faker", "train")
    dice = random.Random(seed)
    at_home = [faker.Faker(locale) for locale in _LOCALES[language]]
    abroad = [faker.Faker(locale) for locale in _WORLD]
    for number, fake in enumerate(at_home + abroad):
        fake.seed_instance(seed + number)
    templates = [each.strip() for each in re.split(r"[|\n]", TEMPLATES[language]) if each.strip()]
    documents = []
    for number in range(n_documents):
        chosen = dice.choice((" ", "\n")).join(dice.choice(templates) for _ in range(dice.choice((1, 2, 3))))
        documents.append(_fill(f"invented-{number}", chosen.replace("\\n", "\n"), at_home, abroad, dice))
    return documents


def _fill(id: str, template: str, at_home: list[Any], abroad: list[Any], dice: random.Random) -> Document:
    parts, mentions, at, length = [], [], 0, 0
    for slot in _SLOT.finditer(template):
        is_name = slot["label"] == "PERSON" and dice.random() < 0.25
        value = _VALUES[slot["kind"]](dice.choice(abroad if is_name else at_home)).strip()
        before = template[at : slot.start()]
        start = length + len(before)
        length = start + len(value)
        is_direct = slot["direct"] or slot["label"] in ("PERSON", "CODE")
        role = Role.DIRECT if is_direct else Role.QUASI
        mentions.append(Mention(Span(start, length), slot["label"], role=role))
        parts += [before, value]
        at = slot.end()
    return Document(id, "".join([*parts, template[at:]]), mentions=tuple(mentions))
