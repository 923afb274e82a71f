"""Pictures: what the artists hold is what the exact answer says, and nothing else of matplotlib is touched."""

import subprocess
import sys
from fractions import Fraction

import pytest
from matplotlib.colors import to_hex

from pabisym.errors import InputError
from pabisym.shift.allocate import allocate, solve
from pabisym.shift.instance import Instance
from pabisym.shift.marginals import explain
from pabisym.show import plot
from pabisym.show.plot import taut_string

F = Fraction
BLOCKS = {"gap": [3, 0, 0, 1, 0, 4, 1], "noise_variance": [1, 2, 1, 1, F(1, 2), 1, 1], "contraction": "9/10"}


def line(figure, label, panel=0):
    """The data of the one line of the first panel whose label begins so."""
    found = [one for one in figure.axes[panel].get_lines() if str(one.get_label()).startswith(label)]
    assert len(found) == 1
    return [tuple(map(float, point)) for point in found[0].get_xydata()]


def exact_points(answer):
    return [(float(F(int(p.noise.p), int(p.noise.q))), float(F(int(p.shift.p), int(p.shift.q)))) for p in explain(answer).points]


def bars(figure, panel):
    """Heights of the bars, without the bands behind them."""
    return [patch.get_height() for container in figure.axes[panel].containers for patch in container.patches]


def title(figure):
    return figure.legends[0].get_title().get_text()


def test_the_vertices_of_the_string_are_the_block_ends():
    answer = allocate(**BLOCKS)
    figure, points = taut_string(answer), exact_points(answer)
    assert len(answer.blocks) > 1
    assert line(figure, "taut string") == [points[0], *(points[block.last] for block in answer.blocks)]
    assert line(figure, "shift so far") == points


def test_the_panels_show_payments_and_shifts():
    answer = allocate(**BLOCKS)
    figure = taut_string(answer)
    assert bars(figure, 1) == [float(a) for a in answer.allocation]
    assert bars(figure, 2) == [float(z) for z in answer.shift]
    assert [axes.get_ylabel() for axes in figure.axes[1:]] == ["payment $a_t$\n(distance)", "shift left $z_t$\n(distance)"]
    assert "distance²" in figure.axes[0].get_xlabel()
    assert "w_j^2" in figure.axes[0].get_xlabel()
    assert "w_j^2" not in taut_string(allocate(gap=[1, 0], noise_variance=1)).axes[0].get_xlabel()


def test_steps_are_whole_on_the_axis_and_names_of_blocks_stand_below_the_string():
    for steps in (1, 2, 3, 9):
        figure = taut_string(allocate(gap=[1] + [0] * (steps - 1), noise_variance=1))
        figure.draw_without_rendering()
        low, high = figure.axes[2].get_xlim()
        assert all(tick == int(tick) for tick in figure.axes[2].get_xticks() if low <= tick <= high)
        top = figure.axes[0]
        names = [text.get_window_extent() for text in top.texts]
        assert names
        assert all(name.y1 <= top.transData.transform((0, 0))[1] for name in names)


def test_vertical_distances_are_the_shifts_that_are_left():
    answer = allocate(gap=[3, 0, 0, 1, 0, 4, 1], noise_variance=1)
    stems = taut_string(answer).axes[0].collections[0].get_segments()
    assert [float(top[1] - bottom[1]) for bottom, top in stems[1:]] == pytest.approx([float(z) for z in answer.shift], abs=1e-15)
    assert [float(bottom[0]) for bottom, _ in stems] == list(range(8))


def test_a_start_shift_stands_above_the_origin():
    answer = allocate(gap=[0, 0, 2, 0], noise_variance=1, start_shift=2, contraction="1/2")
    figure = taut_string(answer)
    assert line(figure, "shift at the start, step 0") == [(0.0, 2 / 16)]
    assert line(figure, "taut string")[0] == (0.0, 0.0)


def test_a_restart_begins_at_the_diameter():
    answer = allocate(gap=1, noise_variance=1, diameter=6, steps=30)
    figure = taut_string(answer)
    assert answer.restart == 24
    assert line(figure, "taut string") == [(0.0, 0.0), (6.0, 12.0)]
    assert line(figure, "shift at the start, step 24") == [(0.0, 6.0)]
    assert bars(figure, 2) == [float(z) for z in answer.shift]
    assert "restart at step 24" in title(figure)
    assert "hatched" in figure.axes[2].get_xlabel()


