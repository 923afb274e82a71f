"""The proofs of what mixing gives, with its letters: through a third run, and what two runs with the same maps forget.

Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Step, stated
from pabisym.proof.laws import put, turned
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

LEFT, TOLD = "theta(exp(0), H/sqrt(v))", "theta(exp(epsilon), sqrt(W*s**2/v))"
NEXT = "convolve(push({f}(k), {X}(k - 1)), zeta(k))"
BOUND = f"{LEFT}**W + {TOLD}"


@script
def mixing_steps(p: Script) -> Step:
    """X and V, with the same maps, after step k: each step leaves so much of their total variation."""
    told, laws = f"{LEFT}**({{k}} - (T - W))".format, {"P": NEXT.format(f="psi", X="X"), "Q": NEXT.format(f="psi", X="V")}
    start = {"P": "X(T - W)", "Q": "V(T - W)"}
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", **start), e="0", u="0", d="1", v=told(k="(T - W)"), **start)
    with p.induct("k", "T - W", "T", f"dp(X(k), V(k), 0, {told(k='k')})", first) as more:
        left = f"theta(exp(0), H/sqrt(v))*{told(k='(k - 1)')}"
        one = more.figure("dp-contraction", more.known(more.hypothesis), more.figure("same-map", f="psi(k)"), more.at("diameters", "k"),
            more.at("Gaussian", "k"), e="0", d=told(k="(k - 1)"), D="H", v="v", P="X(k - 1)", Q="V(k - 1)", f="psi(k)", g="psi(k)",
            Z="zeta(k)")
        named = more.figure("dp-same-law", one, more.at("first run", "k"), more.at("third run", "k"), e="0", d=left, V="X(k)", W="V(k)",
            **laws)
        more.show(more.figure("dp-widen", named, e="0", u="0", d=left, v=told(k="k"), P="X(k)", Q="V(k)"))
    return p.at(more.step, "T")


@script
def noise_steps(p: Script, t: str = "T - W", end: str = "T", start: str = "third start", run: str = "third run") -> Step:
    """V and X', from one law on, after step k: the noise of every step pays for its gap."""
    price, begin = f"({{k}} - ({t}))*s**2/v".format, {"P": f"V({t})", "Q": f"Y({t})"}
    near = p.figure("gdp-start", p.figure("same-start", p.known(start), **begin), z="0", **begin)
    first = p.figure("gdp-monotone", near, z="0", y="0", m="0", n=price(k=f"({t})"), **begin)
    with p.induct("k", t, end, f"gdp(0, V(k), Y(k), {price(k='k')})", first) as more:
        before, (P, V, Q) = price(k="(k - 1)"), (f"push({f}(k), {X}(k - 1))" for f, X in (("psi", "V"), ("phi", "V"), ("phi", "Y")))
        noise, outside = more.at("Gaussian", "k"), {"P": f"convolve({P}, zeta(k))", "Q": f"convolve({Q}, zeta(k))"}
        more.have("magnitude", more.figure("gdp-magnitude", noise, a="s", v="v", Z="zeta(k)"))
        seen = more.figure("gdp-push", more.known(more.hypothesis), m=before, P="V(k - 1)", Q="Y(k - 1)", f="phi(k)")
        moved = more.figure("gdp-absorb", more.figure("winf-gap", more.at("gaps", "k"), s="s", P="V(k - 1)", f="psi(k)", g="phi(k)"), seen,
            more.figure("gdp-finite", noise, a="s", v="v", Z="zeta(k)"), a="s", m=before, P=P, V=V, Q=Q, Z="zeta(k)")
        wider = more.figure("gdp-monotone", moved, z="0", y="0", m=f"{before} + gdpsize(zeta(k), s)", n=price(k="k"), **outside)
        more.show(more.figure("gdp-same-law", wider, more.at(run, "k"), more.at("second run", "k"), z="0", m=price(k="k"), V="V(k)",
            W="Y(k)", **outside))
    return p.at(more.step, end)


