"""Writing a development: the hand-written files, the figures, and one file for each theorem in the order of what rests on what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pabisym.coq.allocation import allocation_text
from pabisym.coq.figures import BEHIND, development, figure_statement, figures_text, missing
from pabisym.coq.script import Scribe, proof_script, statement
from pabisym.coq.text import FAMILIES, identifier
from pabisym.errors import InputError, visible
from pabisym.kernel.judgement import Sequent
from pabisym.kernel.rules import FIGURES, Step
from pabisym.lang.files import write_folder
from pabisym.library.coq_proofs import STATEMENTS_PROVED
from pabisym.library.library import Library
from pabisym.library.status import ESTABLISHED
from pabisym.proof.json import replay, theorems

A_SPACE = ("Line.v", "Tilt.v", "Instances.v", "Dimensions.v", "Vectors.v")
"""The hand-written files that build every R^d with Gaussian noise on it: the space of the others; only Reflection.v looks into them."""
FOUNDATION = (
    "RealFacts.v", "Normal.v", "Laws.v", "Products.v", "Hahn.v", "Euclid.v", "Integrals.v", *A_SPACE, "Space.v", "Calculus.v",
    "Notations.v", "NormalForms.v", "Elementary.v", "Batches.v", "Means.v", "Composition.v", "Gradients.v", "Gaussians.v",
    "Entropies.v", "Sums.v", "Laplace.v", "Tradeoffs.v", "Reflection.v",
)
"""The hand-written files that proofs need, in the order in which they compile."""
FAMILIES_OF_LAWS = ("Kahane.v", "Mixtures.v")
"""The hand-written files about families of laws: Kahane's inequality, which needs no other file, and what theorems about families need."""
OF_SAMPLES = ("Hinges.v", "Sampling.v", "Draws.v")
"""The hand-written files that prove cited results, each after what it needs: moments from what events tell, sampled Gaussian noise,
and random batches as mixtures."""
_SEEN = (name for file in FOUNDATION if file not in A_SPACE and (name := file.removesuffix(".v")) not in BEHIND)
HEAD = f"""Require Import Reals Lra Lia ZArith.
Require Import {' '.join(f"Pabisym.{name}" for name in _SEEN)} Pabisym.Figures.
"""
"""What every file of a theorem begins with."""


def theorem_text(library: Library, name: str) -> tuple[str, Scribe | None]:
    """The file of one statement: what it says, from its theorem file, and its proof; an axiom or what Coq proves where it is cited."""
    found, proof = library.statement(name), library.proof(name)
    below = {other: library.statement(other).sequent for other in proof.theorems}
    return _theorem(name, found.title or name, found.sequent, proof.tree, below)


def _theorem(name: str, title: str, sequent: Sequent, tree: Step | None, below: Mapping[str, Sequent]) -> tuple[str, Scribe | None]:
    text, scribe = _theorem_script(name, title, sequent, tree, below)
    figures = "" if scribe is None else " ".join(figure_statement(FIGURES[key]) for key in scribe.figures)
    if words := missing(text.partition("*)")[2] + figures):
        cure = "define it in Calculus.v, or export what does not speak of it"
        raise InputError(visible(name), f"cannot be written for Coq, where {', '.join(words)} has no definition", cure)
    return text, scribe


def _theorem_script(name: str, title: str, sequent: Sequent, tree: Step | None, below: Mapping[str, Sequent]) -> tuple[str, Scribe | None]:
    said, needed, scribe = f"(** {_comment(title)}\n\n    {_comment(name)} *)", "", None
    proved = STATEMENTS_PROVED.get(name, ()) if tree is None else ()
    if tree is None:
        text = f"Axiom {identifier(name)} :\n  {statement(sequent)}."
        if proved:
            how = f"intros; eapply {proved[0]}; try exact noise_that_pays; eauto"
            text = f"{text.replace('Axiom', 'Theorem', 1)}\nProof. {how}. Qed.\nPrint Assumptions {identifier(name)}."
    else:
        text, scribe = proof_script(sequent, tree, below, identifier(name))
        needed = "".join(f"Require Import Pabisym.{identifier(other)}.\n" for other in scribe.used)
        text += f"\nPrint Assumptions {identifier(name)}."
    about = any(f"{word} (fun" in text for word in FAMILIES)
    above = [file for file in ("Mixtures.v", *OF_SAMPLES) if any(f"Theorem {one} " in development(file) for one in proved[:1])]
    beside = "".join(f"Require Import Pabisym.{file.removesuffix('.v')}.\n" for file in dict.fromkeys([*["Mixtures.v"] * about, *above]))
    return "\n".join([said, HEAD + beside + needed, "Open Scope R_scope.", "", text, ""]), scribe


