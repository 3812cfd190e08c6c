from unname.attack.infilling.align import Align
from unname.attack.infilling.situation import MaskReader, Passage, Situation
from unname.core.document import Span


def test_a_mask_without_passages_has_none() -> None:
    passage = Passage("d", Span(0, 6), "secret", 0.5)
    assert Situation("***", [Span(0, 3)]).passages_of(0) == ()
    assert Situation("***", [Span(0, 3)], (), [[passage]]).passages_of(0) == [passage]
    assert "secret" not in repr(passage)


def test_readers_are_told_by_what_they_can_do() -> None:
    assert isinstance(Align(), MaskReader)
    assert not isinstance(object(), MaskReader)
