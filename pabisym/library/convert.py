"""From a bound of one notion of privacy to (epsilon, delta): what ``pabisym convert`` answers.

A bound is either Gaussian (mu-GDP), whose (epsilon, delta) are exact, or a Rényi divergence bounded at every order, whose
best order is found and certified (:mod:`pabisym.notions.conversion`).  It is read from numbers, from a formula in the
order, or from a statement of the catalogue at a point; there, only orders at which its assumptions hold are used.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, TypeGuard, runtime_checkable

from flint import fmpq

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, PabisymError, Undecided
from pabisym.lang.arguments import public
from pabisym.lang.grammar import parse
from pabisym.lang.rational import power_of_ten, power_of_two, rational, rational_text
from pabisym.lang.term import ZERO, Call, Number, Term, free_names, substitute
from pabisym.library.point import Evaluation, conditions, decided_condition, evaluation, letters, numeric_bound, order_letter, read_point
from pabisym.library.statement import Statement
from pabisym.notions.best_order import MAX_ORDER, MAX_STEPS, MAX_TRIES, MIN_ORDER
from pabisym.notions.conversion import (
    CANONNE,
    LOSSLESS,
    MIRONOV,
    ComposedCurve,
    FormulaCurve,
    LinearCurve,
    OverOrders,
    RenyiCurve,
    SampledGaussian,
    best_delta,
    best_epsilon,
    gdp_delta,
    gdp_epsilon,
)
from pabisym.notions.renyi_curve import Told
from pabisym.numerics.enclosure import Enclosure, between, check_digits, interval_json
from pabisym.numerics.parameters import inner_probability, not_negative

if TYPE_CHECKING:
    from pabisym.accounting.steps import NoisyRun
    from pabisym.library.library import Library, LibraryLike

CONVERSIONS: Mapping[str, OverOrders] = {"mironov": MIRONOV, "canonne": CANONNE, "lossless": LOSSLESS}
"""The conversions from Rényi bounds by name: the oldest, the one in general use, and the best that there is."""
CONVEX = "(order - 1)*bound is convex in the order"
"""What the lower end of an answer rests on where that is not known of the bound."""
EDGE = "no order beyond those that are tried gives less"
"""What it rests on where the best of the orders that are tried is the smallest or the largest one."""
WIDE = (1 + power_of_two(-100), power_of_two(100))
"""The orders that are tried for a positive multiple of the order, which is known exactly at each; by ``lossless`` fewer are."""
GAUSSIAN_FORM = "the Gaussian form of the statement"
"""How a bound on Rényi divergences is read where its proof is, at the order 2, one about Gaussian differential privacy."""
MECHANISMS = frozenset(("gdp", "zcdp", "sampled"))
"""What is composed where several are given."""
DIGITS = 15
"""Significant digits that are certified where none are named."""
ACCOUNTED = {"epsilon": 3, "delta": 2}
"""The same where the accountant answers."""
MOST_ACCOUNTED = 9
"""Most digits to which the ends of an accountant's answer are written."""
WIDE_GAP = fmpq(1, 20)
"""Relative width of an accountant's answer from which on the upper end by Rényi divergences may be less."""
MOST_NOISE = 100
"""Largest noise for which they are asked; beyond it they take long, and are more."""
SECONDS = 5.0
"""How long they are asked."""
GDP_SOURCE = "Dong, Roth and Su, Gaussian differential privacy, 2022, Corollary 1"


@dataclass(frozen=True)
class GaussianBound:
    """The pair is sqrt(m)-GDP for every m >= ``mu_squared``, which is a rational or enclosed by a function of the digits."""

    mu_squared: fmpq | Callable[[int], Enclosure]
    form: str = ""
    """How it was read, where it is not given as one."""


@dataclass(frozen=True)
class RenyiBound:
    """A Rényi bound at the orders between ``orders``; ``convex`` says whether :data:`CONVEX` is known of it.

    ``holds`` decides, if given, whether what the bound assumes is certainly true at an order.
    """

    curve: RenyiCurve
    orders: tuple[fmpq, fmpq] | None = None
    convex: bool = True
    holds: Callable[[fmpq], bool] | None = None


