"""Calls of symbolic objects: formulas, claims, theorems, processes, kernel graphs, statements, divergences, exact laws.

Cases are made as in :mod:`fuzz.calls`; ``{"formula": text, "as": kind}`` stands for a formula as text, as an expression of sympy or as an
object.  What a sound call answers is compared with Fractions, with mpmath, or with what another of these functions says.
"""

from __future__ import annotations

import itertools
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

import mpmath
import sympy
from fuzz.grammar import Dice, Entrance
from fuzz.oracles import HUGE, by_mpmath, gaussian_delta, least, outside

import pabisym as pb

Found = Iterator[tuple[str, str]]
Given = Mapping[str, Any]
LETTERS = {"x": "real, x > 0", "y": "real, y >= 0", "n": "integer, n >= 1"}
THEOREM = "feldman2018/theorem-23"
RELATIONS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def object_of(text: str, kind: str) -> object:
    """A formula as text, as an expression of sympy, or as an object; what sympy has no form of stays an object."""
    made = pb.formula(text, LETTERS) if kind != "text" else text
    return made.sympy if kind == "sympy" and isinstance(made, pb.Formula) else made


def formula(dice: Dice, depth: int = 2) -> dict[str, str]:
    """A formula of some kind in x, y and n."""
    return {"formula": dice.formula(("x", "y", "n", "2"), depth), "as": dice.one(("text", "text", "sympy", "Formula"))}


def text(given: object) -> str:
    """The text of a formula of a case."""
    return str(given["formula"] if isinstance(given, Mapping) else given)


def point(dice: Dice, *about: object) -> dict[str, str]:
    """Values of x, y and n; of those alone that some formulas have, where these are named."""
    used = set(re.findall(r"\b[a-z]+\b", " ".join(map(text, about)))) if about else set(LETTERS)
    return {name: one for name, one in (("x", dice.positive()), ("y", dice.fraction("0", "3")), ("n", str(dice.rng.randint(1, 9)))) if name in used}


def _same(name: str, value: object, other: mpmath.mpf | None) -> Found:
    """An enclosure holds what mpmath has, where it has anything."""
    if other is not None and not HUGE.search(f"{value.lower} {value.upper}"):  # type: ignore[attr-defined]
        yield name, outside(other, value.lower, value.upper)  # type: ignore[attr-defined]


# Formulas.


def _formula(given: object) -> pb.Formula:
    return pb.formula(given, LETTERS)  # type: ignore[arg-type]


def _at(value: object, given: Given) -> Found:
    yield from _same("second route", value, by_mpmath(text(given["value" if "value" in given else "what"]), given["values"]))


def _placed(value: pb.Formula, given: Given) -> Found:
    own = re.sub(r"\bx\b", f"({text(given['x'])})", text(given["value"]))
    yield from _twice("formulas in place", str(value), own, given["at"])


def _twice(name: str, first: str, second: str, at: Given) -> Found:
    a, b = by_mpmath(first, at), by_mpmath(second, at)
    if a is not None and b is not None:
        with mpmath.workdps(100):
            yield name, "" if abs(a - b) <= mpmath.mpf(10) ** -40 * (1 + abs(b)) else f"{mpmath.nstr(a, 20)}, by mpmath {mpmath.nstr(b, 20)} at {at}"


def _by_operator(operation: Callable[[Any, Any], Any], value: pb.Formula, other: object) -> Any:
    """What an operator gives; that there is none for a list or None, Python itself says."""
    try:
        return operation(value, other)
    except TypeError as error:
        if re.match("unsupported operand|'[<>]=?' not supported|can't multiply sequence", str(error)):
            raise pb.InputError("other", str(error), "give a number or a formula") from None
        raise


def _operated(value: object, other: object, head: str, at: object) -> object:
    return _by_operator(OPERATIONS[head], _formula(value), other)


def _operations(value: pb.Formula, given: Given) -> Found:
    yield from _twice("arithmetic", str(value), f"({text(given['value'])}) {given['head']} ({text(given['other'])})", given["at"])


def _decided(value: object, other: object, head: str, at: object) -> object:
    return _by_operator(RELATIONS[head], _formula(value), other).decide()


def _verdict(value: pb.Verdict, given: Given) -> Found:
    """A refuted claim is false at its point, a proved one true at another."""
    at = {**given["at"], **{name: str(own) for name, own in value.at.items()}}
    a, b = by_mpmath(text(given["value"]), at), by_mpmath(text(given["other"]), at)
    if value.status == "undecided" or a is None or b is None:
        return
    with mpmath.workdps(100):
        slack = mpmath.mpf(10) ** -40 * (1 + abs(b)) * (1 if value.status == "proved" else -1)
        holds = a <= b + slack if given["head"][0] == "<" else a >= b - slack
        equal = abs(a - b) <= abs(slack)
        yield value.status, "" if holds == (value.status == "proved") or equal else f"{mpmath.nstr(a, 20)} {given['head']} {mpmath.nstr(b, 20)} at {at}"


