"""Two runs of Noisy-SGD on an interval, as data: random batches, noise, a projection; and what the hypotheses of a statement say of them.

A step draws one of all batches of b records, each with the same chance.  Of a run of one step, or of one whose steps forget where they
were, the law of the output is a mixture of projected Gaussians over the batches, so that its divergences are exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb

from flint import arb, fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.exact_law.chains import mixture
from pabisym.exact_law.clipped import clipped_chain
from pabisym.exact_law.gaussian_mixture import MixtureLaw
from pabisym.exact_law.law import ExactLaw
from pabisym.kernel.judgement import declarable
from pabisym.lang.arguments import NumberLike
from pabisym.lang.rational import rational
from pabisym.lang.term import RELATIONS, ZERO, Binding, Call, Name, Number, Term, calls, free_names, is_call, substitute
from pabisym.library.point import NoValueError, decide_closed, whole, without_symbols, worst_verdict
from pabisym.library.statement import SampledRuns, Statement, Verdict
from pabisym.numerics.enclosure import Enclosure, upper_end

MAX_BATCHES, MAX_STEPS = 4096, 1000
"""Most batches, and most steps, that are gone through one by one."""


def factor(runs: SampledRuns) -> fmpq:
    """What a step multiplies the distance of two points by, with one batch and one noise: 1 - eta times the curvature."""
    return fmpq(1) - rational(runs.step, "step") * rational(runs.curvature, "curvature")


def moves(runs: SampledRuns, second: bool) -> dict[fmpq, fmpq]:
    """Where a step leads from 0 without noise, with the chance of it over the batches."""
    n, b = len(runs.slopes), runs.batch
    if not 1 <= b <= n or comb(n, b) > MAX_BATCHES:
        raise InputError("batch", f"{b} of {n} records", f"draw 1 to n records, in at most {MAX_BATCHES} ways")
    slopes = [rational(runs.other if second and k == runs.index else one, "slopes") for k, one in enumerate(runs.slopes, 1)]
    found: dict[fmpq, fmpq] = {}
    for drawn in combinations(slopes, b):
        move = -rational(runs.step, "step") * sum(drawn, fmpq(0)) / b
        found[move] = found.get(move, fmpq(0)) + fmpq(1, comb(n, b))
    return found


def variance(runs: SampledRuns) -> fmpq:
    """The variance of the noise of a step, on the iterate."""
    return (rational(runs.step, "step") * rational(runs.noise, "noise")) ** 2


def law(runs: SampledRuns, second: bool) -> ExactLaw:
    """The law of the output, which is projected; of more than one step only where a step forgets where it was."""
    if runs.steps != 1 and factor(runs) != 0:
        raise InputError("steps", "remember where they were", "take one step, or losses of the curvature 1/step")
    return mixture([(chance, clipped_chain(lower=runs.low, upper=runs.high, steps=1, start=runs.start, noise_variance=variance(runs),
                                           slope=factor(runs), offset=move)) for move, chance in sorted(moves(runs, second).items())])


def divergence(runs: SampledRuns, order: NumberLike, digits: int = 8) -> Enclosure:
    """The Rényi divergence of the two outputs."""
    return law(runs, False).renyi(law(runs, True), order, digits)


def one_step(runs: SampledRuns, order: NumberLike, noise_variance: NumberLike, digits: int = 8) -> Enclosure:
    """The Rényi divergence of one random step of both runs from one point, before its projection, with a part of the noise.

    The point does not matter: it is where both Gaussian mixtures are moved.
    """
    first, other = (MixtureLaw.of([(chance, move, noise_variance) for move, chance in moves(runs, second).items()])
                    for second in (False, True))
    return first.renyi(other, order, digits)


def given_noise(runs: SampledRuns, part: NumberLike, order: NumberLike, digits: int = 8) -> Enclosure:
    """At most the divergence of both runs' iterates, each with the noise that pays, given that the noise that hides is 0 in both.

    Altschuler and Talwar, section 3.2: of the noise of a step the ``part`` sigma_2, on the gradient, is Z, and the rest is Y; the second
    run takes the gradients of the first data, and Z' corrects them.  So that Z' = 0 makes a batch with the record less likely, by the
    density of what it is moved.  The law is that of Pi_K(w - eta gradient + Y) + Y' for losses that forget where a step began; where the
    likelihood is rounded towards that of the first run, the divergence falls, as it is convex in the second law.
    """
    if factor(runs) != 0 or runs.batch != 1:
        raise InputError("runs", "remember where a step began, or draw several records", "take the curvature 1/step and one record a step")
    step, hidden = rational(runs.step, "step"), (rational(runs.step, "step") * rational(part, "part")) ** 2
    slopes = [rational(one, "slopes") for one in runs.slopes]
    moved = step * (slopes[runs.index - 1] - rational(runs.other, "other"))
    likely = upper_end((-arb(moved * moved) / (2 * arb(hidden))).exp())
    paying = variance(runs) - hidden
    laws = [clipped_chain(lower=runs.low, upper=runs.high, steps=2, start=runs.start, noise_variance=paying, slope=[0, 1],
                          offset=[-step * slope, 0], projection="before-map") for slope in slopes]
    weights = [likely if k == runs.index else fmpq(1) for k in range(1, len(slopes) + 1)]
    first = mixture([(fmpq(1, len(slopes)), one) for one in laws])
    return first.renyi(mixture([(weight / sum(weights, fmpq(0)), one) for weight, one in zip(weights, laws, strict=True)]), order, digits)


# Hypotheses.


def hypothesis_against_sampled_runs(runs: SampledRuns, statement: Statement, at: Binding) -> str:
    """A hypothesis that is not certainly true of the runs, and why; empty where there is none.

    The letters n, b, i, T, eta and sigma of the point are those of the runs, and so is a sequence e of step sizes; no gradient on K is
    longer than L, and K is no longer than D, whether a hypothesis says so or not.
    """
    own = {"n": len(runs.slopes), "b": runs.batch, "i": runs.index, "T": runs.steps, "eta": runs.step, "sigma": runs.noise}
    try:
        for letter, value in own.items():
            if letter in at and decide_closed(Call("==", (at[letter][1], Number(rational(value, letter))))) != "true":
                return f"{letter} is {value} in the runs, and something else at the point"
        if "e" in at and runs.steps > MAX_STEPS:
            return f"e stands for more than {MAX_STEPS} step sizes"
        sizes = (substitute(Call("e", (Number(k),)), at) for k in range(1, runs.steps + 1))
        if "e" in at and any(decide_closed(Call("==", (size, Number(rational(runs.step, "step"))))) != "true" for size in sizes):
            return f"e is {runs.step} in the runs, and something else at the point"
        wide = rational(runs.high, "high") - rational(runs.low, "low")
        for letter, most, what in (("L", _steepest(runs), "a gradient is longer than"), ("D", wide, "K is longer than")):
            if letter in at and _at_most(most, at[letter][1]) != "true":
                return f"{what} {letter}"
        verdicts = judge_sampled_hypotheses(runs, statement, at)
        return next((f"{name} is {verdict} of the runs" for name, verdict in verdicts if verdict != "true"), "")
    except NoValueError as problem:
        return str(problem)


def _steepest(runs: SampledRuns) -> fmpq:
    """The length of the longest gradient of a loss on K."""
    curvature, ends = rational(runs.curvature, "curvature"), (rational(runs.low, "low"), rational(runs.high, "high"))
    slopes = [rational(one, "slopes") for one in (*runs.slopes, runs.other)]
    return max(abs(curvature * end + slope) for end in ends for slope in slopes)


def judge_sampled_hypotheses(runs: SampledRuns, statement: Statement, at: Binding) -> Iterator[tuple[str, Verdict]]:
    """Every hypothesis that is no relation, by its name, with a verdict about these runs at a point of the letters."""
    hypotheses = [(name, substitute(term, at)) for name, term in statement.hypotheses]
    noises = [term.args[1] for _, one in hypotheses for term in _each(one) if isinstance(term, Call) and term.head == "gaussian"]
    inside = (one for _, term in statement.hypotheses for one in calls(term))
    projected = any(one.head == "push" and is_call(one.args[0], "projection") for one in inside)
    judge = _Judge(runs, at, noises, statement.mentions("sampledstep"), projected)
    for name, one in hypotheses:
        verdicts = [verdict for term in _each(one) if (verdict := judge.verdict(term)) is not None]
        if verdicts or not _relation(one):
            yield name, worst_verdict(verdicts)


def _relation(term: Term) -> bool:
    return isinstance(term, Call) and (_relation(term.args[3]) if term.head == "forall" else term.head in (*RELATIONS, "and"))


def _each(term: Term) -> Iterable[Term]:
    """What a hypothesis says of every index of its ranges; relations, which are decided elsewhere, are left as they are."""
    if not isinstance(term, Call) or term.head != "forall" or _relation(term):
        return (term,)
    index, (low, high, body) = term.args[0], term.args[1:]
    first, last = whole(low), whole(high)
    if not isinstance(index, Name) or (last - first > MAX_STEPS and not _only_counts(body, index.name)):
        return (Call("undecided", ()),)
    indices = range(first, last + 1) if last - first <= MAX_STEPS else (first, first + 1, last)
    bodies = (substitute(body, {index.name: ((), Number(k))}) for k in indices)
    return tuple(one for body in bodies for one in _each(body))


def _only_counts(term: Term, index: str) -> bool:
    """Does an index stand nowhere but as k or k - 1 in the members of sequences of which a point says nothing: laws, maps, noises.

    All steps of such runs are alike, so that what is said of them is the same from the second index on, where no member is a start.
    """
    if not isinstance(term, Call):
        return term != Name(index)
    if len(term.args) == 1 and declarable(term.head):
        return index not in free_names(term.args[0]) or term.args[0] in (Name(index), Call("+", (Name(index), Number(-1))))
    return all(_only_counts(arg, index) for arg in term.args)


class _Judge:
    """Verdicts on hypotheses about runs at a point, at which the further noise of their steps has the variances ``noises``."""

    def __init__(self, runs: SampledRuns, at: Binding, noises: list[Term], spelled: bool, projected: bool) -> None:
        self.runs, self.at, self.spelled, self.projected = runs, at, spelled, projected
        self.further = max((_number(one) for one in noises), default=fmpq(0))

    def verdict(self, term: Term) -> Verdict | None:
        """None for a relation; ``undecided`` for what is not known of such runs."""
        if not isinstance(term, Call):
            return "undecided"
        if _relation(term):
            return None
        runs, args = self.runs, term.args
        match term.head:
            case "convexset" | "equal":
                return "true"
            case "convex":
                return _at_most(fmpq(0), Number(rational(runs.curvature, "curvature")))
            case "smooth":
                return _at_most(rational(runs.curvature, "curvature"), args[1])
            case "lipschitzloss":
                return _at_most(_steepest(runs), args[1])
            case "lipschitzon" | "steady":  # of a random step, or of the gradient step of a record: all have the same curvature
                return _at_most(abs(factor(runs)), args[-1])
            case "gaussian":  # all of the noise, or what the random step leaves of it; where that is spelled out, it has none of its own
                own, rest = _number(args[1]), variance(runs)
                return "true" if 0 < own == rest or (not self.spelled and 0 < own < rest) else "false"
            case "close":  # one random step from any point, with the noise that is not added further on
                hidden = variance(runs) - self.further
                return _at_most(one_step(runs, _number(args[0]), hidden), args[3]) if hidden > 0 else "false"
            case "renyi" if self._starts(args[2]):
                return _at_most(fmpq(0), args[4])
            case "renyi" if decide_closed(Call("==", (args[1], ZERO))) == "true" and (runs.steps == 1 or factor(runs) == 0):
                # the iterates before their projection, whose last step has all of the noise
                return _at_most(one_step(runs, _number(args[0]), variance(runs)), args[4])
            case "winf" if self._starts(args[0]):
                return _at_most(fmpq(0), args[2])
            case "winf" if self.projected:  # points of the domain
                return _at_most(rational(runs.high, "high") - rational(runs.low, "low"), args[2])
        return "undecided"

    @staticmethod
    def _starts(law: Term) -> bool:
        """Is a law that before the first step."""
        return isinstance(law, Name) or (isinstance(law, Call) and len(law.args) == 1 and whole(law.args[0]) == 0)


def _number(term: Term) -> fmpq:
    value = exact_value(without_symbols(term), {})
    if value is None:
        raise NoValueError("a number that is no rational stands in a hypothesis about runs")
    return value


def _at_most(value: fmpq | Enclosure, bound: Term) -> Verdict:
    """Is a number, by the safe end of its enclosure, at most what a hypothesis says."""
    if isinstance(value, Enclosure):
        value = rational(value.upper if value.exact is None else value.exact, "divergence")
    return decide_closed(Call("<=", (Number(value), without_symbols(bound))))
