"""The campaign over finite kernels finds nothing, and would find what is wrong."""

from fractions import Fraction

from campaigns import kernels

from pabisym.numerics.enclosure import Enclosure


def test_some_kernels_and_graphs_agree():
    lines = []
    assert kernels.run(kernels=40, graphs=40, seed=3, report=lines.append) == 0, lines
    (summary,) = lines
    assert all(f"'{what}': " in summary for what in ("kernels", "contracting", "pairs", "attained", "graphs", "equal", "apart"))


def test_a_wrong_coefficient_is_found(monkeypatch):
    monkeypatch.setattr(kernels, "finite_coefficient", lambda kernel, gamma: Enclosure("0", "0", Fraction(1, 1000), 15, 0))
    lines = []
    assert kernels.run(kernels=20, graphs=0, seed=3, report=lines.append) == 1
    assert any("the linear program finds" in line for line in lines)
    assert any("through" in line for line in lines)
