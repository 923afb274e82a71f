"""Readable Unicode for terms and judgements: what a terminal shows."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from pabisym.lang.rational import rational_text
from pabisym.lang.term import Call, Name, Number, Term
from pabisym.show.writer import ATOM, FACTOR, GREEK, NOTATION, PRODUCT, NotationWriter, Template


def unicode_text(term: Term, names: Mapping[str, str] | None = None) -> str:
    """A term, relation or judgement on one line: ``2·L²·α/(σ²·(n − t + 1))``.

    ``names`` maps letters to how they are to be shown.
    """
    return Unicode(names).write(term)


_RAISED = str.maketrans("0123456789-nikjtm", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿⁱᵏʲᵗᵐ")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Unicode(NotationWriter):
    """Unicode on one line; see the base class."""

    relations: Mapping[str, str] = {"<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "=", "!=": "≠"}
    parentheses = ("(", ")")
    minus = "−"
    bars = "‖"
    conjunction = " and "
    templates: Mapping[str, Template] = {
        head: (form, min(own, ATOM), levels) for head, (own, levels, form, _) in NOTATION.items()
    }

    def number(self, value: fmpq) -> tuple[str, int]:
        """A rational number."""
        text = rational_text(abs(value))
        if value < 0:
            return self.minus + text, PRODUCT
        return text, ATOM if value.q == 1 else PRODUCT

    def name(self, name: str) -> str:
        """A letter, its index and its primes."""
        if name in self.names:
            return self.names[name]
        letters = name.rstrip("'")
        primes = "′" * (len(name) - len(letters))
        base, _, index = letters.partition("_")
        if not base:
            return letters + primes
        letter = base.rstrip("0123456789")
        if not index and (letter in GREEK or len(letter) == 1):
            base, index = letter, base[len(letter) :]
        shown = index.translate(_LOWERED) if index.isdecimal() else "_" + GREEK.get(index, index) if index else ""
        return GREEK.get(base, base) + shown + primes

    def application(self, term: Call) -> tuple[str, int]:
        """A sequence at its index: a_k, a₁, a_(k − 1), a(i, j)."""
        base = self.name(term.head)
        if len(term.args) > 1 or "_" in base:
            return f"{base}({', '.join(self.write(a) for a in term.args)})", ATOM
        index = self.write(term.args[0], ATOM)
        return base + (index.translate(_LOWERED) if index.isdecimal() else "_" + index), ATOM

    def product(self, factors: list[str]) -> str:
        """Factors side by side."""
        return "·".join(factors)

    def fraction(self, term: Call) -> tuple[str, int]:
        """A quotient on one line."""
        top = self.write(term.args[0], PRODUCT)
        return f"{top}/{self.unsigned(term.args[1], FACTOR)}", PRODUCT

    def power(self, term: Call) -> tuple[str, int]:
        """A power: raised digits and single letters, else with ^."""
        base, exponent = self.write(term.args[0], ATOM), term.args[1]
        if isinstance(exponent, Number) and exponent.value.denominator == 1:
            return base + rational_text(exponent.value).translate(_RAISED), FACTOR
        if isinstance(exponent, Name) and exponent.name in ("n", "i", "k", "j", "t", "m") and exponent.name not in self.names:
            return base + exponent.name.translate(_RAISED), FACTOR
        return f"{base}^{self.write(exponent, ATOM)}", FACTOR

    def extremum(self, term: Call) -> tuple[str, int]:
        """The least or the greatest of the arguments."""
        return f"{term.head}({', '.join(self.write(a) for a in term.args)})", ATOM

    def rows(self, rows: list[tuple[str, str]]) -> tuple[str, int]:
        """A case distinction on one line."""
        text = "; ".join(f"{value} if {condition}" for value, condition in rows[:-1])
        return f"{{{text}; else {rows[-1][0]}}}", ATOM

    def push(self, term: Call) -> tuple[str, int]:
        """The law of f(X)."""
        return f"{self.write(term.args[0], ATOM)}#{self.write(term.args[1], ATOM)}", FACTOR
