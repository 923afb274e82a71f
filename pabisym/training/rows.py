"""The bounds that hold for a training run: composition, the accountant, statements of the library, the exact optimum.

The allocation of a run with batches in an order has a gap of r eta C/B in every step that uses the example and noise of deviation eta z
C/B in
every step (:mod:`pabisym.spec.configuration`).  The example that is used in the last step is the worst one: what comes after the last
use of another one is post-processing, its uses are no more, and the steps before them no fewer.  For batches in a new order in every epoch
the last place in every epoch is the worst: an allocation for a later gap is one for an earlier gap of no greater cost, as the distance
after
both steps is no larger.  A bound that holds for every order holds for their mixture, as hockey-stick divergences are jointly convex.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from flint import fmpq

from pabisym.accounting.conversion import GaussianBound, convert_bound
from pabisym.accounting.lower.linear import geometric_sum
from pabisym.accounting.training import accountant_epsilon
from pabisym.comparison.compare import compare_unreplayed
from pabisym.comparison.symbols import RunSymbols
from pabisym.errors import PabisymError
from pabisym.lang.rational import rational, to_fraction
from pabisym.library.library import Library
from pabisym.library.status import ESTABLISHED
from pabisym.library.twins import has_gaussian_form
from pabisym.spec.configuration import ALL, CLIPPED, FIXED_SIZE, LAST, NONCONVEX, RANDOM, REPLACE, Configuration, plain
from pabisym.training import hypotheses as said
from pabisym.training.hidden import hidden_row, places_row, subsets_row
from pabisym.training.hypotheses import VIOLATED, RunHypothesis
from pabisym.training.row import ACCOUNTANT, COMPOSITION, DIGITS, ITERATE, ITERATES, OPTIMUM, STATEMENT, PrivacyRow

LONGEST = 20_000
"""Most steps whose allocation in a bounded domain is solved step by step."""
MOST_USES = 20_000
"""Most uses of an example whose allocation is solved."""
UNBOUNDED = ("pabisym/periodic-gap", "pabisym/contractive-periodic-gap", "pabisym/contractive-equal-gaps")
BOUNDED = ("pabisym/bounded-epochs", "pabisym/bounded-equal-gaps", "pabisym/bounded-contractive-gaps", "pabisym/mixing",
           "pabisym/mixing-stages", "pabisym/mixing-shares", "pabisym/mixing-gap-stages")
DRAWN = ("pabisym/mixing-noisy-sgd", "altschuler2022/theorem-3.1", "altschuler2022/theorem-5.1")
"""The statements that are read, about batches in an order without and with a domain, and about batches of a fixed size."""
INTERPOLATED = "interpolation"
"""The name of the row of :mod:`pabisym.accounting.last_iterate`."""
STRING = "pabisym/taut-string"
"""What an optimal allocation stands on: every string below the accumulated shift is a proof, from a restart too."""
LEAST_FACTOR = fmpq(1, 10**6)
"""A step that forgets everything is read as one with this Lipschitz constant, as the statement has positive ones."""
MOST_LETTERS = 40_000
"""Most digits of a power of the contraction."""
GAUSSIAN_COMPOSITION = "Dong, Roth and Su, Gaussian differential privacy, 2022, Corollary 2"


def rows_of(run: Configuration, library: Library, progress: Callable[[str], None] | None = None, *,
            quick: bool = False) -> Iterator[PrivacyRow]:
    """The bounds about what is released; ``quick`` leaves out those that are searched for by plans of stages."""
    base = tuple(said.of_every_run(run))
    yield _composition(run, base, library)
    if run.sampling in RANDOM:
        if progress is not None:
            progress("accounting")
        yield _accountant(run, base)
        if run.release != ALL and (hidden := hidden_row(run, base)) is not None:
            yield hidden
        if not quick and run.diameter is not None:
            from pabisym.training.mixing import mixing_row  # entered where there is a domain

            if (mixed := mixing_row(run, base)) is not None:
                yield mixed
    last = (*base, said.only_last_released(run), said.without_momentum(run))
    if run.sampling not in RANDOM:
        yield from _ordered(run, last, library, progress, quick=quick)
    elif run.sampling == FIXED_SIZE:
        yield from _drawn(run, last, library, progress, quick=quick)


def least(rows: Sequence[PrivacyRow]) -> PrivacyRow | None:
    """The row with the least guarantee; None where nothing applies."""
    return min((row for row in rows if row.applies), key=rank, default=None)


def rank(row: PrivacyRow) -> tuple[bool, Fraction, int]:
    """Rows that apply first, the least guarantee first, then by kind."""
    order = (STATEMENT, OPTIMUM, ACCOUNTANT, COMPOSITION)
    return not row.applies, Fraction(row.epsilon.upper) if row.epsilon is not None else Fraction(0), order.index(row.kind)


def _composition(run: Configuration, base: tuple[RunHypothesis, ...], library: Library) -> PrivacyRow:
    """All steps that may use an example, composed."""
    uses = run.steps if run.sampling in RANDOM else run.uses
    what = "every step, as if each used the example" if run.sampling in RANDOM else f"{uses} uses of an example"
    found = convert_bound(GaussianBound(uses * run.ratio**2), run.delta, None, DIGITS)
    status = library.standing("pabisym/composition").status if run.release == LAST else f"cited: {GAUSSIAN_COMPOSITION}"
    method = f"μ² = {plain(uses * run.ratio**2)}; {found.method}"
    return PrivacyRow("pabisym/composition", f"composition of {what}", COMPOSITION, ITERATES, base, found.value, status, method)


def _accountant(run: Configuration, base: tuple[RunHypothesis, ...]) -> PrivacyRow:
    found = accountant_epsilon(run, DIGITS)
    own = PrivacyRow("accountant", "accountant for random batches", ACCOUNTANT, ITERATES, base)
    if isinstance(found, str):
        return replace(own, fails=found)
    return replace(own, epsilon=found.interval, method=found.method, status=f"certified; believes: {found.source}")


def _ordered(run: Configuration, last: tuple[RunHypothesis, ...], library: Library, progress: Callable[[str], None] | None, *,
             quick: bool) -> Iterator[PrivacyRow]:
    """Bounds on the last iterate where batches come in an order: statements of the library, and the exact optimum."""
    contractive = said.is_contractive(run)
    steps = tuple(said.convex_losses(run)) if contractive or run.loss not in (NONCONVEX, CLIPPED) or run.smoothness is None else tuple(
        said.lipschitz_steps(run))
    common = (*last, *steps)
    own = PrivacyRow(STRING, "the last iterate, by the best shift allocation", OPTIMUM, ITERATE, common)
    if own.violated:
        yield own
        return
    if (row := places_row(run, common)) is not None:
        yield row
    if (optimum := _optimum(run, own, library)) is not None:
        yield optimum
    if contractive:
        yield from _read(run, UNBOUNDED, common, library, progress)
        if run.diameter is not None:
            names = [name for name in BOUNDED if not quick or "mixing" not in name]
            yield from _read(run, names, (*common, said.bounded_domain(run)), library, progress)


def optimum_row(run: Configuration, library: Library) -> PrivacyRow | None:
    """The exact optimum alone, of a run with batches in an order whose steps are as the run promises; None where it is not found."""
    own = PrivacyRow(STRING, "the last iterate, by the best shift allocation", OPTIMUM, ITERATE, ())
    found = _optimum(run, own, library)
    return found if found is not None and found.applies else None


def _drawn(run: Configuration, last: tuple[RunHypothesis, ...], library: Library, progress: Callable[[str], None] | None, *,
           quick: bool) -> Iterator[PrivacyRow]:
    """Bounds on the last iterate with batches of a fixed size: in a bounded domain, or with strongly convex losses."""
    replaced = [] if run.adjacency == REPLACE else [RunHypothesis(
        "neighbouring data sets differ in one example that is replaced", VIOLATED, f"they differ by {run.adjacency}; --adjacency replace")]
    common = (*last, *said.convex_losses(run), *replaced)
    own = PrivacyRow(INTERPOLATED, "the last iterate, by shifted interpolation of random batches", STATEMENT, ITERATE, common)
    if own.violated:
        yield own
        return
    if progress is not None:
        progress("random batches")
    if (hidden := subsets_row(run, common)) is not None:
        yield hidden
    yield _interpolated(run, own if run.diameter is None else replace(own, hypotheses=(*common, said.bounded_domain(run))))
    undecayed = [] if run.weight_decay == 0 else [RunHypothesis(  # for statements about losses, rather than about gaps
        "the gradient step is that of the losses alone", VIOLATED, "weight decay adds to it; --weight-decay 0")]
    bounded = (*common, said.bounded_domain(run), *undecayed)
    if not quick and all(one.state != VIOLATED for one in bounded):
        yield from _read(run, DRAWN, bounded, library, progress, "random batches")


def _interpolated(run: Configuration, own: PrivacyRow) -> PrivacyRow:
    """Amplification by iteration with random batches, as a composition of tradeoff functions."""
    from pabisym.accounting.last_iterate import last_iterate_epsilon

    try:
        found = last_iterate_epsilon(
            run.delta, noise_multiplier=run.noise_multiplier, steps=run.steps, examples=run.examples, batch=run.batch,
            learning_rate=run.learning_rate, clip=run.clip, contraction=run.contraction, diameter=run.diameter)  # fmt: skip
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    method = f"{found.back} steps are looked back, shifts in the last {found.shifted}; privacy loss distributions"
    status = f"argued, not replayed by the kernel; believes: {'; '.join(found.believes)}"
    return own.between(found.lower, found.upper, method, status=status)


def _read(run: Configuration, names: Sequence[str], common: tuple[RunHypothesis, ...], library: Library,
          progress: Callable[[str], None] | None, about: str = "a run") -> Iterator[PrivacyRow]:
    """What statements of the library say ``about`` the run, of those that are proved or cited."""
    if progress is not None:
        progress("reading statements")
    known = [name for name in names if name in library.files]
    for read in compare_unreplayed(library, RunSymbols.of_run(run), DIGITS, known).rows:
        if read.epsilon is None:
            continue
        status = library.standing(read.id).status
        if status in ESTABLISHED:
            yield PrivacyRow(read.id, read.title, STATEMENT, ITERATE, common, read.epsilon, status, f"{read.method}, about {about}")


def _optimum(run: Configuration, own: PrivacyRow, library: Library) -> PrivacyRow | None:
    """The exact optimum of the allocation, in balls; between uses the steps without a gap are one step with all their noise.  None where
    steps are not known.
    """
    from pabisym.shift.allocate import allocate
    from pabisym.shift.exact.ball import Interval

    factor, gap, deviation = run.contraction, run.gap, run.deviation
    if factor is None or gap is None or deviation is None:
        return None
    factor = max(factor, LEAST_FACTOR)
    hypotheses, restarted = own.hypotheses, run.diameter is not None and run.steps <= LONGEST
    try:
        if run.diameter is not None and restarted:
            hypotheses = (*hypotheses, said.bounded_domain(run))
            first = (run.steps - 1) % run.period
            gaps = [to_fraction(gap) if k % run.period == first else Fraction(0) for k in range(run.steps)]
            found = allocate(gap=gaps, noise_variance=to_fraction(deviation**2), contraction=to_fraction(factor),
                             diameter=to_fraction(run.diameter), arithmetic="ball")
        elif run.uses <= MOST_USES:
            count = run.period
            if (len(str(factor.p)) + len(str(factor.q))) * count >= MOST_LETTERS:
                return replace(own, fails="the powers of the contraction are too long")
            between = deviation**2 * geometric_sum(factor**2, count)
            gaps = [to_fraction(gap * factor ** (count - 1))] * (run.uses - 1) + [to_fraction(gap)]
            variances = [to_fraction(between)] * (run.uses - 1) + [to_fraction(deviation**2)]
            factors = [to_fraction(factor**count)] * (run.uses - 1) + [to_fraction(factor)]
            found = allocate(gap=gaps, noise_variance=variances, contraction=factors, arithmetic="ball")
        else:
            return replace(own, fails=f"{run.uses} uses of an example are more than {MOST_USES}")
        if not isinstance(found.value, Interval):
            return replace(own, fails="the optimum is not enclosed")
        value = rational(found.value.upper, "mu squared")
    except PabisymError as problem:
        return replace(own, fails=str(problem))
    converted = convert_bound(GaussianBound(value), run.delta, None, DIGITS)
    status = library.standing(STRING).status if has_gaussian_form(STRING, library) else "cited"
    title = "the best shift allocation" + (", with the best restart" if restarted else ": no analysis by contractions and gaps gives less")
    return replace(own, title=title, hypotheses=hypotheses, epsilon=converted.value, status=status,
                   method=f"μ² = {plain(value)}, enclosed in balls; {converted.method}")