def _equal(value: bool | None, given: Given) -> Found:
    a, b = by_mpmath(text(given["value"]), given["at"]), by_mpmath(text(given["other"]), given["at"])
    if value and a is not None and b is not None:
        with mpmath.workdps(100):
            yield "equal", "" if abs(a - b) <= mpmath.mpf(10) ** -40 * (1 + abs(b)) else f"{mpmath.nstr(a, 20)} equals {mpmath.nstr(b, 20)}"


def _fast(value: object, backend: str, at: Mapping[str, object]) -> object:
    with mpmath.workdps(60):
        return _formula(value).lambdify(backend)(**at)  # type: ignore[arg-type]


def _fast_value(value: Any, given: Given) -> Found:
    known = None if re.search("floor|ceiling|cases|harmonic|theta", text(given["value"])) else by_mpmath(text(given["value"]), given["at"])
    if known is not None and given["backend"] == "mpmath":
        yield "lambdify", "" if abs(value - known) <= mpmath.mpf(10) ** -15 * (1 + abs(known)) else f"{value}, by mpmath {mpmath.nstr(known, 20)}"


def _valued(dice: Dice, name: str = "value") -> dict[str, Any]:
    own = formula(dice) if name == "value" else dice.formula(tuple(LETTERS), 2)
    return {name: own, "values": point(dice, own), "digits": dice.rng.randint(3, 30), "force": dice.often(0.2)}


def _fast_one(dice: Dice) -> dict[str, Any]:
    own = formula(dice)
    return {"value": own, "backend": dice.one(("mpmath", "numpy")), "at": point(dice, own)}


def _over(dice: Dice) -> dict[str, Any]:
    own = dice.formula(("x", "n"), 1)
    value = {"formula": f"x + {own}", "as": dice.one(("text", "sympy"))}
    return {"value": value, "values": {**point(dice, value), "x": ["1", dice.positive()]}, "outside": "nan"}


def _two(dice: Dice, heads: Sequence[str], depth: int = 2) -> dict[str, Any]:
    return {"value": formula(dice, depth), "other": _object(dice), "head": dice.one(heads), "at": point(dice)}


def _object(dice: Dice) -> dict[str, str]:
    """A formula that brings its own letters."""
    return {**formula(dice, 1), "as": dice.one(("Formula", "sympy"))}


# Theorems.


@cache
def _theorem() -> pb.Theorem:
    return pb.theorem(THEOREM)


def _spot(dice: Dice) -> dict[str, str]:
    t = dice.rng.randint(1, 9)
    return {"L": dice.positive(), "sigma": dice.positive(), "n": str(dice.rng.randint(t, 20)), "t": str(t), "alpha": dice.fraction("3/2", "9")}


def _iteration(value: object, given: Given) -> Found:
    """Theorem 23 by hand: 2 alpha L^2 / (sigma^2 (n + 1 - t))."""
    at = {name: Fraction(one) for name, one in given["values"].items()}
    right = 2 * at["alpha"] * at["L"] ** 2 / (at["sigma"] ** 2 * (at["n"] + 1 - at["t"]))
    own = value.exact if hasattr(value, "exact") else value.bound.at().exact  # type: ignore[attr-defined]
    yield "by hand", "" if own == right else f"{own}, by hand {right}"


# Processes.


def _run(steps: object = "n", gap: object = None, variance: object = "v", contraction: object = 1, start_shift: object = 0, diameter: object = None,
         where: object = None, letters: object = None) -> pb.Process:
    return pb.Process(steps=steps, gap=gap, noise=pb.Gaussian(variance=variance), contraction=contraction, start_shift=start_shift,
                      diameter=diameter, where=where, letters=letters)  # type: ignore[arg-type]


@cache
def _symbolic() -> pb.Process:
    return _run(gap={"t": "2*L"}, where="t <= n", letters={"n": "integer, n >= 1", "t": "integer, t >= 1", "L": "real, L > 0", "v": "real, v > 0"})


def _numbers(dice: Dice) -> dict[str, Any]:
    steps = dice.rng.randint(1, 5)
    return {"steps": steps, "gap": [dice.fraction("0", "2") for _ in range(steps)], "variance": dice.positive(),
            "contraction": dice.one(("1", "1/2", dice.fraction("1/2", "1"))), "start_shift": dice.fraction("0", "2")}  # fmt: skip


def _paid(dice: Dice) -> dict[str, Any]:
    made = _numbers(dice)
    return {**made, "a": dice.one((made["gap"], [dice.fraction("0", "2") for _ in made["gap"]]))}


