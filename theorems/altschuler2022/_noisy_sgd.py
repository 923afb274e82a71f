"""Noisy-SGD with random batches in a bounded domain: the proof of the bound of Theorem 3.1 of Altschuler and Talwar.

Half of the variance of the noise is counted to the random step, where it hides the record, and half pays for the distance.
Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pabisym.proof.build import Filler, Step, step
from pabisym.proof.laws import turned
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ..pabisym._batches import FIRST, OTHER_RANDOM, RANDOM, SECOND, agreement, step_distance
from ..pabisym._restarts import choose, weaken

RATIO = "sqrt(2)*b*sigma/(4*L)"
"""The noise that hides the record, over the sensitivity 2 L/b."""
RATE = "(alpha*L**2/(n**2*sigma**2))"
SAMPLED = f"(sampled_first(alpha, b/n, {RATIO}) + sampled(alpha, b/n, {RATIO}))"
WHOLE = "(4*alpha*L**2/(b**2*sigma**2))"
HALF = "eta**2*sigma**2/2"
PART = f"white({HALF})"
OWN, OTHER_OWN = (f"withnoise({one}, {PART})" for one in (RANDOM, OTHER_RANDOM))
HIDES, PAYS = "(eta*sigma_2)**2", "eta**2*sigma_1**2"
"""The parts of the variance of a split of the noise."""
STEP_HIDES = tuple(f"withnoise({one}, white({HIDES}))" for one in (RANDOM, OTHER_RANDOM))
"""A random step of either run with the part of the noise that hides the record."""


def noisy_runs(p: Script, steps: Callable[[Script], Step], factor: str, hides: str = HALF, pays: str = HALF) -> None:
    """Go on knowing that the runs are those of random steps with a part of the noise, and with the other part as their noise.

    ``hides`` and ``pays`` are the variances of the parts, and ``steps`` shows how the steps of records contract.
    """
    hidden, kept = f"white({hides})", f"white({pays})"

    @script
    def run(p: Script, label: str, X: str, A: str) -> Step:
        with p.generalise("k", "1", "T") as one:
            whole = {**one.at("step noise", "k"), "conclusion": f"gaussian(zeta(k), {hides} + {pays})"}
            split = one.theorem("pabisym/noise-in-two", {"whole": whole, "first part": one.figure("white", v=hides),
                                "second part": one.figure("white", v=pays)},
                                K=A, P=f"{X}(k - 1)", Z="zeta(k)", U=hidden, V=kept, v=hides, w=pays)
            law = f"equal({X}(k), push(projection(K), {{}}))".format
            parts = law(f"convolve(through(withnoise({A}, {hidden}), {X}(k - 1)), {kept})")
            one.show(step("rewrite", parts, (split, one.at(label, "k")), law="U", claim=law("U")))
        return one.step

    @script
    def contractive(p: Script) -> Step:
        drawn = p.theorem("pabisym/sampled-batch-steady", {"steps": steps(p)}, psi=("l", FIRST), c=factor)
        return p.theorem("pabisym/noise-steady", {"steady": drawn}, K=RANDOM, Z=hidden, c=factor)

    p.have_all({"first run": run(p, "first iterates", "X", RANDOM), "second run": run(p, "second iterates", "Y", OTHER_RANDOM),
                "contractive": contractive(p), "hiding noise": p.figure("white", v=hides), "paying noise": p.figure("white", v=pays)})
    p.have_all({"steady": p.constant("contractive", "k", "1", "T"),
                "Gaussian": p.constant("paying noise", "k", "1", "T")})


@script
def gradient_steps(p: Script) -> Step:
    """Gradient steps up to 2/M are contractions, from the projection on."""
    p.have("small", "eta*M <= 2")
    with p.generalise("l", "1", "n") as one:
        made = one.figure("gradient-step", one.at("convex", "l"), one.at("smooth", "l"), "domain", eta="eta")
        one.show(one.figure("after-projection", made, "domain"))
    return one.step


COST = "(sampled_first(alpha, b/n, b*sigma/(2*L)) + sampled(alpha, b/n, b*sigma/(2*L)))"
"""The cost of a step for a replaced record, with all of the noise."""


@script
def composed(p: Script, variance: str = "eta**2*sigma**2") -> Step:
    """Composition of all T steps from one start, each with all of its noise: T times the cost of one."""
    noisy = {"X": f"through(withnoise({RANDOM}, zeta(k)), X(k - 1))", "Y": f"through(withnoise({OTHER_RANDOM}, zeta(k)), Y(k - 1))"}
    first = p.figure("monotone", p.figure("start", "same start"), y="0", d=f"0*{COST}", conclude=f"renyi(alpha, 0, X(0), Y(0), 0*{COST})")
    with p.induct("k", "0", "T", f"renyi(alpha, 0, X(k), Y(k), k*{COST})", first) as more:
        cost = more.theorem("pabisym/sampled-gradient-step", {"Gaussian": more.at("step noise", "k")}, Z="zeta(k)", s="sigma", v=variance)
        both = more.figure("adaptive", more.hypothesis, cost)
        told = more.figure("forget", both, conclude=f"renyi(alpha, 0, {noisy['X']}, {noisy['Y']}, (k - 1)*{COST} + {COST})")
        added = [turned(more, more.figure("noisy-through", K=A, Z="zeta(k)", P=f"{X}(k - 1)"))
                 for X, A in (("X", RANDOM), ("Y", OTHER_RANDOM))]
        inside = more.figure("post-processing", more.figure("same-law", told, *added), f="projection(K)")
        named = more.figure("same-law", inside, more.at("first iterates", "k"), more.at("second iterates", "k"))
        more.show(more.figure("monotone", named, y="0", d=f"k*{COST}"))
    return p.at(more.step, "T")


@script
def linear(p: Script, bound: str) -> Step:
    """The proof of ``altschuler2022/eq-1.1``: the closed bound on a step, in both directions, T times."""
    p.have_all({"positive batch": "b > 0", "positive records": "n > 0", "steps positive": "T > 0", "fewer": "b < n"})
    p.have_all({"chance": "b/n > 0", "few": "b/n < 1/5", "more records": "n >= 2",
                "ratio": certified("b*sigma/(2*L) >= 4", fact("enough noise", "positive batch"), multiplier="2*L")})
    parts = {"mixture first": "pabisym/sampled-gaussian-bound", "mixture second": "altschuler2022/lemma-2.12"}
    p.have_all({label: p.theorem(name, {}, q="b/n", sigma="b*sigma/(2*L)") for label, name in parts.items()})
    p.have("cost", f"{COST} <= 16*{RATE}")
    p.have("total", certified(f"T*{COST} <= {bound}", fact("cost", "steps positive")))
    return weaken(p, composed(p), bound)


@script
def upper_bound(p: Script, constant: int, away: Away | None = None) -> Step:
    """``constant`` times the rate times min(T, N): 33 where 5 b < n is known, else 101; ``away`` says how distances are paid."""
    claim, way = f"renyi(alpha, 0, X(T), Y(T), {constant}*{RATE}*min(T, N))", away or PLAIN

    @script
    def one(p: Script) -> Step:
        if p.evident("n - 5*b - 1 >= 0"):
            positive_root(p, "2")
            return small_batches(p, constant, way)
        return large_batches(p, constant, way)

    p.have_all({"positive batch": "b > 0", "positive records": "n > 0", "positive threshold": "N > 0", "positive horizon": "T > 0"})
    p.have("rate", f"{RATE} > 0")
    noisy_runs(p, way.steps, str(way.terms.get("c", "1")))
    return one(p) if constant == 33 else p.by_cases("n - 5*b - 1", claim, one)


@script
def large_batches(p: Script, constant: int, away: Away) -> Step:
    """Sampling is not used: one batch for both runs, whose means are 2 eta L/b apart, which half of the noise hides."""
    p.have("batches", "25*b**2 - n**2 >= 0")
    p.have("cost", certified(f"{WHOLE} <= 100*{RATE}", fact("order", "batches", "Lipschitz constant", "Lipschitz constant", times="4"),
                             fact("batches", "Lipschitz constant", "Lipschitz constant", times="4"), multiplier="n**2*b**2*sigma**2"))
    with p.proof() as hidden:
        hidden.have_all({"move": "2*eta*L >= 0", "share": "2*eta*L/b >= 0"})
        near = hidden.theorem("pabisym/sampled-batch-near", {"others before": agreement(hidden, "before", "1", "i - 1"),
                              "others after": agreement(hidden, "after", "i + 1", "n"), "gap": step_distance(hidden)}, psi=("l", FIRST),
                              phi=("l", SECOND), j="i", s="2*eta*L")
        finite = hidden.figure("gaussian-finite", "hiding noise", a="2*eta*L/b")
        found = hidden.theorem("pabisym/noise-hides-move", {"near": near, "finite": finite}, K=RANDOM, J=OTHER_RANDOM, Z=PART,
                               s="2*eta*L/b")
        hidden.have("magnitude", hidden.figure("gaussian-magnitude", "hiding noise", a="2*eta*L/b"))
        hidden.have("price of the move", certified(f"R(alpha, {PART}, 2*eta*L/b) <= {WHOLE}", fact("magnitude", factor="-1")))
        hidden.show(_costing(found, WHOLE))
    return all_steps(p, hidden.step, (WHOLE, 100), constant, away)


def _costing(found: Step, cost: str) -> Step:
    """A bound on a random step by a larger one."""
    claim = f"close(alpha, {OWN}, {OTHER_OWN}, {cost})"
    return step("widen", claim, (found,), claim=claim)


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
    deviation = "sqrt(2)*sigma/2"
    with p.proof() as sampled:
        sampled.have("shared deviation", f"{deviation} > 0")
        sampled.have("half", certified(f"(eta*({deviation}))**2 == {HALF}", fact(square, factor="eta**2*sigma**2/4")))
        found = sampled.theorem("pabisym/sampled-gradient-step", {"Gaussian": "hiding noise", "root": "half"}, Z=PART, s=deviation, v=HALF)
        sampled.show({**found, "conclusion": f"close(alpha, {OWN}, {OTHER_OWN}, {SAMPLED})"})
    return all_steps(p, sampled.step, (SAMPLED, 32), constant, away)


@script
def all_steps(p: Script, cost_of_one: Step, step_cost: tuple[str, int], constant: int, away: Away) -> Step:
    """Composition over all T steps, or a restart N steps before the end, whichever is shorter."""
    cost, share = step_cost
    factor, claim = f"{constant}*{RATE}", f"renyi(alpha, 0, X(T), Y(T), {constant}*{RATE}*min(T, N))"
    terms: dict[str, Filler] = {"v": HALF, "Q": cost, "A": ("k", OWN), "B": ("k", OTHER_OWN), "zeta": ("k", PART), **away.terms}
    p.have("cost of a step", cost_of_one)
    p.have("sampling", p.constant("cost of a step", "k", "1", "T"))

    @script
    def run(p: Script, m: str, D: str, start: Step) -> Step:
        return p.theorem(away.theorem, {"restart": start}, **terms, m=m, D=D)

    with p.case("N - T", claim) as composed:
        total = certified(f"T*{cost} + {away.price(D='0', m='T')} <= {factor}*T", fact("cost", "positive horizon"),
                          fact("rate", "positive horizon", times=str(constant - share)))
        away.ready(composed, "T")
        composed.have("total", total)
        bound = weaken(composed, run(composed, "T", "0", composed.known("same start")), f"{factor}*T")
        composed.show(choose(composed, bound, ("T", "N"), factor, first=True))
    total = certified(f"N*{cost} + {away.price(D='D', m='N')} <= {factor}*N", fact("cost", "positive threshold"), fact("distance"),
                      fact("rate", "positive threshold", times=str(constant - share - 1)))
    away.paid(p)
    p.have("total", total)
    bound = weaken(p, run(p, "N", "D", p.at("diameter", "T - N")), f"{factor}*N")
    return choose(p, bound, ("T", "N"), factor, first=False)


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
    steps: Callable[[Script], Step] = gradient_steps


PLAIN = Away("pabisym/sampled-restart", f"alpha*{{D}}**2/(2*({HALF})*{{m}})".format, distance)
"""Steps that are no contractions: in equal shares."""
