"""Drawings as SVG in a page: curves, heat maps, bars and intervals, with titles for those who cannot see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import NamedTuple

from unname.report.plain import escape
from unname.report.scales import Linear, Logarithmic

N_COLORS = 8
_WIDTH, _HEIGHT = 480, 340
_LINE = 60
"""How many letters fit on one line of a drawing."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 40, 12, 46


class Point(NamedTuple):
    """A place on a plot, and what is said of it when it is pointed at."""

    x: float
    y: float
    note: str = ""


@dataclass(frozen=True)
class Curve:
    """A line through points, or points alone where there is one; the `main` one stands out."""

    name: str
    points: Sequence[Point] = field(repr=False)
    main: bool = False


@dataclass(frozen=True)
class Drawn:
    """What a drawing is called, and what it shows in a sentence."""

    title: str
    description: str


def curves(
    drawn: Drawn, lines: Sequence[Curve], x_name: str, y_name: str, levels: Sequence[float], least: float | None = None
) -> str:
    """Shares against shares, with horizontal lines at the levels; with `least` above 0 on a logarithmic scale.

    What is below `least` is drawn at the lower edge.
    """
    most = max((point.x for line in lines for point in line.points), default=1.0)
    across = Linear(0.0, min(1.0, max(0.1, most * 1.04)), _LEFT, _WIDTH - _RIGHT)
    up: Linear | Logarithmic = Linear(0.0, 1.0, _HEIGHT - _BOTTOM, _TOP)
    if least:
        up = Logarithmic(min(least, 0.5), 1.0, _HEIGHT - _BOTTOM, _TOP)
    parts = [*_frame(across, up, x_name, y_name), *_levels(levels, up)]
    # Names come before all signs, so that they cover none.
    parts += [_named(line, across, up) for line in lines if line.main and len(line.points) == 1]
    for number, line in sorted(enumerate(lines), key=lambda pair: pair[1].main):
        parts.append(_curve(number, line, across, up))
    return svg(drawn, _WIDTH, _HEIGHT, parts)


def legend(lines: Sequence[Curve]) -> str:
    """The sign and the name of each curve, as a list."""
    items = []
    for number, line in enumerate(lines):
        stroke = f'<path class="curve{" main" * line.main}" d="M2 8H32"/>' if len(line.points) > 1 else ""
        drawing = f'<svg viewBox="0 0 34 16" aria-hidden="true" class="{_color(number)}">{stroke}{_dot(number, 17, 8)}'
        items.append(f"<li>{drawing}</svg>{escape(line.name)}</li>")
    return f'<ul class="legend">{"".join(items)}</ul>'


