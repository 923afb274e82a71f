"""All proofs once more, by Coq: every statement compiles, what it rests on is what pabisym says, and forgeries fail."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

import pytest
from support.coqc import REALS, Compiled, assumptions, compile_all

from pabisym.coq.export import FOUNDATION, export_certificate, export_statements, needed
from pabisym.coq.figures import BY_FIGURES, development, discharged
from pabisym.coq.script import proved as script_of
from pabisym.coq.text import coq, identifier
from pabisym.kernel.judgement import GROWS
from pabisym.lang.term import RELATIONS, Call, Number
from pabisym.library.library import builtin
from pabisym.shift.allocate import allocate
from pabisym.shift.certificate import certificate

pytestmark = pytest.mark.coq

FOLDER = Path(os.environ.get("PABISYM_COQ", Path(__file__).resolve().parents[2] / "build" / "coq"))
"""Where the development is kept between runs."""
FORGED = 20
"""Forgeries that are tried."""


@lru_cache(maxsize=1)
def statements() -> tuple[str, ...]:
    """The built-in statements that have a proof."""
    library = builtin()
    return tuple(name for name in library.ids if library.proof(name).tree is not None)


@lru_cache(maxsize=1)
def compiled() -> dict[str, Compiled]:
    """The whole development, compiled."""
    return compile_all(FOLDER, export_statements(builtin(), statements(), FOLDER))


def believed(name: str) -> set[str]:
    """The undischarged figures and cited statements under a proof, as Coq names them, and what discharged figures rest on."""
    proofs, found = discharged(), set[str]()
    for one in needed(builtin(), [name]):
        tree = builtin().proof(one).tree
        if tree is None:
            found.add(identifier(one))
            continue
        sequents = {other: builtin().statement(other).sequent for other in builtin().proof(one).theorems}
        for key in script_of(builtin().statement(one).sequent, tree, sequents)[1].figures:
            key = BY_FIGURES[key][0] if key in BY_FIGURES else key
            if key not in proofs:
                found.add(f"figure_{identifier(key)}")
    return found


def test_every_proof_compiles() -> None:
    bad = {file: result.said[:400] for file, result in compiled().items() if not result.good}
    assert not bad


def test_no_hypothesis_beside_the_beliefs() -> None:
    for file in (FOLDER / f"{identifier(name)}.v" for name in statements()):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\b(Admitted|Axiom|Parameter|Hypothesis|Variable|Conjecture|admit)\b", text), file.name


def test_the_lists_of_beliefs_agree() -> None:
    sorts = set(re.findall(r"^Parameter (\w+)", development("Laws.v") + development("Calculus.v"), re.MULTILINE))
    shared = {"product_rectangle", "wider_lsi", "wider_traced", "figure_theta_monotone"}
    for name in statements():
        listed = assumptions(compiled()[f"{identifier(name)}.v"].said) - REALS - sorts
        assert listed - shared <= believed(name), name
        assert believed(name) - shared <= listed, name


def _stronger(conclusion: Call) -> Call:
    """A conclusion that says more: its bound, or its larger side, is smaller by 1."""
    at = GROWS.get(conclusion.head, (0 if conclusion.head in (">", ">=") else 1,))[-1]
    less = Call("+", (conclusion.args[at], Number(1 if conclusion.head == "apart" else -1)))
    return Call(conclusion.head, (*conclusion.args[:at], less, *conclusion.args[at + 1 :]))


@lru_cache(maxsize=1)
def _forgeries() -> list[tuple[str, str]]:
    """Files with the proof of a statement under one that says more."""
    library, found = builtin(), []
    for name in statements():
        conclusion = library.statement(name).sequent.conclusion
        text = (FOLDER / f"{identifier(name)}.v").read_text(encoding="utf-8")
        head, proof = text.split("\nProof.\n", 1)
        if isinstance(conclusion, Call) and (conclusion.head in GROWS or conclusion.head in RELATIONS) and not library.proof(name).theorems \
                and len(proof) < 40_000:
            forged = head.removesuffix(f"{coq(conclusion)}.") + f"{coq(_stronger(conclusion))}."
            found.append((name, f"{forged}\nProof.\n{proof}"))
    return found[:FORGED]


@pytest.mark.parametrize("number", range(FORGED))
def test_forgeries_do_not_compile(number: int, tmp_path: Path) -> None:
    assert compiled()["Figures.v"].good
    name, text = _forgeries()[number]
    for file in (*FOUNDATION, "Figures.v"):
        for suffix in (".v", ".vo"):
            source = (FOLDER / file).with_suffix(suffix)
            (tmp_path / source.name).symlink_to(source)
    (tmp_path / "Forged.v").write_text(text, encoding="utf-8")
    result = compile_all(tmp_path, ["Forged.v"])["Forged.v"]
    assert not result.good, name


def test_a_long_certificate_compiles(tmp_path: Path) -> None:
    gaps = [f"{7 * i % 13}/{1 + i % 5}" for i in range(1000)]
    answer = allocate(gap=gaps, noise_variance=[f"{1 + i * 5 % 11}/{1 + i % 3}" for i in range(1000)], start_shift="1/2")
    done = compile_all(tmp_path, export_certificate(certificate(answer), tmp_path))
    assert all(result.good for result in done.values())
    assert "Closed under the global context" in done["Instance.v"].said


def test_a_forged_certificate_does_not_compile(tmp_path: Path) -> None:
    files = export_certificate(certificate(allocate(gap=[1, 0, 2], noise_variance=1)), tmp_path)
    text = (tmp_path / "Instance.v").read_text(encoding="utf-8")
    value = re.search(r"Definition value : Q := \((\d+) # (\d+)\)", text)
    assert value is not None
    (tmp_path / "Instance.v").write_text(text.replace(value[0], f"Definition value : Q := ({int(value[1]) - 1} # {value[2]})"), encoding="utf-8")
    done = compile_all(tmp_path, files)
    assert done["Allocation.v"].good
    assert not done["Instance.v"].good
