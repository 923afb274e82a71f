"""What Python users see: lazy names, one theorem, its bound at a point."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction
from pathlib import Path

import pytest

import pabisym
from pabisym.errors import InputError
from pabisym.shift.certificate import certificate
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


def test_no_two_classes_of_the_package_have_one_name() -> None:
    """A search for a class finds one place."""
    found: dict[str, list[str]] = {}
    for file in sorted(Path(pabisym.__file__).parent.rglob("*.py")):
        for name in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(name, []).append(file.name)
    assert len(found) > 300
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


FUNCTIONS = ("theorem", "catalogue", "derive", "explain", "limit", "refute", "feasible", "allocate", "calibrate", "split", "compare",
             "convert", "check", "beliefs", "sweep", "privacy", "atlas", "gap", "start", "evaluate", "search", "find", "Eq", "Statement", "formula")
ERRORS = ("PabisymError", "InputError", "Undecided")
OBJECTS = {
    "Accountant", "Claim", "Letter", "ProofPart", "Process", "Phase", "Every", "Window", "Gaussian", "Laplace", "Renyi", "GDP", "ZCDP",
    "HockeyStick", "ApproxDP", "PNSGD", "NoisyGD", "NoisyCGD", "NoisySGD", "Langevin", "LinearMaps", "KernelGraph", "KernelStep", "Finite",
    "Map", "Projection", "Sampled",
}  # fmt: skip
"""What one builds and holds in a notebook."""


def test_the_public_face_is_functions_the_types_that_they_return_objects_and_errors() -> None:
    types = {name for name in pabisym.__all__ if name not in (*FUNCTIONS, *ERRORS)}
    assert set(pabisym.__all__) == {*FUNCTIONS, *ERRORS, *types}
    returned = {inspect.signature(getattr(pabisym, name)).return_annotation for name in FUNCTIONS}
    reached = {"Evaluation": pabisym.Theorem.at, "Enclosure": pabisym.Evaluation.enclosure, "Verdict": pabisym.Claim.decide,
               "Formula": pabisym.Formula.subs, "FormulaLimit": pabisym.Formula.limit, "AppliedTheorem": pabisym.Theorem.apply}
    assert {inspect.signature(method).return_annotation for method in reached.values()} == set(reached)
    assert types == {*returned, *reached, *OBJECTS}
    assert all(isinstance(getattr(pabisym, name), type) for name in (*types, *ERRORS))


def test_namespaces_hand_out_what_they_list() -> None:
    for name in pabisym.NAMESPACES:
        space = getattr(pabisym, name)
        assert space.__doc__
        assert set(space.__all__) <= set(dir(space))
        assert all(getattr(space, one).__doc__ for one in space.__all__ if one.islower()), name
    assert set(pabisym.NAMESPACES) <= set(dir(pabisym))
    with pytest.raises(AttributeError, match=r"module 'pabisym.accounting' has no attribute 'nonsense'"):
        pabisym.accounting.nonsense  # type: ignore[attr-defined] # noqa: B018


def test_namespaces_can_be_imported_by_name() -> None:
    code = "from pabisym import accounting, laws; from pabisym.accounting import certified_epsilon; print(laws.mixture.__name__, certified_epsilon.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["mixture", "certified_epsilon"], done.stderr


def test_public_names_survive_importing_every_module() -> None:
    """A package or a module of the name of a public function would replace it."""
    code = """if True:
        import pkgutil
        from importlib import import_module
        import pabisym
        for found in pkgutil.walk_packages(pabisym.__path__, "pabisym."):
            if found.name != "pabisym.__main__":
                import_module(found.name)
        print(*(name for name in pabisym.__all__ if not callable(getattr(pabisym, name))))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.returncode) == ("", 0), done.stderr
    folder = Path(pabisym.__file__).parent
    assert not {path.stem for path in folder.iterdir()} & set(pabisym.__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_says_what_it_takes_and_has_an_example(name: str) -> None:
    """Examples run in ``tests/documentation/test_docstrings.py``."""
    function = getattr(pabisym, name)
    assert re.search("[Rr]aise[sd]", function.__doc__)
    module = sys.modules[function.__module__]
    assert sum(bool(found.examples) for found in doctest.DocTestFinder(recurse=False).find(function, name, module)) == 1


@pytest.mark.parametrize("name", ["theorem", "derive", "refute", "compare", "convert", "sweep"])
def test_where_theorems_matter_a_library_can_be_given(name: str) -> None:
    assert inspect.signature(getattr(pabisym, name)).parameters["library"].default is None


def test_the_order_may_be_left_out_and_the_best_one_is_found() -> None:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    bound = theorem.at(L=1, sigma=4, n=1000, t=10)
    assert bound.order == "alpha"
    with pytest.raises(InputError, match="no value for alpha"):
        bound.enclosure()
    found = pabisym.convert(bound, delta="1e-6", digits=9)
    assert found == pabisym.convert(theorem.id, at={"L": 1, "sigma": 4, "n": 1000, "t": 10}, delta="1e-6", digits=9)
    assert found.order is None
    ordered = pabisym.convert(bound, delta="1e-6", digits=9, by="canonne")
    assert ordered == pabisym.convert(renyi="alpha/7928", delta="1e-6", digits=9)
    assert Fraction(found.value.upper) < Fraction(ordered.value.lower)
    assert found.value.upper == theorem.best_epsilon("1e-6", 9, L=1, sigma=4, n=1000, t=10).value.upper
    assert pabisym.convert(bound, epsilon=found.value.upper, digits=5).value.digits == 5
    with pytest.raises(InputError, match="alpha is the order, of which the best one is sought"):
        pabisym.convert(theorem.at(L=1, sigma=4, n=1000, t=10, alpha=8), delta="1e-6")


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "bound: is missing"), ({"gdp": 1, "renyi": "alpha"}, "gdp: cannot be combined with renyi"), ({"gdp": 1, "at": {"x": 1}}, "at: cannot be combined"),
        ({"gdp": 1, "orders": (2, 3)}, "orders: cannot be combined"), ({"sampled": (1, 2)}, "sampled: is not three numbers"),
        ({"bound": 3}, "bound: a theorem at a point was expected, not int"), ({"bound": "feldman2018/theorem-1000"}, "there is no statement of this id"),
    ],
)
def test_an_unusable_bound_says_why(given: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        pabisym.convert(**given, delta="1e-6")  # type: ignore[arg-type]


def test_a_float_errs_on_the_safe_side() -> None:
    above = pabisym.theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10, alpha=8)
    assert Fraction(float(above)) > Fraction(1, 991) > Fraction(above.enclosure().below())
    lower = next(name for name in pabisym.catalogue() if pabisym.theorem(name).statement.tightness == "lower"
                 and pabisym.theorem(name).bound and pabisym.theorem(name).statement.spots)
    at = {**pabisym.theorem(lower).statement.spots[0].at}
    below = pabisym.theorem(lower).at(**at)
    assert Fraction(float(below)) <= Fraction(below.enclosure(30).lower)


