"""Noisy iterations as objects: shift sequences and constraints in symbols, derivations, claims.

A :class:`Process` is two coupled runs X_k = f_k(X_(k-1)) + Z_k, k = 1..steps: the maps contract by c_k, those of the two runs are at most
s_k (the gap) apart, and Z_k is noise of variance v_k.  An allocation pays a_k in step k; what is left is z_k = c_k z_(k-1) + s_k - a_k.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError, plain_reason
from pabisym.feasibility.spec_allocation import judged
from pabisym.lang.arguments import NumberLike, argument, public
from pabisym.lang.budget import within
from pabisym.lang.once import exclusive
from pabisym.lang.term import ONE, ZERO, Term
from pabisym.process.sequence import STEP, EachStep, names, times
from pabisym.spec.domains import load
from pabisym.spec.read import read_spec
from pabisym.symbolic.analysis import Analysed, in_python, terms_of
from pabisym.symbolic.claim import Verdict, expression
from pabisym.symbolic.formula import Formula
from pabisym.symbolic.goals import PrivacyGoal
from pabisym.symbolic.noise import NoiseSize, noise_of
from pabisym.symbolic.numbers import (
    FormulaLike,
    Letter,
    LettersLike,
    PaymentsLike,
    ValueLike,
    WhereLike,
    check_letters,
    joined,
    letters_of,
    step_symbol,
    term_of,
)
from pabisym.symbolic.schedules import Every, GapLike, GapSum, Size, gap_of, gap_parts, shown, size_of
from pabisym.symbolic.sequences import allocation_term, cost_of, gap_expression, law_expression, left_of, shown_steps, sympy_at

if TYPE_CHECKING:
    import sympy


class Process(Analysed):
    """A pair of noisy iterations, in letters; see the module.

    ``steps`` is their number; ``gap`` a formula in ``pabisym.k`` (at every step), a table from steps to sizes, a list with one size a step,
    ``pabisym.Every``, ``pabisym.Window``, or a sum of these; ``contraction`` (1) and the size of the ``noise`` are formulas in ``k``,
    lists, or ``Every``; ``start_shift`` is how far the starts are apart (0); with a ``diameter`` the iterates stay in a domain of that
    size; ``release`` lists the steps whose iterates are released, or is ``"all"`` (the last one alone); ``average`` is over how many of
    the last iterates the output is an average.  ``where`` has relations between the letters, ``letters`` the domains of those that are
    names in texts.  Lengths have one unit, noise by its variance its square.

    Raises :class:`~pabisym.errors.InputError` for letters without a domain, for two symbols of one name, and for what does not follow from
    the domains: that steps are integers in their range, and that sizes are not negative.

    >>> import pabisym as pb
    >>> run = pb.Process(steps="n", gap={"t": "2*L"}, noise=pb.Gaussian(std="sigma"), where=["t <= n"],
    ...                  letters={"n": "integer, n >= 1", "t": "integer, t >= 1", "L": "real, L > 0", "sigma": "real, sigma > 0"})
    >>> run
    Process(steps=n, gap={t: 2*L}, noise=Gaussian(std=sigma))
    """

    def __init__(self, *, steps: FormulaLike = None, noise: NoiseSize | None = None, gap: GapLike | None = None, contraction: Size = 1,
                 start_shift: FormulaLike = 0, diameter: FormulaLike | None = None, release: list[FormulaLike] | str | None = None,
                 average: FormulaLike | None = None, phases: tuple[Phase, ...] = (), where: WhereLike = None, letters: LettersLike = None,
                 title: str = "") -> None:
        own = {"steps": steps, "noise": noise, "gap": GapSum(gap_parts(gap)), "contraction": contraction, "start_shift": start_shift,
               "diameter": diameter, "release": release, "average": average, "phases": phases, "title": argument(title, "title", (str,))}
        for key, value in own.items():
            object.__setattr__(self, key, value)
        if not phases and (steps is None or noise is None):
            raise InputError("steps" if steps is None else "noise", "is missing", "give the steps and the noise, as in steps=n")
        if noise is not None and not isinstance(noise, NoiseSize):
            raise InputError("noise", f"is {type(noise).__name__}", "give pabisym.Gaussian(std=...), or pabisym.Laplace(scale=...)")
        sizes = [steps, contraction, None if noise is None else noise.given[1], start_shift, diameter, average, *self.gap.sources()]
        sizes += release if isinstance(release, list | tuple) else []
        sizes += [one for phase in phases for one in (phase.steps, phase.gap, phase.contraction, phase.noise.given[1])]
        conditions = [one for group in (*(phase.where for phase in phases), where) if group is not None
                      for one in (group if isinstance(group, list | tuple) else [group])]
        self._declare([part for one in sizes for part in (one.sources() if isinstance(one, Every) else (one,)) if part is not None],
                      conditions, [letters, *(phase.letters for phase in phases)])
        _ = self._bare

    steps: FormulaLike
    noise: NoiseSize | None
    gap: GapSum
    contraction: Size
    start_shift: FormulaLike
    diameter: FormulaLike | None
    release: list[FormulaLike] | str | None
    average: FormulaLike | None
    phases: tuple[Phase, ...]

    def document(self) -> dict[str, Any]:
        """The table of a spec, with terms for formulas."""
        found: dict[str, Any] = {}
        if self.phases:
            found["phases"] = [phase.table() for phase in self.phases]
        else:
            found["steps"] = size_of(self.steps, "steps")
            if (contraction := size_of(self.contraction, "contraction", step=True)) != ONE:
                found["contraction"] = contraction
        if self.gap.parts or not self.phases:
            found["gap"] = self.gap.entries()
        if self.noise is not None:
            found["noise"] = self.noise.table()
        if (start := size_of(self.start_shift, "start_shift")) != ZERO:
            found["start_shift"] = start
        for key, value in (("diameter", self.diameter), ("average", self.average)):
            if value is not None:
                found[key] = size_of(value, key)
        if self.release is not None:
            found["release"] = self.release if isinstance(self.release, str) else size_of(list(self.release), "release")
        if not found.get("gap", True) and start == ZERO:
            raise InputError("gap", "is missing", "say where the two runs differ, as in gap={t: 2*L}, or give a start_shift")
        return {"process": found}

    def __repr__(self) -> str:
        if self.phases:
            return " >> ".join(map(repr, self.phases))
        parts = [f"steps={shown(self.steps)}"]
        parts += [f"contraction={shown(self.contraction)}"] if shown(self.contraction) != "1" else []
        parts += [f"gap={self.gap}"] if self.gap.parts else []
        parts += [f"noise={self.noise}"]
        start = None if shown(self.start_shift) == "0" else self.start_shift
        more = {"start_shift": start, "diameter": self.diameter, "release": self.release, "average": self.average}
        parts += [f"{key}={shown(value)}" for key, value in more.items() if value is not None]
        return f"Process({', '.join(parts)})"

    # The sequences.

    def s(self, k: ValueLike) -> sympy.Expr:
        """The gap of step k: an expression in ``pabisym.k``, or at a number or an expression."""
        return sympy_at(gap_expression(self._bare.process.gap, self._all_letters), k)

    def c(self, k: ValueLike) -> sympy.Expr:
        """The contraction of step k."""
        return sympy_at(law_expression(self._bare.process.contraction, self._bare, self._all_letters), k)

    def v(self, k: ValueLike) -> sympy.Expr:
        """The variance of the noise of step k."""
        return sympy_at(law_expression(self._bare.process.noise.per_step_variance, self._bare, self._all_letters), k)

    @public
    def z(self, k: ValueLike, *, a: PaymentsLike) -> sympy.Expr:
        """What is left after step k of an allocation ``a``: z_k = c_k z_(k-1) + s_k - a_k, solved.

        ``a`` is an expression in ``pabisym.k``, a formula, text, or a list with one payment a step.  Raises
        :class:`~pabisym.errors.Undecided` where no closed form is known.
        """
        with within(None):
            return sympy_at(shown_steps(left_of(self._bare, self.payments(a)), self._bare, self._all_letters), k)

    @exclusive
    def constraints(self, a: PaymentsLike) -> tuple[sympy.Basic, ...]:
        """What an allocation has to satisfy, as relations that are not evaluated: a_k >= 0, z_k >= 0, and z_T = 0."""
        import sympy

        letters = self._all_letters
        paid, left = shown_steps(self.payments(a), self._bare, letters), self.z(step_symbol(), a=a)
        last = left.subs(step_symbol(), expression(self._bare.process.steps, letters))
        return sympy.Ge(paid, 0, evaluate=False), sympy.Ge(left, 0, evaluate=False), sympy.Eq(last, 0, evaluate=False)

    @public
    def feasible(self, a: PaymentsLike, *, seconds: NumberLike | None = None) -> Verdict:
        """Is an allocation feasible for all letters: proved by the kernel, refuted at a point, or undecided.

        Raises :class:`~pabisym.errors.InputError` for letters that the process does not have, and for a process with a diameter.
        """
        with within(seconds), in_python():
            found = judged(self._bare, EachStep(self.payments(a)))
        reason, where = plain_reason(found.reason), found.violation
        if where is not None:
            reason = f"step {where.step}: {where.reason}{'' if where.by is None else f', by {where.by}'}"
        return Verdict(found.status, found.at, reason, tuple(found.proof.values()))  # type: ignore[arg-type]

    def cost(self, a: PaymentsLike, goal: PrivacyGoal) -> Formula:
        """What an allocation costs, the sum over the steps: the bound that it gives where it is feasible.

        Raises :class:`~pabisym.errors.InputError` for goals that are not Rényi, GDP or zCDP, and for noise that is not Gaussian.
        """
        spec = self.spec(goal)
        return cost_of(spec, self.letters_in(spec, goal), self.payments(a), goal)

    @property
    def _all_letters(self) -> dict[str, Letter]:
        return self.letters_in(self._bare)

    def payments(self, a: PaymentsLike) -> Term:
        """An allocation as one formula in the step."""
        given = [a] if not isinstance(a, list | tuple) else list(a)
        for name, letter in letters_of(given, where="a", step=True).items():
            if name in self.letters:
                joined(self.letters[name], letter, "a")
        term = allocation_term(a)
        check_letters(term, {**self._all_letters, STEP: Letter(STEP, "integer")}, "a")
        return term

    def __rshift__(self, other: Phase) -> Process:
        """The process, and then a phase; of a process that is made of phases."""
        if not self.phases or not isinstance(other, Phase):
            raise InputError(">>", "goes with phases", "write pabisym.Phase(...) >> pabisym.Phase(...)")
        return Process(phases=(*self.phases, other), gap=self.gap, start_shift=self.start_shift, diameter=self.diameter,
                       release=self.release, average=self.average, where=list(self.relations), letters=self.letters, title=self.title)

    @classmethod
    @public
    def from_toml(cls, source: str | bytes | os.PathLike[str] | Mapping[str, object]) -> Process:
        """The process of a spec: a path, TOML text, or the table that it is; its goal is left out.

        Raises :class:`~pabisym.errors.InputError` for what is no spec of a process.
        """
        document = load(source)
        table = document.get("process")
        if not isinstance(table, Mapping):
            raise InputError("process", "is missing", "give a spec with a [process]")
        rest = {key: value for key, value in document.items() if key not in ("goal", "claim", "allocation")}
        read_spec({**rest, "goal": {"divergence": "gdp"}})
        given = {key: table[key] for key in ("steps", "start_shift", "diameter", "average", "release") if key in table}
        if "contraction" in table:
            given["contraction"] = Every.of(size) if isinstance(size := table["contraction"], Mapping) else size
        if "noise" in table:
            given["noise"] = noise_of(table["noise"])
        entries = table.get("gap", [])
        given["gap"] = gap_of([entries] if isinstance(entries, Mapping) else entries)
        phases = tuple(Phase.of(one, given.get("noise")) for one in table.get("phases", ()))
        if phases:
            given.pop("noise", None)
        return cls(**given, phases=phases, letters=document.get("symbols", {}), title=str(document.get("title", "")))


@dataclass(frozen=True, repr=False)
class Phase:
    """Consecutive steps of a process with one contraction, one gap at every step, and one noise; ``>>`` puts another phase after it.

    ``steps`` is their number, the sizes are formulas, which may depend on ``pabisym.k``, the step of the whole process.  ``phase ** n``
    repeats it.  Raises :class:`~pabisym.errors.InputError`, where it becomes part of a process, as :class:`Process`.

    >>> import pabisym as pb
    >>> pb.Phase("M", gap="g", noise=pb.Gaussian(variance="v"))
    Phase(M, gap=g, noise=Gaussian(variance=v))
    """

    steps: FormulaLike
    _: KW_ONLY
    noise: NoiseSize
    gap: FormulaLike = 0
    contraction: FormulaLike = 1
    where: WhereLike = None
    letters: LettersLike = None

    def __post_init__(self) -> None:
        if not isinstance(self.noise, NoiseSize) or self.noise.law != "gaussian":
            raise InputError("Phase noise", f"is {self.noise!r}", "give pabisym.Gaussian(std=...)")

    @classmethod
    def of(cls, table: Mapping[str, Any], shared: NoiseSize | None) -> Phase:
        """A phase of a spec."""
        noise = noise_of(table["noise"]) if "noise" in table else shared
        if noise is None:
            raise InputError("phases noise", "is missing", "give the noise of every phase")
        return cls(table["steps"], gap=table.get("gap", 0), contraction=table.get("contraction", 1), noise=noise)

    def table(self) -> dict[str, Any]:
        """The phase as a spec has it."""
        found = {"steps": size_of(self.steps, "phase steps"), "noise": self.noise.table()}
        for key, value, usual in (("contraction", self.contraction, ONE), ("gap", self.gap, ZERO)):
            if (term := size_of(value, f"phase {key}", step=True)) != usual:
                found[key] = term
        return found

    def __rshift__(self, other: Phase | Process) -> Process:
        if isinstance(other, Phase):
            return Process(phases=(self, other))
        if not isinstance(other, Process) or not other.phases:
            raise InputError(">>", "goes with phases", "write pabisym.Phase(...) >> pabisym.Phase(...)")
        return Process(phases=(self, *other.phases), where=list(other.relations), letters=other.letters)

    def __pow__(self, count: FormulaLike) -> Phase:
        table = self.table()
        sizes = [one for key, one in table.items() if key != "steps"]
        if any(STEP in names(term) for term in terms_of(sizes)):
            raise InputError("**", f"repeats a phase whose sizes depend on the step {STEP}", "write the sizes of all its steps")
        own, steps, letters = term_of(count, "**"), term_of(self.steps, "phase steps"), letters_of(self.steps, count)
        whole = own if steps == ONE else times(own, steps)
        return replace(self, steps=Formula(whole, letters) if names(whole) <= letters.keys() else whole)

    def __repr__(self) -> str:
        parts = [shown(self.steps)]
        parts += [f"{key}={shown(value)}" for key, value, usual in (("gap", self.gap, "0"), ("contraction", self.contraction, "1"))
                  if shown(value) != usual]
        return f"Phase({', '.join(parts)}, noise={self.noise})"