def heat_map(
    drawn: Drawn,
    counts: Sequence[Sequence[float]],
    columns: Sequence[str],
    rows: Sequence[str],
    x_name: str,
    y_name: str,
) -> str:
    """A square for each pair of classes, the darker the more there are; the first row is at the bottom."""
    size = min(52, (_WIDTH - 90) // max(1, len(columns)))
    left, bottom = 74, 14 + size * len(rows)
    most = max((count for row in counts for count in row), default=0.0) or 1.0
    small = "small" * (size < 36)
    parts = []
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            place = f'x="{left + x * size}" y="{bottom - (y + 1) * size}" width="{size - 1}" height="{size - 1}"'
            note = f"{x_name} {columns[x]}, {y_name} {rows[y]}: {count:g}"
            shade = (count / most) ** 0.5
            parts.append(f'<rect class="grid" {place}/>')
            if count:
                mark = f"<title>{escape(note)}</title>"
                parts.append(f'<rect class="cell" {place} fill-opacity="{0.08 + 0.92 * shade:.3f}">{mark}</rect>')
                middle = left + (x + 0.5) * size, bottom - (y + 0.5) * size + 4
                kind = f"inverse {small}" if shade > 0.6 else small
                parts.append(_text(*middle, f"{count:g}", "middle", kind.strip()))
    parts += [_text(left + (x + 0.5) * size, bottom + 16, name, "middle", small) for x, name in enumerate(columns)]
    parts += [_text(left - 6, bottom - (y + 0.5) * size + 4, name, "end") for y, name in enumerate(rows)]
    width, height = left + size * len(columns) + 10, bottom + 42
    parts.append(_text(left + size * len(columns) / 2, bottom + 34, x_name, "middle", "soft"))
    parts.append(_upright(12, 14 + size * len(rows) / 2, y_name))
    return svg(drawn, width, height, parts)


def bars(drawn: Drawn, groups: Mapping[str, Mapping[str, float]], names: Sequence[str]) -> str:
    """Shares as horizontal bars, one for each name in each group, with its figure at its end."""
    thick, gap, left = 14, 12, 104
    high = max((share for group in groups.values() for share in group.values()), default=1.0)
    across = Linear(0.0, max(high, 0.01), left, _WIDTH - 44)
    parts, top = [], 6.0
    for group, shares in groups.items():
        middle = top + thick * len(names) / 2 + 4
        parts.append(_text(left - 8, middle, group, "end"))
        for number, name in enumerate(names):
            share = shares.get(name)
            if share is not None:
                y = top + thick * number
                width = max(across(share) - left, 0.5)
                note = f"<title>{escape(f'{group}, {name}: {share:.1%}')}</title>"
                place = f'x="{left}" y="{y:.1f}" width="{width:.1f}" height="{thick - 2}"'
                parts.append(f'<g class="{_color(number)}"><rect class="bar" {place}>{note}</rect></g>')
                parts.append(_text(across(share) + 4, y + thick - 3.5, f"{100 * share:.0f}%", "start", "soft"))
        top += thick * len(names) + gap
    parts.append(f'<path class="axis" d="M{left} 2V{top - gap + 4:.1f}"/>')
    return svg(drawn, _WIDTH, top, parts)


class Range(NamedTuple):
    """A share, and the interval in which it lies."""

    share: float
    low: float
    high: float


def intervals(drawn: Drawn, groups: Mapping[str, Mapping[str, Range]], names: Sequence[str]) -> str:
    """Shares as dots on the lines of their intervals, one for each name in each group, under the name of the group."""
    step, left, right = 17, 12, 28
    across = Linear(0.0, 1.0, left, _WIDTH - right)
    titles = {group: wrap(group, _LINE) or [""] for group in groups}
    bottom = sum(12 + 14 * len(titles[group]) + step * len(shares) for group, shares in groups.items()) + 4
    parts = [f'<path class="grid" d="M{across(tick):.1f} 2V{bottom}"/>' for tick in across.ticks()]
    top = 0.0
    for group, shares in groups.items():
        parts += [_text(left, top + 18 + 14 * n, line, "start", "lined") for n, line in enumerate(titles[group])]
        top += 12 + 14 * len(titles[group])
        for number, name in enumerate(names):
            if name in shares:
                parts.append(_range(number, f"{group}, {name}", shares[name], across, top + step / 2))
                top += step
    parts.append(f'<path class="axis" d="M{left} {bottom}H{_WIDTH - right}"/>')
    parts += [_text(across(tick), bottom + 16, f"{100 * tick:g}%", "middle") for tick in across.ticks()]
    return svg(drawn, _WIDTH, bottom + 24, parts)


def _range(number: int, name: str, found: Range, across: Linear, y: float) -> str:
    note = f"<title>{escape(f'{name}: {found.share:.1%} ({found.low:.1%} to {found.high:.1%})')}</title>"
    line = f'<path class="curve" d="M{across(found.low):.1f} {y:.1f}H{across(found.high):.1f}"/>'
    return f'<g class="{_color(number)}">{line}{_dot(number, across(found.share), y, note, 4.4)}</g>'


def bar_legend(names: Sequence[str]) -> str:
    """The color and the name of each bar, as a list."""
    items = [
        f'<li><svg viewBox="0 0 34 16" aria-hidden="true" class="{_color(number)}">'
        f'<rect class="bar" x="4" y="3" width="26" height="10"/></svg>{escape(name)}</li>'
        for number, name in enumerate(names)
    ]
    return f'<ul class="legend">{"".join(items)}</ul>'


def svg(drawn: Drawn, width: float, height: float, parts: Sequence[str]) -> str:
    """The parts as one drawing that tells its title and description."""
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(drawn.title)}</title><desc>{escape(drawn.description)}</desc>{''.join(parts)}</svg>"
    )


