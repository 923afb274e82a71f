"""Small proofs as plain data: of every rule an instance that works, and instances that are refused.

Both checkers, the kernel and the independent one, judge all of them.  A case is a statement, a proof tree, the theorems
that it may apply, and what the kernel's reason for a rejection has to contain (empty: the proof is valid).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Any

from pabisym.lang.grammar import parse, to_text
from support.figures_by_hand import FIGURES as BY_HAND

Json = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A proof to judge; ``reason`` is a part of the kernel's reason against it, empty for a valid proof."""

    name: str
    sequent: Json
    proof: Any
    reason: str = ""
    theorems: Json = field(default_factory=dict)


def step(rule: Any, conclusion: Any, *premises: Any, **data: Any) -> Json:
    """One step of a proof tree."""
    return {"rule": rule, "with": data, "premises": list(premises), "conclusion": conclusion}


def sequent(conclusion: str, names: str = "", known: Json | None = None, name: str = "test/statement") -> Json:
    """A statement; ``names`` is as in ``"x y: real; a: real sequence"``."""
    declared = [part.split(":") for part in names.split(";") if part.strip()]
    kinds = {one: kind.strip() for listed, kind in declared for one in listed.split()}
    return {"id": name, "names": kinds, "assumptions": [[k, v] for k, v in (known or {}).items()], "conclusion": conclusion}


def evident(goal: str) -> Json:
    return step("evident", goal, goal=goal)


def known(conclusion: str, label: Any) -> Json:
    return step("known", conclusion, label=label)


def arithmetic(goal: str, *terms: Any, multiplier: Any = "1") -> Json:
    return step("arithmetic", goal, goal=goal, multiplier=multiplier, terms=list(terms))


def part(coefficient: Any, *facts: Any, **more: Any) -> Json:
    return {"coefficient": coefficient, "facts": list(facts), **more}


def every(conclusion: str, body: Json, index: Any, low: Any, high: Any) -> Json:
    return step("generalise", conclusion, body, index=index, **{"from": low, "to": high})


@dataclass(frozen=True)
class Figure:
    """A figure at its own letters: premises, side conditions, conclusion; and one premise that is not enough."""

    names: str
    conclusion: str
    premises: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    wrong: str = ""


