"""Noisy-SGD with random batches in a bounded domain: the proof of the bound of Theorem 3.1 of Altschuler and Talwar.

Half of the variance of the noise hides the record and half pays for the distance.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pabisym.proof.build import Builder, Filler, Step, step
from pabisym.proof.roots import positive_root

from ..pabisym._restarts import chosen, weakened

_RUN = "forall(k, 1, T, equal({X}(k), push(projection(K), convolve(through({A}(k), {X}(k - 1)), zeta(k)))))"
RUNS = (
    "domain: convexset(K)", f"first run: {_RUN.format(X='X', A='A')}", f"second run: {_RUN.format(X='Y', A='B')}",
    "steady: forall(k, 1, T, steady(A(k), 1)): A_k(x) and A_k(y), with the same batch and noise, are within ||x - y||",
)
"""What is assumed of them, beside how far they differ and what noise is added."""

RATIO = "sqrt(2)*b*sigma/(4*L)"
"""The noise that hides the record, over the sensitivity 2 L/b."""
RATE = "(alpha*L**2/(n**2*sigma**2))"
SAMPLED = f"(sampled_first(alpha, b/n, {RATIO}) + sampled(alpha, b/n, {RATIO}))"
WHOLE = "(4*alpha*L**2/(b**2*sigma**2))"
HALF = "eta**2*sigma**2/2"
COSTS = (
    f"Gaussian: forall(k, 1, T, gaussian(zeta(k), {HALF}))",
    f"sampling: forall(k, 1, T, close(alpha, A(k), B(k), {SAMPLED})): D_alpha(A_k(x) || A'_k(x)) is at most S_alpha(b/n, "
    "b sigma/(2 sqrt(2) L)) in both directions together",
    f"without sampling: forall(k, 1, T, close(alpha, A(k), B(k), {WHOLE})): and at most that of two Gaussians whose means are 2 L/b apart",
    "same start: winf(X(0), Y(0), 0)", "diameter: forall(k, 0, T, winf(X(k), Y(k), D)): W_k and W'_k lie in K",
)
"""How far two runs of Noisy-SGD differ, and what noise is left for the distance."""


def certified(goal: str, multiplier: str, *parts: tuple[str, str, str]) -> Step:
    """A goal from its certificate: parts are a coefficient, known relations, and the factor of an equation."""
    terms = [{"coefficient": c, "facts": facts.split(", ")} | ({"factor": factor} if factor else {}) for c, facts, factor in parts]
    return step("arithmetic", goal, goal=goal, multiplier=multiplier, terms=terms)


def upper_bound(b: Builder, constant: int, away: Away | None = None) -> Step:
    """``constant`` times the rate times min(T, N): 33 where 5 b < n is known, else 101; ``away`` says how distances are paid."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {constant}*{RATE}*min(T, N))"
    signs = {"positive batch": "b > 0", "positive records": "n > 0", "positive threshold": "N > 0", "positive horizon": "T > 0",
             "rate": f"{RATE} > 0"}

    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term("n - 5*b - 1 >= 0")):
            return positive_root(b, "2", lambda b: small_batches(b, constant, away or PLAIN))
        return large_batches(b, constant, away or PLAIN)

    facts = {label: b.prove(text) for label, text in list(signs.items())[:-1]}
    return b.suppose_all(facts, lambda b: b.have("rate", b.prove(signs["rate"]), lambda b: one(b) if constant == 33 else b.by_cases(
        "n - 5*b - 1", claim, one)))


def large_batches(b: Builder, constant: int, away: Away) -> Step:
    """Sampling is not used: the means are 2 L/b apart."""
    cost = certified(f"{WHOLE} <= 100*{RATE}", "n**2*b**2*sigma**2", ("4", "order, batches, Lipschitz constant, Lipschitz constant", ""),
                     ("4", "batches, Lipschitz constant, Lipschitz constant", ""))
    return b.have("batches", b.prove("25*b**2 - n**2 >= 0"), lambda b: b.have("cost", cost, lambda b: all_steps(
        b, "without sampling", (WHOLE, 100), constant, away)))


