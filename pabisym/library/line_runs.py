"""Two runs of projected noisy SGD on the line, as data, and what the hypotheses of a statement say of them.

A counterexample is about the algorithm that the page means: its records with their losses, its steps and noise, the steps that it
draws at random, its domain.  From these the laws of both outputs are known exactly, and every hypothesis of the statement is judged.
"""

from __future__ import annotations

from flint import arb, fmpq

from pabisym.errors import InputError
from pabisym.exact_law.gaussian_mixture import MixtureLaw
from pabisym.lang.arguments import NumberLike
from pabisym.lang.rational import rational
from pabisym.lang.term import BINDERS, RELATIONS, Binding, Call, Name, Number, Term, free_names, substitute
from pabisym.library.point import NoValueError, decide_closed, without_symbols, worst_verdict
from pabisym.library.statement import LineRuns, Statement, Verdict
from pabisym.numerics.enclosure import Enclosure


def record_count(runs: LineRuns) -> int:
    """The number n of records."""
    return len(runs.slopes)


def spans(runs: LineRuns) -> tuple[tuple[int, int], ...]:
    """The records that are used, first and last, for every outcome of the random choice; all are equally likely."""
    n = record_count(runs)
    if runs.algorithm == "stop":
        return tuple((1, last) for last in range(1, n + 1))
    return tuple((first, n) for first in range(1, n // 2 + 2)) if runs.algorithm == "skip" else ((1, n),)


def slope(runs: LineRuns, k: int, second: bool) -> fmpq:
    """The slope of the loss of record k in one of the runs."""
    return rational(runs.other if second and k == runs.index else runs.slopes[k - 1], "slopes")


def law(runs: LineRuns, second: bool) -> MixtureLaw:
    """The law of the output of a run on the line, without a projection."""
    parts, eta, sigma = [], rational(runs.step, "step"), rational(runs.noise, "noise")
    for first, last in spans(runs):
        used = range(first, last + 1)
        mean = -eta * sum((slope(runs, k, second) for k in used), fmpq(0))
        parts.append((fmpq(1, len(spans(runs))), mean, len(used) * eta * eta * sigma * sigma))
    return MixtureLaw.of(parts)


def divergence(runs: LineRuns, order: NumberLike, digits: int = 8) -> Enclosure:
    """The Rényi divergence of the two outputs; raises :class:`~pabisym.errors.InputError` where K is an interval."""
    if runs.room != "":
        raise InputError("room", "a projection changes the laws", "ask what the runs tell, or take the line")
    return law(runs, False).renyi(law(runs, True), order, digits)


def told_by_line_runs(runs: LineRuns, level: NumberLike | None) -> arb:
    """A number that E_gamma of the two outputs, gamma = exp(level), is not below: that without a projection, less what one changes.

    Until its first projection a run is the one on the line, so that the chance of an event differs by at most the chance that a
    run on the line is outside of K after one of its steps.
    """
    found = law(runs, False).hockey_stick(law(runs, True), 10, epsilon=level)
    below = rational(found.lower if found.exact is None else found.exact, "divergence")
    return arb(below) - _outside(runs, False) - arb(rational(level, "level")).exp() * _outside(runs, True)


def _outside(runs: LineRuns, second: bool) -> arb:
    """At most the chance that a run on the line ever leaves K."""
    total = arb(0)
    if runs.room == "":
        return total
    room, eta, sigma = (rational(x, "run") for x in (runs.room, runs.step, runs.noise))
    for first, last in spans(runs):
        mean = fmpq(0)
        for k in range(first, last + 1):
            mean -= eta * slope(runs, k, second)
            spread = (arb(2 * (k - first + 1)) * arb(eta * eta * sigma * sigma)).sqrt()
            total += (((room - mean) / spread).erfc() + ((room + mean) / spread).erfc()) / (2 * len(spans(runs)))
    return total


# Hypotheses.


def _holds(runs: LineRuns, term: Term, at: Binding) -> Verdict | None:
    """A verdict on a judgement; None for a relation, which is decided elsewhere."""
    if not isinstance(term, Call):
        return "undecided"
    if term.head == "forall":
        return _holds(runs, term.args[BINDERS["forall"][1][0]], at)
    if term.head in (*RELATIONS, "and"):
        return None
    if term.head in ("convexset", "convex", "equal"):  # the last says what a run is, step by step, and holds by construction
        return "true"
    if term.head == "smooth":
        return _relation(">=", term.args[1], Number(0), at)
    if term.head == "lipschitzloss":
        field, slopes = ("other", (runs.other,)) if isinstance(term.args[0], Name) else ("slopes", runs.slopes)  # of h, or of all f_k
        return worst_verdict(_relation("<=", Number(abs(rational(one, field))), term.args[1], at) for one in slopes)
    if term.head == "gap":
        return _relation("<=", Number(rational(runs.step, "step") * abs(slope(runs, runs.index, False) - slope(runs, runs.index, True))),
                         term.args[2], at)
    if term.head == "bounded":
        return "undecided" if runs.room == "" else _relation("<=", Number(2 * rational(runs.room, "room")), term.args[1], at)
    if term.head == "gaussian":
        eta, sigma = rational(runs.step, "step"), rational(runs.noise, "noise")
        return _relation("==", term.args[1], Number(eta * eta * sigma * sigma), at)
    return "undecided"


def _relation(head: str, left: Term, right: Term, at: Binding) -> Verdict:
    relation = substitute(Call(head, (left, right)), at)
    return "undecided" if free_names(relation) else decide_closed(without_symbols(relation))


def hypothesis_against_line_runs(runs: LineRuns, statement: Statement, at: Binding) -> str:
    """A hypothesis that is not certainly true of the runs, and why; empty where there is none.

    The letters n, t or i, eta and sigma of the point are those of the runs; where sigma is a sequence, a hypothesis says what it is.
    """
    own = {"n": record_count(runs), "t": runs.index, "i": runs.index, "eta": runs.step, "sigma": runs.noise}
    for letter, value in own.items():
        if letter in at and not at[letter][0] and decide_closed(Call("==", (at[letter][1], Number(rational(value, letter))))) != "true":
            return f"{letter} is {value} in the runs, and something else at the point"
    try:
        verdicts = ((name, _holds(runs, term, at)) for name, term in statement.hypotheses)
        return next((f"{name} is {verdict} of the runs" for name, verdict in verdicts if verdict not in ("true", None)), "")
    except NoValueError as problem:
        return str(problem)
