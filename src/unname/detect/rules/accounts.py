"""Rules for user names, home folders, and places in three words or in a short code."""

import re

from unname.core.document import Role
from unname.detect.rules.rule import Judge, Rule
from unname.detect.tokens import FIRST, ORDINARY, is_ordinary, lists
from unname.text.vocabulary import FUNCTION_WORDS

_NETWORKS = (
    "instagram|insta|twitter|tiktok|snapchat|snap|facebook|fb|discord|telegram|skype|reddit|github|gitlab|linkedin|"
    "mastodon|whatsapp|signal|wechat|line|steam|xbox|psn|gamertag|twitch|youtube|onlyfans|tinder|venmo|paypal|cashapp"
)
_ACCOUNT = r"user[ _-]?name|user[ _-]?id|log[ -]?in(?:\sname)?|screen[ -]?name|nick(?:name)?|handle|account\sname|uid"
_TOKEN = r"[^\W_][\w.-]{1,38}\w"
_NOBODY = frozenset(
    "root admin administrator ubuntu debian centos ec2-user user users public shared default guest runner www "
    "www-data nginx apache git jenkins node app web deploy deployer postgres mysql redis nobody daemon system "
    "service test tester dev build builder vagrant pi azureuser vsts codespace student runneradmin linuxbrew "
    "oracle hadoop spark jovyan null none unknown anonymous undefined true false name id group groups session "
    "sessions agent data".split()
)
"""Accounts that belong to no person."""
_WORDS_ALONE = re.compile(r"[^\W\d_]+")


def _is_account(match: re.Match[str]) -> str:
    """A user name is a word that nobody would write otherwise, or a word behind a colon."""
    found = match["x"].lower()
    parts = _WORDS_ALONE.findall(found)
    if found in _NOBODY or not parts or all(part in FUNCTION_WORDS for part in parts):
        return ""
    if len(parts) == 1 and parts[0] == found and is_ordinary(found):
        return ""
    return "user-name"


def _is_home(match: re.Match[str]) -> str:
    return "" if match["x"].lower() in _NOBODY else "user-name"


def _names_file(match: re.Match[str]) -> str:
    """A first name and another word that is no ordinary one, written as one."""
    code = lists().words.get(match["first"].lower(), 0)
    return "user-name" if code & FIRST and not code & ORDINARY and not is_ordinary(match["last"].lower()) else ""


def _is_three_words(match: re.Match[str]) -> str:
    return "three-words" if len(set(match["x"].lower().split("."))) == 3 else ""


def _rule(name: str, pattern: str, judge: Judge | None = None, needs: tuple[str, ...] = ()) -> Rule:
    return Rule(name, "CODE", re.compile(pattern), Role.DIRECT, judge, needs)


_CODE_SIGN = "[23456789CFGHJMPQRVWX]"

RULES: tuple[Rule, ...] = (
    # Instagram: mags.holloway; Discord: tumbleweed#4821; Skype: live:jk.thornbury
    _rule(
        "user-name",
        rf"(?i)\b(?:{_NETWORKS}|{_ACCOUNT})(?:\s(?:handle|user|name|id|account))?\s?[:=]\s?[\"'@]?"
        rf"(?P<x>(?:live:)?{_TOKEN}(?:\#\d{{4}})?)",
        _is_account,
        needs=(":", "="),
    ),
    # my username is tumbleweed_87
    _rule("user-name", rf"(?i)\b(?:{_ACCOUNT})\s(?:is|was)\s[\"'@]?(?P<x>{_TOKEN})", _is_account, (" is ", " was ")),
    # u/grumpy_otter_92 of a forum, and tumbleweed#4821
    _rule("user-name", r"(?<![\w/.])/?u/(?P<x>[\w-]{3,20})(?![\w/])", _is_home, needs=("u/",)),
    _rule("user-name", r"(?<![\w#/&])(?P<x>[^\W\d_][\w.]{1,31}#\d{4})(?![\w-])", _is_home, needs=("#",)),
    # user jthornbury logged in; Failed password for mwanjiru from; session opened for user root
    _rule(
        "user-name",
        rf"(?i)\b(?:user|for|by|account)\s[\"'](?P<x>{_TOKEN})[\"']\s(?=logged|signed|failed|from\s\d|authenticated)",
        _is_account,
        ("user", "for ", "by ", "account", "User", "Account"),
    ),
    _rule(
        "user-name",
        r"\b[Uu]ser(?:=|\s)(?P<x>[a-z][a-z0-9._-]{1,30}[a-z0-9])(?=\.?[\s,;\"')\]]|$)",
        _is_account,
        ("ser",),
    ),
    # /home/mwanjiru/, C:\Users\mwanjiru\
    _rule(
        "user-name",
        r"(?:/home/|/Users/|\\Users\\|\\\\Users\\\\|/var/mail/|/export/home/|~(?=[a-z]))(?P<x>[^\W_][\w.-]{1,38})(?=[/\\\s\"',;:)]|$)",
        _is_home,
        needs=("/home/", "Users", "/var/mail/", "~"),
    ),
    # IdrisVellacott_CV.pdf
    _rule(
        "user-name",
        r"(?<![^\W_])(?P<x>(?P<first>[A-Z][a-z]{2,20})(?P<last>[A-Z][a-z]{2,20}))"
        r"(?=[\w.-]{0,40}\.[a-z]{2,5}\b)(?![a-z])",
        _names_file,
        needs=(".",),
    ),
    # ///filled.count.soap
    _rule(
        "three-words",
        r"(?<![\w/:])///(?P<x>[^\W\d_]{3,20}(?:\.[^\W\d_]{3,20}){2})(?![\w.]\w)",
        _is_three_words,
        needs=("///",),
    ),
    _rule(
        "three-words",
        r"(?i)\b(?:what3words|what\sthree\swords|w3w)[^\w\n]{1,4}(?:(?:is|address|location|code)\W{1,3}){0,2}"
        r"(?P<x>[^\W\d_]{3,20}(?:\.[^\W\d_]{3,20}){2})(?!\w)",
        _is_three_words,
        needs=("3", "three", "Three"),
    ),
    # 9C3XGV4C+XV
    _rule(
        "plus-code", rf"(?<![\w+]){_CODE_SIGN}{{4}}(?:{_CODE_SIGN}{{4}})?\+{_CODE_SIGN}{{2,3}}(?![\w+])", needs=("+",)
    ),
)