@script
def proof(p: Script) -> Step:
    """A third run between the two."""
    positive_root(p, "v")
    p.have("ratio", "H/sqrt(v) > 0")
    p.have("left", p.figure("theta-positive", g="exp(0)", x="H/sqrt(v)"))
    square = "W*s**2/v"
    p.have("square", f"{square} >= 0")
    p.have("near", mixing_steps(p))
    told = p.figure("gdp-to-dp", stated(noise_steps(p), f"gdp(0, V(T), Y(T), {square})"), e="epsilon", m=square, P="V(T)", Q="Y(T)")
    p.have("sum", p.figure("exp-sum", x="0", y="0"))
    p.have("unit", certified("exp(0) == 1", fact("sum", factor="-1"), multiplier="exp(0)"))
    p.have("same level", certified(f"exp(0)*{TOLD} == {TOLD}", fact("unit", factor=TOLD)))
    both = p.figure("dp-third-law", p.known("near"), told, e="0", f="epsilon", d=f"{LEFT}**(T - (T - W))", u=TOLD, P="X(T)", Q="Y(T)",
        V="V(T)")
    return p.figure("dp-widen", both, e="0 + epsilon", u="epsilon", d=f"{LEFT}**(T - (T - W)) + exp(0)*{TOLD}", v=BOUND, P="X(T)", Q="Y(T)")


# What two runs with the same maps forget in m steps, from after step t on.

ABOVE, ROOT, PART, OTHER = "1 + (exp(epsilon) - 1)/d", "sqrt(H**2/(m*v))", "1/(exp(epsilon) + d)", "d/(exp(epsilon) + d)"
LEVEL = f"log({ABOVE})"
KEPT = f"d*theta({ABOVE}, {ROOT})"
STEP = "convolve(push({f}({k}), {X}), zeta({k}))".format
EVERY = ("first run", "second run", "gaps", "amounts", "costs", "Gaussian", "diameters")


@script
def level_sign(p: Script) -> Step:
    """The logarithm of a number that is at least 1 is not negative."""
    p.have("level sum", p.figure("exp-sum", x="0", y="0"))
    p.have("level unit", certified("exp(0) == 1", fact("level sum", factor="-1"), multiplier="exp(0)"))
    p.have("level inverse", p.figure("exp-log", x=ABOVE))
    p.have("level both", p.figure("exp-sum", x=LEVEL, y=f"-{LEVEL}"))
    p.have("level whole", certified(f"exp({LEVEL})*exp(-{LEVEL}) == 1", fact("level both", factor="-1"), fact("level unit")))
    p.have("level other", certified(f"({ABOVE})*exp(-{LEVEL}) == 1", fact("level inverse", factor=f"-exp(-{LEVEL})"), fact("level whole")))
    p.have("level tangent", p.figure("exp-tangent", x=f"-{LEVEL}"))
    p.have("level positive", f"exp(-{LEVEL}) > 0")
    parts = fact("least", "level positive"), fact("level other", factor="-d")
    p.have("level small", certified(f"exp(-{LEVEL}) <= 1", *parts, multiplier="d"))
    return p.prove(f"{LEVEL} >= 0")


def mixture(p: Script, w: str, P: str, Q: str, k: str) -> Step:
    """One step of a mixture is the mixture of the steps."""
    pushed = p.figure("mix-push", w=w, P=P, Q=Q, f=f"psi({k})")
    each = [f"push(psi({k}), {one})" for one in (P, Q)]
    added = p.figure("mix-convolve", w=w, P=each[0], Q=each[1], Z=f"zeta({k})")
    whole = f"mix({w}, {', '.join(f'convolve({one}, zeta({k}))' for one in each)})"
    return put(pushed, f"equal(convolve(LAW, zeta({k})), {whole})", added)


