"""The campaign over the figures tells a row that is right from one that is not."""

from dataclasses import replace

from campaigns import figures
from support.some_statements import only

ONE = "Asoodeh et al. (ISIT), figure 2, record 19"


def test_a_figure_is_as_evaluate_says():
    lines = []
    assert figures.run([ONE], proofs=False, report=lines.append, library=only(*figures.CERTAIN[ONE])) == 0
    assert lines[0].startswith(f"{ONE}: ")
    assert any("asoodeh2020isit/theorem-4" in line for line in lines)


def test_wrong_values_and_lost_statements_are_found(monkeypatch):
    original = figures.compare_unreplayed

    def wrong(library, setting):
        found = original(library, setting)
        first, second, *rest = found.rows
        return replace(found, rows=(replace(first, bound=second.epsilon), *rest))

    monkeypatch.setattr(figures, "compare_unreplayed", wrong)
    lines = []
    assert figures.run([ONE], proofs=False, report=lines.append, library=only(*figures.CERTAIN[ONE])) == 1
    assert sum("is not the value of evaluate" in line for line in lines) == 1
