"""All proofs once more, by Coq: every statement compiles, what it rests on is what pabisym says, and forgeries fail."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import pytest
from support.coq_record import LISTS, WORDS, compile_lists, expected, figures_rest, record, statements
from support.coqc import REALS, Compiled, assumptions, compile_all, lists
from support.forged_proofs import FORGERIES
from support.insistent import as_file
from support.proof_cases import LOGIC
from support.proof_judges import kernel

from pabisym.coq.allocation import WHOLE
from pabisym.coq.export import (
    A_SPACE,
    FAMILIES_OF_LAWS,
    FOUNDATION,
    HEAD,
    OF_SAMPLES,
    export_certificate,
    export_document,
    export_statements,
    write,
)
from pabisym.coq.script import binder, proof_script
from pabisym.coq.text import coq, identifier, readable
from pabisym.derivation.derive import derive
from pabisym.kernel.judgement import GROWS, Sequent
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import parse
from pabisym.lang.term import RELATIONS, Call, Number, Term
from pabisym.library.coq_proofs import RESTS
from pabisym.library.library import builtin
from pabisym.shift.allocate import allocate
from pabisym.shift.certificate import certificate

pytestmark = pytest.mark.coq

FOLDER = Path(os.environ.get("PABISYM_COQ", Path(__file__).resolve().parents[2] / "build" / "coq"))
"""Where the development is kept between runs."""
FAMILIES = "Require Import Pabisym.Mixtures.\n"
"""What theorems about families of laws require beside the head."""
FORGED = 20
"""Proofs of the library that are tried under a statement that says more."""
SPECS = Path(__file__).resolve().parents[1] / "specs"
DERIVED = tuple(sorted(file.stem for file in SPECS.glob("*.toml") if file.stem != "algorithm-noisy-sgd"))
"""Specs whose derived theorems are compiled: all but the one with random batches, from which nothing is derived."""
RULES = ("arithmetic", "cases", "induction", "witness", "theorem", "define", "unfold")
"""Rules whose valid use must compile."""
REFUSED = (
    "another conclusion", "swapped sides", "a stronger statement", "a strict step", "a step that states more", "laws the other way",
    "a longer range", "an equation from an inequality", "no assumption at all", "certificate: a negative coefficient",
    "certificate: a negative square", "certificate: a product of two signs", "certificate: a strict goal from a square",
    "certificate: a multiplier of zero", "instance at n + 1: a(n + 1) >= 0", "instance at n/2: a(n/2) >= 0",
    "induction: the hypothesis at the index itself", "induction: from a half", "capture: a name under forall",
    "an index that leaves its sum", "theorem: a weaker premise", "theorem: another premise", "witness: a bound that grows with the square",
    "cases: the other case in the first", "absurd: from what may be true", "integer: of a half", "integer: by two",
    "every event from a shifted guarantee", "a shift paid for nothing", "an order that is none: contracted",
    "paid at another order", "undefined: an order",
)  # fmt: skip
"""Forged trees that the kernel refuses, of every kind that can be written down for Coq and whose statement Coq cannot find by itself."""


@lru_cache(maxsize=1)
def exported() -> list[str]:
    """The files of the whole development, written."""
    return export_statements(builtin(), statements(), FOLDER)


@lru_cache(maxsize=1)
def compiled() -> dict[str, Compiled]:
    """The whole development, compiled."""
    return compile_all(FOLDER, exported())


def test_every_proof_compiles() -> None:
    bad = {file: result.said[:400] for file, result in compiled().items() if not result.good}
    assert not bad


def test_a_space_with_gaussian_noise_rests_on_logic() -> None:
    """The space of the development is built without an axiom of ours."""
    done = compile_all(FOLDER, exported(), A_SPACE)
    assert all(done[file].good for file in A_SPACE)
    (listed,) = lists(done[A_SPACE[-1]].said)
    assert "classic" in listed
    assert listed <= REALS


def test_notations_say_what_is_written_without_them(tmp_path: Path) -> None:
    """Formulas of statements and figures for readers, and as proofs have them: Coq reads the same terms."""
    library, goals = builtin(), dict[str, None]()
    for name in statements():
        sequent = library.statement(name).sequent
        _compare(sequent.kinds, [term for _, term in sequent.assumptions], sequent.conclusion, goals)
    for figure in FIGURES.values():
        _compare(figure.kinds, [*figure.sides, *figure.premises], figure.conclusion, goals)
    text = "\n".join([HEAD + FAMILIES, "Open Scope R_scope.", *goals, ""])
    assert text.count("constr_eq") == len(goals) > len(statements())
    said = _judged({"Notation_read.v": text, "Notation_wrong.v": text.replace(" ** 2", " ** 3", 1)}, tmp_path)
    assert said["Notation_read.v"].said == ""
    assert said["Notation_read.v"].good
    assert not said["Notation_wrong.v"].good


def _compare(kinds: Mapping[str, str], assumptions: Sequence[Term], conclusion: Term, goals: dict[str, None]) -> None:
    """Add a goal that is closed where two ways to write a sequent are read as one term."""
    binders = " ".join(binder(key, kind) for key, kind in kinds.items())
    said, plain = (" -> ".join([*(way(term, 98) for term in assumptions), way(conclusion, 200)]) for way in (readable, lambda term, _: coq(term)))
    if said != plain:
        goals[f"Goal True. constr_eq (forall {binders}, {said}) (forall {binders}, {plain}). exact I. Qed."] = None


def test_no_hypothesis_beside_the_beliefs() -> None:
    assert len(exported()) >= len(statements())
    for file in (FOLDER / f"{identifier(name)}.v" for name in statements()):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\b(Admitted|Axiom|Parameter|Hypothesis|Variable|Conjecture|admit)\b", text), file.name


def test_the_lists_of_beliefs_agree() -> None:
    """Coq lists what the printed list says, beside its own axioms and the sorts and words that are not defined; the record says the same."""
    held = record()["axioms"]
    for name in statements():
        file = f"{identifier(name)}.v"
        listed = assumptions(compiled()[file].said) - REALS
        assert listed - WORDS == expected(name), name
        assert listed == set(held[file]), name


def test_what_figures_rest_on_is_what_coq_says() -> None:
    assert figures_rest(compile_lists(FOLDER, exported(), math.inf)[LISTS].said) == RESTS


def test_five_commands_check_a_theorem(tmp_path: Path) -> None:
    """Those of docs/trust.md, but for the first one, which installs Coq."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "trust.md").read_text(encoding="utf-8")
    install, *commands = text.partition("## Checked again by Coq")[2].partition("```console\n")[2].partition("```")[0].splitlines()
    assert len(commands) == 4
    assert install == "apt-get install coq"
    lines = "\n".join(["set -e", f'pabisym() {{ "{sys.executable}" -m pabisym "$@"; }}', *commands])
    run = subprocess.run(["bash", "-c", lines], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    compiled_last, _, axioms = run.stdout.rpartition("Axioms:")[2].partition("Axiom ")
    assert assumptions(f"Axioms:{compiled_last}") >= expected("feldman2018/theorem-23")
    assert all(f" {one} :" in f"Axiom {axioms}" for one in expected("feldman2018/theorem-23"))


def _stronger(conclusion: Call) -> Call:
    """A conclusion that says more: its bound, or its larger side, is smaller by 1."""
    at = GROWS.get(conclusion.head, (0 if conclusion.head in (">", ">=") else 1,))[-1]
    less = Call("+", (conclusion.args[at], Number(1 if conclusion.head == "apart" else -1)))
    return Call(conclusion.head, (*conclusion.args[:at], less, *conclusion.args[at + 1 :]))


@lru_cache(maxsize=1)
def _forgeries() -> list[tuple[str, str]]:
    """Files with the proof of a statement under one that says more."""
    library, found = builtin(), []
    assert len(exported()) >= len(statements())
    for name in statements():
        conclusion = library.statement(name).sequent.conclusion
        text = (FOLDER / f"{identifier(name)}.v").read_text(encoding="utf-8")
        head, proof = text.split("\nProof.\n", 1)
        if isinstance(conclusion, Call) and (conclusion.head in GROWS or conclusion.head in RELATIONS) and not library.proof(name).theorems \
                and len(proof) < 40_000:
            honest = f"{readable(conclusion)}."
            assert head.endswith(honest)
            forged = head.removesuffix(honest) + f"{readable(_stronger(conclusion))}."
            found.append((name, f"{forged}\nProof.\n{proof}"))
    return found[:FORGED]


def _link(folder: Path) -> None:
    """Link the foundation, compiled, into a folder."""
    done = compile_all(FOLDER, export_statements(builtin(), ("pabisym/swap",), FOLDER))
    assert all(result.good for result in done.values())
    for file in done:
        for source in (FOLDER / file, (FOLDER / file).with_suffix(".vo"), *FOLDER.glob(f"{file}.*.said")):
            (folder / source.name).symlink_to(source)


def _judged(texts: dict[str, str], folder: Path) -> dict[str, Compiled]:
    """What Coq says of files that need the foundation, what is said of families of laws, and nothing else."""
    _link(folder)
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    return compile_all(folder, list(texts))


BEFORE = "dominance(i, 1, n, z(i), z(i), P(i), Q(i), P(i), Q(i))"
MOVED = "noisedominance(i, 1, n, z(i), z(i), P(i), Q(i), Z)"
OTHER_WORDS = {
    "Family_shift.v": (BEFORE, "dominance(k, 1, n, 2*z(k) - z(k), z(k + 0), P(0 + k), Q(k), P(2*k - k), Q(k))"),
    "Family_noise.v": (MOVED, "noisedominance(k, 1, n, z(k)*1, z(k), P(k), Q(1*k), Z)"),
}
"""Judgements about families of laws, and the same ones in other words."""


def test_a_family_in_other_words_compiles(tmp_path: Path) -> None:
    """The kernel finds equal what Coq is told to find equal, at every index of the range; a claim about one more law is none of it."""
    kinds, texts = {"n": "integer", "z": "real sequence", "P": "law sequence", "Q": "law sequence", "Z": "noise"}, dict[str, str]()
    for file, (before, claim) in OTHER_WORDS.items():
        known = (("some", parse("n >= 2", "some", None)), ("before", parse(before, "before", None)))
        tree = {"rule": "known", "with": {"label": "before"}, "premises": [], "conclusion": claim}
        said, _ = proof_script(Sequent("mine/a", kinds, known, parse(claim, "claim", None)), tree, {})
        texts[file] = "\n".join([HEAD + FAMILIES, "Open Scope R_scope.", said, ""])
        longer = re.sub(r" 1 n( Z_)?\.", r" 1 (n + 1)\1.", said, count=1)
        assert longer != said
        texts[f"Longer_{file}"] = "\n".join([HEAD + FAMILIES, "Open Scope R_scope.", longer, ""])
    found = _judged(texts, tmp_path)
    assert {file for file, result in found.items() if result.good} == set(OTHER_WORDS)


def test_kahanes_inequality_rests_on_logic_alone(tmp_path: Path) -> None:
    """What is asked of a Gaussian family stands in the theorem, as a record, and is no axiom."""
    text = "Require Import Pabisym.Kahane.\nPrint Assumptions kahane_lengths.\nPrint Assumptions kahane_two.\n"
    found = _judged({"Kahane_rests.v": text}, tmp_path)["Kahane_rests.v"]
    assert found.good
    assert set() < assumptions(found.said) <= REALS


def test_forgeries_do_not_compile(tmp_path: Path) -> None:
    forgeries = _forgeries()
    assert len(forgeries) == FORGED
    said = _judged({f"Forged{i}.v": text for i, (_, text) in enumerate(forgeries)}, tmp_path)
    assert not [name for i, (name, _) in enumerate(forgeries) if said[f"Forged{i}.v"].good]


def test_trees_that_the_kernel_refuses_do_not_compile(tmp_path: Path) -> None:
    """Forged trees, written by an exporter that refuses nothing: Coq itself fails on a line of the proof."""
    forged = {case.name: case for case in FORGERIES}
    assert not any(kernel(forged[name].sequent, forged[name].proof, forged[name].theorems).accepted for name in REFUSED)
    texts = {f"Forged{i}.v": as_file(forged[name]) for i, name in enumerate(REFUSED)}
    said = _judged(texts, tmp_path)
    for file, name in zip(texts, REFUSED, strict=True):
        found = re.match(r'File "\./(Forged\d+\.v)", line (\d+)', said[file].said)
        assert found is not None, name
        assert not said[file].good, name
        assert int(found[2]) > texts[file][: texts[file].index("\nProof.\n")].count("\n") + 2, name
        assert not re.search("Syntax error|was not found", said[file].said), name


def test_trees_that_the_kernel_accepts_compile_as_the_forged_ones_are_written(tmp_path: Path) -> None:
    said = _judged({f"Accepted{i}.v": as_file(LOGIC[rule][0]) for i, rule in enumerate(RULES)}, tmp_path)
    assert not {rule: said[f"Accepted{i}.v"].said for i, rule in enumerate(RULES) if not said[f"Accepted{i}.v"].good}


@pytest.mark.parametrize("spec", DERIVED)
def test_a_derived_theorem_compiles(spec: str, tmp_path: Path) -> None:
    """In the folder of the library, whose files the development of a proof file has again under their names, with another first comment."""
    document = derive(SPECS / f"{spec}.toml").proof_document()
    files = export_document(document, tmp_path)
    assert files[-1] == f"{identifier(document['theorems'][-1]['id'])}.v"
    library = export_statements(builtin(), [one["id"] for one in document["theorems"] if one["id"] in builtin().files], FOLDER)
    own: list[str] = []
    for file in files[:-1]:
        text = (tmp_path / file).read_text(encoding="utf-8")
        if file not in library:
            own += write(FOLDER, {file: text})
        elif file not in (*FOUNDATION, *FAMILIES_OF_LAWS, *OF_SAMPLES, "Figures.v"):
            assert (FOLDER / file).read_text(encoding="utf-8").partition("*)")[2] == text.partition("*)")[2]
    derived = f"derived_{identifier(spec)}.v"
    write(FOLDER, {derived: (tmp_path / files[-1]).read_text(encoding="utf-8")})
    assert not {file: result.said[:400] for file, result in compile_all(FOLDER, [*library, *own, derived], [derived]).items() if not result.good}


def test_the_development_of_a_proof_file_compiles_by_itself(tmp_path: Path) -> None:
    document = derive(SPECS / "constant-gap.toml").proof_document()
    _link(tmp_path)
    files = export_document(document, tmp_path)
    assert not {file: result.said[:400] for file, result in compile_all(tmp_path, files).items() if not result.good}


def test_a_long_certificate_compiles(tmp_path: Path) -> None:
    gaps = [f"{7 * i % 13}/{1 + i % 5}" for i in range(1000)]
    answer = allocate(gap=gaps, noise_variance=[f"{1 + i * 5 % 11}/{1 + i % 3}" for i in range(1000)], start_shift="1/2")
    done = compile_all(tmp_path, export_certificate(certificate(answer), tmp_path))
    assert all(result.good for result in done.values())
    assert "Closed under the global context" in done["Instance.v"].said


@pytest.mark.parametrize("instance", [
    {"gap": [1, 0, 5, 0, 1], "noise_variance": [1, 2, 0, 1, 3], "start_shift": 9, "diameter": 4},
    {"gap": [3, 3, 1, 0], "noise_variance": [1, 1, 0, 2], "contraction": ["1/2", 1, 0, 2], "diameter": "5/2"},
    {"gap": [2, 0, 7, 0, 0], "noise_variance": 1, "contraction": "3/4", "start_shift": 1, "diameter": 1},
    {"gap": 0, "noise_variance": 1, "steps": 2, "start_shift": 1, "diameter": 0},
    {"gap": 1, "noise_variance": 2, "steps": WHOLE, "start_shift": 3, "diameter": 2},
])  # fmt: skip
def test_a_certificate_with_a_diameter_compiles(instance: dict[str, object], tmp_path: Path) -> None:
    done = compile_all(tmp_path, export_certificate(certificate(allocate(**instance)), tmp_path))  # type: ignore[arg-type]
    assert not {file: result.said for file, result in done.items() if not result.good}
    assert "Theorem instance : optimal_within diameter" in (tmp_path / "Instance.v").read_text(encoding="utf-8")
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
