"""The pair of runs that attains a derived bound: what defines it, what it has to satisfy, and the proofs of both.

The pair is linear, x -> slope*x + gap against x -> slope*x with normal noise, as formulas in the step.  That it satisfies every hypothesis
of a derived statement is proved hypothesis by hypothesis; how far apart it is, by :mod:`pabisym.derivation.pair_in_pieces`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pabisym.derivation.shapes.problem import BEFORE
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term, at, convolve, equal, forall, is_ranged, is_relation, push, substitute
from pabisym.library.twins import Grounded
from pabisym.process.sequence import INDEX
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.certificate import undecided_condition

MEAN, SPREAD = "mean", "variance"
"""Letters of the pair: the difference of the means, and the variance, after k steps."""
_KEPT = ("real", "integer", "real sequence", "law sequence")
"""Kinds of letters that a statement about the pair keeps."""


@dataclass(frozen=True)
class FormulaPair:
    """A linear pair: x -> slope*x + gap against x -> slope*x, formulas in the letters of a spec and the step k."""

    steps: Term
    slope: Term
    gap: Term
    variance: Term
    start: Term
    factor: Term


@dataclass(frozen=True)
class Attainment:
    """A proof that the bound is attained: how far apart the pair is, and that it satisfies every hypothesis of the class."""

    pair: FormulaPair
    apart: Grounded
    members: tuple[Grounded, ...]

    @property
    def steps(self) -> int:
        """Steps of all proofs."""
        return self.apart.steps + sum(one.steps for one in self.members)

    def to_json(self) -> dict[str, Any]:
        """The pair as formulas in the step k: x -> slope*x + gap against x -> slope*x, with normal noise."""
        pair = self.pair
        formulas = {"slope": pair.slope, "gap": pair.gap, "noise_variance": pair.variance, "start_shift": pair.start}
        return {"steps": to_text(pair.steps), **{name: to_text(tidied(term)) for name, term in formulas.items()}, "proof_steps": self.steps}

    def documents(self) -> tuple[dict[str, Any], ...]:
        """Proof files for ``pabisym check``: how far apart the pair is, and every hypothesis of the class."""
        return tuple(one.document() for one in (self.apart, *self.members))


def pair_assumptions(pair: FormulaPair) -> tuple[tuple[str, Term], ...]:
    """What defines the pair: its starts, its steps, and the letters for means and variances."""
    noise = Call("white", (pair.variance,))

    def each(claim: Term) -> Term:
        return forall(INDEX, ONE, pair.steps, claim)

    def run(X: str, gap: Term) -> Term:
        return each(equal(at(X, INDEX), convolve(push(Call("affine", (pair.slope, gap)), at(X, BEFORE)), noise)))

    def grows(letter: str, slope: Term, added: Term) -> Term:
        more = added.args if isinstance(added, Call) and added.head == "+" else (added,)
        return each(Call("==", (at(letter, INDEX), Call("+", (Call("*", (slope, at(letter, BEFORE))), *more)))))

    mean, spread = at(MEAN, ZERO), at(SPREAD, ZERO)
    return (
        ("first start", equal(at("X", ZERO), Call("normallaw", (mean, spread)))),
        ("second start", equal(at("Y", ZERO), Call("normallaw", (ZERO, spread)))),
        ("start mean", Call("==", (mean, pair.start))),
        ("start variance", Call("==", (spread, ZERO))),
        ("first run", run("X", pair.gap)),
        ("second run", run("Y", ZERO)),
        ("means", grows(MEAN, pair.slope, pair.gap)),
        ("variances", grows(SPREAD, Call("**", (pair.slope, TWO)), pair.variance)),
    )


def base_of_pair(sequent: Sequent, pair: FormulaPair) -> Sequent:
    """What a statement about a pair assumes: the domains of a derived statement, and what defines the pair."""
    kept = {name: kind for name, kind in sequent.kinds.items() if kind in _KEPT}
    numeric = [(label, term) for label, term in sequent.assumptions if is_relation(term) or is_ranged(term)]
    kinds = {**kept, MEAN: "real sequence", SPREAD: "real sequence"}
    return Sequent("attained", kinds, (*numeric, *pair_assumptions(pair)), parse("0 <= 0"))


def hypotheses_of_class(sequent: Sequent, pair: FormulaPair) -> Iterator[tuple[str, Term]]:
    """Every structural hypothesis of a derived statement, said of the pair, with its label."""
    maps = {"psi": (("k",), Call("affine", (pair.slope, pair.gap))), "phi": (("k",), Call("affine", (pair.slope, ZERO)))}
    maps["zeta"] = (("k",), Call("white", (pair.variance,)))
    for label, term in sequent.assumptions:
        if is_relation(term) or is_ranged(term):
            continue
        claim = substitute(term, maps)
        if isinstance(claim, Call) and claim.head == "forall":  # said about the step k
            index, low, high, said = claim.args
            if not isinstance(index, Name):
                raise NoProof(f"{to_text(claim)} is not about every step")
            claim = forall(INDEX, low, high, substitute(said, {index.name: ((), INDEX)}))
        yield label, claim


def attained_id(label: str) -> str:
    """The id of the theorem that the pair satisfies the hypothesis of this label."""
    return f"attained/{label.replace(' ', '-')}"


def member(b: Builder, pair: FormulaPair, claim: Term, label: str) -> Step:
    """One hypothesis of the class, for the pair; of the slopes it is known that they are ``not negative`` and ``at most the factor``."""
    slope, gap, variance = to_text(pair.slope), to_text(pair.gap), to_text(pair.variance)
    if isinstance(claim, Call) and claim.head == "winf":
        near = b.figure("normal-near", b.known("first start"), b.known("second start"), m=f"{MEAN}(0)", u="0", v=f"{SPREAD}(0)", P="X(0)",
                        Q="Y(0)")
        return b.figure("winf-widen", near, y=to_text(claim.args[2]), z=f"{MEAN}(0) - 0", P="X(0)", Q="Y(0)")
    if not isinstance(claim, Call) or claim.head != "forall" or not isinstance(claim.args[3], Call):
        raise NoProof(f"{to_text(claim)} is no hypothesis about every step")
    body = claim.args[3]

    def steep(b: Builder) -> Step:
        if condition := undecided_condition(b.scope, pair.slope):
            return b.by_cases(condition, body, steep)
        facts = {"slope here": b.at("not negative", "k"), "factor here": b.at("at most the factor", "k")}
        f, own = to_text(body.args[0]), to_text(body.args[1])
        shift = to_text(body.args[0].args[1]) if isinstance(body.args[0], Call) else "0"
        return b.suppose_all(facts, lambda b: b.figure(
            "lipschitz-widen", b.figure("affine-lipschitz", c=slope, s=shift), c=slope, d=own, f=f))

    def one(b: Builder) -> Step:
        if body.head == "lipschitz":
            return steep(b)
        if body.head == "gap":
            f, g = (to_text(arg) for arg in body.args[:2])
            return b.figure("gap-widen", b.figure("affine-gap", c=slope, s=gap, t="0"), s=f"{gap} - 0", u=to_text(body.args[2]), f=f, g=g)
        if body.head == "gaussian":
            return {**b.figure("white", v=variance), "conclusion": body}
        return b.at(label, "k")

    return b.generalise("k", to_text(claim.args[1]), to_text(claim.args[2]), one)
