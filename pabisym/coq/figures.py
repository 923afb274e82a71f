"""The inference figures as Coq: a theorem where the hand-written development proves one or the kernel derives it, an axiom elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pabisym.coq.script import binder, script
from pabisym.coq.text import HEADS, KNOWN, identifier, name, readable
from pabisym.kernel.rules import FIGURES, Figure
from pabisym.lang.term import RELATIONS
from pabisym.proof.figures import figure_sequent, figures_under, replay_figure

REAL: Mapping[str, str] = {
    "power-at-most-one": "power_at_most_one", "power-below-one": "power_below_one", "power-above-one": "power_above_one",
    "power-at-least-one": "power_at_least_one", "floor-low": "rfloor_low", "floor-high": "rfloor_high", "maximum": "maximum",
    "minimum": "minimum", "exp-sum": "exp_sum", "exp-tangent": "exp_tangent", "exp-log": "exp_log", "log-product": "log_product",
    "log-exp": "log_exp", "square-root": "square_root", "square-root-sign": "square_root_sign",
}
"""Figures about real functions, with the lemma of ``RealFacts.v`` that says them."""
ABOVE = ("RealFacts", "Normal", "Laws", "Products", "Euclid", "Integrals", "Space", "Calculus", "Notations", "Elementary")
"""What a statement of a figure needs, and most of their proofs."""
BEHIND = ("Hahn", "Means", "Composition", "Gradients", "Gaussians", "Entropies", "Sums", "Laplace", "Tradeoffs", "Reflection")
"""What the other proofs of figures need, beside that; no theorem needs these files by itself."""
BESIDE = ("Mixtures",)
"""What only theorems about families of laws need, and define."""
PROVING = ("Normal.v", "Elementary.v", "Composition.v", "Gradients.v", "Gaussians.v", "Entropies.v", "Sums.v", "Laplace.v", "Tradeoffs.v",
           "Reflection.v")
"""Files with a theorem ``proved_NAME`` for each figure that they prove."""
_THEOREM = re.compile(r"^(?:Theorem|Lemma) (proved_\w+)", re.MULTILINE)


def development(file: str) -> str:
    """The text of a file of the hand-written development."""
    return files("pabisym.coq").joinpath("development", file).read_text(encoding="utf-8")


_DEFINED = re.compile(r"^(?:Definition|Fixpoint|Parameter|  (?=norm )) *(\w+)", re.MULTILINE)
OPERATIONS = ("+", "*", "/", "**", "neg", "forall", "sum", "floor", "ceiling", *RELATIONS)
"""Heads that are written in a way of their own, or by names of ``RealFacts.v``."""
LIBRARY = frozenset(("ln", "exp", "sqrt", "Rabs", "Rmin", "Rmax"))
"""Functions of Coq's own library."""
FIELDS = frozenset(("inner", "at_point", "answers"))
"""Words that the development defines as parts of a space, a map and a mechanism."""


@cache
def nameless() -> frozenset[str]:
    """The words that terms are written with and that the development does not define: constructors and judgements that are new."""
    known = (LIBRARY | FIELDS).union(*(_DEFINED.findall(development(f"{file}.v")) for file in (*ABOVE, *BESIDE)))
    return frozenset(HEADS.get(head, head).split()[0] for head in KNOWN if head not in OPERATIONS) - known


def missing(text: str) -> list[str]:
    """Those of these words that stand in a text."""
    return sorted(nameless().intersection(re.findall(r"\w+", text)))


BY_FIGURES: Mapping[str, tuple[str, str]] = {
    "traced": ("lsi-convolve", "intros; eapply traced_by; eauto; exact figure_lsi_convolve."),
}
"""Figures that are proved from another one that is believed: that one, and how."""
_BETWEEN = """
Theorem noise_that_pays : noise_pays.
Proof. exact noise_hides. Qed.
"""


def figures_proved_in_coq() -> Mapping[str, str]:
    """Figures that are proved in Coq, with the theorem that proves each."""
    theorems = {name for file in PROVING for name in _THEOREM.findall(development(file))}
    found = {key: lemma for key, lemma in REAL.items() if key in FIGURES}
    found |= {key: f"proved_{identifier(key)}" for key in FIGURES if f"proved_{identifier(key)}" in theorems}
    return found | {key: other for key, (other, _) in BY_FIGURES.items()}


def figure_statement(figure: Figure) -> str:
    """What a figure says: for all names, side conditions and premises imply the conclusion."""
    parts: list[str] = []
    for key, kind in figure.kinds.items():
        parts.append(f"forall {binder(key, kind)},")
        if kind == "integer":
            parts.append(f"is_int {name(key)} ->")
    parts += [f"{readable(term, 98)} ->" for term in (*figure.sides, *figure.premises)]
    return " ".join([*parts, readable(figure.conclusion)])


def figures_derived_for_coq() -> tuple[str, ...]:
    """Figures that the kernel derives and the hand-written development does not prove, each after those that its proof applies."""
    proofs = figures_proved_in_coq()
    left = [key for key, figure in FIGURES.items() if figure.kind == "derived" and key not in proofs and not missing(_head(key))]
    return tuple(sorted(left, key=lambda key: len(figures_under([key]).intersection(left))))


def axioms() -> tuple[str, ...]:
    """Figures that are axioms in Coq; those with a word that the development does not define are left out."""
    proved = {*figures_proved_in_coq(), *figures_derived_for_coq()}
    return tuple(key for key in FIGURES if key not in proved and not missing(_head(key)))


def figures_text() -> str:
    """The file ``Figures.v``: axioms, what the hand-written development proves, and what follows by the kernel's own proofs."""
    proofs = figures_proved_in_coq()
    lines = ["(** The inference figures of the kernel: axioms with sources, what was proved before, and what the kernel derives. *)", "",
             f"Require Import Reals Lra {' '.join(f'Pabisym.{file}' for file in (*BEHIND, *ABOVE))}.", "Open Scope R_scope.", ""]
    for key in axioms():
        lines += [_meaning(key), f"Axiom {_head(key)}."]
    lines.append(_BETWEEN)
    for key in (k for k in FIGURES if k in proofs):
        how = BY_FIGURES[key][1] if key in BY_FIGURES else f"intros; eapply {proofs[key]}; eauto."
        lines += [_meaning(key), f"Theorem {_head(key)}.", f"Proof. {how} Qed."]
    lines.append("Require Import Lra Lia ZArith Pabisym.NormalForms.")
    for key in figures_derived_for_coq():
        lines += [_meaning(key), f"Theorem {_head(key)}.", "Proof.", *script(figure_sequent(key), replay_figure(key).proof, {})[0], "Qed."]
    return "\n".join([*lines, ""])


def _meaning(key: str) -> str:
    figure = FIGURES[key]
    return f"(** {figure.source or 'definition'}: {figure.reason.replace('(*', '( *').replace('*)', '* )')} *)"


def _head(key: str) -> str:
    return f"figure_{identifier(key)} :\n  {figure_statement(FIGURES[key])}"
