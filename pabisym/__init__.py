"""Machine-checked privacy analysis of noisy iterative algorithms.

Importing the package loads none of the numeric libraries: the public names below are looked up when first used.  In IPython and
its notebooks results show themselves: :mod:`pabisym.symbolic.shown` is registered with its formatters as soon as it runs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sympy import Symbol

    from pabisym import accounting as accounting
    from pabisym.accounting.conversion import Converted
    from pabisym.accounting.history import Accountant
    from pabisym.atlases.atlas import Atlas, atlas
    from pabisym.atlases.gaps import Gap, gap
    from pabisym.comparison.compare import Comparison, compare
    from pabisym.derivation.asymptotics import Limit, limit
    from pabisym.derivation.explain import Explanation
    from pabisym.errors import InputError, PabisymError, Undecided
    from pabisym.feasibility.spec_allocation import JudgedAllocation, feasible
    from pabisym.library.beliefs import Beliefs, beliefs
    from pabisym.library.convert import convert
    from pabisym.library.library import Library
    from pabisym.library.point import Evaluation
    from pabisym.library.theorem import catalogue
    from pabisym.numerics.enclosure import Enclosure
    from pabisym.refutation.referee import Checked, check
    from pabisym.refutation.search import Decision, refute
    from pabisym.shift.allocate import Allocation, allocate
    from pabisym.shift.calibrate import LeastNoise, calibrate
    from pabisym.shift.noise_split import Splitting, split
    from pabisym.show.results import explain
    from pabisym.sweeps.run import Sweep, sweep
    from pabisym.symbolic import course as course
    from pabisym.symbolic import divergences as divergences
    from pabisym.symbolic import laws as laws
    from pabisym.symbolic import plots as plots
    from pabisym.symbolic.algorithms import PNSGD, Langevin, LinearMaps, NoisyCGD, NoisyGD, NoisySGD
    from pabisym.symbolic.analysis import derive
    from pabisym.symbolic.claim import Claim, Verdict
    from pabisym.symbolic.derived import SymbolicDerivation
    from pabisym.symbolic.formula import Eq, Formula, FormulaLimit, formula
    from pabisym.symbolic.goals import GDP, ZCDP, ApproxDP, HockeyStick, Renyi
    from pabisym.symbolic.kernel_graph import Finite, KernelGraph, KernelStep, Map, Projection, Sampled, start
    from pabisym.symbolic.noise import Gaussian, Laplace
    from pabisym.symbolic.numbers import Letter
    from pabisym.symbolic.process import Phase, Process
    from pabisym.symbolic.schedules import Every, Window
    from pabisym.symbolic.search import Table, evaluate, find, search
    from pabisym.symbolic.theorem import AppliedTheorem, ProofPart, StatedTheorem, Statement, Theorem, theorem
    from pabisym.training.answer import privacy
    from pabisym.training.known import Privacy

    k: Symbol
    """The step of sequences, a symbol of sympy: an integer from 1 on."""

__version__ = "0.1.0"
__all__ = [
    "GDP",
    "PNSGD",
    "ZCDP",
    "Accountant",
    "Allocation",
    "AppliedTheorem",
    "ApproxDP",
    "Atlas",
    "Beliefs",
    "Checked",
    "Claim",
    "Comparison",
    "Converted",
    "Decision",
    "Enclosure",
    "Eq",
    "Evaluation",
    "Every",
    "Explanation",
    "Finite",
    "Formula",
    "FormulaLimit",
    "Gap",
    "Gaussian",
    "HockeyStick",
    "InputError",
    "JudgedAllocation",
    "KernelGraph",
    "KernelStep",
    "Langevin",
    "Laplace",
    "LeastNoise",
    "Letter",
    "Library",
    "Limit",
    "LinearMaps",
    "Map",
    "NoisyCGD",
    "NoisyGD",
    "NoisySGD",
    "PabisymError",
    "Phase",
    "Privacy",
    "Process",
    "Projection",
    "ProofPart",
    "Renyi",
    "Sampled",
    "Splitting",
    "StatedTheorem",
    "Statement",
    "Sweep",
    "SymbolicDerivation",
    "Table",
    "Theorem",
    "Undecided",
    "Verdict",
    "Window",
    "allocate",
    "atlas",
    "beliefs",
    "calibrate",
    "catalogue",
    "check",
    "compare",
    "convert",
    "derive",
    "evaluate",
    "explain",
    "feasible",
    "find",
    "formula",
    "gap",
    "limit",
    "privacy",
    "refute",
    "search",
    "split",
    "start",
    "sweep",
    "theorem",
]

_HOMES = {
    "theorem": "pabisym.symbolic.theorem",
    "catalogue": "pabisym.library.theorem",
    "derive": "pabisym.symbolic.analysis",
    "explain": "pabisym.show.results",
    "limit": "pabisym.derivation.asymptotics",
    "refute": "pabisym.refutation.search",
    "feasible": "pabisym.feasibility.spec_allocation",
    "allocate": "pabisym.shift.allocate",
    "calibrate": "pabisym.shift.calibrate",
    "split": "pabisym.shift.noise_split",
    "compare": "pabisym.comparison.compare",
    "sweep": "pabisym.sweeps.run",
    "convert": "pabisym.library.convert",
    "privacy": "pabisym.training.answer",
    "atlas": "pabisym.atlases.atlas",
    "gap": "pabisym.atlases.gaps",
    "beliefs": "pabisym.library.beliefs",
    "check": "pabisym.refutation.referee",
    "Theorem": "pabisym.symbolic.theorem",
    "Library": "pabisym.library.library",
    "Evaluation": "pabisym.library.point",
    "Enclosure": "pabisym.numerics.enclosure",
    "Explanation": "pabisym.derivation.explain",
    "Limit": "pabisym.derivation.asymptotics",
    "Decision": "pabisym.refutation.search",
    "JudgedAllocation": "pabisym.feasibility.spec_allocation",
    "Allocation": "pabisym.shift.allocate",
    "LeastNoise": "pabisym.shift.calibrate",
    "Splitting": "pabisym.shift.noise_split",
    "Comparison": "pabisym.comparison.compare",
    "Sweep": "pabisym.sweeps.run",
    "Converted": "pabisym.accounting.conversion",
    "Accountant": "pabisym.accounting.history",
    "Privacy": "pabisym.training.known",
    "Atlas": "pabisym.atlases.atlas",
    "Gap": "pabisym.atlases.gaps",
    "Beliefs": "pabisym.library.beliefs",
    "Checked": "pabisym.refutation.referee",
    "PabisymError": "pabisym.errors",
    "InputError": "pabisym.errors",
    "Undecided": "pabisym.errors",
    "Claim": "pabisym.symbolic.claim",
    "Verdict": "pabisym.symbolic.claim",
    "Eq": "pabisym.symbolic.formula",
    "Formula": "pabisym.symbolic.formula",
    "formula": "pabisym.symbolic.formula",
    "Letter": "pabisym.symbolic.numbers",
    **dict.fromkeys(("Finite", "KernelGraph", "KernelStep", "Map", "Projection", "Sampled", "start"), "pabisym.symbolic.kernel_graph"),
    "search": "pabisym.symbolic.search",
    "find": "pabisym.symbolic.search",
    "evaluate": "pabisym.symbolic.search",
    "Table": "pabisym.symbolic.search",
    "FormulaLimit": "pabisym.symbolic.formula",
    "Statement": "pabisym.symbolic.theorem",
    "StatedTheorem": "pabisym.symbolic.theorem",
    "AppliedTheorem": "pabisym.symbolic.theorem",
    "ProofPart": "pabisym.symbolic.theorem",
    "Process": "pabisym.symbolic.process",
    "Phase": "pabisym.symbolic.process",
    "Every": "pabisym.symbolic.schedules",
    "Window": "pabisym.symbolic.schedules",
    "Gaussian": "pabisym.symbolic.noise",
    "Laplace": "pabisym.symbolic.noise",
    "Renyi": "pabisym.symbolic.goals",
    "GDP": "pabisym.symbolic.goals",
    "ZCDP": "pabisym.symbolic.goals",
    "HockeyStick": "pabisym.symbolic.goals",
    "ApproxDP": "pabisym.symbolic.goals",
    "PNSGD": "pabisym.symbolic.algorithms",
    "NoisyGD": "pabisym.symbolic.algorithms",
    "NoisyCGD": "pabisym.symbolic.algorithms",
    "NoisySGD": "pabisym.symbolic.algorithms",
    "Langevin": "pabisym.symbolic.algorithms",
    "LinearMaps": "pabisym.symbolic.algorithms",
    "SymbolicDerivation": "pabisym.symbolic.derived",
}
"""Where each public name lives: the functions, the types that they return, and the errors."""
NAMESPACES = {
    "accounting": "pabisym.accounting", "course": "pabisym.symbolic.course", "divergences": "pabisym.symbolic.divergences",
    "laws": "pabisym.symbolic.laws", "plots": "pabisym.symbolic.plots",
}  # fmt: skip
"""Modules whose ``__all__`` is documented, by the names under which they are used: ``pabisym.laws.mixture``."""


def _show_in_notebooks() -> None:
    """Tell a running IPython how results are shown; nothing where there is none."""
    if "IPython" in sys.modules:
        from pabisym.symbolic.shown import register

        register()


_show_in_notebooks()


def __getattr__(name: str) -> Any:
    if name == "k":
        from pabisym.symbolic.numbers import step_symbol

        return step_symbol()
    if name not in _HOMES and name not in NAMESPACES:
        raise AttributeError(f"module 'pabisym' has no attribute {name!r}")
    _show_in_notebooks()
    from importlib import import_module

    return import_module(NAMESPACES[name]) if name in NAMESPACES else getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted((*__all__, *NAMESPACES, "__version__"))
