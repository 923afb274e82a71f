"""The proofs of what reflection gives: the distance of two runs as a chain of numbers, and what is left of what they can be told apart by.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Step, stated
from pabisym.proof.laws import put
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import OTHER, PART, balance_steps, spent, third_run, unit
from ._mixing import STEP as NEXT
from ._mixing_shares import STAGE, stage_beside
from ._mixing_stages import BEGIN, later_stages
from ._mixing_stages import PAID as PAID_STAGE

STEP = "convolve(push({f}({k}), {X}({k} - 1)), zeta({k}))".format
CHAIN = "{r}/sigma, c, o/sigma, {b}".format
APART = f"survival({{n}}, H/sigma, {CHAIN(r='H', b='0')})".format
"""The chance that two runs with the same maps have not met after n steps, wherever they began."""
MOVED = f"survival({{n}}, s/sigma, {CHAIN(r='(H + s)', b='s/sigma')})".format
"""The chance that two runs that began together, with maps at most s apart, are apart after n steps."""


def coupled_runs(p: Script, found: Step, runs: tuple[str, str], k: str, n: str) -> Step:
    """The coupling of what the maps and the noise of step k give, said of the two runs."""
    rest, second = f"sigma, {n}, x, r, c, o, s", STEP(f="phi", k=k, X="Y")
    first = put(p.at(runs[0], k), f"coupled(LAW, {second}, {rest})", found)
    return put(p.at(runs[1], k), f"coupled(X({k}), LAW, {rest})", first)


@script
def chain(p: Script) -> Step:
    """Reflected noise in every step; what remains of the distance is a number that only depends on the one before."""
    runs, letters = ("first run", "second run"), {"w": "sigma", "x": "x", "r": "r", "c": "c", "a": "o", "b": "s"}
    inside = [f"push({f}(t + 1), {X}(t + 1 - 1))" for f, X in (("psi", "X"), ("phi", "Y"))]
    begun = p.figure("coupled-start", "start", p.at("Gaussian", "t + 1"), P=inside[0], Q=inside[1], Z="zeta(t + 1)", **letters)
    first = coupled_runs(p, begun, runs, "(t + 1)", "1")
    with p.induct("k", "t + 1", "t + m", "coupled(X(k), Y(k), sigma, k - t, x, r, c, o, s)", first) as more:
        held = [more.at(label, "k") for label in ("Lipschitz", "near", "other near", "gaps", "diameters", "Gaussian")]
        one = more.figure("coupled-step", more.known(more.hypothesis), *held, n="k - 1 - t", s="y", t="l", D="H", P="X(k - 1)",
            Q="Y(k - 1)", f="psi(k)", g="phi(k)", p="rho(k)", Z="zeta(k)", **letters)
        more.show(coupled_runs(more, one, runs, "k", "k - 1 - t + 1"))
    return p.figure("coupled-met", p.at(more.step, "t + m"), n="t + m - t", P="X(t + m)", Q="Y(t + m)", **letters)


@script
def any_runs(p: Script) -> Step:
    """Any two runs U and V with the maps of the first and its noise, whatever they begin with."""
    with p.generalise("k", "t + 1", "t + m") as same:
        same.show(same.figure("same-map", f="psi(k)", conclude="gap(psi(k), psi(k), 0)"))
    near = p.figure("bounded-near", p.at("diameters", "t + 1"), D="H", f="psi(t + 1)", P="U(t)", Q="V(t)")
    found = p.theorem("pabisym/mixing-gap-chain", {"start": near, "first run": "U next", "second run": "V next", "other near": "near",
        "gaps": same.step}, x="H", r="H", s="0", l="y", X=("k", "U(k)"), Y=("k", "V(k)"), phi=("k", "psi(k)"))
    return stated(found, f"dp(U(t + m), V(t + m), 0, {APART(n='m')})")


@script
def same_maps(p: Script) -> Step:
    """What they can be told apart by goes on as two runs of its own, which meet in time or do not."""
    p.have("tangent", p.figure("exp-tangent", x="epsilon"))
    p.have("least", "exp(epsilon) >= 1")
    p.have_all({"part": f"{PART} >= 0", "part whole": f"{PART} <= 1", "other": f"{OTHER} >= 0", "other whole": f"{OTHER} <= 1",
        "unit": unit(p)})
    p.have("room", certified("d*exp(0) <= exp(epsilon) + d - 1", fact("least"), fact("unit", factor="-d")))
    for law, begin in (("U", "excess"), ("V", "deficit")):
        p.recur(law, "t", "t + m", f"{begin}(X(t), Y(t), epsilon, d)", lambda k, before: NEXT(f="psi", k=k, X=to_text(before)))
    return p.figure("dp-balance", balance_steps(p), any_runs(p), e="epsilon", d="d", g="0", w=PART, f=APART(n="m"), P="X(t + m)",
        Q="Y(t + m)", U="U(t + m)", V="V(t + m)")


PAID = "theta(exp(f), sqrt(q/sigma**2))"
KEPT = f"d*{APART(n='m')}"


@script
def stage(p: Script) -> Step:
    """X and V have the same maps; V and Y begin together."""
    third_run(p, "t + m")
    start = put(p.known("V start"), "dp(X(t), LAW, epsilon, d)", p.known("before"))
    near = p.theorem("pabisym/mixing-gap-same-maps", {"before": start, "second run": "V next"}, Y=("k", "V(k)"))
    return p.figure("dp-third-law", near, spent(p, "t + m", "sigma**2"), e="epsilon", f="f", d=KEPT, u=PAID,
        P="X(t + m)", Q="Y(t + m)", V="V(t + m)")


# From anywhere: the first form, and the total variation that gaps cause.

TOLD = "theta(exp(epsilon), sqrt(W*s**2/sigma**2))"
FIRST = f"{APART(n='W')} + {TOLD}"


@script
def first_form(p: Script) -> Step:
    """One stage at the level 0, from anywhere."""
    p.have("unit", unit(p))
    start = p.figure("dp-certain", e="0", P="X(T - W)", Q="Y(T - W)")
    found = p.theorem("pabisym/mixing-gap-stage", {"before": start}, t="T - W", m="W", epsilon="0", f="epsilon", d="1", q="W*s**2",
        g=("k", "s"), w=("k", "k*s**2"))
    paid = f"1*{APART(n='W')} + exp(0)*{TOLD}"
    p.have("no more", certified(f"{paid} <= {FIRST}", fact("unit", factor=f"-{TOLD}")))
    return p.figure("dp-widen", found, e="0 + epsilon", u="epsilon", d=paid, v=FIRST, P="X(T)", Q="Y(T)")


CAUSED = f"{APART(n='m')} + {MOVED(n='m')}"


@script
def variation(p: Script) -> Step:
    """X meets a third run with its maps, or does not; that one and Y begin together, and are apart by what their maps are."""
    third_run(p, "t + m")
    p.have("unit", unit(p))
    begun = p.figure("dp-certain", e="0", P="X(t)", Q="V(t)")
    near = p.theorem("pabisym/mixing-gap-same-maps", {"before": begun, "second run": "V next"}, epsilon="0", d="1", Y=("k", "V(k)"))
    start = put(p.known("V start"), "winf(push(psi(t + 1), LAW), push(phi(t + 1), Y(t)), s)",
        p.figure("winf-gap", p.at("gaps", "t + 1"), s="s", P="Y(t)", f="psi(t + 1)", g="phi(t + 1)"))
    far = p.theorem("pabisym/mixing-gap-chain", {"start": start, "first run": "V next"}, x="s", r="H + s", X=("k", "V(k)"))
    both = p.figure("dp-third-law", near, far, e="0", f="0", d=f"1*{APART(n='m')}", u=MOVED(n="m"), P="X(t + m)", Q="Y(t + m)",
        V="V(t + m)")
    sum_ = f"1*{APART(n='m')} + exp(0)*{MOVED(n='m')}"
    p.have("no more", certified(f"{sum_} <= {CAUSED}", fact("unit", factor=f"-{MOVED(n='m')}")))
    return p.figure("dp-widen", both, e="0 + 0", u="0", d=sum_, v=CAUSED, P="X(t + m)", Q="Y(t + m)")


# Stages, the first of them by reflection.

def with_deviation(text: str) -> str:
    """What is said with the variance v of the noise, with sigma**2 for it."""
    return text.replace("/v)", "/sigma**2)").replace("**2/v", "**2/sigma**2").replace(", v)", ", sigma**2)")


SAID = ("first run", "second run", "Gaussian", "diameters", "gaps")
LOW = f"{BEGIN} - W - M"


@script
def gap_variation(p: Script) -> Step:
    """The total variation that the gaps of M steps cause, and what W steps leave of it and pay for a level."""
    p.have("unit", unit(p))
    p.have_all({"early": f"{BEGIN} - W >= {LOW}", "late": f"{BEGIN} - W <= {BEGIN}"})
    ends = f"{BEGIN} - W", BEGIN
    own = {label: p.part(label, "k", f"{LOW} + 1", ends[0]) for label in (*SAID, "near", "other near")}
    own["Lipschitz"] = p.part("near Lipschitz", "k", f"{LOW} + 1", ends[0])
    caused = CAUSED.replace("survival(m,", "survival(M,")
    near = p.theorem("pabisym/mixing-gap-variation", own, t=LOW, m="M")
    wide = p.figure("dp-widen", near, e="0", u="0", d=caused, v="b", P=f"X({ends[0]})", Q=f"Y({ends[0]})")
    again = {label: p.part(label, "k", f"{ends[0]} + 1", BEGIN) for label in (*SAID, "near")}
    again["Lipschitz"] = p.part("near Lipschitz", "k", f"{ends[0]} + 1", BEGIN)
    p.have("level", p.at("levels", "0"))
    found = p.theorem("pabisym/mixing-gap-stage", {"before": wide, "enough": "same enough", **again}, t=ends[0], m="W", epsilon="0",
        f="e(0)", d="b", q="W*s**2", g=("k", "s"), w=("k", "k*s**2"))
    told, paid = f"b*{APART(n='W')} + exp(0)*theta(exp(e(0)), sqrt(W*s**2/sigma**2))", "theta(exp(e(0)), sqrt(W*s**2/sigma**2))"
    p.have("enough at first", certified(f"{told} <= d(0)", fact("at first"), fact("unit", factor=f"-{paid}")))
    return p.figure("dp-widen", found, e="0 + e(0)", u="e(0)", d=told, v="d(0)", P=f"X({BEGIN})", Q=f"Y({BEGIN})")


@script
def stages(p: Script) -> Step:
    """The first stage by reflection, the others by allocation."""
    p.have("steps in stages", "J*N*m >= 0")
    p.have("blocks in stages", "J*N >= 0")
    positive_root(p, "u(m)")
    return later_stages(p, gap_variation(p), STAGE, SAID, stage_beside("", spent=False), with_deviation(PAID_STAGE), q="r", v="sigma**2",
        g=("k", "s"), w=("k", "k*s**2"))
