"""The words by which forms, tables and records announce what follows, and what each says about its value."""

import re
from functools import cache
from unicodedata import combining, normalize

from unname.text import foreign_fields
from unname.text.vocabulary import FIELDS, SPELLED_FIELDS

PHRASES: dict[str, str] = {
    "name": """
        name, full name, surname, surnames, forename, forenames, first name, last name, given name, given names,
        family name, middle name, maiden name, preferred name, known as, also known as, alias, aka, nickname, next
        of kin, nok, fname, lname, firstname, lastname, fullname, displayname, display name, holder, account holder,
        card holder, cardholder
    """,
    "who": """
        patient, pt, client, customer, tenant, landlord, landlady, claimant, insured, policyholder, policy holder,
        employee, student, pupil, resident, candidate, applicant, owner, driver, rider, witness, witnesses, victim,
        complainant, suspect, accused, contact, contact person, emergency contact, husband, wife, spouse, partner,
        mother, father, parent, parents, guardian, carer, caregiver, son, daughter, sister, brother, child, baby,
        doctor, dr, gp, consultant, physician, surgeon, assistant, anaesthetist, anesthetist, anaesthesiologist,
        anesthesiologist, attending, registrar, nurse, midwife, therapist, physiotherapist, pharmacist, radiologist,
        pathologist, dentist, vet, referrer, supervisor, manager, line manager, account manager, reporter, assessor,
        interpreter, officer, case worker, caseworker, social worker, attendees, present, apologies, regrets,
        signed, signature, from, to, cc, bcc, sender, recipient, attn, attention, teacher, class teacher, principal,
        assignee, assigned to, author, authors, leader, chair, secretary, referee, referees, buyer, seller, payee,
        payer, beneficiary, member, subscriber, scribe, provider, ordering provider, asserter, performer, requester,
        requestor, caller, agent, rep, crew, coach, player, who, person
    """,
    "user": """
        user, username, user name, login, loginname, logname, userid, user id, uid, usr, ruser, account name,
        handle, screen name
    """,
    "birth": """
        dob, d o b, date of birth, birth date, birthdate, birth, born, birthday, year of birth, doby
    """,
    "date": """
        date, doa, dod, date of admission, date of discharge, date of death, admitted, discharged, admission,
        discharge, sent, dated, opened, closed, when, start date, end date, date of injury, date of visit, date of
        operation, date of report, occurred
    """,
    "code": """
        mrn, nhs, nhs no, nhs number, chi, ssn, nino, ni number, social security, social security number, npi,
        hospital no, hospital number, unit no, folder no, passport, passport no, id card, id no, id number, national
        id, identity number, iban, bic, account, account no, account number, acct, acct no, card no, card number,
        policy, policy no, policy number, licence, license, licence no, license no, plate, number plate, license
        plate, reg, reg no, vin, imei, serial, serial no, serial number, chip, ref, our ref, your ref, reference,
        reference no, reference number, case no, case number, case id, file no, file number, ticket, ticket no,
        incident no, crime ref, order no, invoice no, booking ref, booking no, claim no, claim number, member id,
        membership no, employee id, employee no, emp id, staff no, student id, student no, patient id, patient no,
        customer id, customer no, client id, tax number, tax id, tin, vat id, vat no, ip, ip address, client ip,
        remote addr, remote ip, src ip, mac, mac address, session, session id, token, access token, auth token, api
        key, apikey, secret, password, passwd, pwd, pin, uhid, qid, fin, uci, bsn, cnp, umr, upn, accession,
        accession no, specimen no, lab no, sample id, registration no, enrolment no, conversation id, visa, visa no,
        identifier
    """,
    "phone": """
        tel, telephone, phone, ph, mobile, mob, cell, fax, contact no, contact number, phone no, phone number, tel
        no, mobile no, mobile number, sat phone, whatsapp, bleep, pager, home phone, work phone, cell phone,
        telecom, msisdn, wave tel
    """,
    "email": """
        email, e mail, mail, email address, e mail address, personal e mail, reply to, return path
    """,
    "address": """
        address, addr, home address, postal address, permanent address, current address, street, street address,
        address line, residence, residential address, correspondence address, pickup, delivery address, billing
        address, domicile
    """,
    "place": """
        city, town, village, county, suburb, postcode, post code, zip, zip code, postal code, place of birth,
        birthplace, birth place, district, hometown, place of residence
    """,
    "organization": """
        employer, company, organization, organisation, hospital, school, university, college, practice, facility,
        institution, workplace, place of work, company name, hospital name, school name
    """,
    "occupation": """
        occupation, job, job title, profession, designation, position held, present post, trade, rank, employment
    """,
    "age": """
        age, age sex, age gender, age yrs, sex age, age years
    """,
    "group": """
        nationality, ethnicity, religion, race, mother tongue, citizenship, native language, denomination, country
        of birth
    """,
}
"""What a field holds, and the words that announce it, in small letters and without signs."""

LISTED = frozenset("present|apologies|regrets|attendees|to|cc|bcc|parents|witnesses|authors|referees".split("|"))
"""Labels whose value names several people."""

PEOPLE = frozenset({"name", "who", "user"})
"""The kinds of fields that name somebody."""