def _frame(across: Linear, up: Linear | Logarithmic, x_name: str, y_name: str) -> list[str]:
    bottom = _HEIGHT - _BOTTOM
    parts = []
    for tick in across.ticks():
        x = across(tick)
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom}"/>')
        parts.append(_text(x, bottom + 16, f"{100 * tick:g}%", "middle"))
    for tick in up.ticks():
        y = up(tick)
        parts.append(f'<path class="grid" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        parts.append(_text(_LEFT - 6, y + 4, f"{100 * tick:g}%", "end"))
    if isinstance(up, Logarithmic) and all(up(tick) < bottom - 14 for tick in up.ticks()):
        parts.append(_text(_LEFT - 6, bottom + 4, "0%", "end"))
    parts.append(f'<path class="axis" d="M{_LEFT} {_TOP}V{bottom}H{_WIDTH - _RIGHT}"/>')
    parts.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, x_name, "middle", "soft"))
    parts.append(_upright(11, (_TOP + bottom) / 2, y_name))
    return parts


def _levels(levels: Sequence[float], up: Linear | Logarithmic) -> list[str]:
    parts = []
    for level in levels:
        y = up(level)
        parts.append(f'<path class="level" d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}"/>')
        parts.append(_text(_WIDTH - _RIGHT + 4, y + 4, f"{100 * level:g}%", "start", "soft"))
    return parts


def _curve(number: int, line: Curve, across: Linear, up: Linear | Logarithmic) -> str:
    places = [(across(point.x), up(point.y)) for point in line.points]
    parts = []
    if len(places) > 1:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path class="curve{" main" * line.main}" d="M{path}"/>')
    for (x, y), point in zip(places, line.points, strict=True):
        note = f"<title>{escape(f'{line.name}: {point.note}')}</title>" if point.note else ""
        parts.append(_dot(number, x, y, note, 4.4 if len(places) == 1 or line.main else 3.4))
    return f'<g class="{_color(number)}">{"".join(parts)}</g>'


def _named(line: Curve, across: Linear, up: Linear | Logarithmic) -> str:
    x, y = across(line.points[0].x), up(line.points[0].y)
    is_right = x > _WIDTH * 0.78
    return _text(x - 9 if is_right else x + 9, y - 7, line.name, "end" if is_right else "start", "lined")


def _dot(number: int, x: float, y: float, inside: str = "", size: float = 4.0) -> str:
    """A sign whose shape tells curves apart without color."""
    s = size
    shapes = (
        f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="{s:.1f}">',
        f'<path class="dot" d="M{x - s:.1f} {y - s:.1f}h{2 * s:.1f}v{2 * s:.1f}h{-2 * s:.1f}z">',
        f'<path class="dot" d="M{x:.1f} {y - 1.3 * s:.1f}l{1.3 * s:.1f} {1.3 * s:.1f}l{-1.3 * s:.1f} {1.3 * s:.1f}'
        f'l{-1.3 * s:.1f} {-1.3 * s:.1f}z">',
        f'<path class="dot" d="M{x:.1f} {y - 1.2 * s:.1f}l{1.2 * s:.1f} {2.1 * s:.1f}h{-2.4 * s:.1f}z">',
        f'<path class="dot" d="M{x:.1f} {y + 1.2 * s:.1f}l{1.2 * s:.1f} {-2.1 * s:.1f}h{-2.4 * s:.1f}z">',
    )
    shape = shapes[number % len(shapes)]
    return f"{shape}{inside}</{'circle' if shape.startswith('<circle') else 'path'}>"


def _color(number: int) -> str:
    return f"c{number % N_COLORS}"


def _text(x: float, y: float, text: str, anchor: str, kind: str = "") -> str:
    chosen = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{chosen}>{escape(text)}</text>'


def _upright(x: float, y: float, text: str) -> str:
    turned = f'transform="rotate(-90 {x:.1f} {y:.1f})"'
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" class="soft" {turned}>{escape(text)}</text>'
