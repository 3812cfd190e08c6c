"""Ways to write what identifies somebody, all of which are hidden; and ordinary sentences, all of which stay.

All people are invented. What stands between double brackets must be hidden to its last letter and digit.
"""

import re

import pytest

from unname.core.document import Document
from unname.pipeline.document import Pipeline

WAYS = r"""
# Family name first, capitals, initials, suffixes
Patient: [[OKONKWO, Blessing A]] was seen in clinic.
Patient: [[Ciubotariu, Steliana]] was seen in clinic.
Attending: [[WANJIRU, M.]] signed the form.
[[Vellacott, Idris J.]], the tenant, has paid.
[[PETTIGREW-OSEI, Marguerite]] came on foot.
Seen by [[J. K. Thornbury]] today.
Seen by [[J.K. Thornbury]] today.
Seen by [[JK Thornbury]] today.
Seen by [[Thornbury J K]] today.
Seen by [[Thornbury, J.K.]] today.
Seen by Dr [[Thornbury]] and Mrs [[Abara]].
Report by [[R.M.]] and checked twice.
[[Harold Finchley Jr.]] owns the shop.
[[Harold Finchley III]] owns the shop.
[[Prof. Dr. Annelise Krautheimer-Voss]] wrote the paper.
[[Siobhán O'Shaughnessy]] called about the bill.
[[Siobhan O Shaughnessy]] called about the bill.
[[María del Carmen Ruiz de Otero]] called about the bill.
[[Nguyễn Thị Minh Khai]] called about the bill.
[[Abd al-Rahman ibn Yusuf]] called about the bill.
[[Łukasz Wójcik]] called about the bill.
[[Jean-Baptiste Delacourt-Rey]] called about the bill.
[[MARGARET HOLLOWAY]] called about the bill.
[[margaret holloway]] called about the bill.
[[mArGaReT hOlLoWaY]] called about the bill.
[[Margaret]]'s mother and [[Holloway]]’s car: [[Margaret Holloway]] knows.
# Nicknames and handles
[[William "Bucky" Thornquist]] came late.
[[William “Bucky” Thornquist]] came late.
[[William 'Bucky' Thornquist]] came late.
[[William (Bucky) Thornquist]] came late.
[[Margaret Holloway]], known as "[[Mags]]", came late.
[[Margaret Holloway]] a.k.a. [[Magpie]] came late.
She goes by the nickname "[[Tumbles]]" at work.
Everybody calls him "[[Sparky]]" here.
Follow [[@mwanjiru_84]] for more.
Follow her on Instagram: [[mags.holloway]] and like it.
My username is [[tumbleweed_87]] on the forum.
Discord: [[tumbleweed#4821]]
Telegram [[@thornbury_jk]] is best.
u/[[grumpy_otter_92]] wrote this.
user [[jthornbury]] logged in from the office
Skype: [[live:jk.thornbury]]
# Names that are ordinary words
Ask [[Hope]] about it tomorrow.
ask [[hope]] about it
signed, [[will]]
[[faith young]] called
thanks, [[grace]]
hi [[rose]], are you free later?
hey [[mark]] can you send the file
dear [[june]], thank you for the card
my name is [[chase]] and i need help
spoke to [[dawn]] on the phone
my sister [[joy]] lives with us
my wife [[heather]] was there
his son [[hunter]] is unwell
regards, [[bill]]
- [[will]], sent from my phone
love, [[iris]]
from: [[summer brooks]]
[[grace hill]] called twice
please tell [[frank]] that i called
[[Will]] said that he was tired.
Mr [[Young]] and Mrs [[Price]] agreed.
mr [[young]] agreed
nurse [[joy]] gave the tablet
Patient: [[Hope Young]]
cc: [[April May]]
# Relatives by first name
her son [[Idris]] was with her
Her daughter [[Zofia]] was with her.
his brother [[Kwabena]] drove
her late husband [[Anselm]], a baker, died
their twins [[Oona]] and [[Fintan]] are well
mother ([[Perpetua]]) attends
accompanied by wife [[Yetunde]]
NOK: [[Obiageli]] (sister)
her granddaughter, [[Ottilie]], called
# Names in files, paths and identifiers
see referral_[[Ciubotariu]]_[[Steliana]]_scan.pdf
[[Ciubotariu, Steliana]]: see scan_[[ciubotariu]].pdf
see /home/[[mwanjiru]]/results.txt
see C:\Users\[[mwanjiru]]\Desktop\report.docx
see /Users/[[idris.vellacott]]/Downloads
[[Idris Vellacott]] made the branch feature/[[vellacott]]-login-fix
[[Idris Vellacott]] made the class [[VellacottExporter]]
[[Idris Vellacott]] made the method [[exportVellacottData]]
[[Idris Vellacott]] made the table backup_[[vellacott]]_old
[[Idris Vellacott]] made the variable [[idrisVellacott]]
[[Idris Vellacott]] uses [[ivellacott]]@
CV_[[Idris]]_[[Vellacott]]_2024.docx is attached
CV-[[Idris-Vellacott]].pdf is attached
[[IdrisVellacott]]_CV.pdf is attached
git config user.name "[[Idris Vellacott]]"
Author: [[Idris Vellacott]] <[[idris@vellacott.example]]>
# Spelled out
The name is [[S-M-I-T-H]] and nothing else.
The surname is [[S M I T H]] and nothing else.
[[J o h n   S m i t h]] is here.
[[J o h n S m i t h]] is here.
[[J.o.h.n S.m.i.t.h]] is here.
[[J_o_h_n S_m_i_t_h]] is here.
It is spelled [[T-h-o-r-n-b-u-r-y]] with a y.
[[S for sugar, M for mother, I for India, T for tango, H for hotel]]
that is [[S as in sugar, M as in mother, I as in India]]
[[Sierra Mike India Tango Hotel]], that is how you spell it
my number is [[zero seven seven double four, one two three, nine eight six]]
my number is [[oh seven seven double four one two three nine eight six]]
call [[0 7 7 4 4 1 2 3 9 8 6]]
pin is [[four eight one nine]]
policy number [[A as in apple, four, four, seven, B]]
born on [[the seventh of March nineteen eighty-four]]
born on [[March the seventh, nineteen eighty-four]]
born on [[the twenty-first of June two thousand and three]]
born [[seventh March nineteen eighty four]]
born in [[nineteen eighty-four]]
it was in [[two thousand and twelve]]
on [[the third of May twenty twenty-one]]
# Places in new clothes
We meet at [[///filled.count.soap]] at noon.
We meet at what3words [[filled.count.soap]] at noon.
We meet at [[https://what3words.com/filled.count.soap]] at noon.
We meet at [[51.5007, -0.1246]] at noon.
We meet at [[51°30'26"N 0°7'39"W]] at noon.
We meet at [[9C3XGV4C+XV]] at noon.
We meet at [[12b Larkspur Close, BF4 2QT]] at noon.
# Markup inside names
<b>[[Jo]]</b>[[hn]] [[Thornbury]] is here.
[[Mar]]<i>[[ga]]</i>[[ret Holloway]] is here.
**[[Marg]]**[[aret Holloway]] is here.
[[Margaret]]<br>[[Holloway]] is here.
<td>[[Holloway]]</td><td>[[Margaret]]</td>
<span>[[M]]</span><span>[[argaret]]</span> [[Holloway]] is here.
[[Marg&shy;aret Holloway]] is here.
[[M&aacute;rta Holloway]] is here.
[[Margaret&nbsp;Holloway]] is here.
[[_Margaret_ _Holloway_]] is here.
[[Margaret\nHolloway]] is here.
{"first": "[[Margaret]]", "last": "[[Holloway]]"}
[[Mar​garet Hollo​way]] is here.
[[Ｍａｒｇａｒｅｔ]] [[Ｈｏｌｌｏｗａｙ]] is here.
[[𝐌𝐚𝐫𝐠𝐚𝐫𝐞𝐭]] [[𝐇𝐨𝐥𝐥𝐨𝐰𝐚𝐲]] is here.
[[Mаrgаret]] [[Hоllоwаy]] is here.
[[M4rgaret H0lloway]], that is [[Margaret Holloway]], is here.
# Other scripts
We spoke with [[Ελένη Παπαγεωργίου]] about the rent.
We spoke with [[Олена Ковальчук]] about the rent.
We spoke with [[ნინო ბერიძე]] about the rent.
We spoke with [[Անահիտ Սարգսյան]] about the rent.
We spoke with [[ليلى الخطيب]] about the rent.
We spoke with [[רבקה לוינסון]] about the rent.
We spoke with [[सुनीता शर्मा]] about the rent.
We spoke with [[สมชาย วงศ์ไทย]] about the rent.
We spoke with [[王秀英]] about the rent.
We spoke with [[佐藤 美咲]] about the rent.
We spoke with [[さとう みさき]] about the rent.
We spoke with [[サトウ・ミサキ]] about the rent.
We spoke with [[김민서]] about the rent.
We spoke with [[Νίκο]] about the rent.
We spoke with [[Яна]] about the rent.
We spoke with [[李]] about the rent.
We spoke with [[இளங்கோ]] about the rent.
We spoke with [[ሰላም ተስፋዬ]] about the rent.
We spoke with [[Ελ. Παπαγεωργίου]] about the rent.
We spoke with [[‏ליאור כהן‎]] about the rent.
[[Юля]]: can you call [[Ольга Б.]]?
"""

