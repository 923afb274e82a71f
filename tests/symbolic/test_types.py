"""What an editor knows of the public names: every parameter says what it takes, and mypy knows what every call gives."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pabisym as pb

ANY_RESULT = {"check source", "explain found", "convert bound", "convert renyi", "feasible payments", "sweep executor", "accounting.Certified",
              "course.claim process", "course.number answer", "course.number truth", "Accountant.compose event",
              "accounting.OpacusAccountant.get_epsilon _", "accounting.OpacusAccountant.get_epsilon __"}
"""Parameters that take results of every kind, formulas where these are not known, an executor of any library, answers to be judged."""
CALLS = {
    "theorem('x')": "Theorem", "catalogue()": "Library", "derive('x')": "SymbolicDerivation", "explain(1)": "Explanation",
    "limit(derivation, 'n', 'oo')": "Limit", "refute('x')": "Decision", "feasible('x')": "JudgedAllocation",
    "allocate(gap=[0, '1/2'], noise_variance=1.5, arithmetic='float')": "Allocation", "calibrate(gap=[0, 1], noise_variance=1, renyi=(8, '1/2'))": "LeastNoise",
    "split(order=2, sampling='1/2', sensitivity=1, std=1, step_size=1, diameter=1, steps=3)": "Splitting", "compare(n=1)": None,
    "sweep({})": "Sweep", "convert(gdp=1, epsilon=1)": "Converted", "privacy(steps=1)": "Privacy", "atlas()": "Atlas", "gap('x')": "Gap",
    "beliefs()": "Beliefs", "check({})": "Checked", "Eq(formula, 1)": "Claim", "formula('x')": "Formula", "search('x')": "Table", "find()": "Table",
    "evaluate('x', x=0.5)": "Enclosure", "start()": "KernelGraph", "start().bound(2)": "Formula", "start().shifted({}, gamma=2)": "Enclosure",
    "start() >> Map(lipschitz=1) >> Gaussian(std=1)": "KernelGraph", "Map() ** 3": "KernelStep", "Statement(conclusion='x')": "StatedTheorem",
    "Statement(conclusion='x').prove()": "StatedTheorem", "theorem('x').bound": "Formula | None", "theorem('x').at(n=1, L=0.5)": "Evaluation",
    "theorem('x').apply(n='n + 1')": "AppliedTheorem", "theorem('x').proof": "ProofPart | None", "theorem('x').cite()": "str",
    "theorem('x').verdict": None, "formula.at(x=1, y='1/3')": "Enclosure", "float(formula.at())": "float", "formula.over(x=[1, 2])": "ndarray",
    "formula.subs(x='y')": "Formula", "formula.simplify()": "Formula", "formula.equals(1)": "bool | None", "formula.limit(n='oo')": "FormulaLimit",
    "formula <= 2 * formula": "Claim", "(formula <= 1).decide()": "Verdict", "1 - formula / 2": "Formula", "formula.latex()": "str",
    "Process(steps=1, gap=1, noise=Gaussian(std=1))": "Process", "process.derive(GDP())": "SymbolicDerivation", "process.feasible([1, '1/2'])": "Verdict",
    "process.cost('1', GDP())": "Formula", "process.claim(Renyi(2) <= 1)": None, "process.toml()": "str", "Phase(1, noise=Gaussian(std=1)) >> Phase(2, noise=Gaussian(std=1))": "Process",
    "NoisyGD(lipschitz=1, noise_std=1).process": "Process", "PNSGD(lipschitz=1, noise_std=1).derive(ZCDP())": "SymbolicDerivation",
    "derivation.bound": "Formula", "derivation.limit(n='oo')": "FormulaLimit", "derivation.explain()": "Explanation", "derivation.latex()": "str",
    "laws.finite_chain([1, 0])": "FiniteLaw", "laws.gaussian_chain(steps=1, noise=[1, '2'])": "GaussianLaw", "divergences.gaussian_renyi(2, 1)": "Formula",
    "plots.taut_string(allocate(gap=1, noise_variance=1))": "Figure", "accounting.certified_epsilon('1e-5', noise_multiplier=1, steps=3, rate='1/2')": "Certified",
    "accounting.last_iterate_delta(1, noise_multiplier=5, steps=1, examples=9, batch=3, learning_rate=1)": "LastIterate", "course.number('1', 1)": "Judgement",
}  # fmt: skip
"""Calls with the class that mypy reveals; None: a class that has no public name."""


def callables() -> Iterator[tuple[str, object]]:
    """Every public function, and the methods of every public class."""
    spaces = {f"{space}.{name}": getattr(module, name) for space in pb.NAMESPACES for module in [getattr(pb, space)] for name in module.__all__}
    for name, one in ({name: getattr(pb, name) for name in pb.__all__} | spaces).items():
        if inspect.isclass(one):
            yield from ((f"{name}.{key}", member) for key, member in vars(one).items() if inspect.isfunction(member) and key[0] != "_")
        elif callable(one):
            yield name, one


def test_every_parameter_says_what_it_takes() -> None:
    vague = set()
    for name, one in callables():
        for parameter in inspect.signature(one).parameters.values():  # type: ignore[arg-type]
            said = str(parameter.annotation)
            if parameter.name != "self" and parameter.name != "cls" and (said in ("object", "Any", "object | None") or parameter.annotation is inspect.Parameter.empty):
                vague.add(f"{name} {parameter.name}")
    assert vague <= ANY_RESULT
    assert len(list(callables())) > 200


@pytest.mark.campaign
def test_mypy_reveals_what_every_call_gives(tmp_path: Path) -> None:
    from mypy import api

    file, functions = tmp_path / "calls.py", [name for name in pb.__all__ if name[0].islower() or name in ("Eq", "Statement")]
    assert [name for name in functions if not any(re.search(rf"\b{name}\(", call) for call in CALLS)] == []
    names = ", ".join(sorted({*pb.__all__, *pb.NAMESPACES} - {"formula"}))
    lines = ["import pabisym", f"from pabisym import {names}", "formula = pabisym.formula('x')", "process: Process", "derivation: SymbolicDerivation"]
    called = [re.sub(r"^formula\('x'\)", "pabisym.formula('x')", call) for call in CALLS]
    file.write_text("\n".join([*lines, *(f"reveal_type({call})" for call in called)]) + "\n", encoding="utf-8")
    said, wrong, _ = api.run(["--strict", "--config-file", "pyproject.toml", str(file)])
    assert wrong == ""
    revealed = re.findall(r'calls\.py:(\d+): note: Revealed type is "(.*)"', said)
    assert [line for line in said.splitlines() if ": error:" in line] == []
    assert len(revealed) == len(CALLS)
    for (call, wanted), (_, found) in zip(CALLS.items(), revealed, strict=True):
        plain = re.sub(r"[\w.]+\.(\w+)", r"\1", found)
        assert plain != "Any", call
        if wanted is not None:
            assert plain.startswith(wanted), (call, found)
