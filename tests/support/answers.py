"""The page of answers beside the literature, ``docs/questions/answers.md``.

    PYTHONPATH=tests python -m support.answers > docs/questions/answers.md

Every row is a price, the sum of squared payments over variances, in the letters of a spec of ``tests/specs``, and what is printed for the
same process in the same letters.  The ratio is printed over derived: at a point, and far out, where it is near its limit.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pabisym.divergence.evaluate import decide, enclose
from pabisym.lang.grammar import parse
from pabisym.lang.simplify import tidied
from pabisym.lang.term import Call, Term
from pabisym.show.latex import latex

HEAD = """# Answers beside the literature

Ten answers of `pabisym derive`, each beside what a paper prints for the same process. The cost is $\\mu^2$: the runs are $\\mu$-GDP, and
$\\alpha \\mu^2/2$ bounds the Rényi divergence of every order $\\alpha$. The ratio is the printed cost over the derived one, at a point, and as it
goes far out; a ratio of 1 says that the printed bound is the optimum. The symbols are those of the specs in `tests/specs`: gap $s$ or
$2 \\eta L$, contraction $c$, noise $\\sigma$, steps $T$, diameter $D$; a test holds this page to them.

"""


class Row(NamedTuple):
    """A process, its derived and its printed cost, a point, and the limit with a point that is near it; no limit: it grows for ever."""

    process: str
    spec: str
    derived: str
    paper: str
    printed: str
    at: dict[str, str]
    far: dict[str, str]
    way: str
    limit: str


ONE = {"s": "1", "sigma": "1"}
_EQUAL = "s**2/sigma**2*(1 + c)/(1 - c)*(1 - c**T)/(1 + c**T)"
_BOUNDED = "s**2/sigma**2*min(T, (D/s + floor(sqrt((D/s)**2 + 1/4) + 1/2))**2/floor(sqrt((D/s)**2 + 1/4) + 1/2))"
_LONG, _WEAK = {"c": "9/10", "T": "400"}, {"c": "99/100", "T": "10000"}
ROWS = (
    Row("one pass, record $t$ of $n$", "algorithm-pnsgd", "4*L**2/(sigma**2*(n - t + 1))",
        "Feldman et al. 2018, Theorem 23", "4*L**2/(sigma**2*(n + 1 - t))", {"L": "1", "sigma": "1", "n": "100", "t": "1"},
        {"L": "1", "sigma": "1", "n": "1000000", "t": "1"}, r"n \to \infty", "1"),
    Row("$E$ passes, record $i$ of $n$", "multi-epoch", "4*L**2/sigma**2*((E - 1)/n + 1/(n - i + 1))",
        "Feldman et al. 2018, Theorem 35 as stated, $E \\le n$", "8*L**2/sigma**2", {"L": "1", "sigma": "1", "n": "100", "E": "10", "i": "1"},
        {"L": "1", "sigma": "1", "n": "1000000", "E": "10", "i": "1"}, r"n \to \infty", ""),
    Row("$E$ passes, record $i$ of $n$", "multi-epoch", "4*L**2/sigma**2*((E - 1)/n + 1/(n - i + 1))",
        "tutorial of TensorFlow Privacy", "4*L**2/sigma**2*((E - 1)/n + 1/(n - i + 1))",
        {"L": "1", "sigma": "1", "n": "100", "E": "10", "i": "1"}, {"L": "1", "sigma": "1", "n": "1000000", "E": "10", "i": "1"},
        r"n \to \infty", "1"),
    Row("one pass, strongly convex, record $t$", "single-impulse-contractive",
        "4*L**2/sigma**2*c**(2*(n - t))*(1 - c**2)/(1 - c**(2*(n - t + 1)))", "Balle et al. 2019, Theorem 5",
        "4*L**2/((n - t)*sigma**2)*c**(n - t + 1)", {"L": "1", "sigma": "1", "n": "51", "t": "1", "c": "9/10"},
        {"L": "1", "sigma": "1", "n": "201", "t": "1", "c": "9/10"}, r"n - t \to \infty", ""),
    Row("full batches, strongly convex", "constant-gap-contractive", _EQUAL, "Bok, Su and Altschuler 2024, noisy gradient descent",
        "s**2/sigma**2*(1 - c**T)/(1 + c**T)*(1 + c)/(1 - c)", {**ONE, **_LONG}, {**ONE, **_WEAK}, r"T \to \infty", "1"),
    Row("full batches, strongly convex", "constant-gap-contractive", _EQUAL, "Ye and Shokri 2022",
        "2*s**2/sigma**2*(1 + c)/(1 - c)*(1 - ((1 + c)/2)**T)", {**ONE, **_LONG, "T": "20"}, {**ONE, **_WEAK}, r"T \to \infty", "2"),
    Row("full batches, strongly convex", "constant-gap-contractive", _EQUAL, "composition", "T*s**2/sigma**2", {**ONE, **_LONG},
        {**ONE, **_WEAK, "T": "100000"}, r"T \to \infty", ""),
    Row("a start $z$ apart, then $T$ equal steps", "start-shift-contractive", "z**2*(1 - c**2)*c**(2*T)/(sigma**2*(1 - c**(2*T)))",
        "Altschuler and Talwar 2022, Proposition 5.4, all paid last", "c**(2*T)*z**2/sigma**2",
        {"z": "1", "sigma": "1", "c": "9/10", "T": "10"}, {"z": "1", "sigma": "1", "c": "9/10", "T": "400"}, r"T \to \infty", "1/(1 - c**2)"),
    Row("full batches in a domain of diameter $D$", "diameter-full-batch", _BOUNDED,
        "Bok, Su and Altschuler 2024, with a diameter, $T s \\ge D$", "(3*D*s + s**2*ceiling(D/s))/sigma**2",
        {"D": "1", "s": "2/7", "sigma": "1", "T": "100"}, {"D": "1000", "s": "1", "sigma": "1", "T": "100000"}, r"D/s \to \infty", "1"),
    Row("full batches in a domain of diameter $D$", "diameter-full-batch", _BOUNDED, "looking back one step, as Kong and Ribero 2024",
        "(D + s)**2/sigma**2", {"D": "5", "s": "1", "sigma": "1", "T": "100"}, {"D": "1000000", "s": "1", "sigma": "1", "T": "100000000"},
        r"D/s \to \infty", ""),
)  # fmt: skip


def ratio(row: Row, point: dict[str, str]) -> tuple[Term, dict[str, Fraction]]:
    """The printed cost over the derived one as a formula, and the point."""
    return Call("/", (parse(row.printed), parse(row.derived))), {name: Fraction(value) for name, value in point.items()}


def shown(row: Row, point: dict[str, str]) -> str:
    """The ratio at a point with four digits, or 1 where it is that."""
    formula, letters = ratio(row, point)
    if decide(Call("==", (formula, parse("1"))), letters) == "true":
        return "1"
    return f"{float(enclose(formula, letters, 12).lower):.4g}"


def set_in(formula: str) -> str:
    """A formula in LaTeX, over one fraction."""
    return latex(tidied(parse(formula)))


def table() -> str:
    """The page."""
    lines = ["| process | derived cost | in the literature | printed cost | ratio at a point | ratio far out |", "|---|---|---|---|---|---|"]
    for row in ROWS:
        place = ", ".join(f"{latex(parse(name))} = {value}" for name, value in row.at.items())
        limit = f"${latex(parse(row.limit))}$" if row.limit else r"$\infty$"
        lines.append(f"| {row.process} | ${set_in(row.derived)}$ | {row.paper} | ${set_in(row.printed)}$ | "
                     f"{shown(row, row.at)} at ${place}$ | {limit} as ${row.way}$ |")
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