def _left(given: Given) -> Fraction:
    """z at the end, by the recursion."""
    z = Fraction(given["start_shift"])
    for gap, paid in zip(given["gap"], given["a"], strict=True):
        z = Fraction(given["contraction"]) * z + Fraction(gap) - Fraction(paid)
    return z


def _shift(k: object, a: object, **rest: Any) -> object:
    return _run(**rest).z(k, a=a)


def _recursion(value: object, given: Given) -> Found:
    yield "recursion", "" if Fraction(str(value)) == _left(given) else f"{value}, by recursion {_left(given)}"


def _costs(value: pb.Formula, given: Given) -> Found:
    if Fraction(given["variance"]) == 0:  # only what pays nothing has a cost
        yield "no noise", "" if value.at().exact == 0 and not any(map(Fraction, given["a"])) else f"{value} where there is no noise"
        return
    right = sum((Fraction(paid) ** 2 for paid in given["a"]), Fraction(0)) / Fraction(given["variance"])
    yield "sum", "" if value.at().exact == right else f"{value}, by hand {right}"


def _feasible(a: object, seconds: object, **rest: Any) -> pb.Verdict:
    return _run(**rest).feasible(a, seconds=seconds)


def _allowed(value: pb.Verdict, given: Given) -> Found:
    z, fine = Fraction(given["start_shift"]), True
    for gap, paid in zip(given["gap"], given["a"], strict=True):
        z = Fraction(given["contraction"]) * z + Fraction(gap) - Fraction(paid)
        fine = fine and z >= 0
    if value.status != "undecided":
        yield "recursion", "" if (value.status == "proved") == (fine and z == 0) else f"{value}, by recursion {'feasible' if fine and z == 0 else 'not'}"


def _optimum(value: Any, given: Given) -> Found:
    """The square of the mu that is derived, by all partitions into blocks."""
    best = least({**given, "noise_variance": given["variance"]})
    if isinstance(best, Fraction):
        with mpmath.workdps(80):
            yield from _same("brute force", value.bound.at(digits=20), mpmath.sqrt(mpmath.mpf(best.numerator) / best.denominator))


@cache
def _derived() -> Any:
    return _symbolic().derive(pb.Renyi(2))


# Kernel graphs.


def _law(dice: Dice, size: int) -> list[str]:
    weights = [dice.rng.randint(0, 5) for _ in range(size - 1)] + [dice.rng.randint(1, 5)]
    return [str(Fraction(one, sum(weights))) for one in weights]


def _matrices(dice: Dice) -> dict[str, Any]:
    size = dice.rng.randint(2, 3)
    return {"law": _law(dice, size), "other_law": _law(dice, size), "rows": [_law(dice, size) for _ in range(size)],
            "other": [_law(dice, size) for _ in range(size)], "gamma": dice.one(("1", "2", dice.fraction("1", "4")))}  # fmt: skip


def _graph(law: Any, other_law: Any, rows: Any, other: Any) -> pb.KernelGraph:
    return pb.start(law=law, other_law=other_law) >> pb.Finite(rows) >> pb.Finite(rows, other=other)


def _through(law: Sequence[Fraction], rows: Sequence[Sequence[str]]) -> list[Fraction]:
    return [sum((p * Fraction(row[j]) for p, row in zip(law, rows, strict=True)), Fraction(0)) for j in range(len(rows[0]))]


def _hockey(first: Sequence[Fraction], second: Sequence[Fraction], gamma: str) -> Fraction:
    return sum((max(Fraction(0), p - Fraction(gamma) * q) for p, q in zip(first, second, strict=True)), Fraction(0))


def _ends(given: Given) -> tuple[list[Fraction], list[Fraction]]:
    laws = [_through([Fraction(p) for p in given[name]], given["rows"]) for name in ("law", "other_law")]
    return _through(laws[0], given["rows"]), _through(laws[1], given["other"])


def _above(value: pb.Formula, given: Given) -> Found:
    truth, bound = _hockey(*_ends(given), given["gamma"]), value.at().exact
    yield "finite laws", "" if bound is not None and bound >= truth else f"the bound {bound} is below {truth}"


def _exactly(value: Any, given: Given) -> Found:
    truth = _hockey(*_ends(given), given["gamma"])
    yield "finite laws", "" if value.exact == truth else f"{value}, by hand {truth}"


def _again(value: pb.KernelGraph, given: Given) -> Found:
    yield "as JSON", "" if pb.KernelGraph.from_json(value.json()) == value else "another graph from its JSON"
    yield "as networkx", "" if pb.KernelGraph.from_networkx(value.networkx()) == value else "another graph from networkx"