_WHOSE = frozenset(
    """patient pt client customer tenant landlord claimant insured employee emp student pupil resident candidate
    applicant owner driver rider witness victim contact emergency husband wife spouse partner mother father parent
    guardian carer nok home work personal main primary secondary alternative alt other current previous former his
    her their own our your business office principal policy member user person doctor attending referring sender
    recipient billing shipping delivery next kin""".split()
)
_ISSUED = frozenset("no nos number numbers nr num id ids ref reference code".split())
IDENTIFIED = frozenset(
    """patient hospital folder case policy account passport card licence license claim member membership employee emp
    staff student customer client order invoice booking ticket incident crime file record registration reg
    enrolment tax insurance nhs nhis gms social national identity id visa permit serial chip specimen accession
    lab sample visit encounter admission unit contract loan reservation tracking session device personal roll
    affil unhcr legacy""".split()
)
"""What numbers and references are issued for."""

NOT_PEOPLE = frozenset(
    """file host product drug brand company hospital event class method function service table column field domain
    server container image package project school street city country medication test study trial pet dog cat horse ship
    boat model display run job module app application theme font branch repo database db queue topic bucket region
    group team unit ward department dept""".split()
)
"""What has names, too."""

_JOINING = frozenset("of the and or no nr for at by in on und de del la le du y et".split())
_OTHERS = frozenset(
    """re subject sex gender diagnosis dx rx hx tx pmh pmhx nkda bp hr rr spo2 hb icd icu a&e o/e imp plan impression
    findings allergies allergy medication medications meds procedure indication history technique comparison
    conclusion comment comments remark remarks note notes summary description type status priority category level
    severity result results title location site ward bed room time times day days week month year amount total sum
    rate currency item items qty quantity price cost fee version build host hostname port path url uri method
    action event message msg info warn warning error debug trace fatal notice service module thread pid process
    code codes id ids no nr num number numbers key keys value values field fields header headers body text
    language lang country state region attached attachments height weight bmi temp pulse sats score grade stage
    risk marital relation relationship details data form page pages signature side dose route frequency unit units
    group class team department dept division section first last full middle maiden given family home work mobile
    office emergency next kin birth date dates place address mother father agent bot visitor system admin customer
    pax agt log""".split()
)
_WORD = re.compile(r"[A-Z]?[a-z&]+|[A-Z&]+(?![a-z])|[^\W\d_a-zA-Z]+|\d+")
_LONGEST = 60
N_WORDS = 6
"""The most words of a label."""

_KINDS = {
    phrase: kind
    for table in (foreign_fields.PHRASES, PHRASES)
    for kind, phrases in table.items()
    for phrase in " ".join(phrases.split()).split(", ")
}
FIELD_WORDS = (
    frozenset(word for phrase in _KINDS for word in phrase.split() if len(word) > 1) - _JOINING
    | FIELDS
    | SPELLED_FIELDS
    | _OTHERS
    | foreign_fields.OTHERS
)
"""The words that labels are made of; where a sign follows, none is the name of somebody."""

ABBREVIATED = FIELDS - frozenset("pt pts no nr id re cc gp hr rr a&e icu nhs ref".split()) | frozenset(
    "imei iban uhid qid chi".split()
)
"""Short forms that announce a value even where no sign stands between."""


def label_words(label: str) -> tuple[str, ...]:
    """The words of a label, key or name of a tag in small letters.

    >>> label_words("patientName"), label_words("D.O.B."), label_words("CONTACT_NO_2")
    (('patient', 'name'), ('d', 'o', 'b'), ('contact', 'no', '2'))
    """
    return tuple(word.lower() for word in _WORD.findall(_plain(label[:_LONGEST])))


def _plain(label: str) -> str:
    """The label without accents; case says where words begin, and stays."""
    if label.isascii():
        return label
    return "".join(sign for sign in normalize("NFD", label) if not combining(sign)).replace("ß", "ss")


@cache
def field_kind(words: tuple[str, ...]) -> str:
    """What a field with these words holds, as in `PHRASES`; nothing if they do not say.

    >>> field_kind(("patient", "name")), field_kind(("file", "name")), field_kind(("folder", "no"))
    ('name', '', 'code')
    """
    while words and words[-1].isdigit():
        words = words[:-1]
    if not words or len(words) > N_WORDS:
        return ""
    if kind := _KINDS.get(" ".join(words)):
        return kind
    if words[-1] == "by" and len(words) == 2:
        return "who"
    if words[0] in ("d", "m") and _KINDS.get("".join(words)):
        return _KINDS["".join(words)]
    if words[-1] in _ISSUED and not IDENTIFIED.isdisjoint(words[:-1]):
        return "code"
    if words[0] in _WHOSE or (words[-1] == "name" and NOT_PEOPLE.isdisjoint(words)):
        return field_kind(words[1:])
    return ""


def is_field_word(word: str) -> bool:
    """Whether labels are made of a word in small letters."""
    return word in FIELD_WORDS or word in _JOINING or word.isdigit()


def joins_words(word: str) -> bool:
    """Whether a word is only part of a label together with others."""
    return word in _JOINING