def test_an_own_allocation_is_a_second_string():
    problem = {"gap": [3, 0, 0, 1, 0, 4, 1], "noise_variance": 1}
    figure = taut_string(allocate(**problem), own=problem["gap"])
    assert line(figure, "own allocation") == line(figure, "shift so far")
    assert line(figure, "own allocation")[-1] == (7.0, 9.0)
    assert "feasible" in title(figure)
    assert "= 27$" in title(figure)
    assert not [one for one in figure.axes[0].get_lines() if str(one.get_label()).startswith("more is paid")]
    instance = Instance.from_arguments(**problem, allocation=problem["gap"])
    assert title(taut_string(solve(instance), own=instance)) == title(figure)


def test_an_infeasible_allocation_is_marked_where_too_much_is_paid():
    problem = {"gap": [3, 0, 0, 1, 0, 4, 1], "noise_variance": 1}
    figure = taut_string(allocate(**problem), own=[1, 3, 0, 0, 0, 4, 1])
    assert line(figure, "own allocation") == [(0, 0), (1, 1), (2, 4), (3, 4), (4, 4), (5, 4), (6, 8), (7, 9)]
    assert line(figure, "more is paid than there is") == [(2, 4), (3, 4)]
    assert "infeasible at step 2 ($z_{2} = -1$)" in title(figure)
    heights = [one.get_ydata() for one in figure.axes[2].get_lines() if one.get_linestyle() == "--"]
    assert [list(map(float, y)) for y in heights] == [[2, -1, -1, 0, 0, 0, 0]]


def test_an_own_allocation_with_another_restart():
    answer = allocate(gap=1, noise_variance=1, diameter=2, steps=10)
    figure = taut_string(answer, own=[0] * 9 + [3])
    assert answer.restart == 8
    assert line(figure, "own allocation") == [(0.0, 0.0), (1.0, 1.0), (2.0, 4.0)]
    early = taut_string(answer, own=[1] * 10)
    assert line(early, "own allocation") == [(0.0, 2.0), (1.0, 3.0), (2.0, 4.0)]


def test_colours_are_not_the_only_difference():
    figure = taut_string(allocate(gap=[3, 0, 0, 1], noise_variance=1), own=[1, 3, 0, 0])
    looks = [(one.get_linestyle(), one.get_marker()) for one in figure.axes[0].get_lines() if not str(one.get_label()).startswith("_")]
    assert len(looks) == 4
    assert len(set(looks)) == len(looks)
    colours = {to_hex(one.get_color()).upper() for one in figure.axes[0].get_lines()}
    assert colours <= {plot.BLUE, plot.ORANGE, plot.VERMILION, plot.BLACK}


@pytest.mark.parametrize("contraction", [2, "1/2"])
def test_long_instances_neither_overflow_nor_underflow(contraction):
    """Powers of 2 beyond every float; the axes say what was divided out."""
    answer = solve(Instance.from_arguments(gap=[1] + [0] * 2999 + [1], noise_variance=1, contraction=contraction), "ball")
    figure = taut_string(answer)
    string = line(figure, "taut string")
    assert string[0] == (0.0, 0.0)
    assert 1 <= string[-1][0] < 10
    assert 1 <= string[-1][1] < 10
    assert ("10^{903}" in figure.axes[0].get_ylabel()) == (contraction == 2)
    assert ("10^{1806}" in figure.axes[0].get_xlabel()) == (contraction == 2)


def test_the_end_of_a_long_string_is_the_exact_one():
    answer = allocate(gap=[3, 0, 0] * 400, noise_variance=1, contraction="99/100")
    figure = taut_string(answer)
    assert len(line(figure, "shift so far")) == 1201
    points = exact_points(answer)
    assert line(figure, "taut string") == [points[0], *(points[block.last] for block in answer.blocks)]


def test_long_instances_are_thinned():
    answer = solve(Instance.from_arguments(gap=[t % 7 for t in range(20_000)], noise_variance=1), "float")
    figure = taut_string(answer)
    points = line(figure, "shift so far")
    assert len(points) == plot.MAX_POINTS
    assert points[0] == (0.0, 0.0)
    assert points[-1] == (20_000.0, float(sum(t % 7 for t in range(20_000))))
    for panel in (1, 2):
        assert len(figure.axes[panel].get_lines()[0].get_xdata()) == plot.MAX_POINTS
    many = taut_string(allocate(gap=range(2_000), noise_variance=1))
    assert len(line(many, "taut string")) == plot.MAX_POINTS


