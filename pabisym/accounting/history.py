"""An accountant for a training loop: what was done is told step by step, and what it reveals is asked whenever one likes.

Answers are those of :mod:`pabisym.accounting.accountant`: an upper end that is a guarantee, and a lower end where one is known.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isqrt
from typing import Any, Literal, TypeAlias

from flint import arb, fmpq

from pabisym.accounting.accountant import Certified, composed_delta, composed_epsilon, outward, read_delta, read_gap
from pabisym.accounting.conversion import RenyiBound, convert_bound
from pabisym.accounting.mechanisms import MOST_GROUP, ConcentratedSteps, GroupSteps, LaplaceSteps, PureSteps, group_of
from pabisym.accounting.steps import ADJACENCIES, MOST_STEPS, SAMPLINGS, Mechanism, NoisyRun, read_run
from pabisym.errors import InputError, Undecided
from pabisym.lang.arguments import NumberLike
from pabisym.lang.rational import float_ends, near_float, rational, rational_text, short, short_number, to_fraction
from pabisym.lang.reader import number
from pabisym.notions.conversion import ComposedCurve, LinearCurve, SampledGaussian
from pabisym.numerics.enclosure import between, upper_end
from pabisym.numerics.parameters import not_negative, positive

Told: TypeAlias = "Mechanism | ConcentratedSteps"
RENYI_ONLY = "zCDP has no pair of laws: everything is composed by Rényi divergences"


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
            return {**kept, "_told": [_plain(one) for one in self._told]}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """The same with a lock of its own."""
        self.adjacency, self.sampling, self._slack = state["adjacency"], state["sampling"], fmpq(*state["_slack"])
        self._told = [_mechanism(one) for one in state["_told"]]
        self._lock = threading.RLock()

    # What was done.

    def step(self, *, noise_multiplier: NumberLike, sample_rate: NumberLike | None = None, steps: NumberLike = 1,
             examples: NumberLike | None = None, batch: NumberLike | None = None, accumulated: NumberLike = 1, sampling: str | None = None,
             group: NumberLike = 1, clipping_noise: NumberLike | None = None) -> None:
        """Some equal steps of DP-SGD.

        ``sample_rate``, or ``batch`` of ``examples``, says how likely a record is in a batch; with neither, all records are used.
        ``accumulated`` batches are drawn for one step of noise.  ``group`` is in how many records neighbouring data sets differ.
        ``clipping_noise`` is the standard deviation of the noise on the number of clipped gradients, which adaptive clipping
        (Andrew et al. 2021) releases beside them, ``noise_multiplier`` then that of the gradients alone.
        """
        every = sample_rate is None and examples is None and batch is None
        many, size = _integer(accumulated, "accumulated", 10**6), _integer(group, "group", MOST_GROUP)
        rate = _rational(sample_rate, "sample_rate") * many if sample_rate is not None else None
        drawn = _rational(batch, "batch") * many if batch is not None else None
        way = "full" if every else (sampling or self.sampling)
        try:
            noise, count = _positive(noise_multiplier, "noise_multiplier"), _integer(steps, "steps", MOST_STEPS)
            run = read_run(noise, count, examples, drawn, rate, way, self.adjacency)
        except InputError as error:
            raise InputError("sample_rate" if error.field == "rate" else error.field, error.problem, error.cure) from None
        if clipping_noise is not None:
            run = replace(run, noise=_both_noises(run.noise, _positive(clipping_noise, "clipping_noise")))
        self._add(group_of(run, size))

    def gaussian(self, *, std: NumberLike | None = None, sensitivity: NumberLike = 1, mu: NumberLike | None = None,
                 steps: NumberLike = 1) -> None:
        """Gaussian noise of a standard deviation on a value that neighbouring data sets change by at most ``sensitivity``; or mu-GDP.

        For a tree of partial sums of the height h under a noise multiplier z, mu is sqrt(h)/z, for a matrix mechanism its sensitivity
        over z: give ``std`` = z and that ``sensitivity``.
        """
        if (mu is None) == (std is None):
            raise InputError("std", "needs either std or mu", "give the one that is known")
        ratio = _positive(mu, "mu") if mu is not None else _positive(sensitivity, "sensitivity") / _positive(std, "std")
        self._add(NoisyRun(1 / ratio, _integer(steps, "steps", MOST_STEPS), fmpq(1), "full", "add-remove"))

    def tree(self, *, height: NumberLike, noise_multiplier: NumberLike) -> None:
        """A tree of partial sums (DP-FTRL) in which a record changes ``height`` nodes, each with its noise: one Gaussian mechanism."""
        levels = _integer(height, "height", 10**6)
        self._add(NoisyRun(_positive(noise_multiplier, "noise_multiplier"), levels, fmpq(1), "full", "add-remove"))

    def laplace(self, *, scale_multiplier: NumberLike, sample_rate: NumberLike | None = None, steps: NumberLike = 1) -> None:
        """Laplace noise on the line; ``scale_multiplier`` is its scale over the clipping norm, or the sensitivity."""
        way = "full" if sample_rate is None else self.sampling
        rate = None if sample_rate is None else _rational(sample_rate, "sample_rate")
        many = _integer(steps, "steps", MOST_STEPS)
        run = read_run(_positive(scale_multiplier, "scale_multiplier"), many, None, None, rate, way, self.adjacency)
        if (run.sampling, run.adjacency) == ("fixed-size", "zero-out"):
            raise InputError("adjacency", "zero-out is not covered for Laplace noise on batches of a fixed size", "give replace")
        self._add(LaplaceSteps(run))

    def pure(self, *, epsilon: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of an epsilon-DP mechanism, as randomised response, the exponential mechanism or a report of noisy counts."""
        self._add(PureSteps(_positive(epsilon, "epsilon"), _integer(steps, "steps", MOST_STEPS)))

    def approximate(self, *, epsilon: NumberLike, delta: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of an (epsilon, delta)-DP mechanism: that of randomised response, but with the chance delta, which is spent."""
        many, level = _integer(steps, "steps", MOST_STEPS), _not_negative(epsilon, "epsilon")
        lost = _not_negative(delta, "delta")
        if lost >= 1:
            raise InputError("delta", f"{short(lost)} is no delta", "give a number below 1")
        with self._lock:
            self._slack += lost * many
            if level:
                self._add(PureSteps(level, many))

    def zcdp(self, *, rho: NumberLike, steps: NumberLike = 1) -> None:
        """Uses of a rho-zCDP mechanism, as discrete Gaussian noise: rho is sensitivity^2/(2 std^2)."""
        self._add(ConcentratedSteps(_positive(rho, "rho"), _integer(steps, "steps", MOST_STEPS)))

    def compose(self, event: Any, count: NumberLike = 1) -> None:
        """What another accountant was told, or an event of dp-accounting (by the names of its class and fields; nothing is imported)."""
        times = _integer(count, "count", MOST_STEPS)
        if isinstance(event, Accountant):
            if event.adjacency != self.adjacency:
                raise InputError("event", f"has the adjacency {event.adjacency}", f"compose accountants with {self.adjacency}")
            told, slack = list(event._told), event._slack
        else:
            other = Accountant(self.adjacency, self.sampling)
            _tell(other, event, 0)
            told, slack = other._told, other._slack
        with self._lock:
            for one in told:
                self._add(_repeated(one, times))
            self._slack += slack * times

    def _add(self, one: Told) -> None:
        with self._lock:
            last = self._told[-1] if self._told else None
            if last is not None and _repeated(one, last.steps) == _repeated(last, one.steps) and last.steps + one.steps <= MOST_STEPS:
                self._told[-1] = _with_steps(last, last.steps + one.steps)
            else:
                self._told.append(one)

    # What it reveals.

    def epsilon(self, delta: NumberLike, *, gap: NumberLike = "1/1000") -> Certified:
        """The least epsilon at ``delta``, in nats: ``upper`` is a guarantee; ``gap`` is the relative width that is aimed at."""
        level, width = read_delta(_rational(delta, "delta")), read_gap(_rational(gap, "gap"))
        told, slack = self._now()
        if slack >= level:
            raise Undecided(f"delta: {short(slack)} of it is spent by approximate mechanisms; give a larger one")
        return replace(self._answer("epsilon", told, level - slack, width), given=to_fraction(level))

    def delta(self, epsilon: NumberLike, *, gap: NumberLike = "1/100") -> Certified:
        """The least delta at ``epsilon`` >= 0, in nats; ``gap`` is the relative width that is aimed at."""
        level, width = _not_negative(epsilon, "epsilon"), read_gap(_rational(gap, "gap"))
        told, slack = self._now()
        found = self._answer("delta", told, level, width)
        return replace(found, upper=min(found.upper + to_fraction(slack), Fraction(1))) if slack else found

    def _now(self) -> tuple[list[Told], fmpq]:
        with self._lock:
            return _gathered(self._told), self._slack

    def _answer(self, of: Literal["epsilon", "delta"], told: list[Told], level: fmpq, width: float) -> Certified:
        runs = [one for one in told if not isinstance(one, ConcentratedSteps)]
        if not told:
            return Certified(of, to_fraction(level), Fraction(0), Fraction(0), "both", "nothing", True, "nothing was done", (), "nothing")
        if len(runs) == len(told):
            return composed_epsilon(runs, level, width) if of == "epsilon" else composed_delta(runs, level, width)
        curve = ComposedCurve(tuple(_renyi(one) for one in told))
        found = convert_bound(RenyiBound(curve), level if of == "epsilon" else None, level if of == "delta" else None, 9)
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
                fresh._add(_mechanism(one))
        else:
            for phase in _listed(state["history"], "history"):
                noise, rate, steps = _three(phase)
                fresh.step(noise_multiplier=noise, sample_rate=rate, steps=steps)
        with self._lock:
            self.adjacency, self.sampling, self._told, self._slack = fresh.adjacency, fresh.sampling, fresh._told, fresh._slack

    def report(self, delta: NumberLike) -> str:
        """A statement about what was told so far, in Markdown: what is protected, when data sets are neighbours, what was done, both ends.

        >>> from pabisym import Accountant
        >>> accountant = Accountant()
        >>> accountant.step(noise_multiplier=1, sample_rate="1/100", steps=100)
        >>> print(accountant.report("1e-5").splitlines()[2])
        **Guarantee**: (ε, δ)-differential privacy with ε ≤ 0.71803571 at δ = 1e-05.
        """
        found = self.epsilon(delta)
        slack = self._now()[1]
        lower = f"{short_number(found.lower)}, as {found.lower_means}" if found.lower else found.lower_means
        lines = ["# Privacy statement", "",
                 f"**Guarantee**: (ε, δ)-differential privacy with ε ≤ {_decimal_above(found.upper)} at δ = {_given(found.given)}.", "",
                 f"**Unit**: {_UNIT[self.adjacency]}.", "",
                 "**What may be released**: everything that the steps below put out, every iterate included.", "",
                 *self._rows(), "",
                 f"**From below**: {lower}.", ""]
        if slack:
            lines += [f"**Spent beforehand**: {rational_text(slack)} of δ, by approximate mechanisms.", ""]
        lines += ["**Promises**: every gradient is clipped to the clipping norm; noise and batches are drawn as said, anew in every step, "
                  "from randomness that nobody sees.", "",
                  f"**Computed by**: {found.method}; believed: {'; '.join(found.believes) or 'nothing'}."]
        return "\n".join(lines) + "\n"

    def table(self) -> str:
        """What was told so far, as a table in Markdown; notebooks show it."""
        return "\n".join([f"Accountant, {self.adjacency}", "", *self._rows()])

    def _rows(self) -> list[str]:
        return ["| steps | mechanism |", "|---|---|", *(f"| {one.steps} | {_said(one)} |" for one in self._now()[0])]


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


_UNIT = {"add": "one record, which is added", "remove": "one record, which is removed",
         "add-remove": "one record, which is added or removed",
         "replace": "one record, which is replaced by another", "zero-out": "one record, whose gradients become 0"}


def _given(value: Fraction) -> str:
    """A delta as a float is written, where it is one."""
    text, near = short_number(value), near_float(value)
    return text if Fraction(text) == value or (float(text) == near and Fraction(near) == value) else rational_text(value)


def _decimal_above(value: Fraction) -> str:
    """A decimal that is not below an upper end."""
    return between(rational(value, "epsilon"), rational(value, "epsilon"), 6, 0).upper


def _said(one: Told) -> str:
    """A mechanism in words."""
    if isinstance(one, NoisyRun):
        way = "all records" if one.gaussian is not None else f"{one.sampling} batches, rate {short(one.rate)}"
        return f"Gaussian noise, multiplier {short(one.noise)}; {way}"
    if isinstance(one, LaplaceSteps):
        return f"Laplace noise, scale {short(one.run.noise)} clipping norms; rate {short(one.run.rate)}"
    if isinstance(one, GroupSteps):
        return f"{_said(one.run)}; groups of {one.size} records"
    if isinstance(one, PureSteps):
        return f"any {short(one.level)}-DP mechanism"
    return f"any {short(one.rho)}-zCDP mechanism" if isinstance(one, ConcentratedSteps) else one.pair


def _gathered(told: Iterable[Told]) -> list[Told]:
    """Equal mechanisms together, in the order of their first use."""
    found: dict[Told, int] = {}
    for one in told:
        key = _with_steps(one, 1)
        found[key] = found.get(key, 0) + one.steps
    return [_with_steps(one, steps) for one, steps in found.items()]


def _with_steps(one: Told, steps: int) -> Told:
    """The same mechanism, so many times."""
    if isinstance(one, LaplaceSteps | GroupSteps):
        return replace(one, run=replace(one.run, steps=steps))
    return replace(one, steps=steps)  # type: ignore[type-var]


def _repeated(one: Told, times: int) -> Told:
    return _with_steps(one, one.steps * times)


def _renyi(one: Told) -> tuple[LinearCurve | SampledGaussian, int]:
    """A Rényi bound of a mechanism: rho is mu^2/2 for Gaussian noise, epsilon^2/2 for pure privacy (Bun and Steinke 2016)."""
    if isinstance(one, ConcentratedSteps):
        return LinearCurve(one.rho), one.steps
    if isinstance(one, PureSteps):
        return LinearCurve(one.level**2 / 2), one.steps
    if isinstance(one, NoisyRun):
        if one.gaussian is not None:
            return LinearCurve(one.gaussian / 2), one.steps
        if one.sampling == "poisson" and one.adjacency in ("add", "remove", "add-remove", "zero-out"):
            return SampledGaussian.of(one.rate, one.noise), one.steps
    if isinstance(one, LaplaceSteps) and one.run.rate == 1:
        level = (2 if one.run.adjacency == "replace" else 1) / one.run.noise
        return LinearCurve(level**2 / 2), one.steps
    raise Undecided("zCDP is composed with Gaussian noise, also on Poisson batches where a record is added or removed, and with pure "
                    f"mechanisms; not with: {_said(one)}")


def _both_noises(gradients: fmpq, counts: fmpq) -> fmpq:
    """The noise multiplier z of a step that releases gradients and the number of clipped ones, rounded down: z^-2 = z_g^-2 + (2 s)^-2.

    The number is centred by 1/2, so that a record moves it by at most 1/2.
    """
    square = 1 / (1 / gradients**2 + 1 / (2 * counts) ** 2)
    return fmpq(isqrt(int((square * 10**40).floor())), 10**20)


def _rational(value: object, name: str) -> fmpq:
    """A number; a float is the dyadic number that it is, with which training loops draw noise and batches."""
    return number(value, name, floats=True)


def _positive(value: object, name: str) -> fmpq:
    return positive(_rational(value, name), name)


def _not_negative(value: object, name: str) -> fmpq:
    return not_negative(_rational(value, name), name)


def _integer(value: object, name: str, most: int) -> int:
    found = _rational(value, name)
    if found.q != 1 or not 1 <= found <= most:
        raise InputError(name, f"{short(found)} cannot be used", f"give an integer from 1 to {most}")
    return int(found.p)


def _listed(value: object, name: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise InputError(name, "is no list", "give the state_dict() of an accountant")
    return list(value)


def _three(phase: object) -> tuple[Any, Any, Any]:
    if not isinstance(phase, list | tuple) or len(phase) != 3:
        raise InputError("history", "has a phase that is no triple", "give (noise multiplier, sample rate, steps)")
    return phase[0], phase[1], phase[2]


# Plain data.


def _plain(one: Told) -> dict[str, Any]:
    """A mechanism as plain data."""
    if isinstance(one, ConcentratedSteps):
        return {"kind": "zcdp", "rho": rational_text(one.rho), "steps": one.steps}
    if isinstance(one, PureSteps):
        return {"kind": "pure", "epsilon": rational_text(one.level), "steps": one.steps}
    run = one if isinstance(one, NoisyRun) else one.run if isinstance(one, LaplaceSteps | GroupSteps) else None
    if run is None:
        raise InputError("event", f"{type(one).__name__} cannot be stored", "tell it again")
    kind = "laplace" if isinstance(one, LaplaceSteps) else "gaussian"
    data = {"kind": kind, "noise": rational_text(run.noise), "rate": rational_text(run.rate), "steps": run.steps, "sampling": run.sampling,
            "adjacency": run.adjacency}
    return {**data, "group": one.size} if isinstance(one, GroupSteps) else data


def _mechanism(data: object) -> Told:
    """The mechanism of plain data; raises :class:`~pabisym.errors.InputError` for what is none."""
    if not isinstance(data, Mapping) or data.get("kind") not in ("zcdp", "pure", "laplace", "gaussian"):
        raise InputError("told", "has an entry that is no mechanism", "give the state_dict() of an accountant")
    steps = _integer(data.get("steps", 1), "steps", MOST_STEPS)
    if data["kind"] == "zcdp":
        return ConcentratedSteps(positive(data.get("rho"), "rho"), steps)
    if data["kind"] == "pure":
        return PureSteps(positive(data.get("epsilon"), "epsilon"), steps)
    run = read_run(data.get("noise"), steps, None, None, data.get("rate"), str(data.get("sampling")), str(data.get("adjacency")))
    return LaplaceSteps(run) if data["kind"] == "laplace" else group_of(run, _integer(data.get("group", 1), "group", MOST_GROUP))


# Events of dp-accounting.

DEEPEST = 50
"""How deep events may be nested."""


def _tell(account: Accountant, event: object, depth: int) -> None:
    """Tell an accountant an event of dp-accounting, by the names of its class and of its fields."""
    name = type(event).__name__
    if depth > DEEPEST:
        raise InputError("event", f"is nested deeper than {DEEPEST}", "give it flatter")
    known: Mapping[str, Any] = {
        "NoOpDpEvent": lambda: None,
        "GaussianDpEvent": lambda: account.step(noise_multiplier=event.noise_multiplier),  # type: ignore[attr-defined]
        "LaplaceDpEvent": lambda: account.pure(epsilon=_laplace_level(account, event)),
        "DiscreteGaussianDpEvent": lambda: account.zcdp(rho=_discrete_rho(event)),
        "ZCDpEvent": lambda: account.zcdp(rho=_rho_alone(event)),
        "EpsilonDeltaDpEvent": lambda: account.approximate(epsilon=event.epsilon, delta=event.delta),  # type: ignore[attr-defined]
        "RandomizedResponseDpEvent": lambda: account.pure(epsilon=_response(account, event)),
        "SelfComposedDpEvent": lambda: _again(account, event.event, event.count, depth),  # type: ignore[attr-defined]
        "ComposedDpEvent": lambda: _each(account, event.events, depth),  # type: ignore[attr-defined]
        "PoissonSampledDpEvent": lambda: _sampled(account, event, "poisson"),
        "SampledWithoutReplacementDpEvent": lambda: _sampled(account, event, "fixed-size"),
    }
    if name not in known:
        raise InputError("event", f"{name[:60]} is not known", "give one of " + ", ".join(known))
    try:
        known[name]()
    except AttributeError as missing:
        raise InputError("event", f"{name} has no {missing.name}", "give an event of dp-accounting") from None


def _each(account: Accountant, events: Iterable[object], depth: int) -> None:
    for one in events:
        _tell(account, one, depth + 1)


def _again(account: Accountant, event: object, count: Any, depth: int) -> None:
    other = Accountant(account.adjacency, account.sampling)
    _tell(other, event, depth + 1)
    account.compose(other, count)


def _sampled(account: Accountant, event: Any, sampling: str) -> None:
    inner = event.event
    if type(inner).__name__ == "SelfComposedDpEvent":
        raise InputError("event", "several uses of one sampled batch are not covered", "give one Gaussian event")
    if type(inner).__name__ != "GaussianDpEvent":
        raise InputError("event", f"a sampled {type(inner).__name__[:60]} is not covered", "give a sampled Gaussian event")
    if sampling == "poisson":
        rate = _rational(event.sampling_probability, "event")
    else:
        rate = fmpq(_integer(event.sample_size, "event", 10**12), _integer(event.source_dataset_size, "event", 10**12))
    account._add(read_run(_positive(inner.noise_multiplier, "event"), 1, None, None, rate, sampling, account.adjacency))


def _laplace_level(account: Accountant, event: Any) -> fmpq:
    """The epsilon of noise on every coordinate, by the L1 norm: that of the line is known in full, the event may have any dimension."""
    return (2 if account.adjacency == "replace" else 1) / _positive(event.noise_multiplier, "event")


def _rho_alone(event: Any) -> fmpq:
    """Rho of a zCDP event; raises :class:`~pabisym.errors.InputError` for (xi, rho)-zCDP with a xi that is not 0."""
    if _rational(getattr(event, "xi", 0), "event") != 0:
        raise InputError("event", "(xi, rho)-zCDP with a xi above 0 is not covered", "give rho alone")
    return _positive(event.rho, "event")


def _discrete_rho(event: Any) -> fmpq:
    """The rho of discrete Gaussian noise, in any dimension (Canonne, Kamath and Steinke 2020, theorem 4)."""
    return _positive(event.sensitivity, "event") ** 2 / (2 * _positive(event.sigma, "event") ** 2)


def _response(account: Accountant, event: Any) -> fmpq:
    """The epsilon of randomised response that answers at random with the chance p, one of k answers, rounded up: log of 1 + k (1 - p)/p."""
    if account.adjacency != "replace":
        raise InputError("event", "randomised response answers for every record: a record is replaced", 'give Accountant("replace")')
    p, k = _rational(event.noise_parameter, "event"), _integer(event.num_buckets, "event", 10**9)
    if not 0 < p <= 1:
        raise InputError("event", f"a noise parameter of {short(p)} is no chance", "give a number above 0 and at most 1")
    return upper_end((1 + arb(k * (1 - p) / p)).log())


__all__ = ["Accountant", "OpacusAccountant"]