WRONG = {
    "start": "winf(Q, P, z)", "witness-in": "winf(P, Q, z)", "same-start": "equal(Q, P)", "winf-widen": "winf(P, Q, 2*z)",
    "winf-push": "winf(Q, P, z)", "winf-convolve": "winf(P, P, z)", "between-near": "winf(P, Q, z + 2*a)",
    "between-far": "winf(P, Q, 2*z + a)", "contraction": "renyi(alpha, z, Q, P, b)", "shift-reduction": "renyi(alpha, z, P, Q, b)",
    "absorb": "winf(P, Q, a)", "monotone": "renyi(alpha, z, Q, P, b)", "post-processing": "renyi(alpha, 1, P, Q, b)",
    "additivity": "renyi(alpha, 1, P, Q, b)", "same-law": "renyi(alpha, z, Q, P, b)", "gaussian-magnitude": "gaussian(Z, v**2)",
    "gaussian-finite": "gaussian(Z, v**2)", "renyi-sign": "renyi(alpha, z, P, Q, b + 1)", "gdp-adaptive": "gdp(1, P, Q, m)",
    "gdp-witness-in": "winf(P, Q, z)", "gdp-push": "gdp(1, P, Q, m)", "gdp-through": "gdp(1, P, Q, m)", "gdp-absorb": "winf(P, Q, a)",
    "gdp-finite": "gaussian(Z, v**2)", "moment": "renyi(alpha, 1, P, Q, b)", "from-moment": "moment(alpha, Q, P, m)",
    "moment-widen": "moment(alpha, P, Q, 2*u)", "moment-same-law": "moment(alpha, Q, P, m)", "moment-mixture": "moment(alpha, P, Q, u)",
    "adaptive": "renyi(alpha, 1, P, Q, b)", "forget": "renyi(alpha, 0, joint(P, J), joint(Q, K), b)", "winf-through": "winf(Q, P, z)",
    "renyi-to-dp": "renyi(alpha, 0, Q, P, b)", "dp-widen": "dp(Q, P, e, d)", "winf-gap": "gap(f, g, 2*s)", "gdp-start": "winf(Q, P, z)",
    "gdp-contraction": "gdp(z, Q, P, m)", "gdp-shift-reduction": "gdp(z, P, Q, m)", "gdp-magnitude": "gaussian(Z, v**2)",
    "gdp-monotone": "gdp(z, Q, P, m)", "gdp-same-law": "gdp(z, Q, P, m)", "gdp-sign": "gdp(z, P, Q, m + 1)", "gdp-to-dp": "gdp(1, P, Q, m)",
    "moment-to-dp": "moment(alpha, Q, P, m)", "laplace-move": "winf(P, Q, 2*a)", "spread-through": "spread(K, e, 2*u)",
    "spread-contracts": "spread(K, e, 2*u)", "same-image": "gap(f, f, 0)", "noise-sum": "gaussian(U, w)", "dp-sign": "dp(P, Q, e, 2*d)",
    "apart-dp": "apart(Q, P, m)", "projected": "member(x, K)", "nearest": "member(x, K)", "co-coercive": "smooth(f, 2*beta, K)",
    "dp-contraction": "dp(Q, P, e, d)", "dp-start": "equal(Q, P)", "dp-same-law": "dp(Q, P, e, d)", "dp-push": "dp(Q, P, e, d)",
    "dp-third-law": "dp(V, P, e, d)", "dp-swap": "dp(Q, P, e, d)", "dp-excess": "dp(Q, P, e, d)",
    "dp-balance": "equal(mix(w, V, P), mix(w*d, U, Q))",
    "bounded-near": "bounded(f, D + 1)", "coupled-start": "winf(Q, P, x)", "coupled-step": "coupled(P, Q, w, n + 1, x, r, c, a, b)",
    "coupled-met": "coupled(Q, P, w, n, x, r, c, a, b)", "dp-mixture": "dp(P, Q, e, u)", "normal-step": "equal(P, normallaw(v, m))",
    "normal-near": "equal(P, normallaw(u, v))", "normal-apart": "equal(P, normallaw(m, v + 1))", "apart-narrow": "apart(P, Q, m - 1)",
    "lsi-push": "lsi(P, c)", "lsi-convolve": "lsi(P, w)", "lsi-widen": "lsi(P, v + 1)", "lsi-same-law": "lsi(V, v)", "traced": "lsi(Q, w)",
    "zcdp-start": "equal(Q, P)", "zcdp-widen": "zcdp(Q, P, r)", "zcdp-same-law": "zcdp(Q, P, r)",
    "zcdp-order": "renyi(alpha, 0, P, Q, alpha*r)", "dynamics": "zcdp(P, Q, r + 1)", "projection": "lipschitz(projection(K), 2)",
    "gradient-step": "smooth(f, beta, K)", "gradient-gap": "lipschitzloss(f, 2*L, K)", "after-projection": "lipschitz(f, c)",
    "gap-after-projection": "gapon(f, f, K, s)", "compose": "lipschitz(f, d)", "lipschitz-widen": "lipschitz(f, 2*d)",
    "gap-widen": "gap(f, g, 2*u)",
}  # fmt: skip
"""For every figure with premises one that is not its first."""


def _figure(name: str, own: Json) -> Figure:
    """A figure as it is written by hand in :mod:`support.figures_by_hand`."""
    def plain(text: str) -> str:
        return to_text(parse(text, name, None))

    kinds = "; ".join(f"{letter}: {kind}" for letter, kind in own["kinds"].items())
    return Figure(kinds, plain(own["conclusion"]), tuple(map(plain, own["premises"])), tuple(map(plain, own["sides"])), WRONG.get(name, ""))


