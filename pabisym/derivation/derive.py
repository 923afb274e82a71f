"""From a spec to a theorem with its proof, its check against the solver, and its documents.

:mod:`pabisym.derivation.renyi_bound` finds and proves the bound, :mod:`pabisym.derivation.notion_transfer` reads it in the notion
that is asked for, :mod:`pabisym.derivation.pair_in_pieces` proves that it is attained; here that is read from a spec and compared with
the exact optimum at random points.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from flint import fmpq

from pabisym.derivation.blocks import FormulaBlock, String, confirmed_blocks, strings
from pabisym.derivation.contraction_bound import bounded_domain
from pabisym.derivation.notion_transfer import hockey_stick, least
from pabisym.derivation.optimum import optimum_between, value_at, value_between
from pabisym.derivation.renaming import Exchange, clashes
from pabisym.derivation.renyi_bound import FORGOTTEN, derive_renyi, own_bounds
from pabisym.derivation.shapes.problem import Derived, NoClosedForm, about_letters
from pabisym.divergence.evaluate import decide, enclose, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.kernel.exact import Refusal
from pabisym.lang.arguments import public
from pabisym.lang.budget import seconds_left, share, within
from pabisym.lang.digest import content_hash
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property, exclusive
from pabisym.lang.rational import rational, short_number, to_fraction
from pabisym.lang.simplify import has_sums, tidied
from pabisym.lang.term import TWO, ZERO, Call, Name, Term, substitute
from pabisym.library.library import Library, LibraryLike, open_library
from pabisym.library.twins import Grounded, gaussian, price, prove_by_replay, sequent_at_two, shorter, tree_at_two
from pabisym.numerics.enclosure import exactly, up
from pabisym.process.sequence import names, unused_name
from pabisym.proof.build import NoProof
from pabisym.spec.read import Goal, Spec, read_spec

if TYPE_CHECKING:
    from pabisym.derivation.log_concave import EqualPayments
    from pabisym.derivation.tightness import Attainment
    from pabisym.numerics.enclosure import Enclosure

# The data.


LONGEST_SHOWN = 100
"""Most characters of a bound that the short form of a derivation shows."""


@dataclass(frozen=True)
class Route:
    """One way to the bound that was asked for: what it is called, the bound, and the proved statement."""

    name: str
    bound: Term
    statement: Grounded


@dataclass(frozen=True)
class Looseness:
    """That a bound is above the optimum: why, and of the points that were looked at the one where it is so most.

    ``ratio`` is the price over the optimum there, None where the optimum is 0, and ``optimum`` is that, rounded up where it is irrational.
    Without a point the bound is the optimum of the process,
    and what it was read from may be more private than the process.
    """

    reason: str
    at: Mapping[str, Fraction]
    ratio: Fraction | None
    optimum: Fraction | None = None

    def __str__(self) -> str:
        if not self.at:
            return f"upper: {self.reason}"
        place = ", ".join(f"{name} = {value}" for name, value in self.at.items())
        times = "above 0, the optimum" if self.ratio is None else f"{short_number(self.ratio, 4)} times the optimum"
        if self.ratio is not None and self.optimum is not None:
            times += f", a cost of at most {up(exactly(rational(self.optimum, 'optimum'), 15))}"
        return f"not the optimum: at {place} it is {times}; {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"reason": self.reason, "at": {name: str(value) for name, value in self.at.items()},
                "ratio": None if self.ratio is None else str(self.ratio), "optimum": None if self.optimum is None else str(self.optimum)}


@dataclass(frozen=True)
class Derivation:
    """A derived and proved bound.

    ``tightness`` is ``exact`` when the price of the allocation equals the exact optimum, which a linear pair attains: for all parameters
    where ``attainment`` proves it, else at all ``checked`` random points and at corners of the domains; and ``upper`` when it lies above at
    one of them.  With a diameter the optimum is that of the shift calculus, the best of all restarts: the pair that attains it need not
    stay in the domain, so that the divergence itself may be smaller, and so it may be with noise that is not Gaussian.  The bound itself is
    proved for all parameters.
    ``square`` is the price, mu^2; ``longer`` of the points have two steps or more; ``loose`` says why and where a bound is above the
    optimum.
    """

    spec: Spec
    derived: Derived
    square: Term
    routes: tuple[Route, ...]
    tightness: str
    checked: int
    seconds: float
    longer: int = 0
    loose: Looseness | None = None
    lowered: Derived | None = field(default=None, repr=False, compare=False)
    """The bound of order 2, which is the price, where it may be attained."""
    left: float = field(default=0, repr=False, compare=False)
    """The seconds that were left for :attr:`attainment` when the bound was found."""
    in_other_letters: tuple[Derivation, Exchange] | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        bound = to_text(self.bound)
        shown = bound if len(bound) <= LONGEST_SHOWN else f"{bound[:LONGEST_SHOWN - 1]}…"
        return f"Derivation({self.spec.title!r}, bound={shown!r}, {self.tightness})"

    @cached_property
    def attainment(self) -> Attainment | None:
        """The proof that a pair of runs attains the bound, looked for when it is first asked for; None where none is found in time."""
        if self.in_other_letters is None:
            return None if self.lowered is None else _attained(self.lowered, self.left)
        found, exchange = self.in_other_letters
        own = found.attainment
        return None if own is None else replace(own, pair=exchange(own.pair), apart=_replayed(own.apart, exchange),
                                                members=tuple(_replayed(one, exchange) for one in own.members))

    @property
    def goal(self) -> Goal:
        """What was to be bounded."""
        return self.spec.goal

    @property
    def statement(self) -> Grounded:
        """The proved statement: about the best of the routes, where there are several."""
        return self.routes[-1].statement

    @property
    def bound(self) -> Term:
        """The bound: on the Rényi divergence of the order asked for, on mu, or on the hockey-stick divergence."""
        return self.routes[-1].bound

    @property
    def mu_squared(self) -> Term:
        """The sum of the squared payments over the variances."""
        return self.square

    @cached_property
    def strings(self) -> tuple[String, ...]:
        """The strings of the proof: the accumulated shift and what is paid of it up to every step, case by case."""
        return strings(self.derived)

    @cached_property
    def blocks(self) -> tuple[FormulaBlock, ...]:
        """What every step pays; empty where the proof shows no string, or its blocks were not confirmed at random points."""
        if self.in_other_letters is not None:
            found, exchange = self.in_other_letters
            return exchange(found.blocks)
        return confirmed_blocks(self.spec, self.derived, self.strings)

    @property
    def conditions(self) -> tuple[Term, ...]:
        """What has to hold beside the domains: for the algorithm to be this process, and for the closed form."""
        return (*(condition.relation for condition in self.spec.conditions), *self.derived.conditions)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What is assumed in words of a process whose output is more than its last iterate, or whose noise is not Gaussian."""
        words = () if self.spec.reading is None or self.spec.algorithm is not None else self.spec.reading.assumptions
        if self.derived.parts and self.spec.algorithm is not None:
            words = ("the laws in the statement are uniform mixtures over the places of the record from the last one on",
                     "that the bound holds at every place is a hypothesis of the statement, and proved by itself")
        return words

    @property
    def closed_form(self) -> bool:
        """Is the bound free of sums."""
        return not has_sums(self.bound)

    @property
    def tightness_by(self) -> str:
        """How it is known whether the bound is attained."""
        return "proof" if self.attainment is not None else f"{self.checked} random points"

    @property
    def cited(self) -> tuple[str, ...]:
        """What the proof, and the theorems that it applies, believe."""
        return tuple(dict.fromkeys((*self.statement.cited, *(name for part in self.parts for name in part.cited))))

    @cached_property
    def parts(self) -> tuple[Grounded, ...]:
        """What the statement takes for granted of other processes, such as the later parts of a release, each with its proof."""
        return parts_of(self.derived, self.goal)

    def to_json(self) -> dict[str, Any]:
        """The answer of ``pabisym derive --json``."""
        goal = self.goal
        bound = {"divergence": goal.divergence, "expression": to_text(self.bound)}
        given = {"order": goal.order, "epsilon": goal.epsilon, "delta": goal.delta}
        bound |= {name: to_text(term) for name, term in given.items() if term is not None}
        if goal.delta is not None:
            bound |= {"letter": self.level, "holds_when": f"{to_text(self.bound)} <= {to_text(goal.delta)}"}
        return {"status": "proved", "title": self.spec.title, "bound": bound,
                "routes": [{"name": route.name, "expression": to_text(route.bound)} for route in self.routes],
                "mu_squared": to_text(self.square), "closed_form": self.closed_form, "shape": self.derived.shape,
                "blocks": [block.to_json() for block in self.blocks], "tightness": self.tightness, "tightness_by": self.tightness_by,
                "worst_case": None if self.attainment is None else self.attainment.to_json(), "checked_points": self.checked,
                "checked_points_of_two_steps": self.longer, "loose": None if self.loose is None else self.loose.to_json(),
                "conditions": [to_text(term) for term in self.conditions], "grounds": [ground.statement for ground in self.spec.grounds],
                "assumed": list(self.assumed),
                "cited": list(self.cited), "proof_steps": self.statement.steps, "seconds": round(self.seconds, 3)}

    @property
    def level(self) -> str:
        """The letter for epsilon that was added where epsilon at a delta was asked for; empty otherwise."""
        return fresh_level(self.spec) if self.goal.delta is not None else ""

    @property
    def fingerprint(self) -> str:
        """A content hash, the same on every machine: of what is proved, of its proof, and of every theorem that it applies."""
        routes = [[route.name, to_text(route.bound)] for route in self.routes]
        return content_hash("derivation", self.spec.title, routes, to_text(self.square), self.tightness, self.proof_document())

    def point(self, letters: Mapping[str, object]) -> dict[str, Fraction]:
        """The values of the spec's letters.

        Raises :class:`~pabisym.errors.InputError` for values that are missing, unknown or outside the domains, and for processes that are
        no allocation, as with Laplace noise.
        """
        own = {name: to_fraction(rational(value, name)) for name, value in letters.items()}
        self.spec.instance(**own)
        for label, relation in self.spec.scope().known:
            if decide(relation, own) == "false":
                raise InputError(label, f"{to_text(relation)} is false at these letters", "give values inside the domains")
        return own

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq | Callable[[int], Enclosure]:
        """mu^2 for :func:`pabisym.convert` at the values of its letters.

        Raises :class:`~pabisym.errors.InputError` for values that are missing, unknown or outside the domains, and where the noise is not
        Gaussian.
        """
        point = self.point(at or {})
        exact = exact_value(self.square, point)
        return exact if exact is not None else lambda digits: enclose(self.square, point, digits)

    def proof_document(self) -> dict[str, Any]:
        """A proof file for ``pabisym check``: this theorem, everything that it applies, and the bounds of the later parts of a release."""
        document = self.statement.document()
        *below, own = document["theorems"]
        for number, part in enumerate(self.parts, 2):
            below += replace(part, sequent=replace(part.sequent, id=f"{part.sequent.id}/part-{number}")).document()["theorems"]
        return {**document, "theorems": [*{one["id"]: one for one in below}.values(), own]}