def small_batches(b: Builder, constant: int, away: Away) -> Step:
    """The closed bound in both directions; the root of 2 was named last."""
    square, root = (label for label, _ in b.scope.known[-2:])
    enough = certified(f"{RATIO} >= 4", "4*L", ("1", f"enough noise, {root}, positive batch", ""), ("8", square, "L"))

    def closed(b: Builder) -> Step:
        facts = {"mixture first": b.theorem("pabisym/sampled-gaussian-bound", {}, alpha="alpha", q="b/n", sigma=RATIO),
                 "mixture second": b.theorem("altschuler2022/lemma-2.12", {}, alpha="alpha", q="b/n", sigma=RATIO)}
        return b.suppose_all(facts, summed)

    def summed(b: Builder) -> Step:
        parts = (("1", f"mixture {one}, {root}, {root}", "") for one in ("first", "second"))
        cost = certified(f"{SAMPLED} <= 32*{RATE}", "sqrt(2)**2", *parts, ("32", square, RATE))
        return b.have("cost", cost, lambda b: all_steps(b, "sampling", (SAMPLED, 32), constant, away))

    shares = {"chance": b.prove("b/n > 0"), "few": b.prove("b/n < 1/5"), "ratio": enough}
    return b.suppose_all(shares, closed)


def all_steps(b: Builder, label: str, step_cost: tuple[str, int], constant: int, away: Away) -> Step:
    """Composition over all T steps, or a restart N steps before the end, whichever is shorter."""
    cost, share = step_cost
    factor, claim = f"{constant}*{RATE}", f"renyi(alpha, 0, X(T), Y(T), {constant}*{RATE}*min(T, N))"
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in ("X", "Y", "A", "B", "zeta")}
    terms |= {"T": "T", "alpha": "alpha", "v": HALF, "Q": cost, "K": "K", **away.terms}

    def run(b: Builder, m: str, D: str, start: Step) -> Step:
        return b.theorem(away.theorem, {"restart": start, "sampling": b.known(label)}, **terms, m=m, D=D)

    def composed(b: Builder) -> Step:
        total = certified(f"T*{cost} + {away.price(D='0', m='T')} <= {factor}*T", "1", ("1", "cost, positive horizon", ""),
                          (str(constant - share), "rate, positive horizon", ""))
        return away.ready(b, "T", lambda b: b.have("total", total, lambda b: chosen(b, weakened(b, run(b, "T", "0", b.known("same start")),
            f"{factor}*T", ("T", "alpha")), ("T", "N"), factor, ("T", "alpha"), first=True)))

    def restarted(b: Builder) -> Step:
        total = certified(f"N*{cost} + {away.price(D='D', m='N')} <= {factor}*N", "1", ("1", "cost, positive threshold", ""),
                          ("1", "distance", ""), (str(constant - share - 1), "rate, positive threshold", ""))
        return away.paid(b, lambda b: b.have("total", total, lambda b: chosen(b, weakened(b, run(b, "N", "D", b.at(
            "diameter", "T - N")), f"{factor}*N", ("T", "alpha")), ("T", "N"), factor, ("T", "alpha"), first=False)))

    return b.by_cases("N - T", claim, lambda b: composed(b) if b.scope.arithmetic.evident(b.term("N >= T")) else restarted(b))


def distance(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing what the distance costs over N steps: at most the rate times N, as D n <= N L eta."""
    goal = f"alpha*D**2/(2*({HALF})*N) <= {RATE}*N"
    square = certified("(N*L*eta)**2 >= (D*n)**2", "1", ("1", "reach, reaches", ""))
    paid = certified(goal, "eta**2*sigma**2*N*n**2", ("1", "order, square", ""), ("1", "square", ""))
    facts = {"reach": b.prove("N*L*eta >= D*n"), "reaches": b.prove("N*L*eta + D*n >= 0"), "square": square, "distance": paid}
    return b.suppose_all(facts, rest)


@dataclass(frozen=True)
class Away:
    """How the distance at a restart is paid by the last steps.

    ``price`` is what a distance D costs over m steps, in the theorem about them, which takes ``terms`` beside the usual ones;
    ``ready`` goes on knowing what gives that a meaning, and ``paid`` that the diameter costs at most the rate times N over N steps.
    """

    theorem: str
    price: Callable[..., str]
    paid: Callable[[Builder, Callable[[Builder], Step]], Step]
    ready: Callable[[Builder, str, Callable[[Builder], Step]], Step] = lambda b, steps, rest: rest(b)
    terms: Mapping[str, Filler] = field(default_factory=dict)


PLAIN = Away("pabisym/sampled-restart", f"alpha*{{D}}**2/(2*({HALF})*{{m}})".format, distance)
"""Steps that are no contractions: in equal shares."""