ORDINARY = """
will you come in may
the rose garden
mark the page
hope it helps
i hope you are well and will write soon
we may need to chase the payment
please sign here and bill me later
the sky will be clear at dawn
she felt joy and grace in equal measure
have faith in the process
frank advice is hard to find
a frank talk about money
the price is too young to tell
it will rain in the summer
the heather on the hill is in bloom
the iris of the eye
a grant was given for the work
i will pat the dog
jack up the car and change the wheel
the gene is expressed in the liver
the art of the deal
use a robin nest as a model
sue them if they do not pay
drew a line under it
a rich stew with a dash of pepper
the chip and pin machine is broken
my son is unwell
her son was with her
his brother drove the car
her late husband died
my wife and i went home
thanks, see you later
regards from all of us
signed, sealed and delivered
love, peace and hope
dear all, thank you for the work
hi there, can you help
hey everyone, the file is here
dear sir or madam
ask anyone about it
tell me about it
ask for help if you need it
call back later
the patient was well and said so
α-synuclein and TGF-β1 were raised
the dose was 5 µg per hour
a resistor with Ω and an angle of π
ΔG and Σ are signs
see № 5 on the list
the σ-algebra of sets
the χ² test was used
it costs one or two
chapter seven of the book
the third of these reasons
the second of the two
one two three, go
four or five of them came
take the tablets as before
a for effort
plan b for the house
go to the home page
the file is in the folder
see the home folder for more
/usr/local/bin and /var/log
run make install in the source folder
camelCase and snake_case are styles
getUserName returns a string
the user name is too short
enter your user name below
a nickname is fine
grade a in the test
vitamin c and vitamin d
x, y and z
the a-b-c of cooking
e.g. this one, i.e. that one
write the letters in lower case
she gave the tablet
he goes by bus
the mother is well
mother (tired) sat down
the case of the lost key
the word spelled backwards
"""

