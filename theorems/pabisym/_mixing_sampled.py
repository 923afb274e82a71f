"""The proofs of what mixing gives where batches are drawn at random, with its letters.

Two runs draw the same batches as long as they have the same maps; what the record that is replaced changes is paid for by the
divergence of one random step, at one order.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Step, stated
from pabisym.proof.laws import put, turned
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._batches import FIRST, OTHER_RANDOM, RANDOM
from ._mixing import ABOVE, LEVEL, balance_steps, blocks_forget, order_and_parts
from ._mixing_stages import BEGIN, later_stages
from ._mixing_stages import TOLD as TOLD_STAGE

SEEN = "push(rho({k}), {X})".format
STEP = "convolve(through({A}({k}), push(rho({k}), {X})), zeta({k}))".format
PRICE = "u(m)"
KEPT = f"d*theta({ABOVE}, sqrt({PRICE}))"
EVERY = ("first run", "second run", "Gaussian", "diameters", "projections", "steady")


def following(k: str, before: object) -> str:
    """The next law of a run with the random steps of the first."""
    return STEP(A="A", k=k, X=to_text(before))  # type: ignore[arg-type]


def mixture(p: Script, w: str, P: str, Q: str, k: str) -> Step:
    """One random step of a mixture is the mixture of the steps."""
    seen, pushed = [SEEN(k=k, X=one) for one in (P, Q)], p.figure("mix-push", w=w, P=P, Q=Q, f=f"rho({k})")
    drawn = [f"through(A({k}), {one})" for one in seen]
    answered = put(pushed, f"equal(through(A({k}), LAW), mix({w}, {', '.join(drawn)}))",
                   p.figure("mix-through", w=w, P=seen[0], Q=seen[1], K=f"A({k})"))
    added = p.figure("mix-convolve", w=w, P=drawn[0], Q=drawn[1], Z=f"zeta({k})")
    whole = f"mix({w}, {', '.join(f'convolve({one}, zeta({k}))' for one in drawn)})"
    return put(answered, f"equal(convolve(LAW, zeta({k})), {whole})", added)


@script
def nearby_law(p: Script) -> Step:
    """Take V near P; its answer is near that of P, and no easier to tell from that of Q than V is."""
    p.open(p.known("before"), "V", "x")
    near = p.figure("winf-through", "V near", "contraction", p.figure("near-same", K="A"))
    answer = p.figure("gdp-through", "V bound", K="A")
    return p.figure("gdp-witness-in", near, answer, conclude="gdp(c*z, through(A, P), through(A, Q), x)", z="c*z + 0")


def hidden_by_noise(p: Script, k: str, i: str, wide: Step, inside: dict[str, str], outside: dict[str, str]) -> Step:
    """The noise of step k, the i-th of its block, pays for its share: from the laws inside to those outside, which are U(k) and V(k)."""
    noise = p.at("Gaussian", k)
    hidden = p.figure("gdp-shift-reduction", wide, p.figure("gdp-finite", noise, a=f"a({i})", v="v", Z=f"zeta({k})"), z=f"z({i})",
        a=f"a({i})", m=f"u({i} - 1)", Z=f"zeta({k})", **inside)
    cost = f"u({i} - 1) + gdpsize(zeta({k}), a({i}))"
    told = p.figure("gdp-monotone", hidden, z=f"z({i})", y=f"z({i})", m=cost, n=f"u({i})", **outside)
    named = p.at("U next", k), p.at("V next", k)
    return p.figure("gdp-same-law", told, *named, z=f"z({i})", m=f"u({i})", V=f"U({k})", W=f"V({k})", **outside)


@script
def forgotten(p: Script) -> Step:
    """From any two laws on, the noise of every step pays for its share of the distance."""

    def paid(p: Script, k: str, i: str, before: Step) -> Step:
        """A random step and its noise, from the projected points on."""
        laws = [SEEN(k=k, X=f"{law}({k} - 1)") for law in "UV"]
        outside = {one: f"convolve(through(A({k}), {law}), zeta({k}))" for one, law in zip("PQ", laws, strict=True)}
        inside = {one: f"through(A({k}), {law})" for one, law in zip("PQ", laws, strict=True)}
        p.have_all({f"{label} {k}": p.at(label, i) for label in ("rest", "way", "shares", "prices")})
        p.have(f"magnitude {k}", p.figure("gdp-magnitude", p.at("Gaussian", k), a=f"a({i})", v="v", Z=f"zeta({k})"))
        drawn = p.theorem("pabisym/random-step-told", {"before": before, "contraction": p.at("steady", k)}, z=f"z({i} - 1)",
            b=f"u({i} - 1)", P=laws[0], Q=laws[1], A=f"A({k})")
        wide = p.figure("gdp-monotone", drawn, z=f"c*z({i} - 1)", y=f"z({i}) + a({i})", m=f"u({i} - 1)", n=f"u({i} - 1)", **inside)
        return hidden_by_noise(p, k, i, wide, inside, outside)

    first = {one: SEEN(k="(t + 1)", X=f"{law}(t + 1 - 1)") for one, law in zip("PQ", "UV", strict=True)}
    near = p.figure("bounded-near", p.at("diameters", "t + 1"), D="D", f="rho(t + 1)", P="U(t + 1 - 1)", Q="V(t + 1 - 1)")
    start = p.figure("gdp-start", near, z="D", **first)
    wide = p.figure("gdp-monotone", start, z="D", y="z(1 - 1)", m="0", n="u(1 - 1)", **first)
    with p.proof() as begun:
        begun.show(paid(begun, "(t + 1)", "1", wide))
    claim = "gdp(z({i}), U({k}), V({k}), u({i}))".format
    with p.induct("k", "t + 1", "t + m", claim(i="k - t", k="k"), begun.step) as more:
        i = "(k - t - 1)"
        more.have("way before", more.at("way", "k - t - 1"))
        before = more.figure("gdp-contraction", more.known(more.hypothesis), more.at("projections", "k"),
            more.figure("same-map", f="rho(k)"), z=f"z({i})", c="1", s="0", m=f"u({i})", P="U(k - 1)", Q="V(k - 1)", f="rho(k)", g="rho(k)")
        laws = {one: SEEN(k="k", X=f"{law}(k - 1)") for one, law in zip("PQ", "UV", strict=True)}
        again = more.figure("gdp-monotone", before, z=f"1*z({i}) + 0", y=f"z({i})", m=f"u({i})", n=f"u({i})", **laws)
        more.show(paid(more, "k", "(k - t)", again))
    return p.figure("gdp-monotone", p.at(more.step, "t + m"), z="z(m)", y="0", m="u(m)", n="u(m)", P="U(t + m)", Q="V(t + m)")


@script
def same_random_steps(p: Script) -> Step:
    """What they can be told apart by goes on as two runs of its own, which draw the same batches and forget where they began."""
    order_and_parts(p)
    p.have("inverse", p.figure("exp-log", x=ABOVE))
    for law, begin in (("U", "excess"), ("V", "deficit")):
        p.recur(law, "t", "t + m", f"{begin}(X(t), Y(t), epsilon, d)", following)
    return kept_of(p, balance_steps(p, "convolve(through(A({k}), push(rho({k}), {X})), zeta({k}))", mixture), forgotten(p))


def kept_of(p: Script, whole: Step, told: Step) -> Step:
    """From the balance of four runs, and from what two of them can be told apart by, to what is left."""
    p.have("told", told)
    ends = {"P": "U(t + m)", "Q": "V(t + m)"}
    p.have("square", p.figure("gdp-sign", "told", z="0", m=PRICE, **ends))
    p.have("root", p.figure("square-root-sign", x=PRICE))
    far = p.figure("gdp-to-dp", "told", e=LEVEL, m=PRICE, **ends)
    p.have("room", f"d*exp({LEVEL}) <= exp(epsilon) + d - 1")
    found = f"theta(exp({LEVEL}), sqrt({PRICE}))"
    kept = p.figure("dp-balance", whole, far, e="epsilon", d="d", g=LEVEL, w="1/(exp(epsilon) + d)", f=found, P="X(t + m)", Q="Y(t + m)",
        U="U(t + m)", V="V(t + m)")
    p.have("falls", p.figure("theta-level", g=ABOVE, h=f"exp({LEVEL})", x=f"sqrt({PRICE})"))
    p.have("kept", certified(f"d*{found} <= {KEPT}", fact("falls", "positive")))
    return p.figure("dp-widen", kept, e="epsilon", u="epsilon", d=f"d*{found}", v=KEPT, P="X(t + m)", Q="Y(t + m)")


# From a bound at one step to one at a later step: a third run goes from the second one to the random steps of the first.

LEVELS = "log((alpha - 1)/alpha) - (log({w}) + log(alpha))/(alpha - 1)".format
TOLD = "K*m*Q + " + LEVELS(w="w")


@script
def sampled_steps(p: Script, end: str) -> Step:
    """V and Y, from one law on: each random step tells at most Q, at the order alpha."""
    claim, price = "renyi(alpha, 0, V({k}), Y({k}), ({k} - t)*Q)".format, "({k} - t)*Q".format
    begin = {"P": "V(t)", "Q": "Y(t)"}
    near = p.figure("start", p.figure("same-start", p.known("V start"), **begin), z="0", **begin)
    first = p.figure("monotone", near, z="0", y="0", b="0", d=price(k="t"), **begin)
    with p.induct("k", "t", end, claim(k="k"), first) as more:
        P, Q = (SEEN(k="k", X=f"{law}(k - 1)") for law in "VY")
        before = price(k="(k - 1)")
        seen = more.figure("post-processing", more.known(more.hypothesis), b=before, P="V(k - 1)", Q="Y(k - 1)", f="rho(k)")
        K, J = (f"withnoise({step}(k), zeta(k))" for step in "AB")
        both = more.figure("adaptive", seen, more.at("sampling", "k"), b=before, d="Q", P=P, Q=Q, K=K, J=J)
        answers = more.figure("forget", both, b=f"{before} + Q", P=P, Q=Q, K=K, J=J)
        none, whole = more.figure("white", v="0"), {**more.at("Gaussian", "k"), "conclusion": "gaussian(zeta(k), v + 0)"}
        more.have("nothing", more.figure("magnitude-zero", Z="white(0)"))
        laws = {"P": f"through({K}, {P})", "Q": f"through({J}, {Q})"}
        noisy = more.figure("shift-reduction", answers, more.figure("finite-zero", Z="white(0)"), z="0", a="0", b=f"{before} + Q",
            Z="white(0)", **laws)
        outside = {one: f"convolve({law}, white(0))" for one, law in laws.items()}
        wide = more.figure("monotone", noisy, z="0", y="0", b=f"{before} + Q + R(alpha, white(0), 0)", d=price(k="k"), **outside)
        parts = [more.theorem("pabisym/noise-in-two", {"whole": whole, "first part": more.at("Gaussian", "k"), "second part": none}, v="v",
            w="0", P=law, K=f"{step}(k)", Z="zeta(k)", U="zeta(k)", V="white(0)") for step, law in (("A", P), ("B", Q))]
        inside = {one: f"convolve(through({step}(k), {law}), zeta(k))" for one, step, law in (("P", "A", P), ("Q", "B", Q))}
        own = more.figure("same-law", wide, turned(more, parts[0]), turned(more, parts[1]), z="0", b=price(k="k"), V=inside["P"],
            W=inside["Q"], **outside)
        more.show(more.figure("same-law", own, more.at("V next", "k"), more.at("second run", "k"), z="0", b=price(k="k"), V="V(k)",
            W="Y(k)", **inside))
    return p.at(more.step, end)


@script
def stage(p: Script) -> Step:
    """X and V draw the same batches, in blocks that each forget; V and Y begin together."""
    end = "t + K*m"
    p.have("length", "K*m >= 0")
    p.recur("V", "t", end, "Y(t)", following)
    near = blocks_forget(p, "pabisym/same-random-steps", KEPT, [label for label in EVERY if label != "second run"], lambda *_: {})
    p.have("told", sampled_steps(p, end))
    far = p.theorem("pabisym/renyi-to-dp", {"divergence": stated(p.known("told"), f"renyi(alpha, 0, V({end}), Y({end}), K*m*Q)")},
        epsilon="K*m*Q", delta="w", P=f"V({end})", Q=f"Y({end})")
    wide = p.figure("dp-widen", far, e=TOLD, u="f", d="w", v="w", P=f"V({end})", Q=f"Y({end})")
    return p.figure("dp-third-law", near, wide, e="epsilon", f="f", d="d(K)", u="w", P=f"X({end})", Q=f"Y({end})", V=f"V({end})")


# Stages that follow each other.


@script
def stages(p: Script) -> Step:
    """From anywhere at the level e_0, and from each stage to the next what it leaves and what it pays."""
    p.have("steps in stages", "J*N*m >= 0")
    ends = {"P": f"X({BEGIN})", "Q": f"Y({BEGIN})"}
    start = p.figure("dp-widen", p.figure("dp-certain", e="e(0)", **ends), e="e(0)", u="e(0)", d="1", v="d(0)", **ends)

    def beside(more: Script, low: str, high: str) -> dict[str, Step | str]:
        more.have_all({"rise": more.at("rises", "j"), "slack": more.at("slacks", "j"), "less": more.at("small slacks", "j")})
        return {}

    return later_stages(p, start, "pabisym/mixing-sampled-stage", (*EVERY, "sampling"), beside, TOLD_STAGE, w="w(j)")


# Noisy SGD: batches of b of the n records, drawn at every step.

VARIANCE = "eta**2*sigma**2"
COST = "(sampled_first(alpha, b/n, b*sigma/(2*L)) + sampled(alpha, b/n, b*sigma/(2*L)))"


@script
def noisy_sgd(p: Script) -> Step:
    """A random step brings points together as those of the records do, and the price of one is that of a sampled step."""
    with p.generalise("l", "1", "n") as one:
        one.show(one.figure("after-projection", one.at("gradient steps", "l"), "domain"))
    p.have_all({"steady step": p.theorem("pabisym/sampled-batch-steady", {"steps": one.step}, psi=("l", FIRST)),
        "projection": p.figure("projection", "domain")})
    low = f"{BEGIN} + 1"
    with p.generalise("k", low, "T") as priced:
        priced.show(priced.theorem("pabisym/sampled-gradient-step", {"Gaussian": priced.at("Gaussian", "k")}, Z="zeta(k)", s="sigma",
            v=VARIANCE))
    ranged = {label: p.generalise("k", low, "T", lambda b, known=known: b.known(known)) for label, known in  # type: ignore[misc]
        (("steady", "steady step"), ("projections", "projection"), ("diameters", "diameter"))}
    return p.theorem("pabisym/mixing-sampled", {**ranged, "sampling": priced.step, "first run": "first iterates",
        "second run": "second iterates"}, Q=COST, v=VARIANCE, A=("k", RANDOM), B=("k", OTHER_RANDOM), rho=("k", "projection(K)"))
