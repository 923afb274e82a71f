"""What LaTeX and Unicode renderings of terms share: precedence, signs, case distinctions and templates.

Nothing is simplified: a rendering shows the term as it stands, with these exceptions that only read better: a product's sign is drawn into
the sum around it, ``cases(a - b, x, y)`` says "x if a >= b", and nested cases with one alternative are joined ("x if k = t").
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping

from flint import fmpq

from pabisym.lang.term import RELATIONS, ZERO, Call, Name, Number, Term, free_names

LOOSE, SUM, PRODUCT, FACTOR, ATOM, CALLED = range(6)
"""How tightly a text binds: relations; sums; products and signs; what may stand in a product; bases of powers; and functions at their
arguments, which are bases of powers in a line and not in LaTeX."""

GREEK: Mapping[str, str] = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι",
    "kappa": "κ", "lambda": "λ", "lam": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
"""Names of letters that are set as Greek, and the letters."""

Template = tuple[str, int, tuple[int, ...]]
"""A format for the arguments, how tightly the result binds, and how tightly every argument must."""

NOTATION: Mapping[str, tuple[int, tuple[int, ...], str, str]] = {
    "abs": (ATOM, (LOOSE,), "|{0}|", r"\left|{0}\right|"),
    "floor": (ATOM, (LOOSE,), "⌊{0}⌋", r"\left\lfloor {0} \right\rfloor"),
    "ceiling": (ATOM, (LOOSE,), "⌈{0}⌉", r"\left\lceil {0} \right\rceil"),
    "harmonic": (ATOM, (LOOSE,), "H({0})", r"H_{{{0}}}"),
    "near": (LOOSE, (ATOM, ATOM, SUM), "sup W_∞({0}(x), {1}(x)) ≤ {2}", r"\sup_x W_{{\infty}}\left({0}(x), {1}(x)\right) \le {2}"),
    "joint": (ATOM, (LOOSE, ATOM), "({0}, {1}({0}))", r"\left({0}, {1}\left({0}\right)\right)"),
    "lsi": (LOOSE, (SUM, LOOSE), "{0} satisfies LSI(1/({1}))", r"{0} \text{{ satisfies LSI}}\left(1/\left({1}\right)\right)"),
    "bounded": (LOOSE, (FACTOR, SUM), "diam {0} ≤ {1}", r"\operatorname{{diam}} {0} \le {1}"),
    "gdpfinite": (LOOSE, (LOOSE, LOOSE), "G({0}, {1}) < ∞", r"G\left({0}, {1}\right) < \infty"),
    "winf": (LOOSE, (LOOSE, LOOSE, SUM), "W_∞({0}, {1}) ≤ {2}", r"W_{{\infty}}\left({0}, {1}\right) \le {2}"),
    "equal": (LOOSE, (SUM, SUM), "{0} = {1} in law", r"{0} \overset{{d}}{{=}} {1}"),
    "lipschitz": (LOOSE, (SUM, FACTOR), "{0} is {1}-Lipschitz", r"{0} \text{{ is }} {1} \text{{-Lipschitz}}"),
    "lipschitzon": (LOOSE, (SUM, SUM, FACTOR), "{0} is {2}-Lipschitz on {1}", r"{0} \text{{ is }} {2} \text{{-Lipschitz on }} {1}"),
    "gaussian": (LOOSE, (SUM, PRODUCT), "{0} ~ N(0, {1}·I)", r"{0} \sim \mathcal{{N}}\left(0, {1} \, I\right)"),
    "convex": (LOOSE, (SUM, SUM), "{0} is convex on {1}", r"{0} \text{{ is convex on }} {1}"),
    "smooth": (LOOSE, (SUM, FACTOR, SUM), "{0} is {1}-smooth on {2}", r"{0} \text{{ is }} {1} \text{{-smooth on }} {2}"),
    "lipschitzloss": (LOOSE, (SUM, FACTOR, SUM), "{0} is {1}-Lipschitz on {2}", r"{0} \text{{ is }} {1} \text{{-Lipschitz on }} {2}"),
    "convolve": (PRODUCT, (PRODUCT, FACTOR), "{0} * {1}", r"{0} * {1}"),
    "product": (PRODUCT, (FACTOR, FACTOR), "{0} ⊗ {1}", r"{0} \otimes {1}"),
    "point": (ATOM, (LOOSE,), "δ({0})", r"\delta_{{{0}}}"),
    "translate": (SUM, (PRODUCT,), "id + {0}", r"\operatorname{{id}} + {0}"),
    "compose": (PRODUCT, (FACTOR, FACTOR), "{0} ∘ {1}", r"{0} \circ {1}"),
    "at": (ATOM, (ATOM, LOOSE), "{0}({1})", r"{0}\left({1}\right)"),
    "answers": (ATOM, (ATOM, LOOSE), "{0}({1})", r"{0}\left({1}\right)"),
    "chance": (ATOM, (ATOM, LOOSE), "{0}({1})", r"{0}\left({1}\right)"),
    "minus": (SUM, (SUM, PRODUCT), "{0} − {1}", "{0} - {1}"),
    "inner": (ATOM, (LOOSE, LOOSE), "⟨{0}, {1}⟩", r"\left({0} \middle| {1}\right)"),
    "slope": (FACTOR, (ATOM, LOOSE), "∇{0}({1})", r"\nabla {0}\left({1}\right)"),
    "surely": (ATOM, (LOOSE,), "δ({0})", r"\delta\left({0}\right)"),
    "always": (ATOM, (LOOSE,), "const({0})", r"\operatorname{{const}}\left({0}\right)"),
    "best": (ATOM, (FACTOR, FACTOR, LOOSE), "{{d{0}/d{1} > exp({2})}}", r"\left\{{ d{0}/d{1} > e^{{{2}}} \right\}}"),
    "member": (LOOSE, (SUM, SUM), "{0} ∈ {1}", r"{0} \in {1}"),
    "laplace": (LOOSE, (SUM, LOOSE), "{0} ~ Lap({1})", r"{0} \sim \operatorname{{Lap}}\left({1}\right)"),
    "spread": (LOOSE, (ATOM, LOOSE, LOOSE), "{0}(x), {0}(y) are ({1}, {2})-close for all x, y",
               r"{0}(x), {0}(y) \text{{ are }} \left({1}, {2}\right) \text{{-close for all }} x, y"),
    "contracts": (LOOSE, (LOOSE, LOOSE, SUM), "η({0}; {1}) ≤ {2}", r"\eta_{{e^{{{1}}}}}\left({0}\right) \le {2}"),
    "norm": (ATOM, (LOOSE,), "‖{0}‖", r"\left\|{0}\right\|"),
    "sqrt": (FACTOR, (ATOM,), "√{0}", r"\sqrt{{{0}}}"),
    "exp": (CALLED, (LOOSE,), "exp({0})", r"\exp\left({0}\right)"),
    "log": (CALLED, (LOOSE,), "log({0})", r"\log\left({0}\right)"),
    "erfc": (CALLED, (LOOSE,), "erfc({0})", r"\operatorname{{erfc}}\left({0}\right)"),
    "theta": (CALLED, (LOOSE, LOOSE), "θ({0}, {1})", r"\theta_{{{0}}}\left({1}\right)"),
    "normal": (CALLED, (LOOSE,), "Φ({0})", r"\Phi\left({0}\right)"),
    "quantile": (CALLED, (LOOSE,), "Φ⁻¹({0})", r"\Phi^{{-1}}\left({0}\right)"),
    "sampled": (CALLED, (ATOM, LOOSE, LOOSE), "S_{0}({1}, {2})", r"S_{{{0}}}\left({1}, {2}\right)"),
    "sampled_first": (CALLED, (ATOM, LOOSE, LOOSE), "S^first_{0}({1}, {2})", r"S^{{\mathrm{{first}}}}_{{{0}}}\left({1}, {2}\right)"),
    "admissible": (CALLED, (LOOSE, LOOSE), "α*({0}, {1})", r"\alpha^{{*}}\left({0}, {1}\right)"),
    "survival": (CALLED, (ATOM, LOOSE, LOOSE, LOOSE, LOOSE, LOOSE), "S_{0}({1}; {2}, {3}, {4}, {5})",
                 r"S_{{{0}}}\left({1}; {2}, {3}, {4}, {5}\right)"),
    "coupled": (LOOSE, (SUM, SUM, LOOSE, ATOM, *[LOOSE] * 5), "{0}, {1} are coupled as G_{3}({4}; {5}, {6}, {7}, {8}) in units of {2}",
                r"{0}, {1} \text{{ are coupled as }} G_{{{3}}}\left({4}; {5}, {6}, {7}, {8}\right) \text{{ in units of }} {2}"),
    "sum": (SUM, (PRODUCT, LOOSE, SUM, SUM), "Σ[{1} = {2}..{3}] {0}", r"\sum_{{{1} = {2}}}^{{{3}}} {0}"),
    "moment": (LOOSE, (ATOM, FACTOR, FACTOR, SUM), "E_{2}[(d{1}/d{2})^{0}] ≤ {3}",
               r"\operatorname{{E}}_{{{2}}}\left[\left(d{1}/d{2}\right)^{{{0}}}\right] \le {3}"),
    "dp": (LOOSE, (SUM, SUM, LOOSE, LOOSE), "{0}, {1} are ({2}, {3})-close",
           r"{0}, {1} \text{{ are }} \left({2}, {3}\right) \text{{-close}}"),
    "close": (LOOSE, (ATOM, ATOM, ATOM, SUM), "sup D_{0}({1}(x) ‖ {2}(x)) ≤ {3}",
              r"\sup_x D_{{{0}}}\left({1}(x) \middle\| {2}(x)\right) \le {3}"),
    "gdpclose": (LOOSE, (ATOM, ATOM, LOOSE), "{0}(x), {1}(x) are √({2})-GDP for all x",
                 r"{0}(x), {1}(x) \text{{ are }} \sqrt{{{2}}} \text{{-GDP for all }} x"),
    "steady": (LOOSE, (ATOM, FACTOR), "W_∞({0}(x), {0}(y)) ≤ {1}·|x − y|",
               r"W_{{\infty}}\left({0}(x), {0}(y)\right) \le {1} \left\| x - y \right\|"),
    "through": (CALLED, (ATOM, LOOSE), "{0}({1})", r"{0}\left({1}\right)"),
    "mix": (CALLED, (LOOSE, LOOSE, LOOSE), "mix({0}; {1}, {2})", r"\operatorname{{mix}}_{{{0}}}\left({1}, {2}\right)"),
    "apart": (LOOSE, (SUM, SUM, LOOSE), "{0}, {1} are as far apart as N(0, 1), N(√({2}), 1)",
              r"{0}, {1} \text{{ are as far apart as }} \mathcal{{N}}(0, 1), \mathcal{{N}}(\sqrt{{{2}}}, 1)"),
    "zcdp": (LOOSE, (LOOSE, LOOSE, FACTOR), "D_α({0} ‖ {1}) ≤ α·{2} for all α > 1",
             r"D_{{\alpha}}\left({0} \middle\| {1}\right) \le \alpha \, {2} \text{{ for all }} \alpha > 1"),
    "traced": (LOOSE, (SUM, SUM, ATOM, SUM, LOOSE), "the diffusions from {0} to {2}({0}) + {3}, coupled to {1}, satisfy LSI(1/({4}))",
               r"\text{{the diffusions from }} {0} \text{{ to }} {2}\left({0}\right) * {3} \text{{, coupled to }} {1} "
               r"\text{{, satisfy LSI}}\left(1/\left({4}\right)\right)"),
    "normallaw": (CALLED, (LOOSE, LOOSE), "N({0}, {1})", r"\mathcal{{N}}\left({0}, {1}\right)"),
    "affine": (CALLED, (FACTOR, PRODUCT), "({0}·id + {1})", r"\left({0} \, \operatorname{{id}} + {1}\right)"),
    "white": (CALLED, (LOOSE,), "N(0, {0})", r"\mathcal{{N}}\left(0, {0}\right)"),
    "gdpsize": (CALLED, (LOOSE, LOOSE), "G({0}, {1})", r"G\left({0}, {1}\right)"),
    "finite": (LOOSE, (ATOM, LOOSE, LOOSE), "R_{0}({1}, {2}) < ∞", r"R_{{{0}}}\left({1}, {2}\right) < \infty"),
    "convexset": (LOOSE, (SUM,), "{0} is closed and convex with non-empty interior",
                  r"{0} \text{{ is closed and convex with non-empty interior}}"),
    "forall": (LOOSE, (LOOSE, SUM, SUM, LOOSE), "for all {0} in {1}..{2}: {3}",
               r"\text{{for all }} {0} \in \left\{{{1}, \dots, {2}\right\}}: \; {3}"),
    "batchstep": (SUM, (LOOSE, SUM, SUM, PRODUCT), "mean of {3} over {0} = {1}..{2}",
                  r"\underset{{{0} = {1}, \dots, {2}}}{{\operatorname{{mean}}}} {3}"),
    "sampledstep": (SUM, (LOOSE, SUM, SUM, PRODUCT), "mean of {3} over {2} random {0} of 1..{1}",
                    r"\underset{{{2} \text{{ random }} {0} \text{{ of }} 1, \dots, {1}}}{{\operatorname{{mean}}}} {3}"),
    "dominance": (LOOSE, (LOOSE,) * 9, "mixtures over {0} = {1}..{2} of {5} and of {6}, shifted by {3} and {4}, "
                  "are no easier to tell apart than those of {7} and {8}",
                  r"\text{{mixtures over }} {0} = {1}, \dots, {2} \text{{ of }} {5} \text{{ and of }} {6} \text{{, shifted by }} {3} "
                  r"\text{{ and }} {4} \text{{, are no easier to tell apart than those of }} {7} \text{{ and }} {8}"),
    "noisedominance": (LOOSE, (LOOSE,) * 8, "mixtures over {0} = {1}..{2} of {7}, moved by at most {3}, and moved by at most {4}, "
                       "are no easier to tell apart than those of {5} and {6}",
                       r"\text{{mixtures over }} {0} = {1}, \dots, {2} \text{{ of }} {7} \text{{, moved by at most }} {3} "
                       r"\text{{, and moved by at most }} {4} \text{{, are no easier to tell apart than those of }} {5} "
                       r"\text{{ and }} {6}"),
    "excess": (CALLED, (LOOSE,) * 4, "excess({0}, {1}; {2}, {3})", r"\operatorname{{excess}}_{{{2}, {3}}}\left({0}, {1}\right)"),
    "deficit": (CALLED, (LOOSE,) * 4, "deficit({0}, {1}; {2}, {3})", r"\operatorname{{deficit}}_{{{2}, {3}}}\left({0}, {1}\right)"),
    "withnoise": (PRODUCT, (PRODUCT, FACTOR), "{0} * {1}", "{0} * {1}"),
    "sampledsize": (CALLED, (ATOM, LOOSE, LOOSE, LOOSE), "R_{0}^({1})({2}, {3})", r"R_{{{0}}}^{{\left({1}\right)}}\left({2}, {3}\right)"),
    "between": (CALLED, (LOOSE,) * 4, "between({0}, {1}; {2}, {3})", r"\operatorname{{between}}_{{{2}, {3}}}\left({0}, {1}\right)"),
    "projection": (ATOM, (ATOM,), "Π_{0}", r"\Pi_{{{0}}}"),
    "R": (CALLED, (ATOM, LOOSE, LOOSE), "R_{0}({1}, {2})", r"R_{{{0}}}\left({1}, {2}\right)"),
    "renyi": (LOOSE, (ATOM, LOOSE, LOOSE, LOOSE, SUM), "D_{0}^({1})({2} ‖ {3}) ≤ {4}",
              r"D_{{{0}}}^{{({1})}}\left({2} \,\middle\|\, {3}\right) \le {4}"),
    "renyi plain": (LOOSE, (ATOM, LOOSE, LOOSE, LOOSE, SUM), "D_{0}({2} ‖ {3}) ≤ {4}",
                    r"D_{{{0}}}\left({2} \,\middle\|\, {3}\right) \le {4}"),
    "gdp": (LOOSE, (LOOSE, SUM, SUM, LOOSE), "{1}, {2} are √({3})-GDP up to a shift of {0}",
            r"{1}, {2} \text{{ are }} \sqrt{{{3}}} \text{{-GDP}} \text{{ up to a shift of }} {0}"),
    "gdp plain": (LOOSE, (LOOSE, SUM, SUM, LOOSE), "{1}, {2} are √({3})-GDP", r"{1}, {2} \text{{ are }} \sqrt{{{3}}} \text{{-GDP}}"),
    "gap": (LOOSE, (ATOM, ATOM, SUM), "sup[{x}] ‖{0}({x}) − {1}({x})‖ ≤ {2}",
            r"\sup_{{{x}}} \left\|{0}({x}) - {1}({x})\right\| \le {2}"),
    "gapon": (LOOSE, (ATOM, ATOM, SUM, SUM), "sup[{x} ∈ {2}] ‖{0}({x}) − {1}({x})‖ ≤ {3}",
              r"\sup_{{{x} \in {2}}} \left\|{0}({x}) - {1}({x})\right\| \le {3}"),
    "gradient": (SUM, (ATOM, FACTOR), "id − {1}·∇{0}", r"\operatorname{{id}} - {1} \, \nabla {0}"),
}  # fmt: skip
"""How tightly a head binds, how tightly every argument must, and the formats for Unicode and for LaTeX.

