"""What a restart in a bounded domain assumes of the processes that use one."""

from __future__ import annotations

from pabisym.library.statement import Structure

SET = Structure("K", "set", "the domain, onto which every step projects first")


def in_domain(place: str, diameter: str, steps: str) -> dict[str, str]:
    """That the steps of two runs project first, onto a set in which the runs are at most the diameter apart."""
    again = "forall(k, 1, {T}, equal({X}(k), convolve(push({psi}(k), push(projection({K}), {X}(k - 1))), zeta(k))))".format
    near = f"winf(push(projection({place}), X(k)), push(projection({place}), Y(k)), {diameter})"
    return {"domain": f"convexset({place})", "first run projected": again(X="X", psi="psi", K=place, T=steps),
            "second run projected": again(X="Y", psi="phi", K=place, T=steps), "diameter": f"forall(k, 0, {steps}, {near})"}
