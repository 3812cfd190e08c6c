from fakes import FakeDetector
from unname.core.document import Document
from unname.core.roles import Detector
from unname.detect.certain import SURE, Certain


def test_everything_found_is_certain_and_else_as_it_was():
    document = Document("d", "Flavia met Rudolf")
    doubting = FakeDetector(confidence=0.1)
    found = Certain(doubting).detect(document)
    assert [mention.confidence for mention in found] == [SURE, SURE]
    assert [mention.span for mention in found] == [mention.span for mention in doubting.detect(document)]


def test_it_plays_the_role_and_names_the_detector():
    certain = Certain(FakeDetector())
    assert isinstance(certain, Detector)
    assert certain.name == "certain(detector='fake')"
