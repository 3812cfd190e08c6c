"""What was hidden is found in every disguise, and nothing else is."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unname.core.document import Document, Mention, Origin, Role, Span
from unname.core.policy import Policy
from unname.core.redaction import Redaction, Replacement, rewrite
from unname.measure.leaks.check import DISGUISES, Leak, find_leaks
from unname.pipeline.document import Pipeline, write
from unname.risk.uniqueness import Uniqueness

HIDDEN = {
    "person": ("Eleanor Whitcombe", "PERSON"),
    "place": ("Brackenford", "LOC"),
    "case": ("HB-2021-004417", "CODE"),
    "phone": ("+44 20 7946 0958", "CODE"),
    "rent": ("1,150", "QUANTITY"),
    "year": ("1957", "DATETIME"),
    "will": ("Will Booth", "PERSON"),
    "may": ("May", "PERSON"),
    "court": ("the Court", "ORG"),
    "many": ("three", "QUANTITY"),
    "ministry": ("Ministry of Justice", "ORG"),
    "day": ("3 March", "DATETIME"),
    "initials": ("L. R.", "PERSON"),
    "zenda": ("the Zenda Court", "ORG"),
}
PERSON = {"person": HIDDEN["person"]}
NAMES = "Whitcombe Abernathy Kivelahti Saarnisto Okafor Ekdahl Müller Weiß Łukasz Brackenford".split()


def letter(rest="", hidden=HIDDEN, shown="***"):
    """A letter that names everything once, hidden, and then says the rest."""
    text, mentions = "", []
    for entity, (surface, label) in hidden.items():
        mentions.append(Mention(Span(len(text), len(text) + len(surface)), label, entity))
        text += f"{surface} | "
    document = Document("letter", f"{text}{rest}", mentions=tuple(mentions))
    return document, rewrite(document, [Replacement(each.span, shown, each.entity) for each in mentions])


def forms(rest, **settings):
    return {(each.entity, each.disguise) for each in find_leaks(*letter(rest), **settings)}


@pytest.mark.parametrize(
    ("rest", "entity", "form"),
    [
        ("Ms Whitcombe came.", "person", "as it stands"),
        ("Eleanor’s letter", "person", "as it stands"),
        ("ask whitcombe", "person", "other case"),
        ("ELEANOR", "person", "other case"),
        ("eleanor.whitcombe", "person", "other case"),
        ("Whit-\n  combe", "person", "hyphenation"),
        ("Whit-combe", "person", "hyphenation"),
        ("Whit\u00adcombe", "person", "hyphenation"),
        ("Whit\ncombe", "person", "line break"),
        ("Eleanor\r\n  Whitcombe", "person", "line break"),
        ("W\u200bhitcombe", "person", "zero-width"),
        ("Whit\u2060\ufeffcombe", "person", "zero-width"),
        ("Ｗhitcombe", "person", "unicode form"),
        ("Whïtcombe", "person", "unicode form"),
        ("Whitc\u043embe", "person", "unicode form"),
        ("Whi\u0301tcombe", "person", "unicode form"),
        ("the Whitcombes", "person", "part of a longer word"),
        ("ewhitcombe92", "person", "part of a longer word"),
        ("EleanorWhitcombe", "person", "part of a longer word"),
        ("Whitcombe-Pell", "person", "as it stands"),
        ("in brackenford", "place", "other case"),
        ("Brackenford-based", "place", "as it stands"),
        ("HB 2021/004417", "case", "as it stands"),
        ("no. 004417", "case", "as it stands"),
        ("(020) 7946-0958", "phone", "as it stands"),
        ("447946", None, None),
        ("+442079460958", "phone", "as it stands"),
        ("+44 2079 460 958", "phone", "hyphenation"),
        ("1150 euros", "rent", "as it stands"),
        ("1.150 euros", "rent", "as it stands"),
        ("at 11:50", None, None),
        ("11,500", None, None),
        ("in 1957", "year", "as it stands"),
        ("in 19-57", None, None),
        ("No. 21957", None, None),
        ("so Booth said", "will", "as it stands"),
        ("Left. Booth said", None, None),
        ("a phone booth; he will", None, None),
        ("it may be May.", None, None),
        ("the Court, the court", None, None),
        ("three of three", None, None),
        ("in the Ministry of Justice", None, None),
        ("before the Zenda court", "zenda", "other case"),
        ("before the zenda court", "zenda", "other case"),
        ("a ministry of justice", None, None),
        ("on 3 march", "day", "other case"),
        ("the 13 March", None, None),
        ("Brackenfordish", None, None),
        ("so L.R. left", "initials", "as it stands"),
        ("l. r. and LR", None, None),
        ("White combs", None, None),
        ("whit. combe", None, None),
        ("Zenda" + " " * 9999 + "Court", None, None),
    ],
)
def test_every_disguise_is_found_and_ordinary_words_are_not(rest, entity, form):
    assert forms(rest) == ({(entity, form)} if entity else set())


HEARD = "Уиткомб უიტკომბი Γουίτκομ Ուիթքոմբ ויטקומב ويتكومب व्हिटकोम्ब 惠特科姆 ウィットコム 휘트컴 วิตคอมบ์".split()


@pytest.mark.parametrize(
    ("rest", "form"),
    [
        *((written, "other script") for written in HEARD),
        ("[ˈwɪtkəm]", "pronunciation"),
        ("/ˈwɪtkəm/", "pronunciation"),
        ("(WIT-kəm)", "pronunciation"),
        ("pronounced Wit-kum", "pronunciation"),
        ("ᴡʜɪᴛᴄᴏᴍʙᴇ", "unicode form"),
        ("Ⓦⓗⓘⓣⓒⓞⓜⓑⓔ", "unicode form"),
        ("🇼 🇭 🇮 🇹 🇨 🇴 🇲 🇧 🇪", "spaced letters"),
        ("W h i t c o m b e", "spaced letters"),
        ("W.h.i.t.c.o.m.b.e", "spaced letters"),
        ("W, h, i, t, c, o, m, b, e", "spaced letters"),
        ("Whit combe", "spaced letters"),
        ('"Whit" + "combe"', "spaced letters"),
        ("Whit**combe**", "spaced letters"),
        ("Whit<b>combe</b>", "markup"),
        ("Wh[b]itc[/b]ombe", "markup"),
        ("&#87;hitcombe", "encoded"),
        ("Whit&shy;combe", "encoded"),
        ("%57hitcombe", "encoded"),
        ("V2hpdGNvbWJl", "encoded"),
        ("Juvgpbzor", "encoded"),
        ("ebmoctihW", "encoded"),
        ("ǝqɯoɔʇᴉɥM", "encoded"),
        ("Wh1tc0mbe", "look-alikes"),
        ("WWhhiittccoommbbee", "look-alikes"),
        ("VVhitcornbe", "look-alikes"),
        ("Witcombe", "misspelled"),
        ("Whitcmobe", "misspelled"),
        ("Whytcombe", "misspelled"),
        ("Wh*tcombe", "misspelled"),
        ("TeamWhitcombe", "part of a longer word"),
        ("#JusticeForWhitcombe", "part of a longer word"),
        ("WhitcombeHouse", "part of a longer word"),
        ("Whitcombehouse", "part of a longer word"),
        ("whitcombe2024", "part of a longer word"),
        ("ewhitcombe@example.org", "part of a longer word"),
    ],
)
def test_a_name_is_read_whatever_it_is_written_in(rest, form):
    assert [each.disguise for each in find_leaks(*letter(f"then {rest} was gone", PERSON))] == [form]


@pytest.mark.parametrize(
    ("surface", "label", "rests"),
    [
        ("Anna Lee", "PERSON", ["AN-\nNA", "An na", "A n n a", "TeamAnna", "annalee", "Анна", "ანა", "אנה", "4nna"]),
        ("Rose Field", "PERSON", ["RoseField", "rose-field", "ROSE FIELD", "R o s e", "Роуз", "R0se", "ʀᴏsᴇ", "FIELD"]),
        ("St Aldhelm's Hospital", "ORG", ["st aldhelm's hospital", "St-Aldhelms-Hospital", "Saint Aldhelm's"]),
        (
            "482917",
            "CODE",
            [
                "48 29 17",
                "4.8.2.9.1.7",
                "٤٨٢٩١٧",
                "④⑧②⑨①⑦",
                "⁴⁸²⁹¹⁷",
                "𝟜𝟠𝟚𝟡𝟙𝟟",
                "719284",
                "four eight two nine one seven",
            ],
        ),
        ("AB 12 34 56 78", "CODE", ["12345678", "1234 5678"]),
        ("王小明", "PERSON", ["那是王小明的", "Wang Xiaoming"]),
        ("Иван Петровский", "PERSON", ["Petrovsky", "პეტროვსკი"]),
    ],
)
def test_short_names_ordinary_words_organizations_and_numbers(surface, label, rests):
    for rest in rests:
        assert find_leaks(*letter(f"then {rest} was gone", {"e": (surface, label)})), rest


@pytest.mark.parametrize(
    "rest", ["ProjectHeron", "project-heron", "PROJECT_HERON", "project heron", "P r o j e c t H e r o n"]
)
def test_what_a_user_denied_counts_as_much_as_a_name(rest):
    mention = Mention(Span(0, 13), "MISC", "e", origin=Origin.OPINION | Origin.DENIED)
    document = Document("a", f"Project Heron began. Then {rest} ended.", mentions=(mention,))
    assert find_leaks(document, rewrite(document, [Replacement(mention.span, "***", "e")]))


@pytest.mark.parametrize("label", ["CODE", "LOC", "MISC", ""])
@pytest.mark.parametrize("rest", ["S. Peyrolles", "PEYROLLES", "Пейроль", "Solange"])
def test_a_name_inside_something_else_is_searched_for(label, rest):
    address = "Mme Solange Peyrolles, 12 rue des Lilas, +33 1 44 55 66 77"
    text = f"{address} | so {rest} said"
    span = Span(0, len(address))
    document = Document("a", text, mentions=(Mention(span, label, "e"),) if label else ())
    assert [each.entity for each in find_leaks(document, rewrite(document, [Replacement(span, "***", "e")]))] == ["e"]


@pytest.mark.parametrize("beside", ["(田中太郎)", "(Japanese: 田中太郎, 1950)", "[tɑnɑkɑ]", "/ˈtɑnɑkɑ/"])
def test_what_stands_in_brackets_beside_a_name_is_seen_whatever_it_sounds_like(beside):
    found = find_leaks(*letter("", {"e": ("Eleanor Whitcombe", "PERSON")}))
    assert found == []
    document = Document("a", f"So Eleanor Whitcombe {beside} came.", mentions=(Mention(Span(3, 20), "PERSON", "e"),))
    assert find_leaks(document, rewrite(document, [Replacement(Span(3, 20), "***", "e")]))
    date = Document("a", f"So 3 March 1950 {beside} came.", mentions=(Mention(Span(3, 15), "DATETIME", "e"),))
    assert not find_leaks(date, rewrite(date, [Replacement(Span(3, 15), "***", "e")]))


def test_letters_that_edits_leave_of_a_disguise_are_seen():
    text = "Eleanor Whitcombe | W.h.i.t.c.o.m.b.e"
    document = Document("a", text, mentions=(Mention(Span(0, 17), "PERSON", "e"), Mention(Span(24, 35), "ORG", "x")))
    edits = [Replacement(each.span, "***", each.entity) for each in document.mentions]
    assert {each.span for each in find_leaks(document, rewrite(document, edits))} == {Span(6, 10), Span(13, 15)}


@pytest.mark.parametrize(
    "rest",
    [
        "The team house, a whit of justice; combe by combe.",
        "He may rose-mark 48 of 29, or 17; in all 4829 and 17 more.",
        "See https://example.org/a%20b?c=1&amp;d=2, <b>bold</b> and [b]old[/b], x = y, \\alpha and U+0041.",
        "Иванов и Сидоров пришли. Он сказал (ведь он и сам хотел), что всё хорошо.",
        "The vowel [ɔ] is not /ɑ/; non-EU, pre-WWII and X-ray; SHA 9f86d081884c7d659a2feaa0c55ad015.",
        "Alexander Hamilton of Peterborough, McDonald and Johnson; 10 November 1998, 447946 and 1,150.",
        "aGVsbG8gd29ybGQgYW5kIGFsbA== 68656c6c6f 0110100001101001 one two three four five six seven",
    ],
)
def test_ordinary_text_is_not_withheld(rest):
    hidden = {"a": ("Eleanor Whitcombe", "PERSON"), "b": ("Peter Donald", "PERSON"), "c": ("482917", "CODE")}
    assert find_leaks(*letter(rest, hidden)) == []


def _split(sign):
    return lambda name, at: name[:at] + sign + name[at:]


WRITTEN = {
    "as it stands": lambda name, at: name,
    "other case": lambda name, at: name.upper() if at % 2 and name.upper() != name else name.lower(),
    "hyphenation": _split("-\n"),
    "line break": _split("\n"),
    "zero-width": _split("\u200d"),
    "unicode form": lambda name, at: name[:at] + chr(ord("ａ") + ord(name[at]) - ord("a")) + name[at + 1 :],
    "part of a longer word": lambda name, at: f"x{name.lower()}q",
}


@given(
    st.sampled_from([name for name in NAMES if name.isascii() and len(name) > 5]),
    st.sampled_from(sorted(WRITTEN)),
    st.integers(1, 5),
    st.sampled_from(["", "Dear all, ", "*** said: ", "(", "x\n"]),
    st.sampled_from(["", ".", " came", "'s letter", "\nend"]),
)
def test_a_name_put_back_in_any_disguise_is_found(name, form, at, before, after):
    hidden = {"e1": (f"Anna {name}", "PERSON")}
    document, redaction = letter(before + WRITTEN[form](name, at) + after, hidden)
    (found,) = find_leaks(document, redaction)
    assert (found.entity, found.disguise) == ("e1", form)
    assert found.span.start >= len(redaction.text) - len(document.text.partition("| ")[2])
    assert found.span.end <= len(redaction.text)


@given(st.sampled_from(NAMES), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]), st.booleans())
def test_composed_or_not_in_any_case(name, norm, upper):
    put_back = unicodedata.normalize(norm, name.upper() if upper else name)
    assert find_leaks(*letter(f"by {put_back}", {"e1": (name, "PERSON")}))


@given(st.lists(st.sampled_from("may will march rose the a his three Court act mark bill".split()), max_size=8))
def test_hidden_ordinary_words_fail_nothing(words):
    hidden = {f"e{number}": (word.capitalize(), "MISC") for number, word in enumerate(words)}
    assert find_leaks(*letter("We may march; he will act. The Court will rose-mark the bill. Actor.", hidden)) == []


def test_a_word_made_of_an_ordinary_one_and_used_as_one_is_no_name():
    lady = {"e1": ("Lady Swimmer", "PERSON")}
    assert find_leaks(*letter("a swimmer and another swimmer", lady)) == []
    assert find_leaks(*letter("Swimmer, said Lady Swimmer to Swimmer, the swimmer", lady))


def test_what_edits_show_is_not_looked_at_and_an_edit_that_changes_nothing_hides_nothing():
    assert find_leaks(*letter("", shown="Whitcombe")) == []
    document, _ = letter("")
    same = rewrite(document, [Replacement(each.span, document.text[slice(*each.span)]) for each in document.mentions])
    assert find_leaks(document, same) == []


def test_no_reading_across_an_edit():
    document = Document("a", "Zend Struls saw Zend 7 Struls", mentions=(Mention(Span(0, 11), "LOC", "e1"),))
    edits = [Replacement(Span(0, 11), "***", "e1"), Replacement(Span(21, 22), "*", "e2")]
    assert find_leaks(document, rewrite(document, edits)) == []


def test_a_document_without_mentions_is_checked_by_its_edits():
    document = Document("a", "Brackenford and brackenford")
    assert find_leaks(document, rewrite(document, [Replacement(Span(0, 11), "***", "e7")])) == [
        Leak("e7", "other case", Span(8, 19))
    ]


@pytest.mark.parametrize(
    ("kind", "name", "entity", "form"),
    [
        ("file name", "letter-whitcombe.txt", "person", "file name"),
        ("file name", "LetterWhitcombeFinal.txt", "person", "file name"),
        ("id", "004417", "case", "file name"),
        ("metadata", "Office of Brackenford", "place", "metadata"),
        ("author", "E. Whitcombe", "person", "metadata"),
        ("file name", "document-0001.txt", None, None),
    ],
)
def test_names_that_go_with_a_release_are_checked(kind, name, entity, form):
    found = find_leaks(*letter("all well"), names=[("id", "a"), (kind, name)])
    assert found == ([Leak(entity, form)] if entity else [])
    assert form is None or form in DISGUISES


def test_nothing_of_the_text_is_told():
    found = find_leaks(*letter("Whitcombe"), names=[("id", "Whitcombe")])
    assert "hitcombe" not in repr(found).lower()


TWICE = "The Zenda Bank of Zenda wrote to Ada Zenda."


def _twice(role, label="LOC", bank="ORG", end=14):
    kept, town = Mention(Span(4, end), bank, "bank", role), Mention(Span(18, 23), label, "town")
    document = Document("a", TWICE[:23], mentions=(kept, town))
    return [each.entity for each in find_leaks(document, rewrite(document, [Replacement(town.span, "***", "town")]))]


def test_what_was_looked_at_as_something_else_and_kept_is_a_decision():
    assert _twice(Role.QUASI) == []
    assert _twice(Role.NONE) == []
    assert _twice(Role.QUASI, "PERSON") == ["town"]


@pytest.mark.parametrize("written", ["⠵⠑⠝⠙⠁", "⒵⒠⒩⒟⒜", "ᴢᴇɴᴅᴀ", "Z e n d a"])
def test_a_disguise_of_a_place_is_no_other_thing_that_was_kept(written):
    text = f"In Zenda | to {written} he went"
    mentions = (Mention(Span(3, 8), "LOC", "town"), Mention(Span(14, 14 + len(written)), "ORG", "other", Role.NONE))
    document = Document("a", text, mentions=mentions)
    assert find_leaks(document, rewrite(document, [Replacement(Span(3, 8), "***", "town")]))


def test_the_same_thing_passed_over_in_one_place_is_a_leak():
    assert _twice(Role.NONE, "LOC", "LOC", 9) == ["town"]
    assert _twice(Role.NONE, "LOC", "ORG", 9) == []


def test_a_release_that_is_not_what_the_edits_say_gets_no_credit_for_decisions():
    document = Document(
        "a", TWICE[:23], mentions=(Mention(Span(4, 14), "ORG", "bank"), Mention(Span(18, 23), "LOC", "t"))
    )
    edits = rewrite(document, [Replacement(Span(18, 23), "***", "t")]).edits
    assert find_leaks(document, Redaction("a", "The Great Zenda of ***.", edits))


LETTERS = [
    """Dear Ms {family},

    Thank you for your letter of 17 February 2021 about the flat at 52 Quayside Road. You, {given} {family}, moved from
    Lisbon in 2014 and work as a nurse; {family}'s claim HB-2021-00{number} is open. Call +44 20 7946 {number} or write
    to {lower}@example.org. It may be paid in May; he will march.

    Yours,
    Margaret Pell""",
    """Patient: {given} {family}   MRN: 0048{number}   DOB: 09/12/1957
    Mr. {family} is a 64-year-old retired bus driver who lives in Duluth with his daughter Carla. A stent in March 2016
    at Lakehead General Hospital. {family} will come back on 21 June; the court of {given} is in session, and a courtier
    acts.""",
]
PEOPLE = [("Eleanor", "Whitcombe"), ("Jonah", "Abernathy"), ("Aarne", "Kivelahti"), ("Will", "Booth"), ("Rose", "May")]
CORPUS = [
    Document(
        f"letter{number}-{place}",
        text.format(given=given_name, family=family, number=2913 + 7 * place, lower=family.lower()),
    )
    for number, text in enumerate(LETTERS)
    for place, (given_name, family) in enumerate(PEOPLE)
]
FOUND_BY = ("rules", "gazetteer", "tagger")


@pytest.mark.parametrize("detectors", [FOUND_BY, (*FOUND_BY, "words(types=True)")], ids=["entities", "words"])
@pytest.mark.parametrize("replacer", ["mask", "label(numbered=True)", "generalize"])
def test_releases_with_everything_hidden_are_clean(detectors, replacer):
    pipeline = Pipeline(detectors=detectors, replace=replacer)
    for document in CORPUS:
        detected, _, redaction = write(pipeline, pipeline.detect(document))
        assert find_leaks(detected, redaction) == [], document.id


@pytest.mark.parametrize("replacer", ["mask", "generalize"])
def test_releases_with_as_little_hidden_as_needed_are_clean(replacer):
    pipeline = Pipeline(
        replace=replacer,
        risk=Uniqueness(CORPUS),
        optimizer="greedy",
        price="words",
        policy=Policy(max_risk=0.5, always_hide=frozenset({"PERSON", "CODE"})),
    )
    for document in CORPUS:
        detected = pipeline.detect(document)
        assert find_leaks(detected, pipeline.apply(detected, pipeline.plan(detected))) == [], document.id