FIGURES = {name: _figure(name, own) for name, own in BY_HAND.items()}
"""Every figure of the kernel, written down a second time."""


def figure_case(rule: str, *, without: str = "") -> Case:
    """A figure at its own letters, its premises and side conditions assumed, all but one."""
    own = FIGURES[rule]
    statement = sequent(own.conclusion, own.names)
    statement["assumptions"] = [[text, text] for text in (*own.premises, *own.sides) if text != without]
    given = {name: name for name in statement["names"]}
    reason = f"the side condition {without} is not evident" if without else ""
    return Case(rule, statement, step(rule, own.conclusion, *(known(text, text) for text in own.premises), **given), reason)


def figure_refusals(rule: str) -> list[Case]:
    """Wrong instances of a figure: without a side condition or a premise, with another premise or conclusion, ill given."""
    own, case = FIGURES[rule], figure_case(rule)
    found = [replace(figure_case(rule, without=side), name=f"{rule} without {side}") for side in own.sides]
    proof = case.proof
    if own.premises:
        other = copy.deepcopy(case.sequent)
        other["assumptions"].insert(0, ["wrong", own.wrong])
        premises = [known(own.wrong, "wrong"), *proof["premises"][1:]]
        found += [
            Case(f"{rule} with another premise", other, {**proof, "premises": premises}, f"{rule} needs {own.premises[0]}, not "),
            replace(case, name=f"{rule} with a premise less", proof={**proof, "premises": proof["premises"][1:]}, reason="premises, not"),
        ]
    more = {**proof, "premises": [*proof["premises"], evident("1 >= 0")]}
    missing = dict(list(proof["with"].items())[1:])
    return [
        *found,
        replace(case, name=f"{rule} with a premise more", proof=more, reason="premises, not"),
        replace(case, name=f"{rule} with a letter less", proof={**proof, "with": missing}, reason="terms are needed for"),
        replace(
            case, name=f"{rule} with a letter more", proof={**proof, "with": {**proof["with"], "more": "1"}}, reason="terms are needed"
        ),
        Case(f"{rule} with another conclusion", {**case.sequent, "conclusion": "0 >= 1"}, {**proof, "conclusion": "0 >= 1"}, "concludes"),
    ]


ORDERED = {"low": "0 <= x", "high": "x <= 1"}
POSITIVE = sequent("1/x > 0", "x: real", {"positive": "x > 0"}, "test/positive")
RENYI = "renyi(2, 1, P, Q, b)"
OPENED = sequent("renyi(2, 1, P, Q, b + 3)", "P Q: law; b: real", {"given": RENYI})


def opened(conclusion: str, inside: Json | None = None, **names: str) -> Json:
    """Open the bound on a shifted divergence and close it again; ``inside`` is what is shown for the opened law."""
    near = step(
        "witness-in",
        "renyi(2, 1, P, Q, x)",
        known("winf(P, V, 1)", "V near"),
        known("renyi(2, 0, V, Q, x)", "V bound"),
        alpha="2",
        z="1",
        b="x",
        P="P",
        Q="Q",
        V="V",
    )
    own = step("monotone", "renyi(2, 1, P, Q, x + 3)", near, alpha="2", y="1", z="1", b="x", d="x + 3", P="P", Q="Q")
    return step("witness", conclusion, known(RENYI, "given"), inside or own, **({"law": "V", "bound": "x"} | names))


def ranged(conclusion: str, known_: Json | None = None) -> Json:
    return sequent(conclusion, "n: integer; a: real sequence", {"n": "n >= 0", "all": "forall(k, 1, n, a(k) >= 0)", **(known_ or {})})