def _steps(lipschitz: object, image: object, gap: object, std: object, diameter: object, times: object, letters: object) -> pb.KernelGraph:
    step = pb.Map(lipschitz=lipschitz, image=image) >> pb.Gaussian(std=std) >> pb.Projection(diameter=diameter)  # type: ignore[arg-type]
    return pb.start(letters=letters) >> step.differing(gap=gap) >> step**times  # type: ignore[arg-type]


def _of_edges(nodes: Any, edges: Any, **rest: Any) -> pb.KernelGraph:
    step = pb.Map(lipschitz=1) >> pb.Laplace(scale=1)
    if isinstance(edges, list):
        edges = [[step if part is None else part for part in edge] if isinstance(edge, list) else edge for edge in edges]
    return pb.KernelGraph(nodes, edges, **rest)


# Divergences and laws.


def _divergence(name: str, *keys: str, more: Mapping[str, Any] | None = None) -> Entrance:
    """A divergence of numbers, compared with mpmath where the formula is written here a second time."""
    def numbers(dice: Dice) -> dict[str, Any]:
        drawn = {"order": dice.fraction("11/10", "9"), "gamma": dice.fraction("1", "4"), "distance": dice.positive(), "diameter": dice.positive(),
                 "std": dice.positive(), "scale": dice.positive(), "rate": dice.fraction("1/100", "1")}  # fmt: skip
        return {key: drawn[key] for key in keys} | dict(more or {})

    return Entrance(partial(_divergence_at, name), numbers, 0.5, ("at: ", "subs"), right=partial(_divergence_right, name))


def _divergence_at(name: str, **given: Any) -> object:
    return getattr(pb.divergences, name)(**given).at(digits=20)


_BY_HAND = {
    "gaussian_renyi": lambda order, distance, std: order * distance**2 / (2 * std**2),
    "gaussian_gdp": lambda distance, std: distance / std,
    "gaussian_hockey_stick": lambda gamma, distance, std: gaussian_delta(distance / std, mpmath.log(gamma)),
    "gaussian_contraction": lambda gamma, diameter, std: gaussian_delta(diameter / std, mpmath.log(gamma)),
    "laplace_hockey_stick": lambda gamma, distance, scale: max(mpmath.mpf(0), 1 - mpmath.exp((mpmath.log(gamma) - distance / scale) / 2)),
    "laplace_renyi": lambda order, distance, scale: mpmath.log(
        (order * mpmath.exp((order - 1) * distance / scale) + (order - 1) * mpmath.exp(-order * distance / scale)) / (2 * order - 1)) / (order - 1),
    "sampled_gaussian_hockey_stick": lambda gamma, rate, std: rate * gaussian_delta(1 / std, mpmath.log(1 + (gamma - 1) / rate)),
}


def _divergence_right(name: str, value: Any, given: Given) -> Found:
    if name in _BY_HAND:
        with mpmath.workdps(80):
            numbers = {key: mpmath.mpf(Fraction(one).numerator) / Fraction(one).denominator for key, one in given.items()}
            yield from _same(name, value, _BY_HAND[name](**numbers))


def _pair(dice: Dice) -> dict[str, Any]:
    size = dice.rng.randint(2, 4)
    return {"gamma": dice.fraction("1", "4"), "first": _law(dice, size), "second": _law(dice, size)}


def _pair_right(value: Any, given: Given) -> Found:
    first, second = ([Fraction(p) for p in given[name]] for name in ("first", "second"))
    right = _hockey(first, second, given["gamma"])
    yield "by hand", "" if value.exact == right else f"{value}, by hand {right}"


def _contracted(value: Any, given: Given) -> Found:
    rows = [[Fraction(p) for p in row] for row in given["rows"]]
    right = max((_hockey(p, q, given["gamma"]) for p, q in itertools.permutations(rows, 2)), default=Fraction(0))
    yield "by hand", "" if value.exact == right else f"{value}, by hand {right}"


def _chains(start: object, order: object, **given: Any) -> object:
    first, second = (pb.laws.gaussian_chain(start=one, **given) for one in (0, start))
    return first.renyi(second, order, 20)


def _chain(dice: Dice) -> dict[str, Any]:
    return {"steps": dice.rng.randint(1, 6), "noise": dice.positive(), "slope": dice.fraction("0", "1"), "start": dice.fraction("0", "3"), "order": dice.fraction("1", "9")}


def _chain_right(value: Any, given: Given) -> Found:
    slope, steps = Fraction(given["slope"]), given["steps"]
    variance = sum((slope ** (2 * k) for k in range(steps)), Fraction(0)) * Fraction(given["noise"])
    square = Fraction(given["order"]) * (slope**steps * Fraction(given["start"])) ** 2 / 2
    if variance == 0 < square:
        yield "without noise", "" if value.lower == "inf" else f"{value}, by hand infinite"
    else:
        right = square / variance if square else Fraction(0)
        yield "by hand", "" if value.exact == right else f"{value}, by hand {right}"