@runtime_checkable
class HasDerivation(Protocol):
    """What a person holds for a derivation, as Python's :func:`pabisym.derive` gives it."""

    @property
    def record(self) -> Derivation:
        """The derivation, its formulas as terms."""


def derivation_of(found: Derivation | HasDerivation) -> Derivation:
    """The derivation that something is, or has."""
    return found if isinstance(found, Derivation) else found.record


def parts_of(derived: Derived, goal: Goal) -> tuple[Grounded, ...]:
    """The proofs of the other processes of which a bound takes something for granted, in the notion of the goal.

    Raises :class:`~pabisym.proof.build.NoProof` where one has none with the price that is taken for granted.
    """
    if goal.divergence == "renyi":
        return tuple(Grounded(part.sequent, part.tree, part.verdict, library=part.library) for part in derived.parts)
    found = tuple(gaussian(part.sequent, part.tree, part.verdict.theorems, part.library) for part in derived.parts)
    for part, private in zip(derived.parts, found, strict=True):
        if not isinstance(part.sequent.conclusion, Call) or price(private) != part.sequent.conclusion.args[4]:
            raise NoProof(f"what a part costs is another number in this notion: {to_text(price(private))}")
    return found


def fresh_level(spec: Spec) -> str:
    """A letter for epsilon that the spec does not use."""
    return unused_name("epsilon", spec.symbols)


