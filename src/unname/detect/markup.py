"""The structure of HTML, XML and JSON, whole or broken, alone or in other text."""

import re
from collections.abc import Iterator

from unname.core.document import Span
from unname.detect.field_labels import is_label
from unname.detect.structure_parts import Field, Parts
from unname.text.field_words import field_kind, label_words

_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w:.-]{0,60}+)(?P<rest>(?:[\s/](?:[^<>\"']++|\"[^\"<>]*+\"|'[^'<>]*+')*+)?+)>"
)
_BROKEN = re.compile(r"</?(?P<name>[A-Za-z][\w:-]{0,30}+)(?=[\s/>]|\Z)")
_ATTRIBUTE = re.compile(
    r"(?P<name>[A-Za-z_:][\w:.-]{0,60}+)(?P<is>\s*=\s*)"
    r"(?P<value>\"[^\"<>]*+\"?|'[^'<>]*+'?|[^\s\"'<>]++)"
)
_OTHER = re.compile(r"<!--|-->|<!\[CDATA\[|\]\]>|<\?[^<>]{0,200}\?>|<![A-Za-z][^<>]{0,300}>")
_KNOWN_TAGS = frozenset(
    """a abbr address article aside b big blockquote body br button caption center cite code col dd del details div
    dl dt em fieldset figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd
    label legend li link main mark meta nav ol option p param pre q s samp script section select small source
    span strike strong style sub summary sup svg table tbody td textarea tfoot th thead time title tr tt u ul
    var video""".split()
)
INLINE = frozenset(
    "a abbr b big cite code del em font i ins kbd mark q s small span strike strong sub sup tt u var".split()
)
"""Tags that stand inside of words and sentences."""

_JSON = re.compile(r"\s*+(?:\{|\[)\s*+(?:[\"\[{\]}]|(?:-?\d[\d.eE+-]*+|true|false|null)\s*+[,\]])")
_IN_LINE = re.compile(r"[\[{]\s?(?:\"[^\"\n]{1,60}\"\s*:|\{\s?\")[^\n]*+")
_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"?|[{}\[\],:]|[^\s{}\[\],:\"]++")
_COLON = re.compile(r"\s*:")
_ESCAPE = re.compile(r"\\[^u\n]|\\u(?:000[aAdD9]|0022|005[cC]|2028|2029)")
_ESCAPED = re.compile(r"\\(?:[^u]|u(?P<code>[0-9A-Fa-f]{4}))")
_SAID = {"n": "\n", "r": "\r", "t": "\t", "/": "/"}
_LINE_ENDS = ("\n", "\r", "\t")
_VALUE = re.compile(r"-?\d[\w.+-]*|true|false|null|NaN|-?Infinity")
_GENERIC = frozenset("value text display line number id given family label content".split())
"""Keys that say nothing, so that the key around them counts."""


def find_markup(text: str) -> Parts:
    """Signs, labels and fields of tags and of JSON."""
    parts = Parts()
    if "<" in text:
        _add_tags(text, parts)
    for region in _json_regions(text):
        _add_json(text, region, parts)
    return parts


def _add_tags(text: str, parts: Parts) -> None:
    parts.signs += [Span(*found.span()) for found in _OTHER.finditer(text)]
    opened: tuple[str, int] | None = None
    announced = ""
    reached = 0
    for tag in _TAG.finditer(text):
        reached = tag.end()
        chunk = Span(opened[1], tag.start()) if opened else Span(0, 0)
        if opened and text[slice(*chunk)].strip():
            words = label_words(opened[0])
            kind = field_kind(words) or announced
            if kind:
                parts.fields.append(Field(kind, chunk, True, words))
            announced = field_kind(label_words(text[slice(*chunk)])) if chunk.end - chunk.start < 60 else ""
            if announced:
                parts.labels.append(chunk)
        opened = (tag["name"] if not tag["close"] else "", reached)
        _add_tag(text, tag, parts)
    for tag in _BROKEN.finditer(text):
        if tag["name"].lower() in _KNOWN_TAGS:
            parts.labels.append(Span(*tag.span("name")))
            parts.signs.append(Span(tag.start(), tag.start("name")))


def _add_tag(text: str, tag: re.Match[str], parts: Parts) -> None:
    name, rest = tag["name"], tag["rest"]
    if name.lower() in _KNOWN_TAGS or name.islower() or is_label(name):
        parts.has_tags = True
        parts.labels.append(Span(*tag.span("name")))
        parts.signs.append(Span(tag.start(), tag.start("name")))
        if rest.endswith("/"):
            parts.signs.append(Span(tag.end() - 2, tag.end()))
    for found in _ATTRIBUTE.finditer(text, *tag.span("rest")) if "=" in rest else ():
        parts.signs.append(Span(*found.span("is")))
        words = label_words(found["name"])
        if is_label(found["name"]) or found["name"].islower():
            parts.labels.append(Span(*found.span("name")))
        start, end = found.span("value")
        quoted = text[start] in "\"'"
        if quoted:
            parts.signs += [Span(start, start + 1)] + ([Span(end - 1, end)] if text[end - 1] == text[start] else [])
        inner = Span(start + quoted, end - (quoted and text[end - 1] == text[start]))
        if inner.start < inner.end and (kind := field_kind(words)):
            parts.fields.append(Field(kind, inner, True, words))


def find_escapes(text: str) -> Iterator[tuple[Span, str]]:
    """What strings of JSON write for line ends, slashes and letters, each with what it stands for.

    A line end becomes another blank that ends a line, so that strings stay on theirs.
    """
    if "\\" not in text or not is_json(text):
        return
    for found in _ESCAPED.finditer(text):
        said = _SAID.get(found[0][1], "") if not found["code"] else chr(int(found["code"], 16))
        if said in _LINE_ENDS or said.isalnum() or said == "/":
            yield Span(*found.span()), "\v" if said in "\n\r" else said


def is_json(text: str) -> bool:
    """Whether a text begins as JSON does."""
    return _JSON.match(text) is not None


def _json_regions(text: str) -> Iterator[Span]:
    """The whole text if it begins as JSON does, else what does so on single lines."""
    if is_json(text):
        yield Span(0, len(text))
        return
    if '{"' in text or '{ "' in text or '["' in text:
        yield from (Span(*found.span()) for found in _IN_LINE.finditer(text))


def _add_json(text: str, region: Span, parts: Parts) -> None:
    keys: list[str] = []
    key = ""
    for token in _TOKEN.finditer(text, *region):
        said, start, end = token[0], token.start(), token.end()
        if said[0] == '"':
            inner = Span(start + 1, end - (len(said) > 1 and said[-1] == '"'))
            parts.signs += [Span(start, start + 1)] + ([Span(inner.end, end)] if inner.end < end else [])
            parts.strings.append(inner)
            if "\\" in said:
                parts.signs += [Span(*found.span()) for found in _ESCAPE.finditer(text, *inner)]
            if _COLON.match(text, end):
                key = said[1:-1]
                if is_label(key):
                    parts.labels.append(inner)
            elif inner.start < inner.end:
                _add_field(key, keys, inner, parts)
        elif said in "{}[],:":
            parts.signs.append(Span(start, end))
            if said in "{[":
                keys.append(key)
            elif said in "}]" and keys:
                key = keys.pop()
        elif _VALUE.fullmatch(said):
            parts.bare.append(Span(start, end))
            _add_field(key, keys, Span(start, end), parts)


def _add_field(key: str, keys: list[str], value: Span, parts: Parts) -> None:
    words = label_words(key)
    kind = field_kind(words)
    if not kind and key.lower() in _GENERIC:
        words = label_words(next((each for each in reversed(keys) if each and each != key), ""))
        kind = field_kind(words)
    if kind:
        parts.fields.append(Field(kind, value, True, words))