def _clipped(dice: Dice) -> dict[str, Any]:
    return {"lower": "0", "upper": dice.positive(), "steps": dice.rng.randint(1, 3), "noise_variance": dice.positive(), "slope": dice.fraction("1/2", "1"), "digits": 4}


def _clipped_pair(digits: object, upper: object, **given: Any) -> object:
    first, second = (pb.laws.clipped_chain(start=one, upper=upper, **given) for one in (0, upper))
    return first.total_variation(second, digits)  # type: ignore[arg-type]


def _accounted(delta: object, **given: Any) -> object:
    return pb.accounting.certified_epsilon(delta, **given)


def _gaussian_steps(value: Any, given: Given) -> Found:
    """Steps that take every record are one Gaussian mechanism."""
    with mpmath.workdps(80):
        mu = mpmath.sqrt(given["steps"]) / (mpmath.mpf(Fraction(given["noise_multiplier"]).numerator) / Fraction(given["noise_multiplier"]).denominator)
        delta = mpmath.mpf(Fraction(given["delta"]).numerator) / Fraction(given["delta"]).denominator
        ends = [gaussian_delta(mu, mpmath.mpf(one.numerator) / one.denominator) for one in (value.lower, value.upper)]
        yield "one Gaussian", "" if ends[1] <= delta and (value.lower == 0 or ends[0] >= delta) else f"delta is {ends} at the ends"


# Statements, and what is looked for.


def _proved(letters: Any, assumptions: Any, conclusion: Any, id: Any) -> object:
    stated = pb.Statement(letters=letters, assumptions=assumptions, conclusion=conclusion, id=id).prove(seconds=10)
    return pb.check(stated.proof_document())


def _replayed(value: Any, given: Given) -> Found:
    left, right = given["conclusion"].split(" <= ")
    a, b = (by_mpmath(one, {"x": "3/7", "y": "5/3", "n": "4"}) for one in (left, right))
    yield "replayed", "" if value.accepted or "contains the conclusion" in value.reason else f"a proof that is refused: {value.reason}"
    if a is not None and b is not None:
        yield "at a point", "" if a <= b + mpmath.mpf(10) ** -40 * (1 + abs(b)) else f"{mpmath.nstr(a, 20)} is above {mpmath.nstr(b, 20)}"


def _stated(dice: Dice) -> dict[str, Any]:
    own = dice.formula(("x", "y", "n", "2"), 1)
    return {"letters": dict(LETTERS), "assumptions": [], "conclusion": f"{own} <= {dice.one((f'{own} + y', f'({own})*(1 + y**2)', dice.formula(('x', 'y', 'n'), 1)))}", "id": "mine/one"}


def _listed(value: Any, given: Given) -> Found:
    ids = set(pb.catalogue().files)
    yield "of the catalogue", "" if {row["id"] for row in value} <= ids else "an id that is none"


def _sought(word: object, **setting: Any) -> object:
    return pb.search(word, **setting) if word is not None else pb.find(**setting)  # type: ignore[arg-type]


def _setting(dice: Dice) -> dict[str, Any]:
    return {"word": dice.one((None, "sampled", "theorem", "noise", "zzz")), "loss": dice.one((None, "convex", "any")), "sampling": dice.one((None, "one-pass", "poisson")),
            "domain": dice.one((None, "bounded")), "notion": dice.one((None, "renyi", "dp")), "direction": dice.one((None, "upper", "lower")), "library": None}  # fmt: skip


def _fixed(**given: Any) -> Any:
    return lambda _: {**given}


METHOD = {"lipschitz": "1", "noise_std": "4", "smooth": "1", "step_size": "1", "dataset": "10", "where": None, "letters": None}
DOMAINS = {"g": "real, g > 0", "s": "real, s > 0", "D": "real, D > 0", "N": "integer, N >= 0"}