# The function to call.


POINTS = 20
"""Random points at which a derived bound is compared with the exact optimum."""
CORNERS, MOST_STEPS = 40, 64
"""Corners of the domains at which a bound that is exact at these points is compared, too, and their most steps."""
LAST = 2.0
"""Seconds of a budget that comparisons leave to what shows a result, and most seconds for corners."""


@exclusive
@public
def derive(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec, *, library: LibraryLike = None,
           seconds: object = None) -> Derivation:
    """Derive and prove a bound for a spec: a path, TOML text, a dict, or a spec already read.

    ``library`` (None: the built-in one; or folders of one's own) has the theorems that may be applied.  One's own is applied where it
    speaks of such a process and gives, at random points, nowhere more and somewhere less than the built-in ones, or where
    these give nothing.  Lengths, deviations and orders are numbers without units; the bound is in nats.  ``seconds`` of processor time
    are the most that the search takes (None: :data:`pabisym.lang.budget.SECONDS`).

    >>> found = derive({
    ...     "symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0", "alpha": "real, alpha > 1"},
    ...     "process": {"steps": "n", "gap": [{"at": "1", "size": "s"}], "noise": {"law": "gaussian", "variance": "v"}},
    ...     "goal": {"divergence": "renyi", "order": "alpha"}})
    >>> found.statement.verdict.accepted, found.tightness
    (True, 'exact')
    >>> from pabisym.lang.grammar import to_text
    >>> to_text(found.bound)
    'alpha*s**2/(2*v*n)'

    Raises :class:`~pabisym.errors.InputError` for an unusable spec and :class:`~pabisym.errors.Undecided` where no
    shape of the library fits, where it has no form in the notion that is asked for, or where the time is used up.
    """
    with within(seconds):
        return _derivation(source if isinstance(source, Spec) else read_spec(source), open_library(library))