_MARK = re.compile(r"\[\[(.+?)\]\]", re.DOTALL)
_TAG = re.compile(r"</?[a-z]+>")
PIPELINE = Pipeline(detectors=("rules", "gazetteer"))
"""Without a network: what is here must not depend on how the next one is trained."""


def lines(table: str) -> list[str]:
    return [line.replace(r"\n", "\n") for line in table.strip().split("\n") if line and not line.startswith("# ")]


def unmark(line: str) -> tuple[str, set[int]]:
    """The text, and the positions in it of what must be hidden: letters and digits, but for those of tags."""
    text, wanted, at = "", set[int](), 0
    for found in _MARK.finditer(line):
        text += line[at : found.start()]
        visible = _TAG.sub(lambda tag: " " * len(tag[0]), found[1])
        wanted |= {place for place, sign in enumerate(visible, len(text)) if sign.isalnum()}
        text, at = text + found[1], found.end()
    return text + line[at:], wanted


def hidden(pipeline: Pipeline, text: str) -> set[int]:
    """The positions of what a release hides."""
    return {place for edit in pipeline.release(text).edits for place in range(*edit.old)}


@pytest.mark.parametrize("line", lines(WAYS))
def test_what_identifies_is_hidden_to_its_last_letter(line: str) -> None:
    text, wanted = unmark(line)
    left = wanted - hidden(PIPELINE, text)
    assert not left, "".join(text[place] for place in sorted(left))


@pytest.mark.parametrize("text", lines(ORDINARY))
def test_ordinary_sentences_stay(text: str) -> None:
    assert PIPELINE.release(text).text == text


def test_the_tables_are_long_enough() -> None:
    assert len(lines(WAYS)) >= 109
    assert len(lines(ORDINARY)) >= 60


def test_a_word_that_is_a_name_once_stays_a_word_elsewhere() -> None:
    text = "ask hope about it. i hope it helps, and hope is all we have.\nthanks, will\nps: it will rain"
    released = PIPELINE.release(text).text
    assert released == "ask *** about it. i hope it helps, and hope is all we have.\nthanks, ***\nps: it will rain"


@pytest.mark.parametrize(
    ("text", "released"),
    [
        ("her son Idris was with her", "her son *** was with her"),
        ("mother (Perpetua) attends", "mother (***) attends"),
        ("see /home/mwanjiru/results.txt", "see /home/***/results.txt"),
        ("We meet at ///filled.count.soap then.", "We meet at ///*** then."),
    ],
)
def test_what_is_around_stays(text: str, released: str) -> None:
    assert PIPELINE.release(text).text == released


@pytest.mark.parametrize(
    "text",
    [
        "mother (Parkinson's disease) and father (Crohn's)",
        "the Child Protection Team met",
        "/home/ubuntu/app and /Users/Shared/data",
        "user root logged in, user confirmed.",
        "the call will be answered, your text may be read",
        "A for Ada is one letter",
        "it took two thousand hours of work",
    ],
)
def test_words_that_only_look_like_cues(text: str) -> None:
    kinds = {"relative", "user-name", "announced", "spelled-out", "year-words"}
    assert not [m for m in PIPELINE.detect(Document("d", text)).mentions if m.kinds & kinds]