@script
def balance_steps(p: Script, made: str = "convolve(push(psi({k}), {X}), zeta({k}))",
             mixed: Callable[[Script, str, str, str, str], Step] = mixture) -> Step:
    """P + (exp(epsilon) + d - 1) V = exp(epsilon) Q + d U goes through every step; ``made`` is one, ``mixed`` that of a mixture."""
    claim = f"equal(mix({PART}, X({{k}}), V({{k}})), mix({OTHER}, U({{k}}), Y({{k}})))".format
    split = p.figure("dp-excess", "before", w=PART)
    one = put(p.known("V start"), f"equal(mix({PART}, X(t), LAW), mix({OTHER}, excess(X(t), Y(t), epsilon, d), Y(t)))", split)
    start = put(p.known("U start"), f"equal(mix({PART}, X(t), V(t)), mix({OTHER}, LAW, Y(t)))", one)
    with p.induct("k", "t", "t + m", claim(k="k"), start) as more:
        before = {law: f"{law}(k - 1)" for law in "XVUY"}
        after = {law: made.format(k="k", X=one) for law, one in before.items()}
        went = made.format(k="k", X=f"mix({OTHER}, {before['U']}, {before['Y']})")
        moved = put(more.known(more.hypothesis), f"equal({made.format(k='k', X='LAW')}, {went})", more.figure("reflexive", P=went))
        sides = f"mix({PART}, {after['X']}, {after['V']})", f"mix({OTHER}, {after['U']}, {after['Y']})"
        second = put(moved, f"equal(LAW, {sides[1]})", mixed(more, OTHER, before["U"], before["Y"], "k"))
        shown = put(turned(more, mixed(more, PART, before["X"], before["V"], "k")), f"equal(LAW, {sides[1]})", second)
        now = dict(after)
        for law, run in (("X", "first run"), ("V", "V next"), ("U", "U next"), ("Y", "second run")):
            now[law] = "LAW"
            claimed = f"equal(mix({PART}, {now['X']}, {now['V']}), mix({OTHER}, {now['U']}, {now['Y']}))"
            shown = put(more.at(run, "k"), claimed, shown)
            now[law] = f"{law}(k)"
        more.show(shown)
    return p.at(more.step, "t + m")


@script
def forgotten(p: Script) -> Step:
    """From any two laws on, the noise of every step pays for an m-th of H."""
    left, price = "H - ({k} - t)*H/m".format, "({k} - t)*H**2/(m**2*v)".format

    def step_paid(p: Script, k: str, shifted: Step, cost: str) -> Step:
        outside = {law: STEP(f="psi", k=k, X=f"{law}({k} - 1)") for law in "UV"}
        noise = p.at("Gaussian", k)
        p.have(f"room {k}", f"{left(k=k)} >= 0")
        p.have(f"magnitude {k}", p.figure("gdp-magnitude", noise, a="H/m", v="v", Z=f"zeta({k})"))
        P, Q = (f"push(psi({k}), {law}({k} - 1))" for law in "UV")
        paid = p.figure("gdp-shift-reduction", shifted, p.figure("gdp-finite", noise, a="H/m", v="v", Z=f"zeta({k})"), z=left(k=k), a="H/m",
            m=cost, P=P, Q=Q, Z=f"zeta({k})")
        wider = p.figure("gdp-monotone", paid, z=left(k=k), y=left(k=k), m=f"{cost} + gdpsize(zeta({k}), H/m)", n=price(k=k),
            P=outside["U"], Q=outside["V"])
        return p.figure("gdp-same-law", wider, p.at("U next", k), p.at("V next", k), z=left(k=k), m=price(k=k), V=f"U({k})", W=f"V({k})",
            P=outside["U"], Q=outside["V"])

    first = {"P": "push(psi(t + 1), U(t + 1 - 1))", "Q": "push(psi(t + 1), V(t + 1 - 1))"}
    p.have("share", "H/m >= 0")
    near = p.figure("bounded-near", p.at("diameters", "t + 1"), D="H", f="psi(t + 1)", P="U(t + 1 - 1)", Q="V(t + 1 - 1)")
    start = p.figure("gdp-start", near, z="H", **first)
    wide = p.figure("gdp-monotone", start, z="H", y=f"{left(k='(t + 1)')} + H/m", m="0", n="0", **first)
    base = step_paid(p, "(t + 1)", wide, "0")
    with p.induct("k", "t + 1", "t + m", f"gdp({left(k='k')}, U(k), V(k), {price(k='k')})", base) as more:
        before, z = price(k="(k - 1)"), left(k="(k - 1)")
        carried = more.figure("gdp-contraction", more.known(more.hypothesis), more.at("Lipschitz", "k"),
            more.figure("same-map", f="psi(k)"), z=z, c="1", s="0", m=before, P="U(k - 1)", Q="V(k - 1)", f="psi(k)", g="psi(k)")
        again = more.figure("gdp-monotone", carried, z=f"1*({z}) + 0", y=f"{left(k='k')} + H/m", m=before, n=before,
            P="push(psi(k), U(k - 1))", Q="push(psi(k), V(k - 1))")
        more.show(step_paid(more, "k", again, before))
    return stated(p.at(more.step, "t + m"), "gdp(0, U(t + m), V(t + m), H**2/(m*v))")