def _derivation(spec: Spec, library: Library) -> Derivation:
    began = time.perf_counter()
    if clashing := clashes(spec.symbols):
        exchange = Exchange.of(clashing)
        with _restored_reason(exchange):
            found = _derivation(exchange(spec), library)
            return replace(found, spec=spec, derived=renamed(found.derived, exchange), square=exchange(found.square), routes=tuple(
                Route(one.name, exchange(one.bound), _replayed(one.statement, exchange)) for one in found.routes),
                in_other_letters=(found, exchange))
    if spec.process.noise.law == "laplace":
        return _laplace(spec, library, began)
    order = spec.goal.order if spec.goal.divergence == "renyi" and spec.goal.order is not None else TWO
    derived = _derived(spec, order, library)
    lowered = _at_two(spec, derived, order)
    square = tidied(lowered.bound)
    try:
        routes = _routes(spec, derived, lowered)
    except NoProof as reason:
        raise Undecided(f"the proof for the shape {derived.shape!r} is not found in this notion: {reason}") from reason
    tightness, checked, longer, loose = _compared(spec, square, lowered)
    if spec.reading is not None and spec.reading.loose and loose is None:
        tightness, loose = "upper", Looseness(spec.reading.loose, {}, None)
        if spec.goal.divergence == "renyi" and spec.algorithm is not None and spec.algorithm.order == "shuffled":
            derived, routes, loose = _over_places(spec, derived, routes, loose, order)
    attainable = lowered if tightness == "exact" and spec.process.diameter is None else None
    return Derivation(spec, derived, square, routes, tightness, checked, time.perf_counter() - began, longer, loose, attainable,
                      seconds_left())


def derived_bound(spec: Spec, library: Library) -> Derived:
    """The proved Rényi bound alone, of the order that is asked for, of order 2 for other notions: from this everything else is read.

    Raises as :func:`derive` does.
    """
    if clashing := clashes(spec.symbols):
        exchange = Exchange.of(clashing)
        with _restored_reason(exchange):
            return renamed(derived_bound(exchange(spec), library), exchange)
    order = spec.goal.order if spec.goal.divergence == "renyi" and spec.goal.order is not None else TWO
    return _derived_laplace(spec, library)[0] if spec.process.noise.law == "laplace" else _derived(spec, order, library)


def _over_places(spec: Spec, derived: Derived, routes: tuple[Route, ...], loose: Looseness, order: Term) -> (
        tuple[Derived, tuple[Route, ...], Looseness]):
    """For a shuffled order the mean over the places of a record, where that is found, else the worst place."""
    from pabisym.derivation.shuffled import LOOSE, mean_over_places  # as needed

    try:
        one, found, bound = mean_over_places(spec, order, derived.library)
    except (NoProof, Undecided, InputError):
        return derived, routes, loose
    return replace(derived, parts=(one,)), (Route("mean over places", bound, found),), Looseness(LOOSE, {}, None)


