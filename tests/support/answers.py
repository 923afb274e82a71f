"""The page of answers beside the literature, ``docs/questions/answers.md``.

    PYTHONPATH=tests python -m support.answers > docs/questions/answers.md
    PYTHONPATH=tests python -m support.answers --latex > answers.tex

Every row is a price, the sum of squared payments over variances, in the letters of a spec of ``tests/specs`` or of its zoo, and what is printed for the
same process in the same letters.  The ratio is printed over derived: at a point, and far out, where it is near its limit.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from pabisym.divergence.evaluate import decide, enclose
from pabisym.lang.grammar import parse
from pabisym.lang.simplify import tidied
from pabisym.lang.term import Call, Term
from pabisym.show.latex import document, latex
from support.zoo import FOLDER, zoo

HEAD = """# Answers beside the literature

Twenty-five answers of `pabisym derive`, each beside what a paper prints for the same process. The cost is $\\mu^2$: the runs are $\\mu$-GDP, and
$\\alpha \\mu^2/2$ bounds the Rényi divergence of every order $\\alpha$. The ratio is the printed cost over the derived one, at a point, and as it
goes far out; a ratio of 1 says that the printed bound is the optimum, and one below 1 that it is no bound. The symbols are those of the
specs in `tests/specs`: gap $s$ or $2 \\eta L$, contraction $c$, noise $\\sigma$ or the variance $v$, steps $T$, diameter $D$; tests hold this page
to them. What is printed was read from the papers, their public code, or notes of them; `pabisym show` says for each theorem which.

"""
LIMITS_HEAD = """
## Ten limits, by hand

