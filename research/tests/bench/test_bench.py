"""The benchmarks by name."""

from pathlib import Path

import pytest

from unname.core.errors import ConfigError
from unname_research import bench

DATA = Path(__file__).parents[3] / "tests" / "data" / "echr_cases.json"


def test_unknown_names_are_refused():
    with pytest.raises(ConfigError, match="known are tab"):
        bench.run("nothing", data="here")


def test_settings_that_a_benchmark_does_not_have_are_refused(tmp_path):
    with pytest.raises(ConfigError, match="balance"):
        bench.run("wikiactors", data=tmp_path, balance="f1")
    with pytest.raises(ConfigError, match="data"):
        bench.run("wikiactors")