def _laplace(spec: Spec, library: Library, began: float) -> Derivation:
    """The bound for Laplace noise, with what is told of it."""
    from pabisym.derivation.log_concave import reading  # as needed

    derived, paid = _derived_laplace(spec, library)
    square = tidied(Call("/", (Call("*", (paid.count, Call("**", (paid.payment, TWO)))), spec.process.noise.per_step_variance)))
    route = Route("shift allocation", derived.bound, Grounded(derived.sequent, derived.tree, derived.verdict, library=library))
    tightness, checked, longer, loose = _compared(spec, square, derived)
    own = replace(spec, reading=reading(spec, paid))
    return Derivation(own, derived, square, (route,), tightness, checked, time.perf_counter() - began, longer, loose)


def _derived_laplace(spec: Spec, library: Library) -> tuple[Derived, EqualPayments]:
    """The bound for Laplace noise, which has no Gaussian form, and the payments."""
    from pabisym.derivation.log_concave import derive_laplace  # as needed

    order = spec.goal.order
    if spec.goal.divergence != "renyi" or order is None:
        problem = f"is {spec.goal.divergence}, and Laplace noise has no Gaussian form"
        raise InputError("goal.divergence", problem, "ask for renyi and an order")
    return derive_laplace(spec, order, library)


@contextmanager
def _restored_reason(exchange: Exchange) -> Iterator[None]:
    """Why there is no bound, in the letters of the user."""
    try:
        yield
    except Undecided as reason:
        raise type(reason)(exchange.words(str(reason))) from reason


def renamed(found: Derived, exchange: Exchange) -> Derived:
    """A derived theorem in other letters; the kernel replays its proof."""
    proved = _replayed(found, exchange)
    return Derived(sequent=proved.sequent, tree=proved.tree, verdict=proved.verdict, bound=exchange(found.bound), shape=found.shape,
                   conditions=exchange(found.conditions), library=found.library)


def _replayed(one: Derived | Grounded, exchange: Exchange) -> Grounded:
    """A proved statement in other letters, replayed."""
    own = one.own if isinstance(one, Grounded) else {}
    names = [name for name in one.verdict.theorems if name not in own]
    return prove_by_replay(exchange(one.sequent), exchange(dict(one.tree)), names, one.library, own)


def _derived(spec: Spec, order: Term, library: Library) -> Derived:
    """The bound of a shape, or that of a theorem of the user's own where it is better; raises as the shapes do where there is none."""
    if spec.process.release or spec.process.every_iterate:
        from pabisym.derivation.released import derive_every, derive_released  # as needed

        return (derive_every if spec.process.every_iterate else derive_released)(spec, order, library)
    iteration, scope = spec.process.iteration(), spec.scope()
    given = iteration, scope.kinds, dict(scope.known), order, library
    best: Derived | None = None
    problem: NoClosedForm | None = None
    try:
        best = derive_renyi(*given)
    except NoClosedForm as reason:
        problem = reason
    for own in own_bounds(*given):
        if best is None or _better(own, best, spec):
            best = own
    if best is None:
        raise problem or NoClosedForm("no theorem fits")
    return best


def _better(one: Derived, other: Derived, spec: Spec) -> bool:
    """Is a bound nowhere above another one, and somewhere below, at random points at which both can be compared.

    Where the other one is no optimum, it need not be below.
    """
    below = bool(other.fallback)
    for point in spec.points(POINTS, seed=1):
        with suppress(InputError, Undecided):
            if decide(Call("<", (other.bound, one.bound)), point) != "false":
                return False
            below |= decide(Call("<", (one.bound, other.bound)), point) == "true"
    return below


def _at_two(spec: Spec, derived: Derived, order: Term) -> Derived:
    """The derived bound of order 2, which is the price of the allocation."""
    if order == TWO:
        return derived
    letter = order.name if isinstance(order, Name) else ""
    shared = any(letter in names(term) and len(names(term)) > 1 for _, term in spec.scope().known)  # with other letters
    if not letter or letter in spec.process.letters or shared:
        return _derived(spec, TWO, derived.library)
    return replace(derived, sequent=sequent_at_two(derived.sequent, letter), bound=substitute(derived.bound, {letter: ((), TWO)}),
                   tree=tree_at_two(derived.tree, letter))


