"""Steps with batches of losses: how they are written, and what their gradients assume; untrusted like every builder.

The data are the losses f(1), ..., f(n), and on the other data g stands in place of f(i).  All gradients are taken in the convex set K,
from the projection of the point: the iterates of projected runs lie there, so that it changes nothing.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

OTHER = "cases({l} - (i + 1), f({l}), cases(i - 1 - {l}, f({l}), g))"
"""The loss of record l on the other data: g where l = i."""


def step_of(loss: str) -> str:
    """The gradient step of one loss, from the projection on."""
    return f"compose(gradient({loss}, eta), projection(K))"


FIRST, SECOND = step_of("f(l)"), step_of(OTHER.format(l="l"))
RANDOM, OTHER_RANDOM = (f"sampledstep(l, n, b, {one})" for one in (FIRST, SECOND))
"""The steps of both runs, with a random batch of b of the n records."""


@script
def agreement(p: Script, label: str, low: str, high: str) -> Step:
    """The steps of other records are the same on both data sets."""
    with p.generalise("l", low, high) as one:
        one.show(one.figure("same-map", f=FIRST, conclude=f"gap({FIRST}, {SECOND}, 0)"))
    return one.step


@script
def apart(p: Script, first: Step, second: Step, conclude: str) -> Step:
    """Gradient steps of two L-Lipschitz losses are at most 2 eta L apart."""
    near = p.figure("gradient-gap", first, second, eta="eta")
    return p.figure("gap-after-projection", near, "domain", conclude=conclude)


def step_distance(p: Script) -> Step:
    """The steps of the record that is replaced are at most 2 eta L apart."""
    first, second = (text.format(l="i") for text in ("f({l})", OTHER))
    return apart(p, p.at("Lipschitz", "i"), p.known("other Lipschitz"),
                 f"gap({step_of(first)}, {step_of(second)}, 2*eta*L)")