def order_and_parts(p: Script) -> None:
    """The order that knows what is left is at least 1, and the weights of the mixtures are some."""
    p.have("tangent", p.figure("exp-tangent", x="epsilon"))
    p.have("least", "exp(epsilon) >= 1")
    for label, claim in {"part": f"{PART} >= 0", "part whole": f"{PART} <= 1", "other": f"{OTHER} >= 0", "other whole": f"{OTHER} <= 1",
                         "above": f"{ABOVE} >= 1"}.items():
        p.have(label, claim)
    p.have("level sign", level_sign(p))


@script
def same_maps(p: Script) -> Step:
    """What they can be told apart by goes on as two runs of its own, which forget where they began."""
    order_and_parts(p)
    p.have("inverse", p.figure("exp-log", x=ABOVE))
    p.have("square", "H**2/(m*v) >= 0")
    p.have("root", p.figure("square-root-sign", x="H**2/(m*v)"))
    for law, begin in (("U", "excess"), ("V", "deficit")):
        p.recur(law, "t", "t + m", f"{begin}(X(t), Y(t), epsilon, d)", lambda k, before: STEP(f="psi", k=k, X=to_text(before)))
    whole = balance_steps(p)
    told = p.figure("gdp-to-dp", forgotten(p), e=LEVEL, m="H**2/(m*v)", P="U(t + m)", Q="V(t + m)")
    p.have("room", f"d*exp({LEVEL}) <= exp(epsilon) + d - 1")
    kept = p.figure("dp-balance", whole, told, e="epsilon", d="d", g=LEVEL, w=PART, f=f"theta(exp({LEVEL}), {ROOT})", P="X(t + m)",
        Q="Y(t + m)", U="U(t + m)", V="V(t + m)")
    p.have("falls", p.figure("theta-level", g=ABOVE, h=f"exp({LEVEL})", x=ROOT))
    p.have("kept", certified(f"d*theta(exp({LEVEL}), {ROOT}) <= {KEPT}", fact("falls", "positive")))
    return p.figure("dp-widen", kept, e="epsilon", u="epsilon", d=f"d*theta(exp({LEVEL}), {ROOT})", v=KEPT, P="X(t + m)", Q="Y(t + m)")


# From a bound at one step to one at a later step, through a third run that goes from the second one to the maps of the first.


def third_run(p: Script, end: str) -> None:
    """V begins where Y is after step t and has the maps of X."""
    p.recur("V", "t", end, "Y(t)", lambda k, before: STEP(f="psi", k=k, X=to_text(before)))