SYMBOLIC: dict[str, Entrance] = {
    "formula": Entrance(pb.formula, lambda dice: {"value": formula(dice), "letters": dict(LETTERS), "where": dice.one((None, "x > 1", ["y <= x"]))}, 2, ("formula",)),
    "Letter": Entrance(pb.Letter, _fixed(name="q", domain="real, 0 < q < 1", meaning="a number"), 0.5, ("domain of",)),
    "evaluate": Entrance(lambda what, values, digits, force: pb.evaluate(what, values, digits=digits, force=force),
                         lambda dice: _valued(dice, "what"), 3, ("formula", "at: ", "at "), right=_at),
    "evaluate theorem": Entrance(lambda values, digits, force: pb.evaluate(THEOREM, values, digits=digits, force=force),
                                 lambda dice: {"values": _spot(dice), "digits": 12, "force": False}, 2, ("at: ", "at ", "no letter"), right=_iteration),
    "Formula.at": Entrance(lambda value, values, digits, force: _formula(value).at(values, digits=digits, force=force), _valued, 4, ("at: ", "at "), right=_at),
    "Formula.over": Entrance(lambda value, values, outside: _formula(value).over(values, outside=outside).tolist(),
_over, 1, ("over ", "at ", "formula")),
    "Formula.lambdify": Entrance(_fast, _fast_one, 1, ("lambdify",), ("at",), right=_fast_value),
    "Formula.subs": Entrance(lambda value, x, at: _formula(value).subs(x=x), lambda dice: {"value": {"formula": f"x + {dice.formula(('x', 'y'), 2)}", "as": "text"}, "x": formula(dice, 1), "at": point(dice)}, 1, ("subs",), right=_placed),
    "Formula.map": Entrance(lambda value, function, at: _formula(value).map(function), lambda dice: {"value": formula(dice), "function": {"function": "sympy.expand"}, "at": point(dice)},
                            0.3, free=("function", "at"), right=lambda value, given: _twice("map", str(value), text(given["value"]), given["at"])),
    "Formula.simplify": Entrance(lambda value, at: _formula(value).simplify(), lambda dice: {"value": formula(dice, 1), "at": point(dice)}, 0.05, ("formula",),
                                 right=lambda value, given: _twice("simplify", str(value), text(given["value"]), given["at"])),
    "Formula.equals": Entrance(lambda value, other, at: _formula(value).equals(other), lambda dice: {"value": formula(dice, 1), "other": _object(dice), "at": point(dice)}, 0.3, right=_equal),
    "Formula.limit": Entrance(lambda value, to, side: _formula(value).limit(to, side=side), lambda dice: {"value": f"n/(n + 1) + {dice.formula(('n', '2'), 1)}", "to": {"n": "oo"}, "side": ""}, 0.05, ("limit",)),
    "Formula.symbols": Entrance(lambda listed: _formula("x + y").symbols(listed), _fixed(listed="x y"), 0.3, ("symbols",)),
    "Formula.latex": Entrance(lambda value: _formula(value).latex(), lambda dice: {"value": formula(dice)}, 0.3, ("formula",)),
    "Formula arithmetic": Entrance(_operated, lambda dice: _two(dice, tuple(OPERATIONS)), 2, ("formula",), free=("head", "at"), right=_operations),
    "Claim.decide": Entrance(_decided, lambda dice: _two(dice, tuple(RELATIONS), 1), 1, ("formula", "claim"), free=("head", "at"), right=_verdict),
    "Eq": Entrance(lambda left, right: pb.Eq(left, right), lambda dice: {"left": {**formula(dice, 1), "as": "Formula"}, "right": _object(dice)}, 0.5, ("formula",)),
    "Theorem.apply": Entrance(lambda values: _theorem().apply(values), lambda dice: {"values": _spot(dice)}, 1, ("apply", "subs"), right=_iteration),
    "Theorem.bound.at": Entrance(lambda values, digits, force: _theorem().bound.at(values, digits=digits, force=force),  # type: ignore[union-attr]
                                 lambda dice: {"values": {**_spot(dice), "beta": "1", "eta": "1"}, "digits": 12, "force": True}, 2, ("at: ", "at "), right=_iteration),
    "Process": Entrance(_run, lambda dice: {**_numbers(dice), "diameter": None, "where": None, "letters": {}}, 1, ("noise", "Gaussian")),
    "Process.s": Entrance(lambda k: type(_symbolic().s(k)), _fixed(k="3"), 0.5),
    "Process.z": Entrance(_shift, lambda dice: {**(made := _paid(dice)), "k": made["steps"]}, 0.3, ("noise", "Gaussian"), right=_recursion),
    "Process.constraints": Entrance(lambda a: _symbolic().constraints(a), _fixed(a="2*L/n"), 0.3),
    "Process.cost": Entrance(lambda a, **rest: _run(**rest).cost(a, pb.Renyi(2)), _paid, 1, ("noise", "Gaussian"), right=_costs),
    "Process.feasible": Entrance(_feasible, lambda dice: {**_paid(dice), "seconds": 10}, 0.3, ("noise", "Gaussian"), right=_allowed),
    "Process.derive": Entrance(lambda goal, seconds, **rest: _run(**rest).derive(pb.GDP() if goal is None else goal, seconds=seconds),
                               lambda dice: {**_numbers(dice), "goal": None, "seconds": 10}, 0.1, ("noise", "Gaussian"), right=_optimum),
    "Process.claim": Entrance(lambda goal, bound: _symbolic().claim(pb.Renyi(goal) <= bound), _fixed(goal="2", bound="4*L**2/v"), 0.3, ("Renyi", "claim", "order", "formula", "pi")),
    "Process.from_toml": Entrance(lambda source: pb.Process.from_toml(_symbolic().toml() if source is None else source), _fixed(source=None), 0.5, ("spec", "process")),
    "Phase": Entrance(lambda steps, gap, variance, contraction: type((pb.Phase(steps, gap=gap, noise=pb.Gaussian(variance=variance), contraction=contraction) >> pb.Phase(2, noise=pb.Gaussian(variance=1))).s(1)),
                      _fixed(steps="3", gap="1/2", variance="2", contraction="1"), 0.3, ("phase", "noise", "Gaussian")),
    "Every": Entrance(lambda period, size, start: type(_run(steps=6, gap=pb.Every(period, size=size, start=start) + pb.Window(1, 2, size), variance=1).s(2)),
                      _fixed(period="2", size="1/3", start="1"), 0.3, ("gap",)),
    "NoisyGD": Entrance(lambda **given: type(pb.NoisyGD(**given).process.s(1)), _fixed(**METHOD, steps="5"), 0.3),
    "NoisyCGD": Entrance(lambda **given: type(pb.NoisyCGD(**given).process.s(3)), _fixed(**METHOD, batch="2", epochs="2", index="3"), 0.3),
    "NoisySGD": Entrance(lambda **given: pb.NoisySGD(**given).grounds, _fixed(**METHOD, batch="2", steps="5"), 0.3),
    "PNSGD": Entrance(lambda **given: type(pb.PNSGD(**given).process.s(3)), _fixed(**METHOD, index="3", adjacency="replace", order="fixed"), 0.3),
    "Langevin": Entrance(lambda **given: type(pb.Langevin(**given).process.v(3)), _fixed(**{**METHOD, "step_size": "1/2"}, strongly_convex="1", steps="5"), 0.3),
    "LinearMaps": Entrance(lambda **given: type(pb.LinearMaps(**given).process.c(3)),
                           _fixed(**{key: one for key, one in METHOD.items() if key != "smooth"}, operator_norm="1/2", steps="5"), 0.3),
    "KernelGraph": Entrance(_steps, _fixed(lipschitz="1", image="D", gap="g", std="s", diameter="D", times="N", letters=DOMAINS), 1, ("domain",), right=_again),
    "KernelGraph.of": Entrance(_of_edges, _fixed(nodes=["in"], edges=[["in", "out", None]], where=[], letters={}, title=""), 1, right=_again),
    "KernelGraph.bound": Entrance(lambda gamma, **given: _graph(**given).bound(gamma), _matrices, 1, ("law",), right=_above),
    "KernelGraph.truth": Entrance(lambda gamma, **given: _graph(**given).truth({}, gamma=gamma), _matrices, 1, ("law",), right=_exactly),
    "KernelGraph.contraction": Entrance(lambda rows, gamma: pb.Finite(rows).contraction(gamma).at(), lambda dice: {key: _matrices(dice)[key] for key in ("rows", "gamma")}, 0.5,
                                        ("at: ",), right=_contracted),
    "KernelGraph.shifted": Entrance(lambda at, gamma, digits: _steps("1", "D", "g", "s", "D", "N", DOMAINS).shifted(at, gamma=gamma, digits=digits),
                                    lambda dice: {"at": {"g": dice.positive(), "s": dice.positive(), "D": dice.positive(), "N": "2"}, "gamma": "2", "digits": 5}, 0.5, ("letters",)),
    "KernelGraph.from_json": Entrance(lambda source: pb.KernelGraph.from_json(_steps("1", "D", "g", "s", "D", "N", DOMAINS).json() if source is None else source), _fixed(source=None), 0.5,
                                      ("graph", "nodes", "edges")),
    "KernelGraph.of_theorem": Entrance(lambda name: pb.KernelGraph.of_theorem(name), _fixed(name="asoodeh2020/theorem-4"), 0.3),
    "Sampled": Entrance(lambda rate, gap, std: (pb.start() >> pb.Sampled(rate=rate, gap=gap, std=std)).bound(2).at(), lambda dice: {"rate": dice.fraction("1/100", "1"), "gap": dice.positive(), "std": dice.positive()}, 0.3, ("at: ",)),
    "KernelGraph.from_networkx": Entrance(lambda graph: pb.KernelGraph.from_networkx(_steps("1", "D", "g", "s", "D", "N", DOMAINS).networkx() if graph is None else graph), _fixed(graph=None), 0.3),
    "Formula.series": Entrance(lambda letter, to, order: type(_formula("exp(x)").series(letter, to, order)), _fixed(letter="x", to="0", order=3), 0.1, ("series",)),
    "Formula.plot": Entrance(lambda values, log: type(_formula("x + n").plot(values, log=log)), _fixed(values={"x": ["1", "2"], "n": "3"}, log=False), 0.05, ("plot", "over ")),
    "SymbolicDerivation.a": Entrance(lambda k: type(_derived().a(k)), _fixed(k="2"), 0.3),
    "SymbolicDerivation.limit": Entrance(lambda to, side: _derived().limit(to, side=side), _fixed(to={"n": "oo"}, side=""), 0.1, ("limit",)),
    "SymbolicDerivation.levels": Entrance(lambda at: _derived().levels(at), _fixed(at={"n": "5", "t": "2", "L": "1", "v": "1", "delta": "1/100"}), 0.1, ("no value", "levels")),
    "ProofPart.text": Entrance(lambda depth: _theorem().proof.text(depth), _fixed(depth=2), 0.1),  # type: ignore[union-attr]
    "gap": Entrance(lambda problem, steps, loss: pb.gap(problem, steps=steps, loss=loss), _fixed(problem="nothing", steps="20", loss="convex"), 0.3),
    "atlas": Entrance(lambda loss, batches, domain: pb.atlas(loss=loss, batches=batches, domain=domain), _fixed(loss="nothing", batches=None, domain=None), 0.3),
    "Statement.prove": Entrance(_proved, _stated, 0.1, ("domain",), right=_replayed),
    "search": Entrance(_sought, _setting, 0.2, right=_listed),
    **{f"divergences.{name}": _divergence(name, *keys) for name, keys in {
        "gaussian_renyi": ("order", "distance", "std"), "gaussian_gdp": ("distance", "std"), "gaussian_hockey_stick": ("gamma", "distance", "std"),
        "gaussian_contraction": ("gamma", "diameter", "std"), "laplace_renyi": ("order", "distance", "scale"), "laplace_hockey_stick": ("gamma", "distance", "scale"),
        "sampled_gaussian_renyi": ("order", "rate", "std"), "sampled_gaussian_hockey_stick": ("gamma", "rate", "std")}.items()},
    "divergences.finite_hockey_stick": Entrance(partial(_divergence_at, "finite_hockey_stick"), _pair, 0.5, ("at: ", "law", "probabilit"), right=_pair_right),
    "divergences.finite_contraction": Entrance(partial(_divergence_at, "finite_contraction"), lambda dice: {key: _matrices(dice)[key] for key in ("rows", "gamma")}, 0.5, ("at: ", "law"), right=_contracted),
    "divergences.finite_renyi": Entrance(partial(_divergence_at, "finite_renyi"), lambda dice: {"order": "2", **{k: v for k, v in _pair(dice).items() if k != "gamma"}}, 0.3, ("law",)),
    "divergences.dobrushin": Entrance(lambda rows, gamma: pb.divergences.dobrushin(rows).at(), lambda dice: {"rows": _matrices(dice)["rows"], "gamma": "1"}, 0.3, ("law",), ("gamma",), right=_contracted),
    "laws.mixture": Entrance(lambda parts: pb.laws.mixture([(one, pb.laws.finite_chain([1, 0])) for one in parts] if isinstance(parts, list) else parts), _fixed(parts=["1/4", "3/4"]), 0.3),
    "laws.gaussian_chain": Entrance(_chains, _chain, 1, ("other",), right=_chain_right),
    "laws.clipped_chain": Entrance(_clipped_pair, _clipped, 0.05),
    "laws.finite_chain": Entrance(lambda start, rows: pb.laws.finite_chain(start, rows).probabilities, lambda dice: {"start": (made := _matrices(dice))["law"], "rows": made["rows"]}, 0.5, ("kernel", "law"),
                                  right=lambda value, given: iter([("by hand", "" if [Fraction(str(p)) for p in value] == _through([Fraction(p) for p in given["start"]], given["rows"]) else f"{value}")])),
    "laws.sampled_chain": Entrance(lambda **given: pb.laws.sampled_chain(**given).components, _fixed(steps=3, probability="1/10", gap="1", noise_variance="2", slope="1/2"), 0.3),
    "accounting.certified_epsilon": Entrance(_accounted, lambda dice: {"delta": dice.one(("1e-5", "1/100", "1e-9")), "noise_multiplier": dice.fraction("1", "8"), "steps": dice.rng.randint(1, 20), "rate": 1}, 0.05,
                                             right=_gaussian_steps),
}
"""The symbolic functions and methods by name."""


def known_function(name: str) -> object:
    """A function that a case may name."""
    return {"sympy.expand": sympy.expand}[name]


__all__ = ["SYMBOLIC", "known_function", "object_of"]