def statements_below(library: Library, names: Iterable[str]) -> list[str]:
    """The statements and everything that they rest on, what is rested on first."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in order:
            for other in library.proof(name).theorems:
                visit(other)
            order[name] = None

    for name in names:
        visit(name)
    return list(order)


def export_statements(library: Library, names: Iterable[str], folder: Path) -> list[str]:
    """Write the development of some statements; the names of its files in the order in which they compile.

    Files whose text is there already are left alone, so that what was compiled from them stays good.
    Raises :class:`~pabisym.errors.InputError` for statements without a proof, for one with a constructor or a judgement that the
    development does not define, and where nothing can be written.
    """
    wanted = list(names)
    for name in wanted:
        standing = library.standing(name)
        if standing.status not in ESTABLISHED or not library.statement(name).conclusion:
            cure = "pabisym list --status proved shows those that have one"
            raise InputError(name, f"a statement of status {standing.status} has no proof to write", cure)
    below = statements_below(library, [library.statement(name).id for name in wanted])
    return write(folder, _on_foundation({f"{identifier(name)}.v": theorem_text(library, name)[0] for name in below}))


def export_document(data: object, folder: Path, field: str = "proof") -> list[str]:
    """Write the development of a proof file: its theorems, each after those that it applies, under what a derivation concludes.

    Raises :class:`~pabisym.errors.InputError` for what the kernel does not accept, so that nothing else is written.
    """
    verdict = replay(data, field)
    if not verdict.accepted:
        raise InputError(field, f"is refused: {verdict.reason}", "export what pabisym check accepts")
    files, before, taken = dict[str, str](), dict[str, Sequent](), (*FOUNDATION, "Figures.v", *FAMILIES_OF_LAWS, *OF_SAMPLES)
    for sequent, tree in theorems(data, field):
        file = f"{identifier(sequent.id)}.v"
        if file.casefold() in {other.casefold() for other in (*taken, *files)}:
            raise InputError(field, f"{visible(sequent.id)} gives the file {file}, which is there already", "choose another id")
        files[file] = _theorem(sequent.id, sequent.id, sequent, tree, before)[0]
        before[sequent.id] = sequent
    return write(folder, _on_foundation(files))


def export_certificate(data: Mapping[str, Any], folder: Path) -> list[str]:
    """Write the development of one certificate of a shift allocation."""
    return write(folder, {"Allocation.v": development("Allocation.v"), "Instance.v": allocation_text(data)})


def _foundation() -> dict[str, str]:
    return {file: development(file) for file in FOUNDATION} | {"Figures.v": figures_text()}


def _on_foundation(files: Mapping[str, str]) -> dict[str, str]:
    """Files of theorems after the hand-written ones that they need."""
    needed = dict(files)
    for group in (*((file,) for file in reversed(OF_SAMPLES)), FAMILIES_OF_LAWS):
        if any(f"Pabisym.{group[-1].removesuffix('.v')}." in text for text in needed.values()):
            needed = {**{file: development(file) for file in group}, **needed}
    return {**_foundation(), **needed}


def write(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Write files, each whole or not at all, with a ``_CoqProject`` that lists them; unchanged ones are not touched."""
    listed = {**files, "_CoqProject": "\n".join(["-Q . Pabisym", *files, ""])}
    write_folder(folder, listed.items(), "--coq", "name a folder that can")
    return list(files)


def _comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
