"""No password is shown, whatever holds it."""

import traceback

import pytest

from unname.core.addresses import without_credentials
from unname.core.errors import ConfigError, InfeasiblePlan, InputError, UnnameError, Withheld
from unname.core.registry import create, parse
from unname.index.web import HttpSearch
from unname.risk.engines import open_engine
from unname.risk.queries import Queries
from unname.risk.rarity import Rarity

SECRET = "Xanthippe"
ADDRESSES = [
    f"http://user:{SECRET}@search.example/",
    f"https://{SECRET}@search.example/",
    f"https://user:p@ss/{SECRET}@search.example:8080/x?y",
    f"HTTPS://user:{SECRET}@search.example",
    f"opensearch+https://user:{SECRET} with a blank@search.example",
    f"http://search.example/search?key={SECRET}",
    f"http://search.example/#{SECRET}",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_addresses_lose_what_is_secret_and_keep_the_host(address):
    shown = without_credentials(f"queries(engine='{address}', top=3)")
    assert SECRET not in shown
    assert "search.example" in shown


@pytest.mark.parametrize(
    "text", ["", "anna@example.org", "http://search.example/a/b", "letters/may: no such file?", "mask(text='#')"]
)
def test_all_else_stays(text):
    assert without_credentials(text) == text


def test_headers_in_settings():
    assert SECRET not in without_credentials(f"http(url='http://a', headers={{'Authorization': 'Bearer {SECRET}'}})")


@pytest.mark.parametrize("error", [UnnameError, InputError, ConfigError, Withheld, InfeasiblePlan])
@pytest.mark.parametrize("address", ADDRESSES)
def test_errors(error, address):
    raised = error(f"{address}: cannot be reached")
    assert SECRET not in str(raised) + repr(raised) + "".join(traceback.format_exception_only(raised))


@pytest.mark.parametrize("address", ADDRESSES)
def test_names_and_what_is_printed(address):
    for component in (HttpSearch(address), Queries(address), Rarity(address), Queries(HttpSearch(address))):
        assert SECRET not in component.name + repr(component)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    "spec", ["queries(engine='{0}'", "queries(motor='{0}')", "qu eries('{0}')", "asking(engine='{0}')"]
)
def test_components_that_cannot_be_made(address, spec):
    with pytest.raises(ConfigError) as raised:
        create("risk", spec.format(address))
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("address", ADDRESSES)
def test_engines_that_cannot_be_asked(address):
    with pytest.raises(UnnameError) as raised:
        open_engine(address).search(["judge"], 3)
    assert SECRET not in str(raised.value)


def test_settings_are_parsed_as_they_are():
    assert parse(f"queries(engine='{ADDRESSES[0]}')") == ("queries", {"engine": ADDRESSES[0]})
