"""What each rule finds and what it leaves alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import LABELS, Document, Role
from unname.detect.rules import CONFIDENCE, Rules
from unname.detect.rules.rule import by_initial

RULES = Rules()


def found(text: str, *stems: str) -> list[str]:
    """What was found, by the rules whose names begin with one of the stems."""
    return [
        text[slice(*mention.span)]
        for mention in RULES.detect(Document("d", text))
        if mention.source.removeprefix("rules:").startswith(stems)
    ]


CONTACT = [
    ("email", "Write to anna.k+x@mail.example.org, please.", ["anna.k+x@mail.example.org"]),
    ("email", "jürgen@müller.example and 用户@例子.example", ["jürgen@müller.example", "用户@例子.example"]),
    ("email", "<x@[192.168.0.1]>", ["x@[192.168.0.1]"]),
    ("email", "a @ b, price @ 3", []),
    ("email-spoken", "reach me: john dot doe at example dot com now", ["john dot doe at example dot com"]),
    (
        "email-spoken",
        "jane [at] example [dot] org; joe(at)example.net",
        ["jane [at] example [dot] org", "joe(at)example.net"],
    ),
    ("email-spoken", "They met at noon. He looked at the dot.", []),
    (
        "url",
        "See https://example.org/u/7?x=1. Then (http://a.example).",
        ["https://example.org/u/7?x=1", "http://a.example"],
    ),
    ("url", "www.Example.org/path, ok", ["www.Example.org/path"]),
    ("domain", "on example.co.uk and shop.example.de/me.", ["example.co.uk", "shop.example.de/me"]),
    ("domain", "He left.The end. e.g. this, i.e. that. Mr.Smith, p.m.", []),
    (
        "media-file",
        "see IMG_4821.jpg, scans/a-b.c.PNG and voice.wav.",
        ["IMG_4821.jpg", "scans/a-b.c.PNG", "voice.wav"],
    ),
    ("media-file", "a .png, the gif. Gif, an mp3", []),
    ("handle", "follow @jane_doe7 or a@b.example", ["@jane_doe7"]),
    (
        "ip",
        "from 192.168.17.4 and 2001:db8::ff00:42:8329 at 10:20:30",
        ["192.168.17.4", "2001:db8::ff00:42:8329"],
    ),
    ("ip", "version 1.2.3.400", []),
    (
        "mac",
        "00:1B:44:11:3A:B7, 00-1b-44-11-3a-b7, 001b.4411.3ab7",
        ["00:1B:44:11:3A:B7", "00-1b-44-11-3a-b7", "001b.4411.3ab7"],
    ),
    ("phone", "Call (212) 555-0123 or +44 20 7946 0958.", ["(212) 555-0123", "+44 20 7946 0958"]),
    ("phone", "phone: 06-10446904; 212-736-5000x506 fax", ["06-10446904", "212-736-5000x506"]),
    ("phone", "Call (212) 555-0123 (212) 555-0124", ["(212) 555-0123", "(212) 555-0124"]),
    ("phone", "Tel 020 7946 0958 / 020 7946 0959", ["020 7946 0958", "020 7946 0959"]),
    ("phone", "my number is +49 (0)30 123456", ["+49 (0)30 123456"]),
    ("phone", "from 12.05.1999 to 2001-05-12, 1999-2001, 1 000 000 items", []),
    ("phone-spelled", "dial five five five, one two three four", ["five five five, one two three four"]),
    ("phone-spelled", "one two three, go", []),
]
PLACES = [
    (
        "coordinates",
        "at 52.5200, 13.4050 or 40.7128° N, 74.0060° W",
        ["52.5200, 13.4050", "40.7128° N, 74.0060° W"],
    ),
    ("coordinates", "48°51′24″N 2°21′03″E", ["48°51′24″N 2°21′03″E"]),
    ("coordinates", "rose from 1.25 to 3.50, or 95.1234, 13.4050", []),
    ("postcode", "London SW1A 2AA and Ottawa K1A 0B1", ["SW1A 2AA", "K1A 0B1"]),
    ("zip", "Springfield, IL 62704-1234; my zip code is 35649", ["62704-1234", "35649"]),
    ("zip", "There were 35649 of them.", []),
    ("postal-city", "Hauptplatz, 80331 München, in 1998 Poland", ["80331 München"]),
    (
        "address",
        "He lives at 742 Evergreen Terrace, Springfield, IL 62704.",
        ["742 Evergreen Terrace, Springfield, IL 62704"],
    ),
    ("address", "at 12B Baker St, Apt. 4 today", ["12B Baker St, Apt. 4"]),
    (
        "address",
        "rue Victor Hugo 40 and Lange Straße 5 or via Roma 12",
        ["rue Victor Hugo 40", "Straße 5", "via Roma 12"],
    ),
    ("address", "19 rue La Boétie, Paris", ["19 rue La Boétie"]),
    ("address", "the flat at 52 Quay Road. We understand; 9 Mill Street NW", ["52 Quay Road.", "9 Mill Street NW"]),
    ("address", "moved to 52 Quay Road in Brackenford in 2014 and", ["52 Quay Road"]),
    (
        "address",
        "at 9 Mill Street, Leeds since 2001; 9 Mill Street in York 12345",
        ["9 Mill Street", "9 Mill Street in York 12345"],
    ),
    ("address", "Dózsa György út 78.", ["Dózsa György út 78."]),
    (
        "address",
        "ship to 92 Eusebio Dávila 57\nPyrga\n, LA\n 56139 soon",
        ["92 Eusebio Dávila 57\nPyrga\n, LA\n 56139"],
    ),
    ("address", "a trial to take place on 4 May 2006; in 1991 a criminal court", []),
    ("address", "near 5th Avenue; 20 mg aspirin daily. Dr. Roe", ["5th Avenue"]),
    ("po-box", "P.O. Box 255, Nuuk", ["P.O. Box 255, Nuuk"]),
    ("unit", "go to Suite 776 now", ["Suite 776"]),
    ("military", "PSC 7004, Box 8380\nAPO AP 11949", ["PSC 7004, Box 8380\nAPO AP 11949"]),
    ("corner", "the corner of Elm Street and Oak Avenue", ["the corner of Elm Street and Oak Avenue"]),
]
CODES = [
    (
        "iban",
        "IBAN GB82 WEST 1234 5698 7654 32 and de89370400440532013000",
        ["GB82 WEST 1234 5698 7654 32", "de89370400440532013000"],
    ),
    ("iban", "GB82 WEST 1234 5698 7654 33", []),
    (
        "card",
        "4111 1111 1111 1111, 4539-3010-1967-3114 and 378282246310005",
        ["4111 1111 1111 1111", "4539-3010-1967-3114", "378282246310005"],
    ),
    ("card", "4111 1111 1111 1112", []),
    ("ssn", "SSN 078-05-1120, XXX-XX-1234", ["078-05-1120", "XXX-XX-1234"]),
    ("id-number", "PESEL 44051401359", ["44051401359"]),
    ("id-number", "codice fiscale RCCMNL83S18D969H", ["RCCMNL83S18D969H"]),
    ("id-number", "NHS number 943 476 5919", ["943 476 5919"]),
    ("nino", "NI: AB 12 34 56 C", ["AB 12 34 56 C"]),
    ("wallet", "send to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"]),
    ("uuid", "id 123e4567-e89b-12d3-a456-426614174000", ["123e4567-e89b-12d3-a456-426614174000"]),
    ("flight", "on flight LH3042, then LH 400; Flight BA 12", ["LH3042", "BA 12"]),
    ("plate", "the car AB12 CDE and B MW 1234", ["AB12 CDE", "B MW 1234"]),
    ("reference", "in an application (no. 36244/06) and file A-1234/2005", ["36244/06", "A-1234/2005"]),
    ("reference", "(nos. 36244/06, 12/99 and 5/2001)", ["36244/06, 12/99 and 5/2001"]),
    ("docket", "see 1:21-cv-01234-ABC, 2019-CF-00123", ["1:21-cv-01234-ABC", "2019-CF-00123"]),
    (
        "announced",
        "MRN 00123, passport no. X1234567, account number 12-34-56",
        ["00123", "X1234567", "12-34-56"],
    ),
    ("announced", "Policy #: AB998, invoice no. 7; ID 4711", ["AB998", "7", "4711"]),
    ("announced", "in case 2 of them; the order of 1998; account for it", []),
    ("announced", "cvv 123, card ending in 4242", ["123", "4242"]),
    ("reference", "BP 120/80, 2/3 of them, Law no. 23/1992", ["23/1992"]),
    ("numbered", "house no. 12", ["12"]),
    ("numbered", "Law no. 3713, Protocol No. 11, Article 6 § 1, Rule 47, section 12", []),
    ("long-number", "quote 812345678901", ["812345678901"]),
    ("mixed", "driver LH329609T", ["LH329609T"]),
    ("mixed", "the 20th, 100km, 1990s, COVID19", []),
]
DATES = [
    ("date", "On 12 May 1999, May 12th, 1999 and 12.05.1999", ["12 May 1999", "May 12th, 1999", "12.05.1999"]),
    (
        "date",
        "1999-05-12, 2001-05-12T10:20:30Z, 3/13/1956",
        ["1999-05-12", "2001-05-12T10:20:30Z", "3/13/1956"],
    ),
    ("date", "on 7, 12 and 5 May 1999 and 3 June 2000", ["7, 12 and 5 May 1999", "3 June 2000"]),
    ("date", "between 3 and 5 June 2001", ["3 and 5 June 2001"]),
    ("date", "on 3 June, 4 July and 5 August 2001", ["3 June, 4 July and 5 August 2001"]),
    (
        "date",
        "Monday, 12 May 1999; 12. März 2001; 3 de mayo de 2002",
        ["Monday, 12 May 1999", "12. März 2001", "3 de mayo de 2002"],
    ),
    ("date", "12 out of 99, 31.2, 99/99/9999", []),
    ("date-law", "the Act of 17 June 2004", ["17 June 2004"]),
    ("date", "DOB 03/14/1962", ["03/14/1962"]),
    ("day-month", "on 3 June he left", ["3 June"]),
    (
        "month-year",
        "from May to July 2002, at the end of March 1999",
        ["May to July 2002", "end of March 1999"],
    ),
    ("season", "in the summer of 1994", ["summer of 1994"]),
    ("decade", "the 1980s, late 1990s, the nineties", ["1980s", "late 1990s", "nineties"]),
    ("part-of-year", "the beginning of 1993, late 2001", ["beginning of 1993", "late 2001"]),
    ("year", "in 1998, between 1990 and 1995", ["1998", "1990 and 1995"]),
    ("year-born", "was born in 1956", ["1956"]),
    ("year-law", "the 2004 Act, the Insolvency Act 1986", ["2004", "1986"]),
    ("year", "2000 euros, Article 1999, no. 1994, 1950 people", []),
    ("month", "In July he may march.", ["July"]),
    ("weekday", "on Monday", ["Monday"]),
    ("holiday", "Christmas 1999", ["Christmas 1999"]),
    ("time", "10.30 a.m., at 14:05, 5 pm, 12 noon", ["10.30 a.m.", "14:05", "5 pm", "12 noon"]),
    ("time", "a ratio of 3:99", []),
    (
        "duration",
        "three years and six months; two weeks; for 5 days",
        ["three years and six months", "two weeks", "5 days"],
    ),
    ("duration-served", "sentenced to two years’ imprisonment", ["two years’"]),
    ("duration-adjective", "the ten-day limit", ["ten-day"]),
    (
        "age",
        "34 years old, aged 35, a 36-year-old, the age of six",
        ["34 years old", "35", "36-year-old", "six"],
    ),
]
QUANTITIES = [
    ("money", "EUR 3,000 and €1.234,56 and $5 million", ["EUR 3,000", "€1.234,56", "$5 million"]),
    ("money", "6,932 Ukrainian hryvnias (UAH)", ["6,932 Ukrainian hryvnias (UAH)"]),
    (
        "money",
        "approximately 1,300 euros; five hundred euros; 100 PLN",
        ["1,300 euros", "five hundred euros", "100 PLN"],
    ),
    ("percentage", "4.5%, 20 to 30 % and ten per cent", ["4.5%", "20 to 30 %", "ten per cent"]),
    (
        "measure",
        "90 kg, 6,299 m², twenty metres, 5 hectares",
        ["90 kg", "6,299 m²", "twenty metres", "5 hectares"],
    ),
    (
        "count",
        "five co-accused, 18 hearings, twenty-one other persons",
        ["five co-accused", "18 hearings", "twenty-one other persons"],
    ),
    ("number-word", "he had two of fifteen", ["two", "fifteen"]),
    ("number", "increased to 417.", ["417"]),
    ("number", "Article 6 § 1, section 12, Rule 47", []),
    ("life-sentence", "life imprisonment", ["life imprisonment"]),
]


@pytest.mark.parametrize(("stem", "text", "expected"), CONTACT + PLACES + CODES + DATES + QUANTITIES)
def test_rule_finds_exactly(stem, text, expected):
    assert found(text, stem) == expected


@pytest.mark.parametrize(
    ("text", "label", "role"),
    [
        ("anna@example.org", "CODE", Role.DIRECT),
        ("742 Evergreen Terrace", "LOC", Role.DIRECT),
        ("12 May 1999", "DATETIME", Role.QUASI),
        ("34 years old", "DEM", Role.QUASI),
        ("EUR 3,000", "QUANTITY", Role.QUASI),
    ],
)
def test_label_and_role(text, label, role):
    (mention,) = RULES.detect(Document("d", text))
    assert (mention.label, mention.role, mention.span) == (label, role, (0, len(text)))


def test_every_rule_has_a_confidence():
    assert {rule.name for rule in RULES.table} <= CONFIDENCE.keys()
    assert all(0 < confidence < 1 for confidence in CONFIDENCE.values())


def test_regions_set_which_local_numbers_are_valid():
    text = "write 044 668 18 00 down"
    names = [{m.source for m in rules.detect(Document("d", text))} for rules in (RULES, Rules(regions=("CH",)))]
    assert "rules:phone" not in names[0]
    assert "rules:phone" in names[1]


def test_name_has_the_settings():
    assert RULES.name == "rules"
    assert Rules(regions=("CH",)).name == "rules(regions=('CH',))"


def test_a_finding_inside_a_longer_one_is_dropped():
    assert [m.source for m in RULES.detect(Document("d", "12 May 1999"))] == ["rules:date"]


def test_alternatives_grouped_by_initial_match_the_same():
    assert by_initial("ab|a(?:c|d)|b[|x]") == "a(?:b|(?:c|d))|b(?:[|x])"


@given(st.text(alphabet=st.sampled_from("19 .,-/:@aMay€§()+\n°é٣\0"), max_size=60))
def test_spans_lie_inside_any_text_and_repeat(text):
    mentions = RULES.detect(Document("d", text))
    assert mentions == RULES.detect(Document("d", text))
    assert all(0 <= m.span.start < m.span.end <= len(text) and m.label in LABELS for m in mentions)


@pytest.mark.parametrize("month", ["Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec"])
def test_a_date_in_short_and_what_follows_is_no_address(month):
    text = f"whom I examined on 28 {month} 2023. Having left Vellbruck, he is here since 1988."
    assert all(mention.label == "DATETIME" for mention in Rules().detect(Document("d", text)))


@pytest.mark.parametrize(
    ("text", "initials"),
    [
        ("Bloods sent.\nreview 6/52 \u2013 ch\n", ["ch"]),
        ("will chase bloods. mk\n\nNext patient.", ["mk"]),
        ("Report as above.\nkbo\n", ["kbo"]),
        ("dictated, not read\n\nGAB:lm\n", ["GAB", "lm"]),
        ("please file\ncc: rp\n", ["rp"]),
        ("typed by p.n.\n", ["p.n."]),
        ("Signed for the ward. D.H.\n", ["D.H."]),
        ("lost weight. ? PTB\n\nCHEST PA", []),
        ("Creatinine 0.5 mg/dl\n", []),
        ("see you there. ok\n", []),
        ("It was done, and that was it. No\n", []),
        ("HPI\nPain for two days.", []),
    ],
)
def test_initials_with_which_people_sign(text, initials):
    found = [text[m.span.start : m.span.end] for m in Rules().detect(Document("d", text)) if m.source == "rules:signed"]
    assert found == initials


def test_a_number_on_which_a_validator_fails_is_no_failure():
    RULES.detect(Document("d", "Card 11 9900 19800101 0016 and 119900198001010016."))