@dataclass(frozen=True)
class SampledBound:
    """Steps of sampled Gaussian mechanisms, and a Gaussian one for every mu of ``gaussian``, where a record is added or removed."""

    parts: tuple[tuple[SampledGaussian, int], ...]
    gaussian: tuple[fmpq, ...] = ()

    @property
    def renyi(self) -> RenyiBound:
        """The Rényi bound that they have together."""
        linear = tuple((LinearCurve(mu**2 / 2), 1) for mu in self.gaussian)
        return RenyiBound(ComposedCurve((*self.parts, *linear)))

    @property
    def runs(self) -> list[NoisyRun]:
        """What the accountant composes."""
        from pabisym.accounting.steps import NoisyRun

        sampled = [NoisyRun(one.sigma, steps, one.q, "poisson", "add-remove") for one, steps in self.parts if one.q and steps]
        return [*sampled, *(NoisyRun(1 / mu, 1, fmpq(1), "full", "add-remove") for mu in self.gaussian if mu)]


@runtime_checkable
class HasGaussianBound(Protocol):
    """A result whose two runs are sqrt(m)-GDP for every m that is at least what :meth:`mu_squared_at` gives."""

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq | Callable[[int], Enclosure]:
        """mu^2 at the values of its letters; raises :class:`~pabisym.errors.InputError` where it bounds nothing."""


Bound: TypeAlias = GaussianBound | RenyiBound | SampledBound