def squares(at: str = "n", claim: str = "sum(k, k, 1, j) == j*(j + 1)/2", first: Any = None, rest: Any = None, low: str = "0") -> Json:
    """Gauss's sum by induction, or what is left of it after replacing a part."""
    base = first or evident("sum(k, k, 1, 0) == 0*(0 + 1)/2")
    again = rest or arithmetic("sum(k, k, 1, j) == j*(j + 1)/2", part("1", "before"))
    return step(
        "induction", f"forall(j, {low}, {at}, {claim})", base, again, index="j", claim=claim, label="before", **{"from": low, "to": at}
    )


def spelled(claim: str) -> Json:
    """A bound on a gap, from what it says of a new point."""
    said = "norm(minus(at(f, y), at(g, y))) <= s"
    one = step("unfold", said, known("gap(f, g, s)", "all"), **{"for": {"x": "y"}})
    return step("define", claim, one, claim=claim, names={"x": "y"}, label="held 2")


RECURSIVE = sequent("winf(P, P, 0)", "n: integer; P: law; f: map sequence", {})


def recursive(conclusion: str, inside: Json | None = None, **data: Any) -> Json:
    """Laws that begin with P and are pushed by f(2), f(3), ..., and what is shown with them."""
    first = known("equal(S(1), P)", "S start")
    near = step("same-start", "winf(P, P, 0)", step("reflexive", "equal(P, P)", P="P"), P="P", Q="P")
    there = step("rewrite", "winf(S(1), P, 0)", first, near, law="U", claim="winf(U, P, 0)")
    back = step("rewrite", "winf(P, P, 0)", turned(), there, law="U", claim="winf(U, P, 0)")
    kept = {"winf(P, P, 0)": back, "equal(S(1), P)": first}
    given: Json = {"sequence": "S", "index": "k", "law": "V", "from": "1", "to": "n", "start": "P", "next": "push(f(k), V)", **data}
    return step("recursion", conclusion, inside or kept[conclusion], **given)


def turned() -> Json:
    """P = S(1), from S(1) = P."""
    own = step("reflexive", "equal(P, P)", P="P")
    return step("rewrite", "equal(P, S(1))", known("equal(S(1), P)", "S start"), own, law="U", claim="equal(P, U)")


