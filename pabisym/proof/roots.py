"""Square roots in proof trees.  Untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step, step


def positive_root(b: Builder, radicand: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that the root of something that can be proved positive is positive, and what its square is."""
    root, goal = f"sqrt({radicand})", f"sqrt({radicand}) > 0"
    size, sign, square = b.fresh("radicand"), b.fresh("root"), b.fresh("square")

    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term(goal)):
            return b.prove(goal)
        terms = [{"coefficient": "1", "facts": [size]}, {"coefficient": "1", "facts": [square]},
                 {"coefficient": "1", "facts": [sign, b.scope.known[-1][0]]}]
        return step("absurd", goal, (step("arithmetic", "0 > 0", goal="0 > 0", multiplier="1", terms=terms),), claim=goal)

    return b.have(size, b.prove(f"{radicand} > 0"), lambda b: b.have(sign, b.figure("square-root-sign", x=radicand), lambda b: b.have(
        square, b.figure("square-root", x=radicand), lambda b: b.have(b.fresh("positive"), b.by_cases(f"-{root}", goal, one), rest))))
