"""Square roots in proof trees.  Untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script


def positive_root(p: Script, radicand: str) -> None:
    """Go on knowing that the root of something that can be proved positive is positive, and what its square is."""
    goal = f"sqrt({radicand}) > 0"
    size, sign, square = p.fresh("radicand"), p.fresh("root"), p.fresh("square")

    def one(b: Builder) -> Step:
        if b.evident(goal):
            return b.prove(goal)
        zero = certified("0 > 0", fact(size), fact(square), fact(sign, b.scope.known[-1][0]))
        return step("absurd", goal, (zero,), claim=goal)

    p.have(size, f"{radicand} > 0")
    p.have(sign, p.figure("square-root-sign", x=radicand))
    p.have(square, p.figure("square-root", x=radicand))
    p.have(p.fresh("positive"), p.by_cases(f"-sqrt({radicand})", goal, one))


def root_at_most(b: Builder, root: str, value: str, sign: str, equations: tuple[str, ...]) -> Step:
    """A root is at most a value that is known under ``sign`` not to be negative, where equations say that their squares are equal.

    Otherwise 0 = (root - value)^2 + 2 value (root - value) > 0.
    """
    goal = f"{root} <= {value}"

    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term(goal)):
            return b.prove(goal)
        above = b.scope.known[-1][0]
        terms = [fact(above, above), fact(above, sign, times="2"), *(fact(label, times="-1") for label in equations)]
        return step("absurd", goal, (certified("0 > 0", *terms),), claim=goal)

    return b.by_cases(f"{value} - {root}", goal, one)
