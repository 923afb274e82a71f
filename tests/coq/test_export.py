"""What is written for Coq, without Coq: formulas, statements, figures, certificates, files, and lines for bad input."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flint import fmpq
from support.examples import seeds

from pabisym.cli import main
from pabisym.coq.allocation import PART, WHOLE, allocation_text, best_prices, prices
from pabisym.coq.export import (
    A_SPACE,
    FOUNDATION,
    HEAD,
    OF_SAMPLES,
    export_document,
    export_statements,
    statements_below,
    theorem_text,
    write,
)
from pabisym.coq.figures import BY_FIGURES, axioms, development, figures_derived_for_coq, figures_proved_in_coq, figures_text, nameless
from pabisym.coq.script import statement
from pabisym.coq.text import coq, identifier, name, number, readable
from pabisym.errors import InputError
from pabisym.kernel.rules import FIGURES
from pabisym.lang.grammar import parse
from pabisym.library.beliefs import belief
from pabisym.library.coq_proofs import STATEMENTS_PROVED
from pabisym.library.library import builtin
from pabisym.library.proof_file import proof_document
from pabisym.shift.allocate import allocate
from pabisym.shift.certificate import certificate


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("2*x - y", "((2 * x) + (- y))"), ("c**2", "(pw c 2)"), ("x/3", "(x / 3)"), ("1/3", "(1 / 3)"), ("-2", "(-2)"), ("x >= y", "(y <= x)"),
        ("x != y", "(x <> y)"), ("max(x, y, 3)", "(Rmax x (Rmax y 3))"), ("log(x)", "(ln x)"), ("sum(k**2, k, 1, n)", "(rsum (fun k => (pw k 2)) 1 n)"),
        ("forall(k, 1, n, renyi(alpha, 0, X(k), Y(k), b))", "(forall_int 1 n (fun k => (renyi alpha 0 (X k) (Y k) b)))"),
        ("cases(z, x, y)", "(cases z x y)"), ("R + E", "(R_ + E_)"),
    ],
)
def test_formulas(formula: str, text: str) -> None:
    assert coq(parse(formula, "formula", None)) == text


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("2*x - y", "2 * x + (- y)"), ("2*(x + y)**2/(3*z)", "2 * (x + y) ** 2 / (3 * z)"), ("x/(y/z)", "x / (y / z)"), ("(x**2)**3", "(x ** 2) ** 3"),
        ("x - (y - z)", "x + (- (y + (- z)))"), ("exp(x)*max(y, 1/2)", "exp x * Rmax y (1 / 2)"), ("exp(-x)", "exp (- x)"), ("x >= y + 1", "y + 1 <= x"),
        ("sum(k**2, k, 1, n) + 1", "(∑ k ∈ [1, n], k ** 2) + 1"), ("forall(k, 1, n, equal(X(k), Y(k - 1)))", "∀ k ∈ [1, n], X k ≡ Y (k + (-1))"),
        ("renyi(alpha, 0, push(f, P), Q, b/2)", "Rényi[alpha, 0](push f P ‖ Q_) ≤ b / 2"), ("winf(P, Q, x + y)", "Winf(P, Q_) ≤ x + y"),
        ("gaussian(Z(1), x*y)", "gaussian (Z_ 1) (x * y)"),
        ("noisedominance(i, 1, n, x + i, y, P(i), Q, Z)", "noisedominance (fun i => x + i) (fun i => y) (fun i => P i) (fun i => Q_) 1 n Z_"),
    ],
)
def test_formulas_for_readers(formula: str, text: str) -> None:
    assert readable(parse(formula, "formula", None)) == text


def test_names_and_numbers() -> None:
    assert [name(n) for n in ("alpha", "R", "Z'", "#1", "%3", "fun")] == ["alpha", "R_", "Z'", "j_1", "i_3", "fun_"]
    assert [number(fmpq(*pair)) for pair in ((3, 1), (-3, 1), (1, 2), (-1, 2))] == ["3", "(-3)", "(1 / 2)", "(-1 / 2)"]
    assert identifier("feldman2018/theorem-23") == "feldman2018_theorem_23"


def test_a_statement_comes_from_the_theorem_file() -> None:
    found = builtin().statement("feldman2018/theorem-22").sequent
    said = statement(found)
    for _, term in found.assumptions:
        assert f" {readable(term, 98)} ->" in said
    assert said.endswith(f" {readable(found.conclusion)}")
    assert "is_int T ->" in said


def test_every_figure_is_written_once_and_few_are_believed() -> None:
    text = figures_text()
    for key in FIGURES:
        assert text.count(f" figure_{identifier(key)} :") == 1
    proved, derived = figures_proved_in_coq(), figures_derived_for_coq()
    assert text.count("Axiom figure_") == len(axioms()) == len(FIGURES) - len({*proved, *derived}) <= 3
    assert len(proved) >= 110
    assert set(BY_FIGURES) <= set(FIGURES)
    assert not {other for other, _ in BY_FIGURES.values()} & set(proved)


def test_every_constructor_and_judgement_has_a_definition() -> None:
    assert not nameless()


def test_what_coq_has_no_word_for_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.coq.figures.nameless", lambda: frozenset({"lsi"}))
    with pytest.raises(InputError, match=r"chourasia2021/lemma-5: cannot be written for Coq, where lsi has no definition; define it in Calculus.v"):
        theorem_text(builtin(), "chourasia2021/lemma-5")
    assert "Axiom figure_lsi_convolve :" not in figures_text()
    assert "Axiom figure_winf_through :" in figures_text()


def test_what_coq_proves_of_cited_statements_is_in_the_development() -> None:
    for one, (lemma, *_) in STATEMENTS_PROVED.items():
        assert any(f"Theorem {lemma} " in development(file) for file in ("Batches.v", "Mixtures.v", *OF_SAMPLES))
        if one in builtin().files:
            text, scribe = theorem_text(builtin(), one)
            assert scribe is None
            assert f"Theorem {identifier(one)} :\n" in text
            assert "Axiom" not in text
            assert belief(one, builtin()).discharged == "coq"


def test_a_script_has_no_hole() -> None:
    text, scribe = theorem_text(builtin(), "feldman2018/theorem-23")
    assert scribe is not None
    assert "Admitted" not in text
    assert "Axiom" not in text
    assert text.count("Theorem ") == 1
    assert "Print Assumptions feldman2018_theorem_23." in text


def test_files_in_the_order_in_which_they_compile(tmp_path: Path) -> None:
    files = export_statements(builtin(), ["feldman2018/eq-22-induction"], tmp_path)
    assert tuple(files[: len(FOUNDATION)]) == FOUNDATION
    assert files[len(FOUNDATION)] == "Figures.v"
    assert files[len(FOUNDATION) + 1 :] == [f"{identifier(n)}.v" for n in statements_below(builtin(), ["feldman2018/eq-22-induction"])] or files[-1].endswith(".v")
    assert (tmp_path / "_CoqProject").read_text().splitlines() == ["-Q . Pabisym", *files]


def test_families_are_written_where_a_theorem_speaks_of_them(tmp_path: Path) -> None:
    without = export_statements(builtin(), ["feldman2018/eq-22-induction"], tmp_path / "without")
    files = export_statements(builtin(), ["pabisym/hidden-batches"], tmp_path / "with")
    assert not set(without) & {"Kahane.v", "Mixtures.v"}
    assert files.index("Figures.v") < files.index("Mixtures.v") < files.index("pabisym_kahane.v") < files.index("pabisym_hidden_batches.v")
    said = {file: (tmp_path / "with" / file).read_text(encoding="utf-8") for file in files}
    assert [file for file in files if file.startswith("pabisym_") and "\nAxiom " in said[file]] == ["pabisym_adapted_shift.v", "pabisym_kahane.v"]
    assert all("Require Import Pabisym.Mixtures." in said[file] for file in files if file.startswith("pabisym_"))


def test_the_space_is_built_of_no_axiom_and_no_theorem_looks_into_it(tmp_path: Path) -> None:
    files = export_statements(builtin(), ["feldman2018/eq-22-induction"], tmp_path)
    text = {file: (tmp_path / file).read_text(encoding="utf-8") for file in files}
    assumed = re.compile(r"^ *(?:Axiom|Parameter|Conjecture)\b +(\w+)|Admitted", re.MULTILINE)
    before = files[: files.index("Space.v")]
    assert set(A_SPACE) < set(before)
    assert not [file for file in before if assumed.search(text[file])]
    assert assumed.findall(text["Space.v"]) == ["further_dimensions"]
    assert "Theorem space_is_real : E = Dimensions.space (Dimensions.real_space further_dimensions)." in text["Space.v"]
    for built in (file.removesuffix(".v") for file in A_SPACE):
        assert f"Pabisym.{built}" not in HEAD
        assert {one for one in files if re.search(rf"Pabisym\.{built}\b", text[one])} <= {*A_SPACE, "Space.v", "Calculus.v", "Reflection.v"}
    assert "white" not in axioms()
    assert figures_proved_in_coq()["white"] == "proved_white"


def test_what_has_not_changed_is_not_touched(tmp_path: Path) -> None:
    write(tmp_path, {"A.v": "one", "B.v": "two"})
    before = (tmp_path / "A.v").stat().st_mtime_ns
    write(tmp_path, {"A.v": "one", "B.v": "three"})
    assert (tmp_path / "A.v").stat().st_mtime_ns == before
    assert (tmp_path / "B.v").read_text() == "three"


def test_prices_show_that_payments_are_optimal() -> None:
    gaps, noises, contractions = [1, 0, 2, 0, 1, 0], [1, 2, 0, 1, 3, 1], ["1/2", "1", "3/4", "1", "2", "1"]
    answer = allocate(gap=gaps, noise_variance=noises, contraction=contractions, start_shift=1)
    steps = [(fmpq(*map(int, (c + "/1").split("/")[:2])), fmpq(s), fmpq(v)) for c, s, v in zip(contractions, gaps, noises, strict=True)]
    paid = [fmpq(*map(int, (str(a) + "/1").split("/")[:2])) for a in answer.allocation]
    y = prices(steps, paid)
    assert all(y[t] <= steps[t + 1][0] * y[t + 1] for t in range(len(y) - 1))
    bound = 2 * y[0] * steps[0][0] + sum(2 * p * s - v * p * p for p, (_, s, v) in zip(y, steps, strict=True))
    assert str(bound) == str(answer.value)


def _gained(shift: fmpq, steps: list[tuple[fmpq, fmpq, fmpq]], y: list[fmpq]) -> fmpq:
    """What prices show, which they do where none is above what the next one allows."""
    assert len(y) == len(steps)
    assert all(y[t] <= steps[t + 1][0] * y[t + 1] for t in range(len(y) - 1))
    return 2 * y[0] * steps[0][0] * shift + sum((p * (2 * s - v * p) for p, (_, s, v) in zip(y, steps, strict=True)), start=fmpq(0))


@pytest.mark.parametrize("seed", seeds(30))
def test_prices_from_every_restart_show_that_none_costs_less(seed: int) -> None:
    draw = random.Random(seed)
    steps = [(fmpq(draw.choice((0, 1, 1, 2)), draw.choice((1, 2))), fmpq(draw.randrange(4)), fmpq(draw.randrange(3))) for _ in range(draw.randrange(1, 9))]
    shift, diameter = fmpq(draw.randrange(4)), fmpq(draw.randrange(1, 6))
    columns = {key: [str(step[i]) for step in steps] for i, key in enumerate(("contraction", "gap", "noise_variance"))}
    answer = allocate(**columns, start_shift=str(shift), diameter=str(diameter))
    if answer.status == "infinite":
        return
    value = fmpq(*map(int, f"{answer.value}/1".split("/")[:2]))
    assert _gained(shift, steps, best_prices(shift, steps, value)) >= value
    for t in range(len(steps)):
        assert _gained(diameter, steps[t:], best_prices(diameter, steps[t:], value)) >= value


def test_a_long_certificate_with_a_diameter_says_what_is_not_proved() -> None:
    gaps = [1, *([0] * WHOLE)]
    short, long = (allocation_text(certificate(allocate(gap=gaps[:n], noise_variance=1, diameter=3))) for n in (WHOLE, WHOLE + 1))
    assert PART not in short
    assert "Theorem instance : optimal_within diameter start_shift steps payments value." in short
    assert PART in long.splitlines()[0]
    assert "Theorem instance : optimal start_shift steps payments value." in long


def test_a_certificate_states_what_it_says() -> None:
    data = certificate(allocate(gap=[1, 0, 0], noise_variance=1))
    text = allocation_text(data)
    assert "Definition value : Q := (1 # 3)." in text
    assert "optimal start_shift steps payments value" in text


def test_a_certificate_that_the_kernel_refuses_is_refused() -> None:
    data = certificate(allocate(gap=[1, 0, 0], noise_variance=1))
    data["answer"]["value"] = "1/4"  # type: ignore[index, call-overload]
    with pytest.raises(InputError, match="is refused"):
        allocation_text(data)


def test_a_proof_file_is_written_theorem_by_theorem(tmp_path: Path) -> None:
    library = builtin()
    files = export_document(proof_document(library, "feldman2018/eq-22-induction"), tmp_path)
    assert files == export_statements(library, ["feldman2018/eq-22-induction"], tmp_path / "ids")
    read = [(folder / files[-1]).read_text(encoding="utf-8").split("*)", 1)[1] for folder in (tmp_path, tmp_path / "ids")]
    assert read[0] == read[1]


def test_a_proof_file_that_the_kernel_refuses_is_refused(tmp_path: Path) -> None:
    data = proof_document(builtin(), "feldman2018/lemma-21")
    data["theorems"][-1]["conclusion"] = data["conclusion"] = "renyi(alpha, 0, P, Q, 0)"
    with pytest.raises(InputError):
        export_document(data, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_statement_with_the_sequent_of_another_is_named_by_its_own_id() -> None:
    assert "Theorem asoodeh2020_eq_37 :" in theorem_text(builtin(), "asoodeh2020/eq-37")[0]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["export", "feldman2018/theorem-23"], "--coq"),
        (["export", "feldman2018/theorem-2333", "--coq", "x"], "feldman2018/theorem-2333"),
        (["export", "feldman2018/definition-4", "--coq", "x"], "definition-4: a statement of status definition has no proof to write"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_command_writes_a_certificate(tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(certificate(allocate(gap=[1, 0], noise_variance=2))))
    result = CliRunner().invoke(main, ["export", str(file), "--coq", str(tmp_path / "out")])
    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines() == ["Allocation.v", "Instance.v"]
