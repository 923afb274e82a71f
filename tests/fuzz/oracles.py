"""What is known of an answer another way: every comparison is counted, and one that fails is a finding.

An oracle takes a case with its answer as JSON and yields its name and what is wrong, empty where nothing is.  None of them shares the
computation that it judges: allocations are compared with all partitions into blocks in Fractions, conversions with mpmath, certificates
with both, bounds of specs with the exact solver.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
from flint import fmpq
from support.mpmath_route import explore

from pabisym.errors import PabisymError
from pabisym.lang.grammar import parse

LARGE = re.compile(r"\d{7}|\de\d\d|\*\* *\(*\d\d|\*\*.*\*\*")
"""What makes numbers that mpmath should not be given: it has no limits."""
HUGE = re.compile(r"(?<![\w.])[\d.]+e[+-]?\d{4}")
"""Decimal exponents of four digits and more, of numbers alone: names of folders are drawn at random."""
Found = Iterator[tuple[str, str]]
LONGEST = 6
"""Most steps of an instance of which all partitions are tried."""


def judged(case: dict[str, Any], status: int, answer: Any) -> Found:
    """All comparisons of a case; none where a number has an exponent that Fractions should not be given."""
    if HUGE.search(json.dumps(answer)):
        return
    ends = list(_ends(answer))
    if ends:
        wrong = [pair for pair in ends if not _number(pair[0]) <= _number(pair[1])]
        yield "ends", f"ends in the wrong order: {wrong[0]}" if wrong else ""
    oracle = ORACLES.get(case["argv"][0]) if case.get("argv") else None
    if oracle is not None and isinstance(answer, dict | list) and status in (0, 1):
        try:
            yield from oracle(case, status, answer)
        except ValueError as error:
            if "Exceeds the limit" not in str(error):  # of Python, on the digits of an integer
                raise


def _ends(data: Any) -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        if isinstance(data.get("lower"), str) and isinstance(data.get("upper"), str):
            yield data["lower"], data["upper"]
        for value in data.values():
            yield from _ends(value)
    elif isinstance(data, list):
        for value in data:
            yield from _ends(value)


def _number(text: object) -> Fraction | float:
    return float(text) if isinstance(text, float) or text in ("inf", "-inf") else Fraction(str(text))


def _inside(value: Fraction | float, ends: dict[str, str]) -> bool:
    return _number(ends["lower"]) <= value <= _number(ends["upper"])


# Allocations.


def least(data: dict[str, Any]) -> Fraction | float:
    """The optimum of a short instance by all partitions of the steps into blocks, from every restart."""
    steps = int(data["steps"])

    def listed(name: str, default: str = "1") -> list[Fraction]:
        value = data.get(name, default)
        return [Fraction(str(one)) for one in (value if isinstance(value, list) else [value] * steps)]

    c, s, v = listed("contraction"), listed("gap"), listed("noise_variance")
    start = Fraction(str(data.get("start_shift", "0")))
    if data.get("diameter") is None:
        return _blocks(start, c, s, v)
    diameter = Fraction(str(data["diameter"]))
    apart = min(start, diameter)
    best = _blocks(apart, c, s, v)
    for step in range(1, steps + 1):
        apart = min(diameter, c[step - 1] * apart + s[step - 1])
        best = min(best, _blocks(apart, c[step:], s[step:], v[step:]))
    return best


def _blocks(start: Fraction, c: list[Fraction], s: list[Fraction], v: list[Fraction]) -> Fraction | float:
    steps = len(c)
    if steps == 0:
        return Fraction(0) if start == 0 else math.inf
    best: Fraction | float = math.inf
    for chosen in itertools.product((False, True), repeat=steps - 1):
        cuts = [0, *(k + 1 for k, cut in enumerate(chosen) if cut), steps]
        total: Fraction | float = Fraction(0)
        for low, high in itertools.pairwise(cuts):
            own = _block(start if low == 0 else Fraction(0), c[low:high], s[low:high], v[low:high])
            total = own if own == math.inf else total + own  # sums of long rationals and infinity would be floats
            if total >= best:
                break
        best = min(best, total)
    return best


def _block(shift: Fraction, c: list[Fraction], s: list[Fraction], v: list[Fraction]) -> Fraction | float:
    """The cost of one block, paid in proportion to the noise as seen at its end; infinite where that is not feasible."""
    weights = [Fraction(1)]
    for factor in reversed(c[1:]):
        weights.insert(0, weights[0] * factor)
    needed = weights[0] * c[0] * shift + sum(w * gap for w, gap in zip(weights, s, strict=True))
    noise = sum(w * w * one for w, one in zip(weights, v, strict=True))
    if needed == 0:
        slope = Fraction(0)
    elif noise == 0:
        return math.inf
    else:
        slope = needed / noise
    for factor, gap, weight, one in zip(c, s, weights, v, strict=True):
        shift = factor * shift + gap - slope * weight * one
        if shift < 0:
            return math.inf
    return slope * slope * noise


def _read(case: dict[str, Any]) -> dict[str, Any] | None:
    """The instance of a case; None where it is long, or was damaged."""
    if "files" not in case:
        return None
    data: dict[str, Any] = json.loads(next(iter(case["files"].values())))
    return data if int(data["steps"]) <= (LONGEST if data.get("diameter") is None else LONGEST - 1) else None


def allocate(case: dict[str, Any], status: int, answer: dict[str, Any]) -> Found:
    data = _read(case)
    if data is None:
        return
    best = least(data)
    if data.get("allocation") is not None:
        yield from _own(data, answer, best)
        return
    if answer["status"] == "infinite":
        yield "brute force", "" if best == math.inf else f"infinite, by brute force {best}"
        return
    if answer["arithmetic"] == "exact":
        yield "brute force", "" if _number(answer["value"]) == best else f"{answer['value']}, by brute force {best}"
        if data.get("diameter") is None:
            yield "worst case", "" if _number(answer["worst_case"]["value"]) == best else "the worst case has another value"
        yield "sum", "" if _spent(data, answer["allocation"]) == best else "the payments have another sum"
    elif answer["arithmetic"] == "ball":
        yield "brute force", "" if _inside(best, answer["value"]) else f"{answer['value']} does not hold {best}"
    else:
        below, above = (Fraction(x) if math.isfinite(x := float(one)) else x for one in (answer["worst_case"]["value"], answer["value"]))
        yield "brute force", "" if below <= best <= above else f"[{below}, {above}] does not hold {best}"


def _spent(data: dict[str, Any], payments: Sequence[str]) -> Fraction:
    v = data["noise_variance"]
    pairs = zip(payments, v if isinstance(v, list) else [v] * len(payments), strict=True)
    return sum((Fraction(a) ** 2 / Fraction(str(one)) for a, one in pairs if Fraction(a)), Fraction(0))


def _own(data: dict[str, Any], answer: dict[str, Any], best: Fraction | float) -> Found:
    if answer["status"] == "feasible" and answer.get("value") is not None:
        value = _number(answer["value"]) if not isinstance(answer["value"], dict) else None
        if value is not None and isinstance(value, Fraction):
            yield "own allocation", "" if value >= best else f"feasible for {value}, by brute force at least {best}"


def calibrate(case: dict[str, Any], status: int, answer: dict[str, Any]) -> Found:
    data = _read(case)
    if data is None or answer.get("status") not in ("found", "infinite"):
        return
    best = least(data)
    if answer["status"] == "infinite":
        yield "brute force", "" if best == math.inf or _no_target(answer) else f"infinite, by brute force {best}"
        return
    if not isinstance(best, Fraction):
        yield "brute force", "found, though the optimum is infinite"
        return
    guarantee, factor = answer["guarantee"], Fraction(answer["factor"])
    if guarantee["notion"] in ("gdp", "renyi") and "0" in (guarantee.get("mu"), guarantee.get("epsilon")):
        yield "calibration", "" if best == factor == 0 else f"factor {factor} where nothing may be revealed, and the optimum is {best}"
    elif guarantee["notion"] == "gdp":
        yield "calibration", "" if factor == best / Fraction(guarantee["mu"]) ** 2 else f"factor {factor} for the optimum {best}"
    elif guarantee["notion"] == "renyi":
        order, epsilon = Fraction(guarantee["order"]), Fraction(guarantee["epsilon"])
        yield "calibration", "" if factor == order * best / (2 * epsilon) else f"factor {factor} for the optimum {best}"
    elif best and factor:
        with mpmath.workdps(80):
            epsilon, delta = _mpf(guarantee["epsilon"]), _mpf(guarantee["delta"])
            met = gaussian_delta(mpmath.sqrt(_mpf(best / factor)), epsilon)
            yield "calibration", "" if met <= delta * (1 + mpmath.mpf(10) ** -40) else f"delta is {met}"
            less = gaussian_delta(mpmath.sqrt(_mpf(best / (factor * Fraction(999, 1000)))), epsilon)
            yield "calibration", "" if less > delta else "less noise is enough"


def _no_target(answer: dict[str, Any]) -> bool:
    return any(answer["guarantee"].get(name) == "0" for name in ("mu", "epsilon", "delta"))


def certificate(case: dict[str, Any], status: int, answer: list[dict[str, Any]]) -> Found:
    """An accepted certificate is right; one as it was written is accepted."""
    if "c.json" not in case.get("files", {}):
        return
    accepted = answer[0]["accepted"]
    if case.get("written"):
        yield "as written", "" if accepted else f"refused as it was written: {answer[0]['reason'][:80]}"
    if not accepted:
        if not case.get("written"):
            yield "forged", ""
        return
    data = json.loads(case["files"]["c.json"])
    instance, said = data["instance"], data["answer"]
    if int(instance["steps"]) <= LONGEST - 1:
        best = least(instance)
        claimed = math.inf if said["status"] == "infinite" else _number(said["value"])
        yield "forged", "" if claimed == best else f"accepted {claimed}, by brute force {best}"


# Conversions.


def _mpf(value: Fraction | str) -> mpmath.mpf:
    number = Fraction(value)
    return mpmath.mpf(number.numerator) / number.denominator


def gaussian_delta(mu: mpmath.mpf, epsilon: mpmath.mpf) -> mpmath.mpf:
    """Delta of mu-GDP."""
    def above(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.erfc(x / mpmath.sqrt(2)) / 2

    if mu in (0, mpmath.inf):
        return mpmath.mpf(mu != 0) if epsilon >= 0 or mu else 1 - mpmath.exp(epsilon)
    return above(epsilon / mu - mu / 2) - mpmath.exp(epsilon) * above(epsilon / mu + mu / 2)


def _canonne(bound: mpmath.mpf, order: mpmath.mpf, delta: mpmath.mpf) -> mpmath.mpf:
    return bound + mpmath.log((order - 1) / order) - (mpmath.log(delta) + mpmath.log(order)) / (order - 1)


def _mironov(bound: mpmath.mpf, order: mpmath.mpf, delta: mpmath.mpf) -> mpmath.mpf:
    return bound - mpmath.log(delta) / (order - 1)


def convert(case: dict[str, Any], status: int, answer: dict[str, Any]) -> Found:
    argv = case["argv"]
    given = {name: argv[argv.index(name) + 1] for name in ("--gdp", "--zcdp", "--renyi", "--by", "--delta", "--epsilon") if name in argv}
    with mpmath.workdps(120):
        if "--gdp" in given and 0 < Fraction(given["--gdp"]) < 30:
            yield from _gaussian(_mpf(given["--gdp"]), given, answer)
        if "--delta" in given and isinstance(answer.get("order"), str) and ("--zcdp" in given or "--renyi" in given):
            yield from _of_orders(given, answer)


def _gaussian(mu: mpmath.mpf, given: dict[str, str], answer: dict[str, Any]) -> Found:
    slack = mpmath.mpf(10) ** -100
    if "--epsilon" in given:
        value = gaussian_delta(mu, _mpf(given["--epsilon"]))
        ends = answer["delta"]
        yield "closed form", "" if _mpf(ends["lower"]) - slack <= value <= _mpf(ends["upper"]) + slack else f"delta is {mpmath.nstr(value, 20)}"
        return
    delta, ends = _mpf(given["--delta"]), answer["epsilon"]
    below, above = (gaussian_delta(mu, _mpf(ends[name])) for name in ("lower", "upper"))
    known = above <= delta + slack and (below >= delta - slack or Fraction(ends["lower"]) == 0)
    yield "closed form", "" if known else f"delta is {mpmath.nstr(below, 20)} to {mpmath.nstr(above, 20)} at the ends"


def _of_orders(given: dict[str, str], answer: dict[str, Any]) -> Found:
    """The value at the order that is named is not above the upper end; no other order is below the lower one."""
    method = {"canonne": _canonne, "mironov": _mironov}.get(given.get("--by", "canonne"))
    if method is None or LARGE.search(given.get("--renyi", "")):
        return
    term = parse(f"alpha*({given['--zcdp']})" if "--zcdp" in given else given["--renyi"], "renyi")
    delta, ends, order = _mpf(given["--delta"]), answer["epsilon"], Fraction(answer["order"])

    def epsilon(at: Fraction) -> mpmath.mpf:
        return max(mpmath.mpf(0), method(explore(term, {"alpha": fmpq(at.numerator, at.denominator)}, 90), _mpf(at), delta))

    try:
        value, close = epsilon(order), [epsilon(1 + (order - 1) * Fraction(k, 8)) for k in (6, 7, 9, 10)] if "--zcdp" in given else []
    except PabisymError:
        return
    slack = mpmath.mpf(10) ** -60 * (1 + abs(value))
    yield "at the order", "" if value <= _mpf(ends["upper"]) + slack else f"epsilon is {mpmath.nstr(value, 20)} at the order"
    if close:
        yield "other orders", "" if min(close) >= _mpf(ends["lower"]) - slack else f"another order gives {mpmath.nstr(min(close), 20)}"


# Formulas, statements at a point, specs.


def evaluate(case: dict[str, Any], status: int, answer: dict[str, Any]) -> Found:
    """The value of a formula, by mpmath."""
    if "expression" in answer and "value" in answer and _number(answer["value"]["lower"]) not in (math.inf, -math.inf):
        value = by_mpmath(answer["expression"], answer["at"])
        if value is not None:
            yield "second route", outside(value, answer["value"]["lower"], answer["value"]["upper"])


def by_mpmath(text: str, at: Mapping[str, str]) -> mpmath.mpf | None:
    """The value of a formula at a point; None where it has none, or mpmath should not be asked."""
    if LARGE.search(text):
        return None
    try:
        places = 80 + max((3 * len(str(Fraction(one))) for one in at.values()), default=0)  # a floor may hang on the last digit of a long number
        return explore(parse(text, "expression"), {name: Fraction(one) for name, one in at.items()}, places)
    except (PabisymError, OverflowError, ValueError, ZeroDivisionError, mpmath.libmp.NoConvergence):
        return None


def outside(value: mpmath.mpf, lower: str, upper: str) -> str:
    """What is wrong where a value is not between two ends; empty where it is."""
    with mpmath.workdps(100):
        slack = mpmath.mpf(10) ** -60 * (1 + abs(value))
        return "" if _mpf(lower) - slack <= value <= _mpf(upper) + slack else f"[{lower}, {upper}] does not hold {mpmath.nstr(value, 30)}"


def derive(case: dict[str, Any], status: int, answer: dict[str, Any]) -> Found:
    """The square of mu that a derivation claims, at points, against the exact solver."""
    from pabisym.divergence.evaluate import enclose
    from pabisym.shift.allocate import allocate as solved
    from pabisym.spec.read import read_spec

    if not isinstance(answer.get("mu_squared"), str) or answer.get("status") != "proved":
        return
    spec, term = read_spec(case["files"]["s.toml"] + "\n"), parse(answer["mu_squared"], "mu_squared")
    for point in itertools.islice(spec.points(3, seed=1), 3):
        try:
            instance = spec.instance(**point)
            if int(str(instance["steps"])) > 60:
                continue
            exact = solved(**{key: value for key, value in instance.items() if key in _KEYS}).value  # type: ignore[arg-type]
            found = enclose(term, point, 20)
        except PabisymError:
            continue
        if isinstance(exact, Fraction):
            yield "exact solver", "" if _number(found.upper) >= exact else f"mu^2 {found.upper} is below {float(exact)} at {point}"
            if answer.get("tightness") == "exact":
                yield "tight", "" if _number(found.lower) <= exact else f"mu^2 {found.lower} is above {float(exact)} at {point}, and called exact"


_KEYS = ("steps", "gap", "noise_variance", "contraction", "start_shift", "diameter")

ORACLES: dict[str, Callable[[dict[str, Any], int, Any], Found]] = {
    "allocate": allocate, "calibrate": calibrate, "check": certificate, "convert": convert, "evaluate": evaluate, "derive": derive,
}  # fmt: skip
"""The oracle of each command."""