def test_a_certificate_is_checked_as_file_text_or_data(tmp_path: Path) -> None:
    data = certificate(pabisym.allocate(gap=[0, 1, 0], noise_variance=1))
    file = tmp_path / "c.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    found = pabisym.check(file)
    assert (found.file, bool(found)) == (str(file), True)
    assert pabisym.check(json.dumps(data)) == pabisym.check(data) == pabisym.check(file.read_bytes())
    wrong = pabisym.check({**data, "value": "0"}) if "value" in data else pabisym.check({**data, "answer": {**data["answer"], "value": "0"}})
    assert not wrong
    with pytest.raises(InputError, match="is neither a certificate nor a proof"):
        pabisym.check({})


def test_the_least_noise_by_name() -> None:
    assert pabisym.calibrate(gap=[0, 1, 0, 0], noise_variance=1, gdp=1).factor == Fraction(1, 3)
    for given, problem in (({}, "guarantee: is missing"), ({"gdp": 1, "renyi": (2, 1)}, "renyi: cannot be combined with gdp"),
                           ({"epsilon": 1}, "delta: is missing"), ({"renyi": 3}, "renyi: a list of 2 values was expected, not an int")):
        with pytest.raises(InputError, match=problem):
            pabisym.calibrate(gap=[0, 1], noise_variance=1, **given)  # type: ignore[arg-type]


def test_the_example_of_the_contract() -> None:
    theorem = pabisym.theorem("feldman2018/theorem-23")
    enclosure = theorem.at(L=1, sigma=4, n=1000, t=10, alpha=8).enclosure(digits=50)
    assert Fraction(enclosure.lower) <= Fraction(1, 991) <= Fraction(enclosure.upper)
    assert Fraction(enclosure.upper) - Fraction(enclosure.lower) <= Fraction(1, 991) / 10**49
    assert theorem.status == "proved"
    assert str(theorem.bound) == theorem.statement.bound
    assert theorem.proof is not None
    assert "figure/winf-push" in theorem.cited


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
        ({"L": 1, "sigma": float("nan"), "n": 10, "t": 1, "alpha": 2}, "nan is not a number here"),
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