What a cost goes to, as one sees it without a program; a test compares `pabisym derive --limit` with each.

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
_CYCLIC = "s**2/sigma**2*(1 + c**(2*l - 2)*(1 - c**2)/(1 - c**l)**2*(1 - c**(l*(E - 1)))/(1 + c**(l*(E - 1))))"
_BATCH = {"L": "1", "m": "1", "eta": "1/10", "sigma": "1", "n": "1"}
_ROUNDS = {"eta": "1", "L": "1", "K": "1", "m": "1", "sigma": "1", "x": "11/10"}
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
        "Altschuler and Talwar 2022, Proposition 5.4, all hidden in the last step", "c**(2*T)*z**2/sigma**2",
        {"z": "1", "sigma": "1", "c": "9/10", "T": "10"}, {"z": "1", "sigma": "1", "c": "9/10", "T": "400"}, r"T \to \infty", "1/(1 - c**2)"),
    Row("full batches in a domain of diameter $D$", "diameter-full-batch", _BOUNDED,
        "Bok, Su and Altschuler 2024, with a diameter, $T s \\ge D$", "(3*D*s + s**2*ceiling(D/s))/sigma**2",
        {"D": "1", "s": "2/7", "sigma": "1", "T": "100"}, {"D": "1000", "s": "1", "sigma": "1", "T": "100000"}, r"D/s \to \infty", "1"),
    Row("full batches in a domain of diameter $D$", "diameter-full-batch", _BOUNDED, "looking back one step, as Kong and Ribero 2024",
        "(D + s)**2/sigma**2", {"D": "5", "s": "1", "sigma": "1", "T": "100"}, {"D": "1000000", "s": "1", "sigma": "1", "T": "100000000"},
        r"D/s \to \infty", ""),
    Row("two or more cyclic batches, strongly convex, the record in the last", "cyclic under a contraction, the last batch", _CYCLIC,
        "Bok, Su and Altschuler 2024, cyclic batches", "s**2/sigma**2*(1 + c**(2*l - 2)*(1 - c**2)/(1 - c**l)**2*(1 - c**(l*(E - 1)))"
        "/(1 + c**(l*(E - 1))))", {**ONE, "c": "9/10", "l": "4", "E": "10"}, {**ONE, "c": "9/10", "l": "4", "E": "1000"},
        r"E \to \infty", "1"),
    Row("two or more cyclic batches, strongly convex, the record in the last", "cyclic under a contraction, the last batch", _CYCLIC,
        "Ye and Shokri 2022, cyclic batches", "s**2/sigma**2*(1 + c**(l - 2)*(1 - c**2)/(1 - c**l)**2*(1 - c**(l*(E - 1))))",
        {**ONE, "c": "9/10", "l": "4", "E": "10"}, {**ONE, "c": "9/10", "l": "4", "E": "1000"}, r"E \to \infty",
        "(1 + c**(l - 2)*(1 - c**2)/(1 - c**l)**2)/(1 + c**(2*l - 2)*(1 - c**2)/(1 - c**l)**2)"),
    Row("two or more cyclic batches, strongly convex, the record in the last", "cyclic under a contraction, the last batch", _CYCLIC,
        "composition of the epochs", "E*s**2/sigma**2", {**ONE, "c": "9/10", "l": "4", "E": "10"},
        {**ONE, "c": "9/10", "l": "4", "E": "1000"}, r"E \to \infty", ""),
    Row("one pass, strongly convex, the last record", "the last record under a contraction", "4*L**2/sigma**2",
        "Balle et al. 2019, Theorem 5, the last record", "4*L**2/sigma**2", {"L": "1", "sigma": "1", "n": "51", "c": "9/10"},
        {"L": "1", "sigma": "1", "n": "1000", "c": "9/10"}, r"n \to \infty", "1"),
    Row("$T$ steps of unlearning, convex", "unlearning for convex losses", "z**2/(T*v)", "Chien et al. 2024, unlearning for convex losses",
        "z**2/(T*v)", {"z": "1", "v": "1", "T": "10"}, {"z": "1", "v": "1", "T": "1000"}, r"T \to \infty", "1"),
    Row("full batches, strongly convex", "constant-gap-contractive", _EQUAL, "Chien et al. 2024, the guarantee of training",
        "s**2/sigma**2*(1 + c)/(1 - c)", {**ONE, **_LONG, "T": "20"}, {**ONE, **_WEAK}, r"T \to \infty", "1"),
    Row("Langevin dynamics in steps, strongly convex", "stochastic gradient Langevin dynamics, strongly convex",
        "2*L**2*(2 - eta*m)/(m*sigma**2*n**2)*(1 - (1 - eta*m)**T)/(1 + (1 - eta*m)**T)", "Ryffel, Bach and Pointcheval 2022",
        "4*L**2/(m*sigma**2*n**2)", {**_BATCH, "T": "20"}, {**_BATCH, "T": "1000"}, r"T \to \infty", "2/(2 - eta*m)"),
    Row("full batches, strongly convex, steps of $1 - \\eta m$", "full batches of strongly convex losses",
        "4*L**2*(2 - eta*m)/(eta*m*sigma**2*n**2)*(1 - (1 - eta*m)**T)/(1 + (1 - eta*m)**T)", "Altschuler, Bok and Talwar 2024",
        "8*L**2/(eta*m*sigma**2*n**2)", {**_BATCH, "T": "20"}, {**_BATCH, "T": "1000"}, r"T \to \infty", "2/(2 - eta*m)"),
    Row("squared loss, $\\eta < 1$", "noisy gradient descent on the squared loss",
        "S**2*(2 - eta)/(2*sigma**2*n**2)*(1 - (1 - eta)**T)/(1 + (1 - eta)**T)", "Chourasia, Ye and Shokri 2021, Corollary 2",
        "2*S**2/((2 - eta)*sigma**2*n**2)*(1 - exp(-(2 - eta)*eta*T/2))", {"S": "1", "eta": "1/10", "sigma": "1", "n": "1", "T": "20"},
        {"S": "1", "eta": "1/10", "sigma": "1", "n": "1", "T": "1000"}, r"T \to \infty", "4/(2 - eta)**2"),
    Row("Langevin dynamics from two starts, curvature $m$, steps $h$", "Langevin dynamics from two starts",
        "z**2*(1 - m*h)**(2*T)*(1 - (1 - m*h)**2)/(2*h*(1 - (1 - m*h)**(2*T)))", "Altschuler and Chewi, Harnack inequality at time $T h$",
        "m*z**2/(exp(2*T*(m*h)) - 1)", {"z": "1", "m": "1", "h": "1/10", "T": "10"}, {"z": "1", "m": "1", "h": "1/100000", "T": "100000"},
        r"h \to 0, T h = 1", "1"),
    Row("two starts of a chain that parts points", "two starts of a chain that parts points",
        "z**2*x**(2*T)*(x**2 - 1)/(v*(x**(2*T) - 1))", "Altschuler and Chewi, negative curvature", "z**2/v*x**(2*T)*(x**2 - 1)/(x**(2*T) - 1)",
        {"z": "1", "v": "1", "x": "11/10", "T": "10"}, {"z": "1", "v": "1", "x": "11/10", "T": "1000"}, r"T \to \infty", "1"),
    Row("$K$ steps with the record, then $r K$ without", "one round with the record, then others",
        "D**2*c**(2*K*r)*(1 + c)*(1 - c**K)**2/(sigma**2*(1 - c)*(1 - c**(2*K*(r + 1))))", "Li et al. 2025, Lemma 4.2, $c < 1$",
        "D**2/sigma**2*c**(2*K*r)*((1 + c)/(1 - c))*(1 - c**K)**2/(1 - c**(2*K*(r + 1)))",
        {"D": "1", "sigma": "1", "c": "9/10", "K": "4", "r": "3"}, {"D": "1", "sigma": "1", "c": "9/10", "K": "4", "r": "300"},
        r"r \to \infty", "1"),
    Row("$K$ steps with the record, then $r K$ without", "one round with the record, then others, no contraction",
        "K*D**2/((r + 1)*sigma**2)", "Li et al. 2025, Lemma 4.2, $c = 1$", "K*D**2/((r + 1)*sigma**2)",
        {"D": "1", "sigma": "1", "K": "4", "r": "3"}, {"D": "1", "sigma": "1", "K": "4", "r": "300"}, r"r \to \infty", "1"),
    Row("losses that part points", "constant-gap-expanding", "T*s**2/sigma**2", "Annamalai 2024, composition", "T*s**2/sigma**2",
        {**ONE, "C": "11/10", "T": "20"}, {**ONE, "C": "11/10", "T": "1000"}, r"T \to \infty", "1"),
    Row("$T$ rounds on $m$ clients with $K$ local steps that part points", "federated averaging with local steps that part points",
        "4*eta**2*L**2*K**2*T/(m*sigma**2)", "Sun, Shen and Tao 2024, (3a): below the optimum, so refuted",
        "4*eta**2*L**2*K**2/(m*sigma**2)*(x + 1)/(x - 1)*(x**T - 1)/(x**T + 1)", {**_ROUNDS, "T": "20"}, {**_ROUNDS, "T": "10000"},
        r"T \to \infty", "0"),
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


