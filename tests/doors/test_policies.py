"""Shipped policies by name, at the command line."""

NOTE = b"Marigold Thistlewood, SSN 219-09-9999, was admitted on 14 February 2021."


def test_a_shipped_policy_is_taken_by_name(run):
    code, out, err = run("release", "-", "--policy", "hipaa-safe-harbor", stdin=NOTE)
    assert (code, err) == (0, "")
    assert "admitted" in out
    assert not [word for word in ("Marigold", "Thistlewood", "219-09-9999", "14 February", "2021") if word in out]


def test_a_shipped_policy_may_be_spelled_as_a_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    policies = [
        run("release", "-", "--policy", name, "--detector", "rules", stdin=b"two men, twelve cows")
        for name in ("strict", "strict.toml")
    ]
    assert policies[0].code == 0
    assert policies[0].out == policies[1].out == "*** men, *** cows"


def test_a_file_of_that_name_goes_first(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strict.toml").write_text('never_change = ["QUANTITY"]')
    result = run("release", "-", "--policy", "strict.toml", "--detector", "rules", stdin=b"two men, twelve cows")
    assert result.out == "two men, twelve cows"


def test_an_unknown_policy_is_told_what_is_shipped(run):
    code, out, err = run("release", "-", "--policy", "lenient", stdin=NOTE)
    assert (code, out) == (2, "")
    assert "'lenient'" in err
    assert "gdpr, hipaa-safe-harbor, research, strict" in err
    assert err.count("\n") == 1


def test_generalizing_is_a_way_to_change(run):
    result = run("release", "-", "--replacer", "generalize", "--detector", "rules", stdin=b"Born on 17 March 1994.")
    assert result.code == 0
    assert "17" not in result.out
    assert result.err.count("generalize needs a limit on the risk") == 1
    quiet = ("release", "-", "--replacer", "generalize", "--detector", "rules", "--quiet")
    assert "generalize needs" not in run(*quiet, stdin=b"Born on 17 March 1994.").err


def test_masks_and_limits_need_no_word_about_generalizing(run):
    for settings in (("--replacer", "mask"), ("--replacer", "generalize", "--max-risk", "0.5")):
        result = run("release", "-", *settings, "--detector", "rules", stdin=b"Born on 17 March 1994.")
        assert result.code == 0
        assert "generalize needs" not in result.err
