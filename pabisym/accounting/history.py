"""An accountant for a training loop: what was done is told step by step, and what it reveals is asked whenever one likes.

Answers are those of :mod:`pabisym.accounting.accountant`: an upper end that is a guarantee, and a lower end where one is known.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from flint import fmpq

from pabisym.accounting.accountant import Certified, composed_delta, composed_epsilon, outward, read_delta, read_gap
from pabisym.accounting.conversion import Of, RenyiBound, at_order, convert_bound
from pabisym.accounting.described import (
    Told,
    description_of,
    event_descriptions,
    event_of,
    exact_number,
    history_of,
    integer,
    method_of,
    response_level,
)
from pabisym.accounting.matrix import read_matrix, sensitivity
from pabisym.accounting.mechanisms import (
    MOST_GROUP,
    CurveSteps,
    ExponentialSteps,
    GroupSteps,
    LaplaceSteps,
    PureSteps,
    group_of,
    read_curve,
    renyi_of,
)
from pabisym.accounting.statement import PrivacyStatement, account_statement
from pabisym.accounting.steps import ADJACENCIES, MOST_STEPS, SAMPLINGS, NoisyRun, read_run
from pabisym.errors import InputError, Undecided, field_name
from pabisym.lang.arguments import NumberLike
from pabisym.lang.rational import float_ends, rational, rational_text, root_below, short, to_fraction
from pabisym.lang.reader import nearest
from pabisym.notions.conversion import ComposedCurve, LinearCurve
from pabisym.notions.renyi_curve import TableCurve
from pabisym.numerics.parameters import not_negative, positive

if TYPE_CHECKING:
    from pabisym.accounting.phases import PhasedRun

RENYI_DIGITS = 9
"""Digits of what Rényi bounds give."""
RENYI_ONLY = "a Rényi bound has no pair of laws: everything is composed by Rényi divergences"


@dataclass
class Accountant:
    """What a sequence of mechanisms on the same records reveals, when all that they print is released.

    ``adjacency`` is ``"add"``, ``"remove"``, ``"add-remove"`` (the default), ``"replace"`` or ``"zero-out"``; ``sampling`` says how batches
    are drawn where a step does not say it.  A noise multiplier is the standard deviation of the noise on the *sum* of the clipped gradients
    of a step, divided by the clipping norm.

    >>> from pabisym import Accountant
    >>> accountant = Accountant()
    >>> accountant.step(noise_multiplier=1, sample_rate="1/100", steps=1000)
    >>> accountant.step(noise_multiplier=2, sample_rate="1/50", steps=500)
    >>> found = accountant.epsilon("1e-5")
    >>> 2.0659 < found.lower < found.upper < 2.0677
    True

    An accountant may be used from several threads, copied and pickled.  All methods raise :class:`~pabisym.errors.InputError` naming the
    argument that cannot be used, and :class:`~pabisym.errors.Undecided` where no bound is found.
    """

    adjacency: str = "add-remove"
    sampling: str = "poisson"
    _told: list[Told] = field(default_factory=list, init=False, repr=False)
    _slack: fmpq = field(default_factory=fmpq, init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the two words."""
        for name, known in (("adjacency", ADJACENCIES), ("sampling", SAMPLINGS)):
            if (value := getattr(self, name)) not in known:
                raise InputError(name, f"{str(value)[:40]!r} is not known", "give " + ", ".join(known))
        self._lock = threading.RLock()

    def __getstate__(self) -> dict[str, Any]:
        """All but the lock."""
        with self._lock:
            kept = {"adjacency": self.adjacency, "sampling": self.sampling, "_slack": (int(self._slack.p), int(self._slack.q))}
            return {**kept, "_told": [description_of(one) for one in self._told]}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """The same with a lock of its own."""
        self.adjacency, self.sampling, self._slack = state["adjacency"], state["sampling"], fmpq(*state["_slack"])
        self._told, self._lock = [], threading.RLock()
        for one in state["_told"]:
            self.tell(one)

    # What was done.

    def step(self, *, noise_multiplier: NumberLike | None = None, sample_rate: NumberLike | Sequence[NumberLike] | None = None,
             steps: NumberLike = 1, examples: NumberLike | None = None, batch: NumberLike | None = None, accumulated: NumberLike = 1,
             sampling: str | None = None, group: NumberLike = 1, clipping_noise: NumberLike | None = None,
             layers: Sequence[Sequence[NumberLike]] | None = None) -> None:
        """Some equal steps of DP-SGD.

        ``sample_rate``, or ``batch`` of ``examples``, says how likely a record is in a batch; with neither, all records are used.  Of the
        rates of a weighted sampler, given as a list, the largest one is accounted, which holds for every record.
        ``accumulated`` batches that have no record in common, parts of one batch, make one step of noise; where k batches are drawn
        independently, a record may be in several of them: say ``group=k`` in place of ``accumulated=k``.
        ``group`` is in how many records neighbouring data sets differ.
        ``clipping_noise`` is the standard deviation of the noise on the number of clipped gradients, which adaptive clipping
        (Andrew et al. 2021) releases beside them, ``noise_multiplier`` then that of the gradients alone.  ``layers`` take the place of
        ``noise_multiplier`` where every layer is clipped by itself: pairs of a clipping norm and of the standard deviation of its noise.
        """
        every = sample_rate is None and examples is None and batch is None
        many, size = integer(accumulated, "accumulated", 10**6), integer(group, "group", MOST_GROUP)
        if (noise_multiplier is None) == (layers is None):
            raise InputError("noise_multiplier", "is missing" if layers is None else "is given beside layers", "give it, or layers")
        rate = _largest(sample_rate) * many if sample_rate is not None else None
        drawn = exact_number(batch, "batch") * many if batch is not None else None
        way = "full" if every else (sampling or self.sampling)
        noise = _positive(noise_multiplier, "noise_multiplier") if layers is None else _of_layers(layers)
        with field_name(lambda field: "sample_rate" if field == "rate" else field):
            run = read_run(noise, integer(steps, "steps", MOST_STEPS), examples, drawn, rate, way, self.adjacency)
        if clipping_noise is not None:
            counted = 2 * _positive(clipping_noise, "clipping_noise")  # the number is centred by 1/2: a record moves it by 1/2 at most
            run = replace(run, noise=root_below(1 / (1 / run.noise**2 + 1 / counted**2)))
        exact = None if drawn is None or run.sampling != "fixed-size" else (int(drawn.p), int(exact_number(examples, "examples").p))
        self._add(group_of(run, size, exact))

    def gaussian(self, *, std: NumberLike | None = None, sensitivity: NumberLike = 1, mu: NumberLike | None = None,
                 steps: NumberLike = 1, attained: bool = True) -> None:
        """Gaussian noise of a standard deviation on a value that neighbouring data sets change by at most ``sensitivity``; or mu-GDP.

        The sensitivity is that between neighbours: where records are replaced, of a sum it is twice the clipping norm.  Where it, or mu,
        is not ``attained`` by any of them, the lower end of an answer is that of what else was told.
        """
        if (mu is None) == (std is None):
            raise InputError("std", "needs either std or mu", "give the one that is known")
        ratio = _positive(mu, "mu") if mu is not None else _positive(sensitivity, "sensitivity") / _positive(std, "std")
        if not isinstance(attained, bool):
            raise InputError("attained", "is neither true nor false", "give one of them")
        self._add(NoisyRun(1 / ratio, integer(steps, "steps", MOST_STEPS), fmpq(1), "full", "add-remove", attained))

    def tree(self, *, height: NumberLike, noise_multiplier: NumberLike) -> None:
        """A tree of partial sums (DP-FTRL) in which a record changes ``height`` nodes, each with its noise: one Gaussian mechanism.

        For T steps the height is 1 + log2(T), rounded up.  ``noise_multiplier`` is the deviation of a node's noise over the clipping norm.
        """
        levels = integer(height, "height", 10**6)
        self._add(NoisyRun(_positive(noise_multiplier, "noise_multiplier"), levels, fmpq(1), "full", self.adjacency))

    def matrix(self, *, strategy: Sequence[Sequence[NumberLike]], noise_multiplier: NumberLike, period: NumberLike | None = None,
               separation: NumberLike | None = None, most: NumberLike | None = None) -> None:
        """A matrix mechanism (DP-FTRL, banded or not): noise on C x, where C is the ``strategy`` and x has the clipped gradients as rows.

        ``noise_multiplier`` is the standard deviation of the noise on each entry over the clipping norm.  A record takes part in one step;
        in every ``period``-th one; or in at most ``most`` steps that are at least ``separation`` apart.  The sensitivity is computed
        exactly from C (:func:`pabisym.accounting.matrix.sensitivity`); where it is a bound that no gradients are known to reach,
        nothing is known from below.

        >>> from pabisym import Accountant
        >>> accountant = Accountant("zero-out")
        >>> accountant.matrix(strategy=[[1, 0], ["1/2", 1]], noise_multiplier=2)
        >>> print(accountant.table().splitlines()[-1])
        | 1 | Gaussian noise, multiplier about 1.78885; all records |
        """
        if period is not None and (separation is not None or most is not None):
            raise InputError("period", "is given beside separation or most", "give one of them")
        if most is not None and separation is None:
            raise InputError("separation", "is missing", "say how far apart the steps are that use a record")
        asked = {name: integer(one, name, MOST_STEPS) for name, one in (("period", period), ("separation", separation), ("most", most))
                 if one is not None}
        square, attained = sensitivity(read_matrix(strategy), **asked)
        if square == 0:
            raise InputError("strategy", "has no entry but 0", "give the matrix that is multiplied by the gradients")
        noise = root_below(_positive(noise_multiplier, "noise_multiplier") ** 2 / square)
        self._add(NoisyRun(noise, 1, fmpq(1), "full", self.adjacency) if attained else
                  NoisyRun(noise / (2 if self.adjacency == "replace" else 1), 1, fmpq(1), "full", "add-remove", attained=False))

    def laplace(self, *, scale_multiplier: NumberLike, sample_rate: NumberLike | None = None, steps: NumberLike = 1,
                sampling: str | None = None) -> None:
        """Laplace noise on the line; ``scale_multiplier`` is its scale over the clipping norm, or the sensitivity."""
        way = "full" if sample_rate is None else sampling or self.sampling
        rate = None if sample_rate is None else exact_number(sample_rate, "sample_rate")
        many = integer(steps, "steps", MOST_STEPS)
        run = read_run(_positive(scale_multiplier, "scale_multiplier"), many, None, None, rate, way, self.adjacency)
        if (run.sampling, run.adjacency) == ("fixed-size", "zero-out"):
            raise InputError("adjacency", "zero-out is not covered for Laplace noise on batches of a fixed size", "give replace")
        self._add(LaplaceSteps(run))

    def pure(self, *, epsilon: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of an epsilon-DP mechanism of any kind, as a report of noisy counts."""
        self._add(PureSteps(_positive(epsilon, "epsilon"), integer(steps, "steps", MOST_STEPS)))

    def exponential(self, *, epsilon: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of the exponential mechanism: an answer r has a probability proportional to exp(epsilon u(r)/(2 Delta)).

        Delta is the sensitivity of every score u(r).  Its log-likelihood ratios lie in an interval of the length ``epsilon``, which reveals
        less than epsilon-DP alone; for scores that only grow with the data, exp(epsilon u(r)/Delta) has the same interval.
        Permute-and-flip and noisy maxima are no such mechanisms: tell these by :meth:`pure`.
        """
        self._add(ExponentialSteps(_positive(epsilon, "epsilon"), integer(steps, "steps", MOST_STEPS)))

    def randomised_response(self, *, random: NumberLike, answers: NumberLike = 2, steps: NumberLike = 1) -> None:
        """Uses of randomised response: with the chance ``random`` a record answers one of ``answers`` uniformly, else truly."""
        if self.adjacency != "replace":
            problem = "randomised response answers for every record: a record is replaced"
            raise InputError("adjacency", problem, 'give Accountant("replace")')
        p, k = _positive(random, "random"), integer(answers, "answers", 10**9)
        if p > 1:
            raise InputError("random", f"{short(p)} is no chance", "give a number above 0 and at most 1")
        if p < 1:
            self._add(PureSteps(response_level(p, k), integer(steps, "steps", MOST_STEPS)))

    def approximate(self, *, epsilon: NumberLike, delta: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of an (epsilon, delta)-DP mechanism: that of randomised response, but with the chance delta, which is spent."""
        many, level = integer(steps, "steps", MOST_STEPS), _not_negative(epsilon, "epsilon")
        lost = _not_negative(delta, "delta")
        if lost >= 1:
            raise InputError("delta", f"{short(lost)} is no delta", "give a number below 1")
        with self._lock:
            self._slack += lost * many
            if level:
                self._add(PureSteps(level, many))

    def zcdp(self, *, rho: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of a rho-zCDP mechanism."""
        self._add(CurveSteps(LinearCurve(_positive(rho, "rho")), integer(steps, "steps", MOST_STEPS)))

    def renyi(self, *, orders: Sequence[NumberLike] | None = None, divergences: Sequence[NumberLike] | None = None,
              formula: str | None = None, steps: NumberLike = 1) -> None:
        """Uses of a mechanism of which Rényi bounds alone are known, in nats and in both directions: a table, or a ``formula`` in alpha.

        Then all that is told is composed by Rényi divergences, and answers are upper ends only: at the best of the ``orders``, all above 1.

        >>> from pabisym import Accountant
        >>> accountant = Accountant()
        >>> accountant.renyi(orders=[2, 8, 32], divergences=["0.02", "0.08", "0.32"], steps=10)
        >>> found = accountant.epsilon("1e-5")
        >>> round(float(found.upper), 4), float(found.lower)
        (2.0141, 0.0)
        """
        self._add(CurveSteps(read_curve(orders, divergences, formula), integer(steps, "steps", MOST_STEPS)))

    def discrete_gaussian(self, *, std: NumberLike, sensitivity: NumberLike = 1, steps: NumberLike = 1) -> None:
        """Discrete Gaussian noise on integers, in any dimension: sensitivity^2/(2 std^2)-zCDP.

        Source: Canonne, Kamath and Steinke 2020, theorem 4.
        """
        self.zcdp(rho=_positive(sensitivity, "sensitivity") ** 2 / (2 * _positive(std, "std") ** 2), steps=steps)

    def tell(self, description: Mapping[str, Any]) -> None:
        """A mechanism as plain data: its ``kind`` and the arguments of the method for it, as files have them.

        The kinds are dp-sgd (:meth:`step`), gaussian, tree, matrix, laplace, pure, exponential, randomised-response, approximate, zcdp,
        renyi and discrete-gaussian.

        >>> from pabisym import Accountant
        >>> accountant = Accountant()
        >>> accountant.tell({"kind": "gaussian", "std": 2, "steps": 5})
        >>> print(accountant.table().splitlines()[-1])
        | 5 | Gaussian noise, multiplier 2; all records |
        """
        name, given = method_of(description)
        method = getattr(self, name)
        known, kind = signature(method).parameters, description["kind"]
        for key in given:
            if key not in known:
                cure = nearest(key, known, "give " + ", ".join(known))
                raise InputError(str(key)[:60], f"is no key of a mechanism of the kind {kind}", cure)
        for key, one in known.items():
            if one.default is one.empty and key not in given:
                raise InputError(key, f"is missing for a mechanism of the kind {kind}", f"it needs {key}")
        method(**given)

    def compose(self, event: Any, count: NumberLike = 1) -> None:
        """What another accountant was told, one of Opacus or a ``PrivacyEngine`` that has one included, or an event of dp-accounting.

        These are read by the names of their classes and fields; nothing is imported.
        """
        times = integer(count, "count", MOST_STEPS)
        history = history_of(event)
        if isinstance(history, Accountant):
            if history.adjacency != self.adjacency:
                raise InputError("event", f"has the adjacency {history.adjacency}", f"compose accountants with {self.adjacency}")
            told, slack = list(history._told), history._slack
        else:
            other = Accountant(self.adjacency, self.sampling)
            if history is not None:
                other._read_history(history)
            else:
                for description in event_descriptions(event, self.adjacency):
                    other.tell(description)
            told, slack = other._told, other._slack
        with self._lock:
            for one in told:
                self._add(_with_steps(one, one.steps * times))
            self._slack += slack * times

    def _add(self, one: Told) -> None:
        with self._lock:
            last = self._told[-1] if self._told else None
            if last is not None and _with_steps(one, 1) == _with_steps(last, 1) and last.steps + one.steps <= MOST_STEPS:
                self._told[-1] = _with_steps(last, last.steps + one.steps)
            else:
                self._told.append(one)

    # What it reveals.

    def epsilon(self, delta: NumberLike, *, gap: NumberLike = "1/1000") -> Certified:
        """The least epsilon at ``delta``, in nats: ``upper`` is a guarantee; ``gap`` is the relative width that is aimed at."""
        level, width = read_delta(exact_number(delta, "delta")), read_gap(exact_number(gap, "gap"))
        told, slack = self._now()
        if slack >= level:
            raise Undecided(f"delta: {short(slack)} of it is spent by approximate mechanisms; give a larger one")
        found = replace(self._answer("epsilon", told, level - slack, width), given=to_fraction(level))
        return _spending(found, self._answer("epsilon", told, level, width).lower) if slack else found

    def delta(self, epsilon: NumberLike, *, gap: NumberLike = "1/100") -> Certified:
        """The least delta at ``epsilon`` >= 0, in nats; ``gap`` is the relative width that is aimed at."""
        level, width = _not_negative(epsilon, "epsilon"), read_gap(exact_number(gap, "gap"))
        told, slack = self._now()
        found = self._answer("delta", told, level, width)
        return replace(_spending(found, found.lower), upper=min(found.upper + to_fraction(slack), Fraction(1))) if slack else found

    @property
    def spent(self) -> fmpq:
        """The delta that approximate mechanisms have spent."""
        return self._now()[1]

    @property
    def told(self) -> tuple[Told, ...]:
        """What was told, equal mechanisms together, in the order of their first use."""
        return tuple(self._now()[0])

    @classmethod
    def read(cls, source: str | os.PathLike[str] | Mapping[str, object]) -> Accountant:
        """An accountant that is told what a TOML file, or a table like one, describes by [[phase]] and [[mechanism]].

        >>> from pabisym import Accountant
        >>> accountant = Accountant.read({"delta": "1e-5", "examples": 60000, "batch": 256, "sampling": "poisson",
        ...                               "phase": [{"noise_multiplier": 1, "epochs": 1}, {"noise_multiplier": 2, "steps": 500}]})
        >>> [steps for _, _, steps in accountant.history]
        [235, 500]
        """
        from pabisym.accounting.phases import read_phases  # read where a file is

        return cls.of(read_phases(source))

    @classmethod
    def of(cls, run: PhasedRun) -> Accountant:
        """An accountant that is told a run that was read."""
        found = Accountant(run.adjacency)
        for place, description in run.descriptions():
            with field_name(partial("{}: {}".format, place)):
                found.tell(description)
        return found

    def _now(self) -> tuple[list[Told], fmpq]:
        """Equal mechanisms together, in the order of their first use, and the delta that is spent."""
        found: dict[Told, int] = {}
        with self._lock:
            for one in self._told:
                key = _with_steps(one, 1)
                found[key] = found.get(key, 0) + one.steps
            return [_with_steps(one, steps) for one, steps in found.items()], self._slack

    def _answer(self, of: Of, told: list[Told], level: fmpq, width: float) -> Certified:
        """The answer by pairs of laws; where Rényi bounds are told by their sum, at the best order of the tables if there are any."""
        runs = [one for one in told if not isinstance(one, CurveSteps)]
        if not told:
            return Certified(of, to_fraction(level), Fraction(0), Fraction(0), "both", "nothing", True, "nothing was done", (), "nothing")
        if len(runs) == len(told):
            return composed_epsilon(runs, level, width) if of == "epsilon" else composed_delta(runs, level, width)
        curve = ComposedCurve(tuple(renyi_of(one) for one in told))
        tables = [one.curve for one in told if isinstance(one, CurveSteps) and isinstance(one.curve, TableCurve)]
        if tables:
            low, high = max(one.orders[0] for one in tables), min(one.orders[-1] for one in tables)
            orders = sorted({order for one in tables for order in one.orders if low <= order <= high})
            if not orders:
                raise Undecided("orders: no order lies within all tables of Rényi bounds")
            answers = [at_order(curve, order, of, level, RENYI_DIGITS) for order in orders]
            found = min(answers, key=lambda one: Fraction(one.value.upper))
        else:
            found = convert_bound(RenyiBound(curve), level if of == "epsilon" else None, level if of == "delta" else None, RENYI_DIGITS)
        upper = outward(rational(found.value.upper, of), up=True)
        return Certified(of, to_fraction(level), Fraction(0), upper, "both", RENYI_ONLY, False, "nothing is known from below",
                         (found.source,), "Rényi divergences at the best order")

    # What others write.

    @property
    def history(self) -> list[tuple[float, float, int]]:
        """Noise multiplier, sample rate and number of steps of each phase, as floats: the history of Opacus.

        Raises :class:`~pabisym.errors.InputError` where it cannot say what was told: other mechanisms, batches of a fixed size, and
        records that are replaced or zeroed.
        """
        with self._lock:
            if self.adjacency in ("replace", "zero-out"):
                raise InputError("history", f"does not say that the adjacency is {self.adjacency}", "use state_dict of pabisym")
            if other := next((one for one in self._told if not isinstance(one, NoisyRun) or one.sampling == "fixed-size"), None):
                what = "batches of a fixed size" if isinstance(other, NoisyRun) else type(other).__name__
                raise InputError("history", f"has no place for {what}", "use state_dict of pabisym")
            return [(float(one.noise), float(one.rate), one.steps) for one in self._told if isinstance(one, NoisyRun)]

    def state_dict(self) -> dict[str, Any]:
        """Plain data from which :meth:`load_state_dict` makes the same accountant; numbers are exact, as text."""
        state = self.__getstate__()
        return {"mechanism": "pabisym", "adjacency": self.adjacency, "sampling": self.sampling, "told": state["_told"],
                "slack": rational_text(self._slack)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """What :meth:`state_dict` gave, or the ``state_dict()`` of an accountant of Opacus as it is: its history of noise multiplier,
        sample rate and steps, with Poisson sampling and a record added or removed.  It takes the place of what was told before.

        >>> from pabisym import Accountant
        >>> accountant = Accountant()
        >>> accountant.load_state_dict({"history": [(1.0, 0.01, 1000), (2.0, 0.02, 500)], "mechanism": "rdp"})
        >>> 2.065 < float(accountant.epsilon("1e-5").upper) < 2.068
        True
        """
        if not isinstance(state, Mapping) or not ({"history", "told"} & set(state)):
            raise InputError("state", "has no history", "give the state_dict() of this accountant, or of one of Opacus")
        fresh = Accountant(str(state.get("adjacency", "add-remove")), str(state.get("sampling", "poisson")))
        if "told" in state:
            fresh._slack = not_negative(state.get("slack", 0), "slack")
            for one in _listed(state["told"], "told"):
                fresh.tell(one)
        else:
            fresh._read_history(state["history"])
        with self._lock:
            self.adjacency, self.sampling, self._told, self._slack = fresh.adjacency, fresh.sampling, fresh._told, fresh._slack

    def _read_history(self, history: object) -> None:
        """Noise multiplier, sample rate and steps of each phase, with Poisson batches."""
        for phase in _listed(history, "history"):
            if not isinstance(phase, list | tuple) or len(phase) != 3:
                raise InputError("history", "has a phase that is no triple", "give (noise multiplier, sample rate, steps)")
            self.step(noise_multiplier=phase[0], sample_rate=phase[1], steps=phase[2], sampling="poisson")

    def dp_event(self, library: ModuleType) -> Any:
        """What was told as an event of dp-accounting, made of the classes of the module that is given: ``dp_event(dp_accounting)``.

        Of batches of a fixed size an event says the ratio to all examples, in lowest terms.  Raises :class:`~pabisym.errors.InputError`
        where no event says it: pure mechanisms, groups in random batches, tables of Rényi bounds, and records that are replaced.
        """
        return event_of(*self._now(), library)

    def report(self, delta: NumberLike) -> PrivacyStatement:
        """A statement to file about what was told so far: what is guaranteed, for whom, what was done, and what that rests on.

        It prints as text, a notebook shows it, and :func:`pabisym.show.filed.write_statement` gives Markdown, HTML or JSON.

        >>> from pabisym import Accountant
        >>> accountant = Accountant()
        >>> accountant.step(noise_multiplier=1, sample_rate="1/100", steps=100)
        >>> print(str(accountant.report("1e-5")).splitlines()[3])
          (ε, δ)-differential privacy with ε ≤ 0.71803606 at δ = 1e-05.
        """
        return account_statement(self.epsilon(delta), self.adjacency, tuple(self.described()), self.spent)

    def described(self) -> Iterator[tuple[str, str, str]]:
        """What was told: how often, in words, and the pair of laws by which it is accounted."""
        for one in self.told:
            accounted = f"Rényi divergences of at most {one.said}" if isinstance(one, CurveSteps) else one.pair
            yield str(one.steps), _said(one), accounted

    def table(self) -> str:
        """What was told so far, as a table in Markdown; notebooks show it."""
        rows = (f"| {steps} | {said} |" for steps, said, _ in self.described())
        return "\n".join([f"Accountant, {self.adjacency}", "", "| steps | mechanism |", "|---|---|", *rows])


class OpacusAccountant(Accountant):
    """The same under the names that Opacus calls, so that its ``PrivacyEngine`` takes it.

    ``opacus.accountants.registry.register_accountant("pabisym", OpacusAccountant)``, and then ``PrivacyEngine(accountant="pabisym")``.

    >>> accountant = OpacusAccountant()
    >>> accountant.step(noise_multiplier=1.0, sample_rate=0.01)
    >>> len(accountant), accountant.mechanism(), round(accountant.get_epsilon(1e-5), 3)
    (1, 'pabisym', 0.199)
    """

    def __init__(self) -> None:
        super().__init__()

    @classmethod
    def mechanism(cls) -> str:
        """The name under which it is registered."""
        return "pabisym"

    def __len__(self) -> int:
        """How many steps were taken."""
        return sum(one.steps for one in self._now()[0])

    def get_epsilon(self, delta: float, *_: object, **__: object) -> float:
        """The upper end of epsilon, as a float that is not below it; other arguments of Opacus say how it approximates, and say nothing."""
        return float_ends(self.epsilon(delta).upper)[1]

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """What an optimiser calls after every step: it has a ``noise_multiplier`` and ``accumulated_iterations``."""
        def after_step(optimiser: Any) -> None:
            self.step(noise_multiplier=optimiser.noise_multiplier, sample_rate=sample_rate, accumulated=optimiser.accumulated_iterations)

        return after_step


def _spending(found: Certified, lower: Fraction) -> Certified:
    """An answer beside approximate mechanisms: they may reveal nothing, so ``lower`` is that of the others at the whole delta."""
    return replace(found, lower=lower, tight=False, lower_means="approximate mechanisms may reveal nothing: it is that of the others")


def _said(one: Told) -> str:
    """A mechanism in words."""
    if isinstance(one, NoisyRun):
        way = "all records" if one.gaussian is not None else f"{one.sampling} batches, rate {short(one.rate)}"
        return f"Gaussian noise, multiplier {short(one.noise)}; {way}"
    if isinstance(one, LaplaceSteps):
        return f"Laplace noise, scale {short(one.run.noise)} clipping norms; rate {short(one.run.rate)}"
    if isinstance(one, GroupSteps):
        return f"{_said(one.run)}; groups of {one.size} records"
    if isinstance(one, ExponentialSteps):
        return f"exponential mechanism, epsilon {short(one.level)}"
    if isinstance(one, PureSteps):
        return f"any {short(one.level)}-DP mechanism"
    if isinstance(one, CurveSteps):
        return f"any {short(one.curve.rate)}-zCDP mechanism" if isinstance(one.curve, LinearCurve) else f"Rényi bounds: {one.said}"
    return one.pair


def _with_steps(one: Told, steps: int) -> Told:
    """The same mechanism, so many times."""
    if isinstance(one, LaplaceSteps | GroupSteps):
        return replace(one, run=replace(one.run, steps=steps))
    return replace(one, steps=steps)  # type: ignore[type-var]


def _of_layers(layers: object) -> fmpq:
    """The noise multiplier of a step whose layers have clipping norms C and noise of the deviations s: z^-2 is the sum of (C/s)^2."""
    if not isinstance(layers, list | tuple) or not layers or not all(isinstance(one, list | tuple) and len(one) == 2 for one in layers):
        raise InputError("layers", "are no pairs", "give a list of pairs: a clipping norm, and the standard deviation of its noise")
    return root_below(1 / sum(((_positive(clip, "layers") / _positive(std, "layers")) ** 2 for clip, std in layers), fmpq(0)))


def _largest(rates: object) -> fmpq:
    """The largest of some rates, or the one that is given."""
    listed = rates.tolist() if hasattr(rates, "tolist") else rates
    if not isinstance(listed, list | tuple):
        return exact_number(listed, "sample_rate")
    if not listed:
        raise InputError("sample_rate", "is an empty list", "give the rates of the records")
    return max(exact_number(one, "sample_rate") for one in listed)


def _positive(value: object, name: str) -> fmpq:
    return positive(exact_number(value, name), name)


def _not_negative(value: object, name: str) -> fmpq:
    return not_negative(exact_number(value, name), name)


def _listed(value: object, name: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise InputError(name, "is no list", "give the state_dict() of an accountant")
    return list(value)