def _routes(spec: Spec, derived: Derived, lowered: Derived) -> tuple[Route, ...]:
    """The bounds for the goal, each with its proof; the last is the one to state."""
    goal = spec.goal
    if goal.divergence == "renyi":
        own = Grounded(derived.sequent, derived.tree, derived.verdict, library=derived.library)
        return (Route("shift allocation", derived.bound, own),)
    parts_of(lowered, goal)
    private = shorter(gaussian(lowered.sequent, lowered.tree, lowered.verdict.theorems, lowered.library))
    if goal.divergence == "gdp":
        return (Route("shift allocation", Call("sqrt", (price(private),)), private),)
    epsilon = goal.epsilon
    if goal.delta is not None:  # the same statement with one more letter, for an epsilon >= 0
        epsilon, sequent = Name(fresh_level(spec)), private.sequent
        known = (("level", Call(">=", (epsilon, ZERO))), *sequent.assumptions)
        private = replace(private, sequent=replace(sequent, kinds={**sequent.kinds, epsilon.name: "real"}, assumptions=known))
    first = hockey_stick(private, goal.order, epsilon)
    routes = [Route("Gaussian differential privacy", _told(first), first)]
    if spec.process.release or spec.process.every_iterate:
        return tuple(routes)
    try:
        numbers = {name: kind for name, kind in first.sequent.kinds.items() if kind in ("real", "integer")}
        second = bounded_domain(spec.process.iteration(), numbers, about_letters(first.sequent), goal.order, epsilon, derived.library)
        both = least(first, second)
    except NoProof:
        return tuple(routes)
    return (*routes, Route("contraction calculus", _told(second), second), Route("the smaller one", _told(both), both))


def _told(statement: Grounded) -> Term:
    conclusion = statement.sequent.conclusion
    return conclusion.args[3] if isinstance(conclusion, Call) else conclusion


@exclusive
def _attained(lowered: Derived, seconds: float) -> Attainment | None:
    from pabisym.derivation.pair_in_pieces import attained  # as needed

    if seconds <= 0:
        return None
    try:
        with within(seconds), share(0.9):
            return attained(lowered, lowered.bound)
    except (NoProof, Refusal, Undecided):
        return None


def _compared_points(spec: Spec, derived: Derived) -> Iterator[tuple[Mapping[str, Fraction], bool]]:
    """Random points, and then corners of the domains with few steps, at which a bound that is exact elsewhere may be loose.

    They are more where the bound has another proof than the optimum, and fewer where they take :data:`LAST` seconds.
    """
    yield from ((point, False) for point in spec.points(POINTS, seed=1))
    began = time.thread_time()
    for point in spec.corner_points(CORNERS * (5 if derived.fallback else 1), seed=1):
        if time.thread_time() - began > LAST:
            return
        if value_at(spec.process.steps, point) <= MOST_STEPS:
            yield point, True


def _compared(spec: Spec, square: Term, derived: Derived) -> tuple[str, int, int, Looseness | None]:
    """Tightness at random points, their number and that of those with two steps or more, and where the bound is loosest.

    One that is exact at all of them is looked at in corners of the domains, too.  A bound below the optimum would be a bug, and raises.
    """
    tightness, checked, longer = "exact", 0, 0
    worst: tuple[Fraction | None, Mapping[str, Fraction], Fraction | None] | None = None
    for point, corner in _compared_points(spec, derived):
        if (checked and seconds_left() < LAST) or (corner and tightness == "upper"):
            break
        try:
            if not all(decide(condition, point) == "true" for condition in derived.conditions):
                continue
            value, best = value_between(square, point), optimum_between(spec, point)
        except (InputError, Undecided):
            continue
        if best.apart(value):
            if derived.shape in derived.library:
                status = derived.library.standing(derived.shape).status
                at = f"the bound of {derived.shape} lies below the optimum at {dict(point)}"
                raise Undecided(f"{at}: that theorem, which is {status}, is false")
            raise Undecided(f"the derived bound lies below the optimum at {dict(point)}: this is a bug of pabisym")
        checked += not corner
        longer += not corner and value_at(spec.process.steps, point) >= 2
        if value.apart(best):
            tightness, ratio = "upper", value.over(best)
            if worst is None or (worst[0] is not None and (ratio is None or ratio > worst[0])):
                worst = ratio, point, best.upper
    reason = derived.fallback or f"the bound is that of the shape {derived.shape!r}"
    diameter = spec.process.diameter
    if diameter is not None and not names(diameter) & names(square) and FORGOTTEN not in reason:
        reason += f"; {FORGOTTEN}, {to_text(diameter)}"
    loose = None if worst is None else Looseness(reason, worst[1], worst[0], worst[2])
    if not checked:
        loose = Looseness(f"it was compared with the optimum at no point; {reason}", {}, None)
    return (tightness if checked else "upper"), checked, longer, loose
