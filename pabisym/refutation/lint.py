"""A lint for claimed bounds: one that improves when a hypothesis is weakened promises more for less.

The optimum of the shift allocation never falls when a contraction, a gap or the start shift grows, and never rises when a
variance does.  A claim that moves the other way is at best loose where it is the larger, since the smaller value is claimed
there too; what is found are two points, and no verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational, rational_text, to_fraction
from pabisym.lang.term import Call, Number, Term, substitute
from pabisym.process.sequence import names
from pabisym.refutation.corners import is_allowed
from pabisym.spec.read import Spec

POINTS = 12
"""Random points at which one letter at a time is changed."""
FACTORS = (Fraction(1, 2), Fraction(3, 4), Fraction(2))
"""By what a letter is multiplied."""


def lint(spec: Spec, bound: Term) -> tuple[str, ...]:
    """For every letter with which the claim moves the wrong way, one sentence with two points."""
    if spec.algorithm is not None:
        return ()
    found: dict[str, str] = {}
    for point in spec.points(POINTS, seed=7):
        plain = {name: to_fraction(rational(value, name)) for name, value in point.items()}
        for name in names(bound) & set(plain) - set(found):
            for factor in FACTORS:
                if name not in found and (said := _improvement_at(spec, bound, name, plain, plain[name] * factor)):
                    found[name] = said
    return tuple(found[name] for name in sorted(found))


def _improvement_at(spec: Spec, bound: Term, name: str, point: Mapping[str, Fraction], value: Fraction) -> str:
    """What is wrong where a letter has another value that weakens the hypotheses, and the claim is smaller."""
    other = {**point, name: value}
    if not is_allowed(spec, (relation for _, relation in spec.scope().known), other):
        return ""
    here, there = (substitute(bound, {letter: ((), Number(own)) for letter, own in at.items()}) for at in (point, other))
    try:
        if not weaker(spec.instance(**other), spec.instance(**point)) or decide(Call("<", (there, here)), {}) != "true":
            return ""
    except (InputError, Undecided):
        return ""
    others = ", ".join(f"{letter} = {rational_text(own)}" for letter, own in point.items() if letter != name)
    return (f"the claim improves although less is assumed, as {name} goes from {rational_text(point[name])} to {rational_text(value)}"
            f" with {others}")


def weaker(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Does an instance assume no more than another of the same length, and less somewhere."""
    if one["steps"] != other["steps"] or one.get("diameter") or other.get("diameter"):
        return False
    more = [pair for key in ("contraction", "gap", "start_shift") for pair in _pairs(one[key], other[key], one["steps"])]
    more += [(b, a) for a, b in _pairs(one["noise_variance"], other["noise_variance"], one["steps"])]
    return all(a >= b for a, b in more) and any(a > b for a, b in more)


def _pairs(one: object, other: object, steps: object) -> Iterator[tuple[Fraction, Fraction]]:
    lists = [value if isinstance(value, list | tuple) else [value] * int(str(steps)) for value in (one, other)]
    for a, b in zip(*lists, strict=True):
        yield Fraction(str(a)), Fraction(str(b))