@script
def unit(p: Script) -> Step:
    """The functional equation at 0."""
    p.have("twice nothing", p.figure("exp-sum", x="0", y="0"))
    return certified("exp(0) == 1", fact("twice nothing", factor="-1"), multiplier="exp(0)")


@script
def each_paid(p: Script, end: str, v: str = "v") -> Step:
    """V and Y after step k, with the gaps that there are: w counts their squares; ``v`` is the variance."""
    price, begin = f"(w({{k}}) - w(t))/({v})".format, {"P": "V(t)", "Q": "Y(t)"}
    near = p.figure("gdp-start", p.figure("same-start", p.known("V start"), **begin), z="0", **begin)
    first = p.figure("gdp-monotone", near, z="0", y="0", m="0", n=price(k="t"), **begin)
    with p.induct("k", "t", end, f"gdp(0, V(k), Y(k), {price(k='k')})", first) as more:
        before, (P, V, Q) = price(k="(k - 1)"), (f"push({f}(k), {X}(k - 1))" for f, X in (("psi", "V"), ("phi", "V"), ("phi", "Y")))
        noise, outside = more.at("Gaussian", "k"), {"P": f"convolve({P}, zeta(k))", "Q": f"convolve({Q}, zeta(k))"}
        more.have("amount", more.at("amounts", "k"))
        more.have("cost", more.at("costs", "k"))
        more.have("magnitude", more.figure("gdp-magnitude", noise, a="g(k)", v=v, Z="zeta(k)"))
        seen = more.figure("gdp-push", more.known(more.hypothesis), m=before, P="V(k - 1)", Q="Y(k - 1)", f="phi(k)")
        apart = more.figure("winf-gap", more.at("gaps", "k"), s="g(k)", P="V(k - 1)", f="psi(k)", g="phi(k)")
        moved = more.figure("gdp-absorb", apart, seen, more.figure("gdp-finite", noise, a="g(k)", v=v, Z="zeta(k)"), a="g(k)", m=before,
            P=P, V=V, Q=Q, Z="zeta(k)")
        wider = more.figure("gdp-monotone", moved, z="0", y="0", m=f"{before} + gdpsize(zeta(k), g(k))", n=price(k="k"), **outside)
        more.show(more.figure("gdp-same-law", wider, more.at("V next", "k"), more.at("second run", "k"), z="0", m=price(k="k"), V="V(k)",
            W="Y(k)", **outside))
    return p.at(more.step, end)


def spent(p: Script, end: str, v: str = "v") -> Step:
    """What V and Y can be told apart by at the end; ``v`` is the variance of the noise."""
    p.have("square of all", f"q/({v}) >= 0")
    p.have("no more than q", certified(f"(w({end}) - w(t))/({v}) <= q/({v})", fact("spent"), multiplier=v))
    laws = {"P": f"V({end})", "Q": f"Y({end})"}
    near = p.figure("gdp-monotone", each_paid(p, end, v), z="0", y="0", m=f"(w({end}) - w(t))/({v})", n=f"q/({v})", **laws)
    return p.figure("gdp-to-dp", near, e="f", m=f"q/({v})", **laws)


@script
def block(p: Script) -> Step:
    """X and V have the same maps; V and Y begin together."""
    third_run(p, "t + m")
    start = put(p.known("V start"), "dp(X(t), LAW, epsilon, d)", p.known("before"))
    near = p.theorem("pabisym/same-maps", {"before": start, "second run": "V next"}, Y=("k", "V(k)"))
    far = spent(p, "t + m")
    return p.figure("dp-third-law", near, far, e="epsilon", f="f", d=KEPT, u="theta(exp(f), sqrt(q/v))", P="X(t + m)", Q="Y(t + m)",
        V="V(t + m)")