In LaTeX what stands in braces need not bind.  ``{x}`` is a point that no argument mentions; a head has a plain form for a shift of 0.
"""
UNSHIFTED: Mapping[str, int] = {"renyi": 1, "gdp": 0}
"""Heads with a plain form, and which argument is the shift."""
_BRACED = re.compile(r"\\?\{\{|\\?\}\}|\{(\w)\}")


def latex_levels(form: str, levels: tuple[int, ...]) -> tuple[int, ...]:
    """How tightly the arguments of a LaTeX format must bind: those that always stand in braces, as indices do, need not."""
    depth, outside = 0, set[str]()
    for found in _BRACED.finditer(form):
        depth += {"{{": 1, "}}": -1}.get(found[0], 0)
        if found[1] and not depth:
            outside.add(found[1])
    return tuple(level if str(place) in outside else LOOSE for place, level in enumerate(levels))


class NotationWriter(ABC):
    """Writes terms in one notation; ``names`` overrides how letters are set."""

    templates: Mapping[str, Template]
    """Notation of every head that needs no code."""
    methods: Mapping[str, str] = {
        "+": "addition", "neg": "negation", "*": "multiplication", "and": "chain", "cases": "distinction", "/": "fraction", "**": "power",
        "min": "extremum", "max": "extremum", "push": "push",
    }  # fmt: skip
    """Heads that are written by code."""
    relations: Mapping[str, str]
    parentheses: tuple[str, str]
    minus: str
    """The sign of a negative number."""
    conjunction: str
    """What stands between two conditions."""

    def __init__(self, names: Mapping[str, str] | None = None) -> None:
        self.names = names or {}

    def write(self, term: Term, level: int = LOOSE) -> str:
        """The text of a term, in parentheses when it binds less tightly than ``level``."""
        text, own = self.parts(term)
        return self.enclosed(text) if own < level else text

    def parts(self, term: Term) -> tuple[str, int]:
        """The text of a term and how tightly it binds."""
        if isinstance(term, Number):
            return self.number(term.value)
        if isinstance(term, Name):
            return self.name(term.name), ATOM
        method = getattr(self, self.methods.get(term.head, ""), None)
        if method is not None:
            found: tuple[str, int] = method(term)
            return found
        if term.head in RELATIONS:
            return f"{self.write(term.args[0], SUM)} {self.relations[term.head]} {self.write(term.args[1], SUM)}", LOOSE
        unshifted = term.head in UNSHIFTED and len(term.args) > 3 and term.args[UNSHIFTED[term.head]] == ZERO
        template = self.templates.get(f"{term.head} plain" if unshifted else term.head)
        if template is not None and len(template[2]) == len(term.args):
            form, own, levels = template
            point = self.fresh(*term.args) if "{x}" in form else ""
            return form.format(*(self.write(a, n) for a, n in zip(term.args, levels, strict=True)), x=point), own
        return self.application(term)

    def enclosed(self, text: str) -> str:
        """A text in parentheses."""
        return self.parentheses[0] + text + self.parentheses[1]

    def unsigned(self, term: Term, level: int) -> str:
        """A term that must not begin with a sign."""
        text = self.write(term, level)
        return self.enclosed(text) if text.startswith(self.minus) else text

    @abstractmethod
    def number(self, value: fmpq) -> tuple[str, int]:
        """A rational number."""

    @abstractmethod
    def name(self, name: str) -> str:
        """A letter."""

    @abstractmethod
    def application(self, term: Call) -> tuple[str, int]:
        """An application of an unknown head: an indexed sequence."""

    @abstractmethod
    def product(self, factors: list[str]) -> str:
        """Factors side by side."""

    @abstractmethod
    def rows(self, rows: list[tuple[str, str]]) -> tuple[str, int]:
        """A case distinction: values and conditions, the last condition empty."""

    def addition(self, term: Call) -> tuple[str, int]:
        """A sum; terms that begin with a sign are subtracted."""
        texts = [self.write(a, SUM if isinstance(a, Call) and a.head == "sum" else PRODUCT) for a in term.args]
        tail = [f" {self.minus} {t.removeprefix(self.minus)}" if t.startswith(self.minus) else f" + {t}" for t in texts[1:]]
        return texts[0] + "".join(tail), SUM

    def negation(self, term: Call) -> tuple[str, int]:
        """A sign."""
        return self.minus + self.unsigned(term.args[0], PRODUCT), PRODUCT

    def multiplication(self, term: Call) -> tuple[str, int]:
        """A product; only its first factor may have a sign."""
        first = term.args[0]
        loose = isinstance(first, Number) or (isinstance(first, Call) and first.head == "neg")
        texts = [self.write(first, PRODUCT if loose else FACTOR), *(self.unsigned(a, FACTOR) for a in term.args[1:])]
        return self.product(texts), PRODUCT

    def chain(self, term: Call) -> tuple[str, int]:
        """A chain of relations."""
        parts = [a for a in term.args if isinstance(a, Call)]
        tail = [f" {self.relations[p.head]} {self.write(p.args[1], SUM)}" for p in parts]
        return self.write(parts[0].args[0], SUM) + "".join(tail), LOOSE

    def distinction(self, term: Call) -> tuple[str, int]:
        """``cases``, with nested ones of the same alternative joined."""
        rows: list[tuple[str, str]] = []
        rest: Term = term
        while isinstance(rest, Call) and rest.head == "cases":
            sign, value, rest = rest.args
            signs = [sign]
            while isinstance(value, Call) and value.head == "cases" and value.args[2] == rest:
                signs.append(value.args[0])
                value = value.args[1]
            rows.append((self.write(value), self.conditions(signs)))
        return self.rows([*rows, (self.write(rest), "")])

    def conditions(self, signs: list[Term]) -> str:
        """``e >= 0`` for every e, as relations; two opposite ones as an equation."""
        pairs, texts = list[tuple[Term, Term]](), list[str]()
        for sign in signs:  # what is added stands on the left, what is taken away on the right
            added, taken = list[Term](), list[Term]()
            _sort(sign, added, taken)
            pairs.append((_total(added), _total(taken)) if taken else (sign, ZERO))
        while pairs:
            left, right = pairs.pop(0)
            head = "==" if (right, left) in pairs else ">="
            if head == "==":
                pairs.remove((right, left))
            texts.append(self.write(Call(head, (left, right))))
        return self.conjunction.join(texts)

    def fresh(self, *terms: Term) -> str:
        """The name of a point that the terms do not mention."""
        taken = frozenset[str]().union(*map(free_names, terms))
        return next(name for name in ("x", "y", "w", "u", "x''") if name not in taken or name == "x''")


def _sort(term: Term, added: list[Term], taken: list[Term]) -> None:
    """The parts of a sum, those with a minus apart and without it."""
    if isinstance(term, Call) and term.head == "+":
        for part in term.args:
            _sort(part, added, taken)
    elif isinstance(term, Call) and term.head == "neg":
        _sort(term.args[0], taken, added)
    elif isinstance(term, Number) and term.value < 0:
        taken.append(Number(-term.value))
    else:
        added.append(term)


def _total(parts: list[Term]) -> Term:
    return ZERO if not parts else parts[0] if len(parts) == 1 else Call("+", tuple(parts))