@dataclass(frozen=True)
class Converted:
    """An answer: ``value`` encloses the least epsilon (or delta) for the ``given`` delta (or epsilon).

    Its upper end is a guarantee, by ``method`` at ``order``.  Its lower end says that this method gives no less at any
    order, which rests on ``assumes``, if that is not empty; by privacy loss distributions, which have no order, it bounds the answer
    itself.  ``believes`` is what these rest on, ``note`` says what else a reader should know.  Where no orders are named, those from
    1 + 2^-40 to 1 + 2^40 are tried, for positive multiples of the order those of :data:`WIDE`.
    """

    of: Literal["epsilon", "delta"]
    value: Enclosure
    given: fmpq
    method: str
    source: str
    order: fmpq | None = None
    assumes: str = ""
    believes: tuple[str, ...] = ()
    note: str = ""

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym convert --json``."""
        known = "delta" if self.of == "epsilon" else "epsilon"
        return {
            self.of: interval_json(self.value),
            known: rational_text(self.given),
            "digits": self.value.digits,
            "method": self.method,
            "source": self.source,
            "order": None if self.order is None else rational_text(self.order),
            "lower_end_assumes": self.assumes,
            "believes": list(self.believes),
            "note": self.note,
        }


def gdp(mu: object) -> GaussianBound:
    """The pair is mu-GDP for a rational mu >= 0."""
    return GaussianBound(_not_negative(mu, "gdp") ** 2)


def zcdp(rho: object) -> RenyiBound:
    """The divergence of every order is at most rho times the order, rho >= 0 a rational."""
    return RenyiBound(LinearCurve.of(_not_negative(rho, "zcdp")))


def sampled_bound(q: object, sigma: object, steps: object) -> SampledBound:
    """That many steps of the sampled Gaussian mechanism with unit sensitivity, the mixture as first argument."""
    return SampledBound(((SampledGaussian.of(q, sigma), _count(steps)),))


def composed_bound(*, gdp: Sequence[object] = (), zcdp: Sequence[object] = (), sampled: Sequence[Sequence[object]] = ()) -> Bound:
    """What mechanisms reveal together, one after the other on the same records: mu of each Gaussian one, rho of each zCDP, and
    ``(q, sigma, steps)`` of each sampled Gaussian one.

    Gaussian ones alone are Gaussian with the sum of all mu^2; with zCDP everything is a Rényi bound, the sum of all.

    >>> composed(gdp=[3, 4]).mu_squared
    25
    """
    gaussian = tuple(_not_negative(mu, "gdp") for mu in gdp)
    square, rate = sum((mu**2 for mu in gaussian), fmpq(0)), sum((_not_negative(rho, "zcdp") for rho in zcdp), fmpq(0))
    parts = tuple((SampledGaussian.of(q, sigma), _count(steps)) for q, sigma, steps in map(_three, sampled))
    if zcdp:
        linear = LinearCurve(rate + square / 2)
        return RenyiBound(ComposedCurve((*parts, (linear, 1))) if parts else linear)
    return SampledBound(parts, gaussian) if parts else GaussianBound(square)


def _count(steps: object) -> int:
    count = rational(steps, "steps")
    if count.q != 1 or count < 0:
        raise InputError("steps", f"{rational_text(count)[:40]} is no number of steps", "give an integer that is 0 or more")
    return int(count.p)


def renyi(text: object, values: Mapping[str, object] | None = None, orders: tuple[object, object] | None = None) -> RenyiBound:
    """A bound that is a formula in alpha, the order, and in letters that have rational values.

    ``orders`` are the smallest and the largest order at which it holds (absent: all above 1).
    """
    given = {name: ((), Number(rational(value, name))) for name, value in (values or {}).items()}
    term = substitute(parse(text, "renyi"), given)
    if unknown := sorted(free_names(term) - {"alpha"}):
        raise InputError("renyi", f"no value for {unknown[0]}", "give a formula in alpha, and values of its other letters")
    low, high = (None, None) if orders is None else (rational(order, "orders") for order in orders)
    return _renyi(term, "alpha", None if low is None or high is None else (low, high))


def _renyi(term: Term, letter: str, orders: tuple[fmpq, fmpq] | None, holds: Callable[[fmpq], bool] | None = None) -> RenyiBound:
    """A bound; of a multiple of a power of the order :data:`CONVEX` is known, with rational rates one computes exactly."""
    degree = _degree(term, letter)
    rate = exact_value(term, {letter: 2}) if degree == 1 else None
    curve = FormulaCurve(term, letter) if rate is None else LinearCurve.of(rate / 2)
    return RenyiBound(curve, orders, convex=degree is not None and degree >= 0, holds=holds)


def _degree(term: Term, letter: str) -> int | None:
    """The k for which a formula is certainly homogeneous of degree k in a positive letter, if that is seen from its form."""
    if letter not in free_names(term):
        return 0
    if not isinstance(term, Call):
        return 1
    degrees = [_degree(arg, letter) for arg in term.args]
    if term.head in ("+", "min", "max", "neg", "abs"):
        return degrees[0] if len(set(degrees)) == 1 else None
    known = [degree for degree in degrees if degree is not None]
    if len(known) < len(degrees) or term.head not in ("*", "/"):
        return None
    return sum(known) if term.head == "*" else known[0] - known[1]


def gaussian_bound(mu_squared: Term) -> GaussianBound:
    """The bound of a closed formula for mu^2: its exact value where it is rational, else its enclosures."""
    exact = exact_value(mu_squared, {})
    return GaussianBound((lambda digits: enclose(mu_squared, {}, digits)) if exact is None else exact)


def from_statement(statement: Statement, values: Mapping[str, object], field: str = "at",
                   library: Library | None = None) -> GaussianBound | RenyiBound:
    """What a statement about Rényi divergence or GDP says at a point that gives every letter but the order.

    With its ``library`` a bound on Rényi divergences whose proof has a Gaussian form (:mod:`pabisym.library.twins`) is the
    bound on mu^2 that it is, where it holds at the order 2.

    Raises :class:`~pabisym.errors.InputError` for a statement about something else, and where it does not hold.
    """
    found, said = numeric_bound(statement), parse(statement.conclusion or "0", statement.id, None)
    shift = {"renyi": 1, "gdp": 0}.get(said.head) if isinstance(said, Call) else None
    if found is None or not isinstance(said, Call) or shift is None or said.args[shift] != ZERO:
        raise InputError(statement.id, "bounds neither a Rényi divergence nor mu^2 of two laws", "name a statement that does")
    if found.of == "mu_squared":
        whole = evaluation(statement, values, field=field)
        exact = exact_value(whole.term, {})
        return GaussianBound(whole.enclosure if exact is None else exact)
    letter = order_letter(statement)
    if not letter:
        raise InputError(statement.id, "is about one order only", "name a statement whose order is a letter")
    if letter in values:
        raise InputError(field, f"{letter} is the order, of which the best one is sought", f"leave {letter} out")

    holds = _holds_at(statement, values, letter, field)
    if library is not None and holds(fmpq(2)):
        from pabisym.library.twins import ORDER, has_gaussian_form  # only what is proved needs proofs

        if letter == ORDER and has_gaussian_form(statement.id, library):
            whole = evaluation(statement, {**values, letter: 2}, field=field)
            exact = exact_value(whole.term, {})
            return GaussianBound(whole.enclosure if exact is None else exact, GAUSSIAN_FORM)
    span = _span(holds, lambda order: evaluation(statement, {**values, letter: order}, field=field))
    inside = evaluation(statement, {**values, letter: span[0]}, field=field)
    point = {name: value for name, value in inside.point.items() if name != letter}
    return _renyi(substitute(found.bound, point), letter, span, holds)


def _holds_at(statement: Statement, values: Mapping[str, object], letter: str, field: str) -> Callable[[fmpq], bool]:
    """Whether all conditions on one letter are certainly true at a value of it."""
    point = read_point(statement, values, field)
    about = [substitute(term, point) for _, term in conditions(statement) if letter in letters(term)]
    about = [term for term in about if letters(term) == {letter}]

    def holds(order: fmpq) -> bool:
        here = {letter: ((), Number(order))}
        try:
            return all(decided_condition(substitute(term, here)) == "true" for term in about)
        except PabisymError:
            return False

    return holds


def _span(holds: Callable[[fmpq], bool], say: Callable[[fmpq], object]) -> tuple[fmpq, fmpq]:
    """A range of orders at both ends of which a statement holds, as wide as halving finds it.

    Where it holds at no power of 2 above 1, ``say`` says why it does not hold at the order 2.
    """
    powers = [power_of_two(k) for k in range(-40, 41)]
    good = [t for t in powers if holds(1 + t)]
    if not good:
        say(fmpq(2))
        raise InputError("order", "the statement holds at no order that was tried", "choose another point")
    low, high = good[0], good[-1]
    if low > powers[0]:
        low = _edge(holds, low, low / 2)
    return 1 + low, 1 + (high if high == powers[-1] else _edge(holds, high, 2 * high))


def _edge(holds: Callable[[fmpq], bool], good: fmpq, bad: fmpq) -> fmpq:
    """The last t, to 40 bits, at which a statement holds on the way from one at which it does to one at which it does not."""
    for _ in range(40):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(1 + middle) else (good, middle)
    return good


@public
def convert(bound: Bound | HasGaussianBound | Evaluation | str | None = None, *, delta: object = None, epsilon: object = None,
            digits: int | None = None, by: str | None = None, renyi: object = None, gdp: object = None, zcdp: object = None,
            sampled: Sequence[object] | None = None, at: Mapping[str, object] | None = None,
            orders: tuple[object, object] | None = None, library: LibraryLike = None,
            progress: Callable[[str], None] | None = None) -> Converted:
    """The least epsilon for a given ``delta``, or the least delta for a given ``epsilon``, that a bound gives.

    The bound is a theorem at a point that leaves the order out, ``convert(theorem(ID).at(...), delta=...)``; or the id of a statement with
    ``at``, the values of its letters but the order (``library``: where it is looked up); or another result that has a bound, such as an
    allocation, the least noise, or a derivation with ``at``, the values of its letters; or one of ``renyi``, a formula in the order
    ``alpha`` (``at``: its other letters; ``orders``: the least and the largest order at which it holds, absent: all above 1), and
    mechanisms, which are composed where several are given: ``gdp``, a mu or a list of them, ``zcdp``, a rho or a list, and ``sampled``,
    share of a batch, standard deviation and steps of the sampled Gaussian mechanism, or a list of such triples.  Numbers are
    exact and without unit; epsilon is in nats.  ``by`` names one of :data:`CONVERSIONS`, for Rényi bounds; without it ``canonne`` is taken,
    but a bound of the catalogue whose proof has a Gaussian form is converted exactly, as the bound on mu^2 that it is, and sampled
    steps are what the certified accountant says of them (:mod:`pabisym.accounting`; with zCDP there is none).  The answer is
    certified to ``digits`` significant digits, 15 where none are named; the accountant aims at a relative width of 10^-``digits``, at least
    10^-5, by default 10^-3 for epsilon and 10^-2 for delta.  ``progress`` is told how many orders were tried, of how many at most.

    Raises :class:`~pabisym.errors.InputError` unless exactly one bound and one of delta and epsilon are given, and
    :class:`~pabisym.errors.Undecided` where the best order is one at which the bound is not certain to hold.  Sources:
    Dong, Roth and Su for Gaussian differential privacy, and what ``source`` of the answer names.

    >>> from pabisym.library.theorem import theorem
    >>> found = convert(theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10), delta="1e-6", digits=6)
    >>> found.of, found.value.upper, found.method
    ('epsilon', '0.05540615358', 'the Gaussian form of the statement; the trade-off of Gaussians, exactly')
    >>> convert(gdp=1, epsilon=1, digits=6).value.upper
    '0.1269367376'
    >>> convert(gdp=["3/5", "4/5"], epsilon=1, digits=6).value.upper
    '0.1269367376'
    """
    values = {"bound": bound, "renyi": renyi, "gdp": gdp, "zcdp": zcdp, "sampled": sampled}
    given = [name for name, value in values.items() if value is not None]
    if not given or (len(given) > 1 and not set(given) <= MECHANISMS):
        problem = f"cannot be combined with {given[0]}" if given else "is missing"
        raise InputError(given[1] if given else "bound", problem, "give a theorem at a point, or one of renyi, gdp, zcdp, sampled")
    if at is not None and given[0] not in ("renyi", "bound"):
        raise InputError("at", f"cannot be combined with {given[0]}", "it gives values to letters of renyi, or of a statement by its id")
    if orders is not None and given[0] != "renyi":
        raise InputError("orders", f"cannot be combined with {given[0]}", "it limits the orders of renyi")
    if given[0] == "bound":
        known = _stated(bound, at, library, plainly=by is not None)
    elif given[0] == "renyi":
        known = _renyi_of(renyi, at, orders)
    else:
        triples = [sampled] if sampled and not any(_is_list(one) for one in sampled) else sampled
        known = composed_bound(gdp=_several(gdp), zcdp=_several(zcdp), sampled=[_three(one) for one in triples or ()])
    return _converted(known, delta, epsilon, digits, by, progress)


def _stated(bound: object, at: Mapping[str, object] | None, library: LibraryLike, *, plainly: bool) -> Bound:
    """A bound that was read before, of a result, a theorem at a point, or a statement by its id; ``plainly`` without its Gaussian form."""
    if isinstance(bound, HasGaussianBound):
        return GaussianBound(bound.mu_squared_at(at))
    if at is not None and not isinstance(bound, str):
        raise InputError("at", "cannot be combined with bound", "it gives values to letters of renyi, or of a statement by its id")
    if isinstance(bound, GaussianBound | RenyiBound | SampledBound):
        return bound
    from pabisym.library.library import open_library  # only a name or a theorem needs the library

    known = open_library(library)
    if isinstance(bound, str):
        return from_statement(known.statement(bound), at or {}, library=None if plainly else known)
    told = bound.statement if isinstance(bound, Evaluation) else None
    if not isinstance(bound, Evaluation) or told is None:
        cure = "give theorem(ID).at(...) or another result with a bound: an allocation, the least noise, a derivation with at="
        raise InputError("bound", f"a theorem at a point was expected, not {type(bound).__name__}", cure)
    own = not plainly and told.id in known.files and known.statement(told.id) is told
    return from_statement(told, bound.given, library=known if own else None)


def _is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _three(values: object) -> tuple[object, object, object]:
    if _is_list(values) and len(values) == 3:
        return values[0], values[1], values[2]
    raise InputError("sampled", "is not three numbers", "give the share of a batch, the standard deviation and the steps")


def _several(value: object) -> Sequence[object]:
    """The values that are given as one or as a list of them."""
    return () if value is None else value if _is_list(value) else (value,)


_renyi_of = renyi
"""The reader of a formula, for a function one of whose arguments has its name."""


def _converted(bound: Bound, delta: object, epsilon: object, digits: int | None, by: str | None,
               progress: Callable[[str], None] | None = None) -> Converted:
    if (delta is None) == (epsilon is None):
        raise InputError("delta", "needs either delta or epsilon", "give the one that is known")
    if by is not None and by not in CONVERSIONS:
        raise InputError("by", f"{by[:40]!r} is no conversion", "give " + ", ".join(CONVERSIONS))
    if isinstance(bound, SampledBound):
        if by is None:
            return _accounted(bound, delta, epsilon, digits, progress)
        bound = bound.renyi
    if isinstance(bound, GaussianBound):
        return _from_gaussian(bound, delta, epsilon, DIGITS if digits is None else digits)
    return _from_renyi(bound, delta, epsilon, DIGITS if digits is None else digits, by or "canonne", progress)


def _accounted(bound: SampledBound, delta: object, epsilon: object, digits: int | None,
               progress: Callable[[str], None] | None) -> Converted:
    """What the certified accountant says; by Rényi divergences where that is less, or where the accountant has no answer."""
    from pabisym.accounting.accountant import composed_delta, composed_epsilon  # numpy, which only this needs
    from pabisym.accounting.steps import COMPOSITION

    of: Literal["epsilon", "delta"] = "epsilon" if epsilon is None else "delta"
    given = inner_probability(delta, "delta") if of == "epsilon" else not_negative(epsilon, "epsilon")
    default = ACCOUNTED[of]
    width = float(power_of_ten(-min(check_digits(default if digits is None else digits), 5)))
    runs = bound.runs
    if not runs:
        return _from_gaussian(GaussianBound(fmpq(0)), delta, epsilon, digits or DIGITS)
    if progress is not None:
        progress("composing privacy loss distributions")
    try:
        found = (composed_epsilon if of == "epsilon" else composed_delta)(runs, given, width)
    except Undecided as problem:
        other = _from_renyi(bound.renyi, delta, epsilon, digits or DIGITS, "canonne", progress)
        return replace(other, note=f"the accountant has no answer ({problem}); this is by Rényi divergences")
    lower, upper, note = rational(found.lower, of), rational(found.upper, of), ""
    if of == "epsilon" and upper and (upper - lower) > upper * WIDE_GAP and all(one.sigma <= MOST_NOISE for one, _ in bound.parts):
        with suppress(PabisymError):
            through = rational(_from_renyi(bound.renyi, delta, epsilon, 6, "canonne", _within(SECONDS)).value.upper, of)
            upper, note = (through, "the upper end is by Rényi divergences, which are less here") if through < upper else (upper, "")
    value = between(lower, upper, min(digits or default, MOST_ACCOUNTED), 0)
    return Converted(of, value, given, found.method, COMPOSITION, believes=found.believes, note=note)


def _within(seconds: float) -> Callable[[str], None]:
    """A progress that ends a search of which nothing depends after some seconds, by :class:`~pabisym.errors.Undecided`."""
    end = time.monotonic() + seconds

    def look(_: str) -> None:
        if time.monotonic() > end:
            raise Undecided("no time is left")

    return look


def _from_renyi(bound: RenyiBound, delta: object, epsilon: object, digits: int, by: str,
                progress: Callable[[str], None] | None = None) -> Converted:
    method = CONVERSIONS[by]
    curve = bound.curve if progress is None else Told(bound.curve, progress, 0 if method is LOSSLESS else 2 * (MAX_TRIES + 3 * MAX_STEPS))
    orders = bound.orders
    if orders is None and isinstance(bound.curve, LinearCurve) and bound.curve.rate > 0 and method is not LOSSLESS:
        orders = WIDE
    best = best_epsilon(curve, delta, digits, method, orders) if epsilon is None else best_delta(curve, epsilon, digits, method, orders)
    if bound.holds is not None and not bound.holds(best.order):
        raise Undecided(f"the bound is not seen to hold at the best order {rational_text(best.order)[:40]}")
    source = f"{method.source.paper}, {method.source.label}"
    of: Literal["epsilon", "delta"] = "epsilon" if epsilon is None else "delta"
    given = rational(delta if epsilon is None else epsilon, "delta" if epsilon is None else "epsilon")
    ends = (MIN_ORDER, MAX_ORDER) if orders is None else WIDE
    edge = bound.orders is None and best.value.upper != "0" and not ends[0] < best.order < ends[1]
    assumes = "; ".join(([] if bound.convex else [CONVEX]) + [EDGE] * edge)
    return Converted(of, best.value, given, method.name, source, best.order, assumes)


def _from_gaussian(bound: GaussianBound, delta: object, epsilon: object, digits: int) -> Converted:
    of: Literal["epsilon", "delta"] = "epsilon" if epsilon is None else "delta"
    given = delta if epsilon is None else epsilon
    compute = gdp_epsilon if epsilon is None else gdp_delta
    if isinstance(bound.mu_squared, fmpq):
        value = compute(bound.mu_squared, given, digits)
    else:
        near = bound.mu_squared(digits + 5)
        low, high = (compute(rational(end, "mu_squared"), given, digits + 2) for end in (near.lower, near.upper))
        value = Enclosure(low.lower, high.upper, None, digits, high.bits)
    known = rational(given, "delta" if of == "epsilon" else "epsilon")
    return Converted(of, value, known, "; ".join(filter(None, (bound.form, "the trade-off of Gaussians, exactly"))), GDP_SOURCE)


def _not_negative(value: object, field: str) -> fmpq:
    number = rational(value, field)
    if number < 0:
        raise InputError(field, f"{rational_text(number)[:40]} is negative", "give a number that is 0 or more")
    return number


def over_orders(bound: Term, letter: str, holds: Callable[[fmpq], bool], say: Callable[[fmpq], object]) -> RenyiBound:
    """A Rényi bound that is a formula in its order, ``letter``, at the orders at which ``holds`` says that it holds.

    Where it holds at no order that is tried, ``say`` is asked why at the order 2, and may raise.
    """
    return _renyi(bound, letter, _span(holds, say), holds)
