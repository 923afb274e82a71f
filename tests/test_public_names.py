"""What Python users see: lazy names, one theorem, its bound at a point."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction
from pathlib import Path

import pytest

import pabisym
from pabisym.errors import InputError
from pabisym.show.notebook import theorem_latex


def test_importing_the_package_loads_no_numeric_library() -> None:
    heavy = "{'sympy', 'numpy', 'flint', 'scipy', 'networkx', 'mpmath', 'rich', 'click'}"
    code = f"import sys, pabisym; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_exist_and_others_do_not() -> None:
    for name in pabisym.__all__:
        assert getattr(pabisym, name) is not None
    assert set(pabisym.__all__) <= set(dir(pabisym))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        pabisym.nonsense  # noqa: B018


def test_public_names_survive_importing_every_module() -> None:
    """A submodule of the name of a public function would replace it."""
    import pabisym.cli
    import pabisym.library.audit
    import pabisym.library.library
    import pabisym.shift.allocate

    assert callable(pabisym.catalogue)
    assert callable(pabisym.theorem)
    assert callable(pabisym.allocate)
    assert not {path.stem for path in Path(pabisym.__file__).parent.glob("*.py")} & set(pabisym.__all__)


def test_the_example_of_the_contract() -> None:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    enclosure = theorem.at(L=1, sigma=4, n=1000, t=10, alpha=8).enclosure(digits=50)
    assert Fraction(enclosure.lower) <= Fraction(1, 991) <= Fraction(enclosure.upper)
    assert Fraction(enclosure.upper) - Fraction(enclosure.lower) <= Fraction(1, 991) / 10**49
    assert theorem.status == "proved"
    assert theorem.bound == theorem.statement.bound
    assert theorem.proof is not None
    assert "feldman2018/lemma-7" in theorem.cited


def test_a_notebook_shows_the_conclusion_as_math_only() -> None:
    shown = theorem_latex(pabisym.theorem("feldman2018/theorem-23"))
    assert shown is not None
    assert shown.startswith("$$ ")
    assert r"\paragraph" not in shown
    assert r"\begin{itemize}" not in shown


def test_letters_that_the_bound_does_not_need_may_be_left_out() -> None:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    point = theorem.at(L=1, sigma=4, n=10, t=1, alpha=2)
    assert point.holds
    assert point.unchecked == ("beta > 0", "eta > 0", "eta <= 2/beta")
    assert theorem.at(L=1, sigma=4, n=10, t=1, alpha=2, beta=1, eta=2).unchecked == ()


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"L": 1}, "no value for alpha, n, sigma, t"),
        ({"L": 1, "sigma": 4, "n": 10, "t": 11, "alpha": 2}, "the assumption t <= n"),
        ({"L": 1, "sigma": 4, "n": 10, "t": 1, "alpha": 2, "beta": 1, "eta": 3}, "the assumption 'small steps', eta <= 2/beta, does not"),
        ({"L": 1, "sigma": 4, "n": 10, "t": 1, "gamma": 2}, "has no numeric letter 'gamma'"),
        ({"L": 1, "sigma": 0.5, "n": 10, "t": 1, "alpha": 2}, "the float 0.5 is not exact"),
    ],
)
def test_an_unusable_point_says_why(values: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        pabisym.theorem("feldman2018/theorem-23").at(**values)  # type: ignore[arg-type]


def test_a_point_outside_an_assumption_can_be_forced() -> None:
    point = pabisym.theorem("feldman2018/theorem-23").at(force=True, L=1, sigma=4, n=10, t=1, alpha=2, beta=1, eta=3)
    assert not point.holds
    assert point.enclosure().lower == point.enclosure().upper == "0.025"


def test_a_statement_without_a_bound_cannot_be_evaluated() -> None:
    with pytest.raises(InputError, match="no numeric bound"):
        pabisym.theorem("feldman2018/lemma-20").at()


def test_results_are_frozen_and_print_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    with pytest.raises(FrozenInstanceError):
        theorem.id = "x"  # type: ignore[misc]
    assert theorem_latex(theorem)
    assert capsys.readouterr() == ("", "")


def test_a_step_is_looked_up_under_its_own_id() -> None:
    step = next(name for name in pabisym.catalogue() if pabisym.catalogue().entry(name).part_of)
    assert pabisym.theorem(step).id == step