class ByHand(NamedTuple):
    """A limit of a price: the process, its spec, the letter and where it goes, the limit, and how one sees it."""

    process: str
    spec: str
    letter: str
    to: str
    limit: str
    seen: str


LIMITS = (
    ByHand("full batches under a contraction", "constant-gap-contractive", "T", "oo", "s**2*(1 + c)/(sigma**2*(1 - c))",
           "$c^T$ goes to 0"),
    ByHand("full batches under a contraction", "constant-gap-contractive", "c", "1", "T*s**2/sigma**2",
           "$(1 - c^T)/(1 - c) = 1 + c + \\dots + c^{T-1}$ goes to $T$, and $(1 + c)/(1 + c^T)$ to 1: composition"),
    ByHand("one pass", "algorithm-pnsgd", "n", "oo", "0", "$n - t + 1$ equal payments of one gap"),
    ByHand("$E$ passes", "multi-epoch", "n", "oo", "0", "$E - 1$ payments of $1/n$, and one of $1/(n - i + 1)$"),
    ByHand("two starts under a contraction", "start-shift-contractive", "T", "oo", "0", "$c^{2 T}$ goes to 0"),
    ByHand("two starts under a contraction", "start-shift-contractive", "c", "1", "z**2/(T*sigma**2)",
           "$(1 - c^{2 T})/(1 - c^2) = 1 + c^2 + \\dots + c^{2 T - 2}$ goes to $T$"),
    ByHand("two starts of a chain that parts points", "two starts of a chain that parts points", "T", "oo", "z**2*(x**2 - 1)/v",
           "$x^{2 T}/(x^{2 T} - 1)$ goes to 1: what the first steps add is multiplied most"),
    ByHand("two starts of a chain that parts points", "two starts of a chain that parts points", "x", "1", "z**2/(T*v)",
           "$(x^{2 T} - 1)/(x^2 - 1)$ goes to $T$"),
    ByHand("squared loss", "noisy gradient descent on the squared loss", "T", "oo", "S**2*(2 - eta)/(2*sigma**2*n**2)",
           "$(1 - \\eta)^T$ goes to 0"),
    ByHand("one round with the record, then others", "one round with the record, then others", "c", "1", "K*D**2/((r + 1)*sigma**2)",
           "$(1 - c^K)^2/((1 - c) (1 - c^{2 K (r + 1)}))$ is near $K^2 (1 - c)/(2 K (r + 1) (1 - c))$, and $1 + c$ goes to 2"),
)  # fmt: skip


def file_of(name: str) -> Mapping[str, Any] | Path:
    """The spec of a name: a file of ``tests/specs``, or one of the zoo."""
    path = FOLDER.parent / f"{name}.toml"
    return path if path.is_file() else next(one.spec for one in zoo() if one.name == name)


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
    lines += [LIMITS_HEAD + "| process | cost | limit | why |", "|---|---|---|---|"]
    for one in LIMITS:
        to = r"\infty" if one.to == "oo" else one.to
        price = next(row.derived for row in ROWS if row.spec == one.spec)
        lines.append(f"| {one.process} | ${set_in(price)}$ | ${latex(parse(one.limit))}$ as ${latex(parse(one.letter))} \\to {to}$ | {one.seen} |")
    return HEAD + "\n".join(lines) + "\n"


def latex_document() -> str:
    """All formulas of the page as a LaTeX document, which a compiler tries."""
    formulas = [set_in(formula) for row in ROWS for formula in (row.derived, row.printed)]
    return document("\n".join(rf"\[ {one} \]" for one in formulas))


if __name__ == "__main__":
    print(latex_document() if sys.argv[1:] == ["--latex"] else table(), end="")
