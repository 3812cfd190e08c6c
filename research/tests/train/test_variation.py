from unname.core.document import Document, Mention, Role, Span
from unname_research.train.targets import Labeled
from unname_research.train.variation import Variation

TEXT = "Pt Anna Quill, MRN 4471-QX, of Zenda. anna on warfarin. Mail a.quill@example.org."


def _mark(string: str, label: str, role: Role = Role.DIRECT) -> Mention:
    start = TEXT.index(string)
    return Mention(Span(start, start + len(string)), label, role=role)


MENTIONS = (
    _mark("Anna Quill", "PERSON"),
    _mark("4471-QX", "CODE"),
    _mark("Zenda", "LOC", Role.QUASI),
    _mark("anna", "PERSON"),
    _mark("a.quill@example.org", "CODE"),
)
KEPT = Span(TEXT.index("warfarin"), TEXT.index("warfarin") + 8)
LABELED = Labeled((Document("d", TEXT, mentions=MENTIONS),), stressed=(*(m.span for m in MENTIONS), KEPT))


def _varied(seed: int) -> tuple[list[str], str]:
    changed = Variation(seed)(LABELED)
    document = changed.annotators[0]
    kept = changed.stressed[-1]
    return [document.text[m.span.start : m.span.end] for m in document.mentions], document.text[kept.start : kept.end]


def test_marks_move_with_what_they_mark():
    for seed in range(20):
        strings, kept = _varied(seed)
        assert kept == "warfarin"
        assert strings[4] == "a.quill@example.org"
        assert (strings[1][:4].isdigit(), strings[1][4], strings[1][5:].isupper()) == (True, "-", True)


def test_a_name_is_drawn_once_and_keeps_its_case():
    drawn = [strings for strings, _ in map(_varied, range(40)) if strings[0] != "Anna Quill" and strings[3] != "anna"]
    assert drawn
    for strings in drawn:
        assert strings[0].startswith(strings[3].capitalize()[:1])
        assert strings[0].casefold().startswith(strings[3].casefold())
        assert strings[3].islower()
    assert len({strings[0] for strings in drawn}) > 5


def test_the_same_seed_draws_the_same():
    assert _varied(3) == _varied(3)
