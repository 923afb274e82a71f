"""Derived bounds as symbolic objects: the bound as a formula, what is paid and what is left in symbols, the pair that attains it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flint import fmpq

from pabisym.derivation.derive import Derivation
from pabisym.derivation.derive import derive as derive_spec
from pabisym.errors import Undecided
from pabisym.kernel.exact import Refusal
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import within
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property
from pabisym.lang.simplify import tidied
from pabisym.lang.term import TWO, Call, Name, Term, is_relation
from pabisym.proof.build import NoProof
from pabisym.spec.read import Spec
from pabisym.symbolic.claim import Claim, proofs, scope_of
from pabisym.symbolic.formula import Formula, FormulaLimit, assumed
from pabisym.symbolic.goals import PrivacyGoal
from pabisym.symbolic.numbers import Letter, ValueLike, ValuesLike
from pabisym.symbolic.payments import LEFT, PAID, payments
from pabisym.symbolic.sequences import in_sympy, piecewise, shortened, shown_steps, sympy_at
from pabisym.symbolic.steps import LetterCase
from pabisym.symbolic.theorem import ProofPart

if TYPE_CHECKING:
    import sympy

    from pabisym.derivation.epsilon_delta import LevelBound
    from pabisym.derivation.explain import Explanation
    from pabisym.library.library import LibraryLike
    from pabisym.numerics.enclosure import Enclosure


@dataclass(frozen=True)
class PaidSteps:
    """Steps that pay in one way: from the step ``first`` on, up to the next ones, where ``when`` holds of the letters."""

    first: sympy.Expr
    payment: sympy.Expr
    left: sympy.Expr
    when: tuple[Claim, ...] = ()


@dataclass(frozen=True, repr=False)
class SymbolicDerivation:
    """A derived and proved bound; ``record`` has the terms and proofs that it is read off.

    ``bound`` is a formula in the caller's symbols, under the ``conditions`` that hold beside the domains; ``tightness`` is ``exact`` where
    a pair attains it and ``upper`` where it may lie above; ``believed`` are the ids of what the proof assumes without a proof.  Raises
    :class:`~pabisym.errors.Undecided` for what the proof does not show.

    >>> import pabisym as pb
    >>> run = pb.Process(steps="n", gap={1: "s"}, noise=pb.Gaussian(variance="v"),
    ...                  letters={"n": "integer, n >= 1", "s": "real, s > 0", "v": "real, v > 0"})
    >>> found = run.derive(pb.Renyi("alpha"))
    >>> found.bound, found.tightness, found.a(pb.k)
    (alpha*s**2/(2*v*n), 'exact', s/n)
    """

    record: Derivation
    letters: Mapping[str, Letter]
    goal: PrivacyGoal | None = None
    rho: Term | None = None
    """The bound of zero-concentrated differential privacy, where that was asked for."""

    @property
    def spec(self) -> Spec:
        """The spec that was analysed."""
        return self.record.spec

    @cached_property
    def bound(self) -> Formula:
        """The bound on what was asked for: a divergence in nats, mu, rho or delta."""
        return Formula(self.record.bound if self.rho is None else self.rho, self._known, self.conditions, "upper")

    @cached_property
    def mu_squared(self) -> Formula:
        """The price of the allocation: the sum of the squared payments over the variances."""
        return Formula(self.record.mu_squared, self._known, self.conditions, "upper")

    @cached_property
    def conditions(self) -> tuple[Claim, ...]:
        """What has to hold beside the domains: for an algorithm to be this process, and for the closed form."""
        return tuple(assumed(one, self._known) for one in self.record.conditions if isinstance(one, Call) and is_relation(one))

    @cached_property
    def _known(self) -> dict[str, Letter]:
        """The letters, and those that the derivation brought in."""
        level = self.record.level
        return {**self.letters, **({level: Letter(level, f"real, {level} >= 0")} if level else {})}

    @property
    def tightness(self) -> str:
        """``exact`` or ``upper``."""
        return self.record.tightness

    @property
    def believed(self) -> tuple[str, ...]:
        """The ids of the axioms and cited results on which the proof rests."""
        return self.record.cited

    # What is paid.

    @cached_property
    def _cases(self) -> tuple[LetterCase, ...]:
        """What every step pays and what is left, case by case, in the letters of the user."""
        record = self.record
        with within(None):
            if record.in_other_letters is not None:
                found, exchange = record.in_other_letters
                cases = exchange(payments(found.spec, found.derived))
            else:
                cases = payments(record.spec, record.derived)
            return shortened(cases, record.spec, self.letters)

    def a(self, k: ValueLike) -> sympy.Expr:
        """The payment of step k: an expression in ``pabisym.k``, or at a number or an expression.

        Raises :class:`~pabisym.errors.Undecided` where the proof shows no allocation.
        """
        return sympy_at(piecewise(self._cases, PAID, self.letters), k)

    def z(self, k: ValueLike) -> sympy.Expr:
        """What is left of the shift after step k; before a restart what the diameter allows.  Raises as :meth:`a`.

        Of an upper bound it is the shift that the proof follows, which is at least ``c_k*z_(k-1) + s_k - a_k``.
        """
        return sympy_at(piecewise(self._cases, LEFT, self.letters), k)

    @cached_property
    def blocks(self) -> tuple[PaidSteps, ...]:
        """The steps that pay in one way, case by case; empty where the proof shows no allocation."""
        try:
            cases = self._cases
        except Undecided:
            return ()
        return tuple(PaidSteps(in_sympy(one.first, self.letters), in_sympy(one.formulas[PAID], self.letters),
                               in_sympy(one.formulas[LEFT], self.letters), tuple(assumed(fact, self.letters) for fact in case.when))
                     for case in cases for one in case.ranges)

    @cached_property
    def worst_case(self) -> Mapping[str, sympy.Expr]:
        """The pair that attains the bound: x -> slope*x + gap against x -> slope*x, with noise of a variance, from starts apart.

        Keys are ``steps``, ``slope``, ``gap``, ``noise_variance`` and ``start_shift``, formulas in ``pabisym.k``.  Raises
        :class:`~pabisym.errors.Undecided` where no pair is proved to attain it.
        """
        attained = self.record.attainment
        if attained is None:
            raise Undecided("no pair is proved to attain the bound")
        pair = attained.pair
        terms = {"steps": pair.steps, "slope": pair.slope, "gap": pair.gap, "noise_variance": pair.variance, "start_shift": pair.start}
        return {name: shown_steps(tidied(term), self.spec, self.letters) for name, term in terms.items()}

    # How it was found, and where it goes.

    def explain(self) -> Explanation:
        """The derivation step by step."""
        from pabisym.derivation.explain import explain

        return explain(self.record)

    @property
    def proof(self) -> ProofPart:
        """The proof tree, to walk through."""
        return ProofPart(self.record.statement.tree)

    @property
    def certificate(self) -> dict[str, Any]:
        """The proof file for ``pabisym.check``, with everything that the proof applies."""
        return self.proof_document()

    @public
    def limit(self, to: ValuesLike = None, /, *, side: str = "", **named: ValueLike) -> FormulaLimit:
        """The behaviour of the bound as one letter goes to a number or to infinity: ``found.limit(n=sympy.oo)``; see Formula.limit.

        That of a root, such as mu, is the root of the limit of what is under it.
        """
        term = self.bound.term
        if not isinstance(term, Call) or term.head != "sqrt":
            return self.bound.limit(to, side=side, **named)
        found = replace(self.bound, term=term.args[0]).limit(to, side=side, **named)
        return replace(found, value=_root(found.value), leading=_root(found.leading))

    def latex(self) -> str:
        """The theorem and its derivation, for an article."""
        from pabisym.show.article import derivation_latex

        return derivation_latex(self.record)

    @public
    def coq(self, folder: str | os.PathLike[str]) -> list[str]:
        """Write a development that ``coqc`` 8.16 compiles; the names of its files, in the order in which they are compiled."""
        from pabisym.coq.export import export_document

        return export_document(self.proof_document(), Path(folder))

    @public
    def levels(self, at: Mapping[str, object]) -> tuple[LevelBound, ...]:
        """What is known of epsilon or delta at a point, by every way from the bound to (epsilon, delta), the least first.

        ``at`` has the values of the letters, and ``delta`` or ``epsilon``.  Raises :class:`~pabisym.errors.InputError` for values that are
        missing, unknown or outside the domains.
        """
        from pabisym.derivation.epsilon_delta import table

        return table(self.record, at)

    # As the functions of pabisym take it.

    def proof_document(self) -> dict[str, Any]:
        """The proof file, for :func:`pabisym.check`."""
        return self.record.proof_document()

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq | Callable[[int], Enclosure]:
        """mu^2 at the values of the letters, for :func:`pabisym.convert`; raises :class:`~pabisym.errors.InputError` as that does."""
        return self.record.mu_squared_at(at)

    def point(self, letters: Mapping[str, object]) -> dict[str, Fraction]:
        """The values of the letters; raises :class:`~pabisym.errors.InputError` for values outside the domains."""
        return self.record.point(letters)

    @property
    def fingerprint(self) -> str:
        """A content hash of what is proved and of its proof."""
        return self.record.fingerprint

    def to_json(self) -> dict[str, Any]:
        """The answer of ``pabisym derive --json``."""
        return self.record.to_json()

    def __repr__(self) -> str:
        title = f"{self.spec.title}: " if self.spec.title else ""
        return f"SymbolicDerivation({title}{to_text(self.bound.term)}, {self.tightness})"


def _root(value: Formula | None) -> Formula | None:
    """The root of a limit; infinity stays what it is."""
    import sympy

    return value if value is None or str(value) == "oo" else replace(value.map(sympy.sqrt), side=value.side)


def bound_of(spec: Spec, letters: Mapping[str, Letter], goal: PrivacyGoal, library: LibraryLike,
             seconds: NumberLike | None) -> SymbolicDerivation:
    """The bound of a spec for a goal; that of zCDP is read off the Rényi divergences of all orders, whose letter is that of the spec."""
    with within(seconds):
        found = derive_spec(spec, library=library)
        if goal.divergence != "zcdp" or not isinstance(spec.goal.order, Name):
            return SymbolicDerivation(found, letters, goal)
        rho = tidied(Call("/", (found.mu_squared, TWO)))
        known = [one for one in found.conditions if isinstance(one, Call) and is_relation(one)]
        try:
            proofs(Call("==", (found.bound, Call("*", (spec.goal.order, rho)))), scope_of(letters, known))
        except (NoProof, Refusal) as reason:
            raise Undecided(f"that the Rényi bound is proportional to its order is not proved: {reason}") from reason
    return SymbolicDerivation(found, letters, goal, rho)
