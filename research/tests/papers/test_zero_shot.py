import tomllib
from pathlib import Path

from unname.core.document import Document
from unname.core.roles import Detector
from unname.detect.certain import SURE
from unname_research.papers.zero_shot import ZeroShot


def test_it_finds_with_the_same_sureness_and_has_a_name_for_users(monkeypatch):
    from unname_research.papers import zero_shot

    monkeypatch.setattr(zero_shot, "RECOGNIZER", ("rules", "gazetteer"))
    detector = ZeroShot()
    found = detector.detect(Document("d", "Mr Booth, born on 3 May 1951, lives in London."))
    assert {mention.label for mention in found} >= {"PERSON", "DATETIME", "LOC"}
    assert {mention.confidence for mention in found} == {SURE}
    assert isinstance(detector, Detector)
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["unname.detector"]
    assert points == {detector.name: f"{ZeroShot.__module__}:{ZeroShot.__name__}"}
