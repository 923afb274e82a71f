"""The inference figures as Coq: a theorem where the hand-written development proves one, a named hypothesis elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from pabisym.coq.script import binder
from pabisym.coq.text import coq, identifier, name
from pabisym.kernel.rules import FIGURES, Figure
from pabisym.lang.term import Call

REAL: Mapping[str, str] = {
    "power-at-most-one": "power_at_most_one", "power-below-one": "power_below_one", "power-above-one": "power_above_one",
    "power-at-least-one": "power_at_least_one", "floor-low": "rfloor_low", "floor-high": "rfloor_high", "maximum": "maximum",
    "minimum": "minimum", "exp-sum": "exp_sum", "exp-tangent": "exp_tangent", "exp-log": "exp_log", "log-product": "log_product",
    "log-exp": "log_exp", "square-root": "square_root", "square-root-sign": "square_root_sign",
}
"""Figures about real functions, with the lemma of ``RealFacts.v`` that says them."""
_THEOREM = re.compile(r"^(?:Theorem|Lemma) (proved_\w+)", re.MULTILINE)


def development(file: str) -> str:
    """The text of a file of the hand-written development."""
    return files("pabisym.coq").joinpath("development", file).read_text(encoding="utf-8")


def discharged() -> Mapping[str, str]:
    """Figures that are proved in Coq, with the theorem that proves each."""
    theorems = set(_THEOREM.findall(development("Elementary.v")))
    found = {key: lemma for key, lemma in REAL.items() if key in FIGURES}
    return {**found, **{key: f"proved_{identifier(key)}" for key in FIGURES if f"proved_{identifier(key)}" in theorems}}


def figure_statement(figure: Figure) -> str:
    """What a figure says: for all names, side conditions and premises imply the conclusion."""
    parts: list[str] = []
    for key, kind in figure.kinds.items():
        parts.append(f"forall {binder(key, kind)},")
        if kind == "integer":
            parts.append(f"is_int {name(key)} ->")
    parts += [f"{coq(term)} ->" for term in (*figure.sides, *figure.premises)]
    return " ".join([*parts, coq(figure.conclusion)])


def figures_text() -> str:
    """The file ``Figures.v``."""
    proofs = discharged()
    lines = ["(** The inference figures of the kernel.  An axiom is a belief, with its source; a theorem was proved before. *)", "",
             "Require Import Reals Pabisym.RealFacts Pabisym.Laws Pabisym.Calculus Pabisym.Elementary.", "Open Scope R_scope.", ""]
    for key, figure in FIGURES.items():
        said = f"(** {figure.source or 'definition'}: {figure.reason.replace('(*', '( *').replace('*)', '* )')} *)"
        head = f"figure_{identifier(key)} :\n  {figure_statement(figure)}"
        if key in proofs:
            lines += [said, f"Theorem {head}.", f"Proof. intros; eapply {proofs[key]}; eauto. Qed."]
        else:
            lines += [said, f"Axiom {head}."]
    return "\n".join([*lines, ""])


__all__ = ["Call", "REAL", "development", "discharged", "figure_statement", "figures_text"]
