"""Noisy-SGD with random batches in a bounded domain: the proof of the bound of Theorem 3.1 of Altschuler and Talwar.

Half of the variance of the noise hides the record and half pays for the distance.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pabisym.proof.build import Filler, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ..pabisym._restarts import chosen, weakened

_RUN = "forall(k, 1, T, equal({X}(k), push(projection(K), convolve(through({A}(k), {X}(k - 1)), zeta(k)))))"
RUNS = (
    "domain: convexset(K)", f"first run: {_RUN.format(X='X', A='A')}", f"second run: {_RUN.format(X='Y', A='B')}",
    "steady: forall(k, 1, T, steady(A(k), 1)): with the same batch and noise",
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
    f"sampling: forall(k, 1, T, close(alpha, A(k), B(k), {SAMPLED})): S_alpha in both directions together",
    f"without sampling: forall(k, 1, T, close(alpha, A(k), B(k), {WHOLE})): and at most that of two Gaussians whose means are 2 L/b apart",
    "same start: winf(X(0), Y(0), 0)", "diameter: forall(k, 0, T, winf(X(k), Y(k), D)): W_k and W'_k lie in K",
)
"""How far two runs of Noisy-SGD differ, and what noise is left for the distance."""


@script
def upper_bound(p: Script, constant: int, away: Away | None = None) -> Step:
    """``constant`` times the rate times min(T, N): 33 where 5 b < n is known, else 101; ``away`` says how distances are paid."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {constant}*{RATE}*min(T, N))"

    @script
    def one(p: Script) -> Step:
        if p.evident("n - 5*b - 1 >= 0"):
            positive_root(p, "2")
            return small_batches(p, constant, away or PLAIN)
        return large_batches(p, constant, away or PLAIN)

    p.have_all({"positive batch": "b > 0", "positive records": "n > 0", "positive threshold": "N > 0", "positive horizon": "T > 0"})
    p.have("rate", f"{RATE} > 0")
    return one(p) if constant == 33 else p.by_cases("n - 5*b - 1", claim, one)


@script
def large_batches(p: Script, constant: int, away: Away) -> Step:
    """Sampling is not used: the means are 2 L/b apart."""
    p.have("batches", "25*b**2 - n**2 >= 0")
    p.have("cost", certified(f"{WHOLE} <= 100*{RATE}", fact("order", "batches", "Lipschitz constant", "Lipschitz constant", times="4"),
                             fact("batches", "Lipschitz constant", "Lipschitz constant", times="4"), multiplier="n**2*b**2*sigma**2"))
    return all_steps(p, (WHOLE, 100), constant, away)


@script
def small_batches(p: Script, constant: int, away: Away) -> Step:
    """The closed bound in both directions; the root of 2 was named last."""
    square, root = (label for label, _ in p.scope.known[-2:])
    enough = certified(f"{RATIO} >= 4", fact("enough noise", root, "positive batch"), fact(square, times="8", factor="L"), multiplier="4*L")
    p.have_all({"chance": "b/n > 0", "few": "b/n < 1/5", "ratio": enough})
    p.have_all({"mixture first": p.theorem("pabisym/sampled-gaussian-bound", {}, q="b/n", sigma=RATIO),
                "mixture second": p.theorem("altschuler2022/lemma-2.12", {}, q="b/n", sigma=RATIO)})
    parts = (fact(f"mixture {one}", root, root) for one in ("first", "second"))
    p.have("cost", certified(f"{SAMPLED} <= 32*{RATE}", *parts, fact(square, times="32", factor=RATE), multiplier="sqrt(2)**2"))
    return all_steps(p, (SAMPLED, 32), constant, away)


@script
def all_steps(p: Script, step_cost: tuple[str, int], constant: int, away: Away) -> Step:
    """Composition over all T steps, or a restart N steps before the end, whichever is shorter."""
    cost, share = step_cost
    factor, claim = f"{constant}*{RATE}", f"renyi(alpha, 0, X(T), Y(T), {constant}*{RATE}*min(T, N))"
    terms: dict[str, Filler] = {"v": HALF, "Q": cost, **away.terms}

    @script
    def run(p: Script, m: str, D: str, start: Step) -> Step:
        return p.theorem(away.theorem, {"restart": start}, **terms, m=m, D=D)

    with p.case("N - T", claim) as composed:
        total = certified(f"T*{cost} + {away.price(D='0', m='T')} <= {factor}*T", fact("cost", "positive horizon"),
                          fact("rate", "positive horizon", times=str(constant - share)))
        away.ready(composed, "T")
        composed.have("total", total)
        bound = weakened(composed, run(composed, "T", "0", composed.known("same start")), f"{factor}*T")
        composed.show(chosen(composed, bound, ("T", "N"), factor, first=True))
    total = certified(f"N*{cost} + {away.price(D='D', m='N')} <= {factor}*N", fact("cost", "positive threshold"), fact("distance"),
                      fact("rate", "positive threshold", times=str(constant - share - 1)))
    away.paid(p)
    p.have("total", total)
    bound = weakened(p, run(p, "N", "D", p.at("diameter", "T - N")), f"{factor}*N")
    return chosen(p, bound, ("T", "N"), factor, first=False)


def distance(p: Script) -> None:
    """Go on knowing what the distance costs over N steps: at most the rate times N, as D n <= N L eta."""
    p.have_all({"reach": "N*L*eta >= D*n", "reaches": "N*L*eta + D*n >= 0",
                "square": certified("(N*L*eta)**2 >= (D*n)**2", fact("reach", "reaches")),
                "distance": certified(f"alpha*D**2/(2*({HALF})*N) <= {RATE}*N", fact("order", "square"), fact("square"),
                                      multiplier="eta**2*sigma**2*N*n**2")})


@dataclass(frozen=True)
class Away:
    """How the distance at a restart is paid by the last steps.

    ``price`` is what a distance D costs over m steps, in the theorem about them, which takes ``terms`` beside the usual ones;
    ``ready`` goes on knowing what gives that a meaning, and ``paid`` that the diameter costs at most the rate times N over N steps.
    """

    theorem: str
    price: Callable[..., str]
    paid: Callable[[Script], None]
    ready: Callable[[Script, str], None] = lambda p, steps: None
    terms: Mapping[str, Filler] = field(default_factory=dict)


PLAIN = Away("pabisym/sampled-restart", f"alpha*{{D}}**2/(2*({HALF})*{{m}})".format, distance)
"""Steps that are no contractions: in equal shares."""