def blocks_forget(p: Script, same: str, kept: str, labels: Iterable[str], maps: Callable[[Script, str, str], dict[str, Step]]) -> Step:
    """By induction over K blocks of m steps that X and V go on alike: what is left of what tells them apart.

    ``same`` is the theorem about such runs, ``kept`` what it leaves of d; ``labels`` are what it asks of all steps of a block, and ``maps``
    what it asks beside, from the steps before and at the end of a block.
    """
    start = put(p.known("V start"), "dp(X(t), LAW, epsilon, d(0))", p.figure("dp-widen", "before", u="epsilon", v="d(0)"))
    with p.induct("j", "0", "K", "dp(X(t + j*m), V(t + j*m), epsilon, d(j))", start) as more:
        more.have("begun", "(j - 1)*m >= 0")
        more.have("left", "(K - j)*m >= 0")
        low, high = "t + (j - 1)*m", "t + (j - 1)*m + m"
        own = {label: more.part(label, "k", f"{low} + 1", high) for label in labels}
        own["second run"] = more.part("V next", "k", f"{low} + 1", high)
        own |= maps(more, low, high)
        more.have("positive before", more.at("positive", "j - 1"))
        more.have("falls", more.at("levels", "j"))
        near = more.theorem(same, {"before": more.known(more.hypothesis), **own}, t=low, d="d(j - 1)", Y=("k", "V(k)"))
        kept = kept.replace("/d", "/d(j - 1)").replace("d*", "d(j - 1)*", 1)
        more.show(more.figure("dp-widen", near, e="epsilon", u="epsilon", d=kept, v="d(j)", P=f"X({high})", Q=f"V({high})"))
    return p.at(more.step, "K")


@script
def stage(p: Script, same: str = "pabisym/same-maps", shared: str = "Lipschitz", kept: str = KEPT) -> Step:
    """The same with K blocks of m steps, each of which forgets; X and V have the same maps, V and Y begin together.

    ``shared`` is the label of what is known of the maps, in every block its own where ``same`` is about such maps; ``kept`` is what a
    block leaves.
    """
    end = "t + K*m"
    p.have("length", "K*m >= 0")
    third_run(p, end)

    def maps(p: Script, low: str, high: str) -> dict[str, Step]:
        if shared != "Lipschitz":
            p.have(shared, p.at("Lipschitz", "j"))
        return {"Lipschitz": p.part(shared, "k", f"{low} + 2", high)}

    near = blocks_forget(p, same, kept, ("first run", "Gaussian", "diameters"), maps)
    return p.figure("dp-third-law", near, spent(p, end), e="epsilon", f="f", d="d(K)", u="theta(exp(f), sqrt(q/v))", P=f"X({end})",
        Q=f"Y({end})", V=f"V({end})")


# From anywhere: the total variation, and blocks in the first form.

ONE = "theta(1, sqrt(H**2/(m*v)))"
TAU = "theta(1, sqrt(q/v))"
VARIATION = f"{ONE}**K + (1 - {ONE}**K)*{TAU}/(1 - {ONE})"
BLOCKS = f"{ONE}**K + theta(exp(epsilon), sqrt(K*m*s**2/v))"


def share(p: Script) -> None:
    """What a block leaves is between 0 and 1."""
    p.have("noise", "H**2/(m*v) > 0")
    positive_root(p, "H**2/(m*v)")
    p.have("kept", p.figure("theta-positive", g="1", x=ROOT))
    p.have("lost", p.figure("theta-below-one", g="1", x=ROOT))
    p.have("unit", unit(p))


def at_one(p: Script, bound: str) -> Step:
    """What a block leaves of it where nothing is added to the level: the order is 1."""
    p.have("order", certified(f"1 <= 1 + (exp(0) - 1)/({bound})", fact("unit", factor="1"), multiplier=bound))
    p.have("block", p.figure("theta-level", g="1", h=f"1 + (exp(0) - 1)/({bound})", x=ROOT))
    return p.known("block")


def told_in_blocks(p: Script, low: str, own: Mapping[str, Step]) -> dict[str, Step]:
    """What is assumed of all steps, of those of one block."""
    found = {label: p.part(label, "k", f"{low} + 1", f"{low} + m") for label in EVERY}
    return {**found, "Lipschitz": p.part("Lipschitz", "k", f"{low} + 2", f"{low} + m"), **own}


