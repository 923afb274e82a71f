"""Laplace noise on the line: what its steps reveal at most and at least.

The noise of a step has the scale z C/B before the step size, so that a use of the example costs R(s) with s = r/z scales, where

    R(x) = log(alpha/(2 alpha - 1) e^((alpha - 1) x) + (alpha - 1)/(2 alpha - 1) e^(-alpha x))/(alpha - 1)

(Mironov 2017, Proposition 6).  Composition pays R(s) for every use.  The last iterate of 1-Lipschitz steps pays for a use over the steps to
the next one, R(s/p) in each of p, and for the last one at once.  The accountant composes the pair that dominates a step, sampled or not
(:mod:`pabisym.accounting.laplace`); for a new order in every epoch each order is bounded by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from pabisym.accounting.conversion import convert_bound
from pabisym.accounting.lower.laplace import laplace_account
from pabisym.errors import PabisymError
from pabisym.lang.rational import short_number
from pabisym.library.convert import renyi
from pabisym.library.library import Library
from pabisym.numerics.enclosure import between
from pabisym.spec.configuration import RANDOM, Configuration
from pabisym.training import hypotheses as said
from pabisym.training.hypotheses import MET, PROMISED, RunHypothesis
from pabisym.training.row import ACCOUNTANT, COMPOSITION, ITERATE, ITERATES, STATEMENT, PrivacyRow

COMPOSED, ITERATED = "altschuler2022/lemma-2.9", "feldman2018/theorem-22"
"""The statements on which the two rows stand: composition, and amplification by iteration for any noise."""
PRICE = "Mironov, Rényi differential privacy, 2017, Proposition 6"
LEAST_ORDER, LARGEST_ORDER = fmpq(1001, 1000), fmpq(10**6)
"""The orders that are tried."""


def _price(size: str) -> str:
    far = f"(alpha - 1)/(2*alpha - 1)*exp(-alpha*{size})"
    return f"log(alpha/(2*alpha - 1)*exp((alpha - 1)*{size}) + {far})/(alpha - 1)"


def laplace_rows(run: Configuration, library: Library) -> Iterator[PrivacyRow]:
    """What holds for a run whose noise is Laplace with the scale that the noise multiplier says; ``said`` of Gaussian noise is left out."""
    noise = RunHypothesis("every step adds Laplace noise to an iterate on the line, of scale z C/B before the step size", PROMISED)
    base = (*(one for one in said.of_every_run(run) if "N(0" not in one.text), noise)
    uses = run.steps if run.sampling in RANDOM else run.uses
    what = "every step, as if each used the example" if run.sampling in RANDOM else f"{uses} uses of an example"
    own = PrivacyRow(COMPOSED, f"composition of {what}, Laplace noise", COMPOSITION, ITERATES, base)
    yield _with(own, f"{uses}*({_price('s')})", run, library)
    own = PrivacyRow("accountant", "accountant for Laplace noise", ACCOUNTANT, ITERATES, base)
    found = laplace_account(run, run.delta)
    if found is None:
        yield replace(own, fails="no bound is found within the limits")
    else:
        yield replace(own, epsilon=between(found.ends.lower, found.ends.upper, 6, 0), method="privacy loss distributions of Laplace noise",
                      status=f"certified; believes: {'; '.join(found.believes)}")
    last = (*base, said.only_last_released(run), said.without_momentum(run), said.in_order(run), *said.convex_losses(run))
    own = PrivacyRow(ITERATED, "the last iterate, each use paid until the next one, Laplace noise", STATEMENT, ITERATE, last)
    if not own.violated:
        own = replace(own, hypotheses=(*last, RunHypothesis("steps are 1-Lipschitz", MET)))
        spread = f"{(uses - 1) * run.period}*({_price(f'(s/{run.period})')})"
        yield _with(own, f"{spread} + {_price('s')}", run, library)


def _with(own: PrivacyRow, formula: str, run: Configuration, library: Library) -> PrivacyRow:
    """The row with its epsilon at the best order that is tried."""
    try:
        bound = renyi(formula, {"s": run.ratio}, (LEAST_ORDER, LARGEST_ORDER))
        found = convert_bound(bound, run.delta, None, 6)
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    status = f"{library.standing(own.id).status}; believes: {PRICE}"
    order = "" if found.order is None else f" at the order {short_number(found.order, 4)}"
    return replace(own, epsilon=found.value, status=status, method=f"{found.method}{order}")
