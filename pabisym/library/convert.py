"""From a bound of one notion of privacy to (epsilon, delta): what ``pabisym convert`` answers.

A bound is either Gaussian (mu-GDP), whose (epsilon, delta) are exact, or a Rényi divergence bounded at every order, whose
best order is found and certified (:mod:`pabisym.notions.conversion`).  It is read from numbers, from a formula in the
order, or from a statement of the catalogue at a point; there, only orders at which its assumptions hold are used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from flint import fmpq

from pabisym.accounting.conversion import Bound, Converted, GaussianBound, HasGaussianBound, RenyiBound, SampledBound, convert_bound
from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, field_name
from pabisym.lang.arguments import Exact, NumberLike, plain, public
from pabisym.lang.grammar import parse
from pabisym.lang.rational import power_of_two, rational, short
from pabisym.lang.term import ZERO, Call, Name, Number, Term, free_names, substitute
from pabisym.library.point import (
    Evaluation,
    conditions,
    conditions_hold,
    evaluation,
    letters,
    numeric_bound,
    order_letter,
    read_point,
)
from pabisym.library.statement import Statement
from pabisym.notions.conversion import ComposedCurve, FormulaCurve, LinearCurve, SampledGaussian
from pabisym.notions.renyi_curve import MOST_TIMES
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.parameters import not_negative
from pabisym.numerics.search import turning_point

if TYPE_CHECKING:
    from pabisym.accounting.steps import Mechanism
    from pabisym.library.library import Library, LibraryLike

GAUSSIAN_FORM = "the Gaussian form of the statement"
"""How a bound on Rényi divergences is read where its proof is, at the order 2, one about Gaussian differential privacy."""
MECHANISMS = ("gdp", "zcdp", "sampled", "laplace", "pure", "exponential")
"""What is composed where several are given."""


def gdp(mu: object) -> GaussianBound:
    """The pair is mu-GDP for a rational mu >= 0."""
    return GaussianBound(not_negative(mu, "gdp") ** 2)


def zcdp(rho: object) -> RenyiBound:
    """The divergence of every order is at most rho times the order, rho >= 0 a rational."""
    return RenyiBound(LinearCurve.of(not_negative(rho, "zcdp")))


def composed_bound(*, gdp: Sequence[object] = (), zcdp: Sequence[object] = (), sampled: Sequence[Sequence[object]] = (),
                   laplace: Sequence[object] = (), pure: Sequence[object] = (), exponential: Sequence[object] = ()) -> Bound:
    """What mechanisms reveal together, one after the other on the same records: mu of each Gaussian one, rho of each zCDP,
    ``(q, sigma, steps)`` of each sampled Gaussian one, the scale over the sensitivity of each Laplace one on the line, and the epsilon of
    each pure and each exponential one.

    Gaussian ones alone are Gaussian with the sum of all mu^2; with zCDP everything is a Rényi bound, the sum of all.

    >>> composed_bound(gdp=[3, 4]).mu_squared
    25
    """
    gaussian = tuple(not_negative(mu, "gdp") for mu in gdp)
    square, rate = sum((mu**2 for mu in gaussian), fmpq(0)), sum((not_negative(rho, "zcdp") for rho in zcdp), fmpq(0))
    parts = tuple((SampledGaussian.of(q, sigma), _count(steps)) for q, sigma, steps in map(_three, sampled))
    others = _others(laplace, pure, exponential)
    if zcdp:
        linear = LinearCurve(rate + square / 2)
        further = SampledBound(parts, (), others).renyi.curve if parts or others else None
        return RenyiBound(linear if further is None else ComposedCurve(((further, 1), (linear, 1))))
    return SampledBound(parts, gaussian, others) if parts or others else GaussianBound(square)


def _others(laplace: Sequence[object], pure: Sequence[object], exponential: Sequence[object]) -> tuple[Mechanism, ...]:
    """Mechanisms that are told an accountant."""
    if not (laplace or pure or exponential):
        return ()
    from pabisym.accounting.history import Accountant
    from pabisym.accounting.mechanisms import CurveSteps

    account = Accountant()
    for kind, key, values in (("laplace", "scale_multiplier", laplace), ("pure", "epsilon", pure), ("exponential", "epsilon", exponential)):
        for value in values:
            with field_name(kind):
                account.tell({"kind": kind, key: rational(value, kind)})
    return tuple(one for one in account.told if not isinstance(one, CurveSteps))


def _count(steps: object) -> int:
    count = rational(steps, "steps")
    if count.q != 1 or not 0 <= count <= MOST_TIMES:
        raise InputError("steps", f"{short(count)} is no number of steps", "give an integer from 0 to 1e100")
    return int(count.p)


def renyi(text: object, values: Mapping[str, object] | None = None, orders: tuple[object, object] | None = None) -> RenyiBound:
    """A bound that is a formula in alpha, the order, and in letters that have rational values.

    ``orders`` are the smallest and the largest order at which it holds (absent: all above 1).
    """
    given = {name: ((), Number(rational(value, name))) for name, value in (values or {}).items()}
    term = substitute(_formula(text), given)
    if unknown := sorted(free_names(term) - {"alpha"}):
        raise InputError("renyi", f"no value for {unknown[0]}", "give a formula in alpha, and values of its other letters")
    low, high = (None, None) if orders is None else (rational(order, "orders") for order in orders)
    return _renyi(term, "alpha", None if low is None or high is None else (low, high))


def _formula(value: object) -> Term:
    """A formula as text, as a symbolic object with its term, or as an expression of sympy."""
    own = getattr(value, "term", None)
    if isinstance(own, Number | Name | Call):
        return own
    if type(value).__module__.partition(".")[0] == "sympy":
        from pabisym.lang.sympy_bridge import revert

        with field_name("renyi"):
            return revert(value)
    read = plain(value, "renyi")
    return read if isinstance(read, Number | Name | Call) else parse(read, "renyi")


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


def gaussian_bound(mu_squared: Term, enclosure: Callable[[int], Enclosure] | None = None, form: str = "") -> GaussianBound:
    """The bound of a closed formula for mu^2: its exact value where it is rational, else its enclosures."""
    exact = exact_value(mu_squared, {})
    return GaussianBound(enclosure or (lambda digits: enclose(mu_squared, {}, digits)) if exact is None else exact, form)


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
        return gaussian_bound(whole.term, whole.enclosure)
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
            return gaussian_bound(whole.term, whole.enclosure, GAUSSIAN_FORM)
    span = _span(holds, lambda order: evaluation(statement, {**values, letter: order}, field=field))
    inside = evaluation(statement, {**values, letter: span[0]}, field=field)
    point = {name: value for name, value in inside.point.items() if name != letter}
    return _renyi(substitute(found.bound, point), letter, span, holds)


def _holds_at(statement: Statement, values: Mapping[str, object], letter: str, field: str) -> Callable[[fmpq], bool]:
    """Whether all conditions on one letter are certainly true at a value of it."""
    point = read_point(statement, values, field)
    about = [substitute(term, point) for _, term in conditions(statement) if letter in letters(term)]
    about = [term for term in about if letters(term) == {letter}]
    return lambda order: conditions_hold(about, letter, order)


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
    return turning_point(lambda t: holds(1 + t), good, bad, abs(bad - good) / 2**40)[0]


@public
def convert(bound: object = None, *, delta: Exact | None = None, epsilon: Exact | None = None, digits: int | None = None,
            by: str | None = None, renyi: Any = None, gdp: Exact | Sequence[Exact] | None = None,
            zcdp: Exact | Sequence[Exact] | None = None, sampled: Sequence[NumberLike] | None = None,
            laplace: Exact | Sequence[Exact] | None = None, pure: Exact | Sequence[Exact] | None = None,
            exponential: Exact | Sequence[Exact] | None = None, at: Mapping[str, object] | None = None,
            orders: tuple[NumberLike, NumberLike] | None = None, library: LibraryLike = None,
            progress: Callable[[str], None] | None = None) -> Converted:
    """The least epsilon for a given ``delta``, or the least delta for a given ``epsilon``, that a bound gives.

    The bound is a theorem at a point that leaves the order out, ``convert(theorem(ID).at(...), delta=...)``; or the id of a statement with
    ``at``, the values of its letters but the order (``library``: where it is looked up); or another result that has a bound, such as an
    allocation, the least noise, or a derivation with ``at``, the values of its letters; or one of ``renyi``, a formula in the order
    ``alpha`` (``at``: its other letters; ``orders``: the least and the largest order at which it holds, absent: all above 1), and
    mechanisms, which are composed where several are given: ``gdp``, a mu or a list of them, ``zcdp``, a rho or a list, ``sampled``,
    share of a batch, standard deviation and steps of the sampled Gaussian mechanism, or a list of such triples, ``laplace``, the scale
    of noise on the line over the sensitivity, ``pure``, the epsilon of any epsilon-DP mechanism, and ``exponential``, that of an
    exponential mechanism, each one or a list.  Numbers are
    exact and without unit; epsilon is in nats.  ``by`` names one of :data:`~pabisym.accounting.conversion.CONVERSIONS`, for Rényi bounds;
    without it ``canonne`` is taken, but a bound of the catalogue whose proof has a Gaussian form is converted exactly, as the bound on
    mu^2 that it is, and sampled steps are what the certified accountant says of them (:mod:`pabisym.accounting`; with zCDP there is
    none).  The answer is certified to ``digits`` significant digits, 15 where none are named; the accountant aims at a relative width of
    10^-``digits``, at least 10^-5, by default 10^-3 for epsilon and 10^-2 for delta.  ``progress`` is told how many orders were tried,
    of how many at most.

    Raises :class:`~pabisym.errors.InputError` unless exactly one bound and one of delta and epsilon are given, and
    :class:`~pabisym.errors.Undecided` where the best order is one at which the bound is not certain to hold.  Sources:
    Dong, Roth and Su for Gaussian differential privacy, and what ``source`` of the answer names.

    >>> from pabisym import convert
    >>> from pabisym.library.theorem import theorem
    >>> found = convert(theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10), delta="1e-6", digits=6)
    >>> found.of, found.value.upper, found.method
    ('epsilon', '0.05540615358', 'the Gaussian form of the statement; the trade-off of Gaussians, exactly')
    >>> convert(gdp=1, epsilon=1, digits=6).value.upper
    '0.1269367376'
    >>> convert(gdp=["3/5", "4/5"], epsilon=1, digits=6).value.upper
    '0.1269367376'
    """
    values = {"bound": bound, "renyi": renyi, "gdp": gdp, "zcdp": zcdp, "sampled": sampled, "laplace": laplace, "pure": pure,
              "exponential": exponential}
    given = [name for name, value in values.items() if value is not None]
    if not given or (len(given) > 1 and not set(given) <= set(MECHANISMS)):
        problem = f"cannot be combined with {given[0]}" if given else "is missing"
        cure = "give a theorem at a point, renyi, or mechanisms such as gdp, zcdp and sampled"
        raise InputError(given[1] if given else "bound", problem, cure)
    if at is not None and given[0] not in ("renyi", "bound"):
        raise InputError("at", f"cannot be combined with {given[0]}", "it gives values to letters of renyi, or of a statement by its id")
    if orders is not None and given[0] != "renyi":
        raise InputError("orders", f"cannot be combined with {given[0]}", "it limits the orders of renyi")
    if given[0] == "bound":
        known = _bound_of(bound, at, library, plainly=by is not None)
    elif given[0] == "renyi":
        known = _renyi_of(renyi, at, orders)
    else:
        triples = [sampled] if sampled and not any(_is_list(one) for one in sampled) else sampled
        known = composed_bound(gdp=_several(gdp), zcdp=_several(zcdp), sampled=[_three(one) for one in triples or ()],
                               laplace=_several(laplace), pure=_several(pure), exponential=_several(exponential))
    return convert_bound(known, delta, epsilon, digits, by, progress)


def _bound_of(bound: object, at: Mapping[str, object] | None, library: LibraryLike, *, plainly: bool) -> Bound:
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
    listed = value.tolist() if hasattr(value, "tolist") else value
    return () if listed is None else listed if _is_list(listed) else (listed,)


_renyi_of = renyi
"""The reader of a formula, for a function one of whose arguments has its name."""


def over_orders(bound: Term, letter: str, holds: Callable[[fmpq], bool], say: Callable[[fmpq], object]) -> RenyiBound:
    """A Rényi bound that is a formula in its order, ``letter``, at the orders at which ``holds`` says that it holds.

    Where it holds at no order that is tried, ``say`` is asked why at the order 2, and may raise.
    """
    return _renyi(bound, letter, _span(holds, say), holds)