@script
def variation(p: Script) -> Step:
    """Each block keeps a share of what there was, and adds what it pays."""
    share(p)
    p.have("gaps squared", "q/v > 0")
    positive_root(p, "q/v")
    p.have("added", p.figure("theta-positive", g="1", x="sqrt(q/v)"))
    p.have("unit order", "1 <= exp(0)")
    p.have("added at most", p.figure("theta-level", g="1", h="exp(0)", x="sqrt(q/v)"))
    told = VARIATION.replace("**K", "**{j}").format
    start, low = "T - K*m", "T - K*m + (j - 1)*m"
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", P=f"X({start})", Q=f"Y({start})"), e="0", u="0", d="1", v=told(j="0"))
    with p.induct("j", "0", "K", f"dp(X({start} + j*m), Y({start} + j*m), 0, {told(j='j')})", first) as more:
        before = told(j="(j - 1)")
        more.have("begun", "(j - 1)*m >= 0")
        more.have("left", "(K - j)*m >= 0")
        more.have("power", f"{ONE}**(j - 1) > 0")
        more.have("at most", more.figure("power-at-most-one", c=ONE, k="j - 1"))
        more.have("rest", f"{ONE}**(j - 1) + (1 - {ONE}**(j - 1))*{TAU}/(1 - {ONE}) > 0")
        at_one(more, before)
        near = more.theorem("pabisym/mixing-block", told_in_blocks(more, low, {"before": more.known(more.hypothesis),
            "spent": more.at("spent", "j")}), t=low, d=before,
            epsilon="0", f="0")
        reached = f"({before})*theta(1 + (exp(0) - 1)/({before}), {ROOT}) + exp(0)*theta(exp(0), sqrt(q/v))"
        more.have("no more", certified(f"{reached} <= {told(j='j')}", fact("block", "rest"), fact("added at most"),
            fact("unit", factor="-theta(exp(0), sqrt(q/v))")))
        more.show(more.figure("dp-widen", near, e="0 + 0", u="0", d=reached, v=told(j="j"), P=f"X({low} + m)", Q=f"Y({low} + m)"))
    return p.at(more.step, "K")


@script
def in_blocks(p: Script) -> Step:
    """One stage at the level 0, from anywhere."""
    share(p)
    p.have("length", "K*m >= 0")
    start, end = "T - K*m", {"P": "X(T)", "Q": "Y(T)"}
    paid = "theta(exp(epsilon), sqrt(K*m*s**2/v))"
    p.have("before", p.figure("dp-certain", e="0", P=f"X({start})", Q=f"Y({start})", conclude=f"dp(X({start}), Y({start}), 0, {ONE}**0)"))
    with p.generalise("j", "0", "K") as positive:
        positive.show(f"{ONE}**j > 0")
    with p.generalise("j", "1", "K") as each:
        before = f"{ONE}**(j - 1)"
        each.have("some", f"{before} > 0")
        at_one(each, before)
        each.show(certified(f"{ONE}**j >= {before}*theta(1 + (exp(0) - 1)/{before}, {ROOT})", fact("block", "some")))
    p.have("positive", positive.step)
    p.have("levels", each.step)
    own = {label: label for label in ("before", "positive", "levels", "gaps")}
    found = p.theorem("pabisym/mixing-stage", own, t=start, epsilon="0", f="epsilon",
        delta=f"{ONE}**0", d=("j", f"{ONE}**j"), g=("k", "s"), w=("k", "k*s**2"), q="K*m*s**2")
    p.have("same", certified(f"exp(0)*{paid} == {paid}", fact("unit", factor=paid)))
    return p.figure("dp-widen", found, e="0 + epsilon", u="epsilon", d=f"{ONE}**K + exp(0)*{paid}", v=BLOCKS, **end)