def test_a_thinned_panel_keeps_its_peaks():
    gap = [0] * 9_999 + [5]
    figure = taut_string(allocate(gap=gap, noise_variance=1))
    payments = figure.axes[1].get_lines()[0].get_ydata()
    assert max(payments) == 5


@pytest.mark.parametrize("suffix", [pytest.param(one, marks=pytest.mark.campaign) if one == ".pdf" else one for one in plot.SUFFIXES])
def test_a_file_of_each_kind_is_written_and_the_same_again(tmp_path, suffix):
    start = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG"}[suffix]
    contents = []
    for name in ("first", "second"):
        target = tmp_path / f"{name}{suffix.upper() if name == 'second' else suffix}"
        taut_string(allocate(**BLOCKS), target, own=[1] * 7)
        contents.append(target.read_bytes())
    assert contents[0].startswith(start)
    assert contents[0] == contents[1]


def test_other_suffixes_and_places_are_refused(tmp_path):
    answer = allocate(**BLOCKS)
    for name in ("picture.jpg", "picture", "picture.svgz"):
        with pytest.raises(InputError, match=r"^path: .*use \.svg, \.pdf, \.png") as caught:
            taut_string(answer, tmp_path / name)
        assert caught.value.field == "path"
    with pytest.raises(InputError, match="cannot be written"):
        taut_string(answer, tmp_path / "missing" / "picture.svg")
    assert not list(tmp_path.iterdir())


def test_what_has_no_picture_is_refused():
    with pytest.raises(InputError, match="infinite optimum"):
        taut_string(allocate(gap=[1, 1], noise_variance=[1, 0]))
    with pytest.raises(InputError, match="no step to draw"):
        taut_string(allocate(gap=[], noise_variance=1))
    with pytest.raises(InputError, match="does not keep its instance"):
        taut_string(allocate(gap=[1.0, 0.0], noise_variance=1.0, arithmetic="float"))
    answer = allocate(gap=[1, 0], noise_variance=1)
    with pytest.raises(InputError, match="3 values for 2 steps"):
        taut_string(answer, own=[1, 0, 0])
    with pytest.raises(InputError, match="carries no allocation"):
        taut_string(answer, own=answer.instance)
    with pytest.raises(InputError, match="not exact"):
        taut_string(answer, own=[0.5, 0.5])


@pytest.mark.parametrize("arithmetic", ["exact", "float", "ball"])
def test_all_arithmetics_give_the_same_picture(arithmetic):
    instance = Instance.from_arguments(**BLOCKS)
    figure, exact = taut_string(solve(instance, arithmetic)), taut_string(solve(instance))
    assert line(figure, "taut string") == line(exact, "taut string")
    assert bars(figure, 2) == bars(exact, 2)


def test_degenerate_instances_have_pictures():
    for problem in (
        {"gap": 0, "noise_variance": 0, "steps": 3},
        {"gap": [1, 0, 0], "noise_variance": [0, 1, 0]},
        {"gap": [1, 1, 1], "noise_variance": 1, "contraction": [1, 0, 1]},
        {"gap": [1], "noise_variance": 1},
    ):
        answer = allocate(**problem)
        assert line(taut_string(answer), "taut string")[-1] == exact_points(answer)[-1]


UNTOUCHED = """
import sys
from pabisym.shift.allocate import allocate
from pabisym.show.plot import taut_string
answer = allocate(gap=[1, 0], noise_variance=1)
if "matplotlib" in sys.modules:
    sys.exit("matplotlib is imported before a picture is made")
import matplotlib
def settings():
    return {name: matplotlib.rcParams[name] for name in matplotlib.rcParams if name != "backend"}  # reading it chooses one
before = settings()
taut_string(answer, sys.argv[1])
if settings() != before or "matplotlib.pyplot" in sys.modules:
    sys.exit("settings of matplotlib were changed, or pyplot was imported")
"""


def test_nothing_of_matplotlib_is_changed(tmp_path):
    subprocess.run([sys.executable, "-c", UNTOUCHED, str(tmp_path / "picture.svg")], check=True)
    assert (tmp_path / "picture.svg").exists()