LOGIC: dict[str, tuple[Case, Case]] = {
    "known": (
        Case("known", sequent("x >= 0", "x: real", {"a": "x >= 0"}), known("x >= 0", "a")),
        Case("known nothing", sequent("x >= 0", "x: real", {"a": "x >= 0"}), known("x >= 0", "b"), "nothing is known as 'b' here"),
    ),
    "evident": (
        Case("evident", sequent("2*x + 1 > 0", "x: real", {"a": "x >= 0"}), evident("2*x + 1 > 0")),
        Case("not evident", sequent("2*x > 0", "x: real", {"a": "x >= 0"}), evident("2*x > 0"), "2*x > 0 is not evident"),
    ),
    "arithmetic": (
        Case("arithmetic", sequent("x*(1 - x) >= 0", "x: real", ORDERED), arithmetic("x*(1 - x) >= 0", part("1", "low", "high"))),
        Case(
            "wrong sum", sequent("x*(1 - x) >= 1", "x: real", ORDERED), arithmetic("x*(1 - x) >= 1", part("1", "low", "high")), "not add up"
        ),
    ),
    "instance": (
        Case(
            "instance",
            ranged("a(n) >= 0", {"some": "n >= 1"}),
            step("instance", "a(n) >= 0", known("forall(k, 1, n, a(k) >= 0)", "all"), at="n"),
        ),
        Case(
            "instance outside",
            ranged("a(n) >= 0"),
            step("instance", "a(n) >= 0", known("forall(k, 1, n, a(k) >= 0)", "all"), at="n"),
            "the side condition 1 <= n is not evident",
        ),
    ),
    "integer": (
        Case("integer", sequent("n >= 1", "n: integer", {"a": "n > 0"}), step("integer", "n >= 1", known("n > 0", "a"))),
        Case(
            "no integer",
            sequent("x >= 1", "x: real", {"a": "x > 0"}),
            step("integer", "x >= 1", known("x > 0", "a")),
            "not evidently an integer",
        ),
    ),
    "have": (
        Case(
            "have",
            sequent("x**2 > 0", "x: real", {"a": "x > 0"}),
            step("have", "x**2 > 0", evident("2*x > 0"), arithmetic("x**2 > 0", part("1/2", "b", "a")), label="b"),
        ),
        Case(
            "have, and use it outside",
            sequent("2*x > 0", "x: real", {"a": "x > 0"}),
            step(
                "have", "2*x > 0", step("have", "1 > 0", evident("2*x > 0"), evident("1 > 0"), label="b"), known("2*x > 0", "b"), label="c"
            ),
            "nothing is known as 'b' here",
        ),
    ),
    "cases": (
        Case(
            "cases",
            sequent("x**2 >= x**2/2", "x: real"),
            step(
                "cases",
                "x**2 >= x**2/2",
                *(arithmetic("x**2 >= x**2/2", part("1/2", square="x")) for _ in "ab"),
                on="x",
                claim="x**2 >= x**2/2",
                label="c",
            ),
        ),
        Case(
            "a case less",
            sequent("x >= 0", "x: real"),
            step("cases", "x >= 0", known("x >= 0", "c"), evident("0 >= 0"), on="x", claim="x >= 0", label="c"),
            "a case does not conclude x >= 0",
        ),
    ),
    "absurd": (
        Case("absurd", sequent("x >= 7", "x: real", {"a": "x < x"}), step("absurd", "x >= 7", known("x < x", "a"), claim="x >= 7")),
        Case(
            "not absurd",
            sequent("x >= 7", "x: real", {"a": "x <= x"}),
            step("absurd", "x >= 7", known("x <= x", "a"), claim="x >= 7"),
            "x <= x is not evidently false",
        ),
    ),
    "generalise": (
        Case("generalise", sequent("forall(k, 2, 5, k >= 1)"), every("forall(k, 2, 5, k >= 1)", evident("k >= 1"), "k", "2", "5")),
        Case(
            "generalise too far",
            sequent("forall(k, 0, 5, k >= 1)"),
            every("forall(k, 0, 5, k >= 1)", evident("k >= 1"), "k", "0", "5"),
            "k >= 1 is not evident",
        ),
    ),
    "induction": (
        Case("induction", sequent("forall(j, 0, n, sum(k, k, 1, j) == j*(j + 1)/2)", "n: integer"), squares()),
        Case(
            "induction without a base",
            sequent("forall(j, 0, n, sum(k, k, 1, j) == j*(j + 1)/2 + 1)", "n: integer"),
            squares(claim="sum(k, k, 1, j) == j*(j + 1)/2 + 1", rest=arithmetic("sum(k, k, 1, j) == j*(j + 1)/2 + 1", part("1", "before"))),
            "the base is not the claim at the start",
        ),
    ),
    "witness": (
        Case("witness", OPENED, opened("renyi(2, 1, P, Q, b + 3)")),
        Case(
            "witness with a bound of its own",
            {**OPENED, "conclusion": "renyi(2, 1, P, Q, 7)", "assumptions": [["given", RENYI], ["other", "renyi(2, 1, P, Q, 7)"]]},
            opened("renyi(2, 1, P, Q, 7)", known("renyi(2, 1, P, Q, 7)", "other")),
            "7 is not x plus something without it",
        ),
    ),
    "rewrite": (
        Case(
            "rewrite",
            sequent("dp(V, P, 1, x)", "x: real; P V: law", {"same": "equal(V, P)", "held": "dp(P, P, 1, x)"}),
            step("rewrite", "dp(V, P, 1, x)", known("equal(V, P)", "same"), known("dp(P, P, 1, x)", "held"), law="U", claim="dp(U, P, 1, x)"),
        ),
        Case(
            "rewrite the other way",
            sequent("dp(P, P, 1, x)", "x: real; P V: law", {"same": "equal(V, P)", "held": "dp(V, P, 1, x)"}),
            step("rewrite", "dp(P, P, 1, x)", known("equal(V, P)", "same"), known("dp(V, P, 1, x)", "held"), law="U", claim="dp(U, P, 1, x)"),
            "is not dp(U, P, 1, x) for the second of the two laws",
        ),
    ),
    "recursion": (
        Case("recursion", RECURSIVE, recursive("winf(P, P, 0)")),
        Case("recursion of a law outside", RECURSIVE, recursive("equal(S(1), P)"), "S is not declared"),
    ),
    "define": (
        Case("define", sequent("gap(f, g, s)", "s: real; f g: map", {"held": "bounded(f, s)", "all": "gap(f, g, s)"}), spelled("gap(f, g, s)")),
        Case(
            "define for a point that is known",
            sequent("gap(f, g, s)", "s: real; f g: map; x: vector", {"one": "norm(minus(at(f, x), at(g, x))) <= s"}),
            step("define", "gap(f, g, s)", known("norm(minus(at(f, x), at(g, x))) <= s", "one"), claim="gap(f, g, s)", names={"x": "x"},
                 label="held"),
            "'x' is not a new name",
        ),
    ),
    "unfold": (
        Case(
            "unfold",
            sequent("norm(slope(f, x)) <= L", "L: real; f: loss; K: set; x: vector", {"held": "lipschitzloss(f, L, K)", "in": "member(x, K)"}),
            step("unfold", "norm(slope(f, x)) <= L", known("lipschitzloss(f, L, K)", "held"), known("member(x, K)", "in"), **{"for": {"x": "x"}}),
        ),
        Case(
            "unfold elsewhere",
            sequent("norm(slope(f, y)) <= L", "L: real; f: loss; K: set; x y: vector", {"held": "lipschitzloss(f, L, K)", "in": "member(x, K)"}),
            step("unfold", "norm(slope(f, y)) <= L", known("lipschitzloss(f, L, K)", "held"), known("member(x, K)", "in"), **{"for": {"x": "y"}}),
            "unfold needs member(y, K)",
        ),
    ),
    "widen": (
        Case(
            "widen",
            sequent("dp(P, Q, 2, x)", "x: real; P Q: law", {"held": "dp(P, Q, 1, x - 1)"}),
            step("widen", "dp(P, Q, 2, x)", known("dp(P, Q, 1, x - 1)", "held"), claim="dp(P, Q, 2, x)"),
        ),
        Case(
            "widen what is no bound",
            sequent("renyi(2, 1, P, Q, x)", "x: real; P Q: law", {"held": "renyi(2, 0, P, Q, x)"}),
            step("widen", "renyi(2, 1, P, Q, x)", known("renyi(2, 0, P, Q, x)", "held"), claim="renyi(2, 1, P, Q, x)"),
            "is not evidently a wider bound",
        ),
    ),
    "theorem": (
        Case(
            "theorem",
            sequent("1/(y + 1) > 0", "y: real", {"a": "y >= 0"}),
            step("theorem", "1/(y + 1) > 0", evident("y + 1 > 0"), id="test/positive", **{"for": {"x": "y + 1"}}),
            "",
            {"test/positive": POSITIVE},
        ),
        Case(
            "theorem without its assumption",
            sequent("1/(y + 1) > 0", "y: real", {"a": "y >= -1"}),
            step("theorem", "1/(y + 1) > 0", evident("y + 1 >= 0"), id="test/positive", **{"for": {"x": "y + 1"}}),
            "theorem needs y + 1 > 0",
            {"test/positive": POSITIVE},
        ),
    ),
}
"""Of every rule of logic and of 'theorem', an instance that works and one that is refused."""
