import pytest
from hypothesis import given
from hypothesis import strategies as st

from report.reading import Page, drawings
from unname.report.plots import Curve, Drawn, Point, Range, bar_legend, bars, curves, heat_map, intervals, legend

DRAWN = Drawn("Title & <more>", "What it shows")
SHARES = st.floats(0, 1)
POINTS = st.lists(st.builds(Point, SHARES, SHARES, st.text(max_size=5)), min_size=1, max_size=6)
LINES = st.lists(st.builds(Curve, st.text("ab<&", max_size=4), POINTS, st.booleans()), max_size=12)


def texts(drawing) -> list[str]:
    return ["".join(each.itertext()) for each in drawing.iter("text")]


@given(LINES, st.sampled_from([None, 0.0005, 0.02]))
def test_curves_stay_inside_whatever_they_show(lines, least):
    source = curves(DRAWN, lines, "masked", "found", (0.25, 0.05, 0.01), least)
    (drawing,) = drawings(source)
    assert (drawing[0].text, drawing[1].text) == ("Title & <more>", "What it shows")
    _, _, width, height = map(float, drawing.get("viewBox", "").split())
    for circle in drawing.iter("circle"):
        assert 0 <= float(circle.get("cx", "")) <= width
        assert 0 <= float(circle.get("cy", "")) <= height
    paths = [path for path in drawing.iter("path") if path.get("class", "").startswith("curve")]
    assert len(paths) == sum(len(line.points) > 1 for line in lines)
    Page(legend(lines))


def test_levels_and_scales_are_told():
    line = Curve("ours", [Point(0.1, 0.5, "K = 1"), Point(0.3, 0.0, "K = 9")], main=True)
    (linear,) = drawings(curves(DRAWN, [line], "masked", "found", (0.25, 0.01)))
    assert {"25%", "1%", "100%", "masked", "found"} <= set(texts(linear))
    (logarithmic,) = drawings(curves(DRAWN, [line], "masked", "found", (0.25,), least=0.0005))
    assert {"0%", "0.1%", "10%", "25%"} <= set(texts(logarithmic))
    assert "ours: K = 9" in [each.text for each in logarithmic.iter("title")]


def test_what_is_not_found_at_all_is_drawn_at_the_lower_edge():
    line = Curve("ours", [Point(0.1, 0.0), Point(0.2, 0.0001)])
    (drawing,) = drawings(curves(DRAWN, [line], "x", "y", (), least=0.001))
    assert len({circle.get("cy") for circle in drawing.iter("circle")}) == 1


def test_points_differ_in_shape_and_not_in_color_alone():
    lines = [Curve(str(number), [Point(0.1, 0.1)]) for number in range(5)]
    (drawing,) = drawings(curves(DRAWN, lines, "x", "y", ()))
    signs = [each.get("d", each.tag) for each in drawing.iter() if each.get("class") == "dot"]
    assert len(set(signs)) == 5


@pytest.mark.parametrize("size", [1, 5, 15])
def test_a_heat_map_tells_every_count(size):
    counts = [[x * size + y for x in range(size)] for y in range(size)]
    names = [str(2**n) for n in range(size)]
    (drawing,) = drawings(heat_map(DRAWN, counts, names, names, "across", "up"))
    cells = [rect for rect in drawing.iter("rect") if rect.get("class") == "cell"]
    assert len(cells) == size * size - 1
    shown = texts(drawing)
    assert all(f"{count}" in shown for row in counts for count in row if count)
    _, _, width, height = map(float, drawing.get("viewBox", "").split())
    assert all(float(rect.get("x", "")) + float(rect.get("width", "")) <= width for rect in cells)
    assert all(0 <= float(rect.get("y", "")) <= height for rect in cells)


def test_the_darkest_square_holds_most():
    (drawing,) = drawings(heat_map(DRAWN, [[1, 9], [0, 4]], ["a", "b"], ["c", "d"], "x", "y"))
    cells = {rect[0].text: float(rect.get("fill-opacity", "")) for rect in drawing.iter("rect") if len(rect)}
    assert cells["x b, y c: 9"] > cells["x b, y d: 4"] > cells["x a, y c: 1"]


def test_bars_tell_their_shares():
    groups = {"names": {"ours": 0.5, "other": 0.25}, "numbers": {"other": 0.0}}
    (drawing,) = drawings(bars(DRAWN, groups, ["ours", "other"]))
    rects = list(drawing.iter("rect"))
    widths = [float(rect.get("width", "")) for rect in rects]
    assert widths[0] == pytest.approx(2 * widths[1], abs=0.2)
    assert widths[2] > 0
    assert {"50%", "25%", "0%", "names", "numbers"} <= set(texts(drawing))
    assert next(rect[0].text for rect in rects) == "names, ours: 50.0%"
    assert Page(bar_legend(["ours", "a < b"])).of("li") == ["ours", "a < b"]


def test_nothing_to_draw_is_no_error():
    assert list(drawings(bars(DRAWN, {}, [])))
    assert list(drawings(heat_map(DRAWN, [], [], [], "x", "y")))


@given(st.dictionaries(st.text("ab<& (", max_size=150), st.dictionaries(st.sampled_from("xyz"), SHARES), max_size=4))
def test_intervals_stay_inside_and_tell_their_shares(shares):
    groups = {
        group: {name: Range(share, share / 2, (1 + share) / 2) for name, share in found.items()}
        for group, found in shares.items()
    }
    (drawing,) = drawings(intervals(DRAWN, groups, ["x", "y", "z"]))
    _, _, width, height = map(float, drawing.get("viewBox", "").split())
    dots = [each for each in drawing.iter() if each.get("class") == "dot"]
    assert len(dots) == sum(len(found) for found in shares.values())
    assert all(
        0 <= float(each.get("y", "")) <= height and float(each.get("x", "")) < width for each in drawing.iter("text")
    )
    for line in (each.get("d", "") for each in drawing.iter("path") if each.get("class") == "curve"):
        start, y, end = map(float, line.removeprefix("M").replace("H", " ").split())
        assert 0 <= start <= end <= width
        assert 0 <= y <= height


def test_a_single_point_that_stands_out_is_named():
    lines = [Curve("here", [Point(0.9, 0.5)], main=True), Curve("there", [Point(0.2, 0.5)])]
    (drawing,) = drawings(curves(DRAWN, lines, "x", "y", ()))
    assert "here" in texts(drawing)
    assert "there" not in texts(drawing)
