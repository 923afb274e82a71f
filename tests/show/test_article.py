"""The LaTeX of an answer goes into a paper as it is: definition, theorem, worst case, derivation; as text, and compiled where a LaTeX is there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pabisym.derivation.derive import Derivation, derive
from pabisym.lang.grammar import parse
from pabisym.lang.term import Name, substitute
from pabisym.show.article import LINE, definition_latex, derivation_latex, fit_lines, width
from pabisym.show.latex import document

SPECS = Path(__file__).parent.parent / "specs"
ALL = ("algorithm-noisy-gd", "algorithm-pnsgd", "constant-gap-contractive", "cyclic-batches-contractive", "diameter-cyclic", "multi-epoch",
       "single-impulse", "single-impulse-contractive", "start-shift-and-impulse")  # fmt: skip
CLASHING = {
    "symbols": {"X": "integer, X >= 1", "psi": "real, psi > 0", "Z": "real, Z > 0"},
    "process": {"steps": "X", "start_shift": "Z", "noise": {"law": "gaussian", "std": "psi"}}, "goal": {"divergence": "gdp"},
}


def well_formed(text: str) -> bool:
    """Do braces, math mode and environments close in the order in which they open."""
    open_: list[str] = []
    for token in re.findall(r"\\begin\{\w+\}|\\end\{\w+\}|\\\[|\\\]|\\[{}$]|[{}$]", text):
        if token in (r"\{", r"\}", r"\$"):
            continue
        if token.startswith(r"\begin") or token in (r"\[", "{") or (token == "$" and open_[-1:] != ["$"]):
            open_.append(token)
        elif not open_ or open_.pop() != {r"\]": r"\[", "}": "{", "$": "$"}.get(token, token.replace("end", "begin")):
            return False
    return not open_


def parts(found: Derivation) -> list[str]:
    """The environments of the fragment, in order, each with what is in it; the fragment is well formed."""
    text = derivation_latex(found)
    assert well_formed(text)
    return re.findall(r"\\begin\{(?:definition|theorem|remark|proof)\}.*?\\end\{(?:definition|theorem|remark|proof)\}", text, re.DOTALL)


def test_a_process_is_defined_before_the_theorem_and_the_worst_case_is_a_remark() -> None:
    definition, theorem, remark, _ = parts(derive(SPECS / "start-shift.toml"))
    assert "Let $T \\ge 1$ be an integer, and let" in definition
    assert r"apart in $W_\infty$" in definition
    assert r"\frac{" in theorem
    assert "The bound is tight" in remark


def test_letters_of_runs_that_a_spec_uses_are_set_otherwise() -> None:
    definition, theorem, *_ = parts(derive(CLASHING))
    assert r"\mathsf{X}_k = \boldsymbol{\psi}_k(\mathsf{X}_{k-1}) + \mathsf{Z}_k" in definition
    assert r"\mathsf{X}_{X}, \mathsf{X}'_{X}" in theorem


@pytest.mark.parametrize("broken", ["{", "$x", r"\begin{theorem}", r"\[ x $ \] $", r"\end{remark}", r"\begin{a} \begin{b} \end{a} \end{b}"])
def test_what_does_not_close_is_seen(broken: str) -> None:
    assert not well_formed(broken)


WIDE = "cases(a*u*g + a*h + b*T*g + b*g + T*g + g - a*T*g - a*g - b*u*g - u*g - u*h, x*g**2*(b - a + 1)**2/(2*v*(u - a)), x*h**2)"


def test_what_is_too_wide_for_a_line_has_letters_and_is_the_same_formula() -> None:
    term = parse(WIDE)
    assert width(term) > LINE
    plain, named = fit_lines(term, [], iter(("Q", "r")))
    assert width(plain) <= LINE
    assert [name for name, _ in named] == ["Q"]
    assert substitute(plain, {name: ((), own) for name, own in named}) == term
    assert fit_lines(plain, [], iter(("r",))) == (plain, [])


def test_a_long_sum_is_broken_between_its_terms() -> None:
    term = parse(WIDE).args[0]
    text = definition_latex("Q", term, LINE, ",")
    assert text.startswith(r"\[ \begin{aligned} Q = {} & a \, u \, g + ")
    assert text.count(r" \\ & ") == 1
    assert well_formed(text)
    assert definition_latex("Q", Name("x"), LINE) == r"\[ Q = x \]"


@pytest.mark.campaign
@pytest.mark.parametrize("name", ALL)
def test_the_page_is_well_formed_and_compiles_where_a_latex_is_there(name: str, tmp_path: Path) -> None:
    found = derive(SPECS / f"{name}.toml")
    assert [part.split("}")[0] for part in parts(found)] == [rf"\begin{{{one}" for one in ("definition", "theorem", "remark", "proof")]
    if latex := shutil.which("pdflatex"):
        (tmp_path / "page.tex").write_text(document(derivation_latex(found)), encoding="utf-8")
        made = subprocess.run([latex, "-interaction=nonstopmode", "-halt-on-error", "page.tex"], cwd=tmp_path, capture_output=True, check=False)
        assert made.returncode == 0, made.stdout.decode(errors="replace")[-2000:]
        assert (tmp_path / "page.pdf").stat().st_size > 10_000
        wide = re.findall(r"Overfull \\hbox \((\d+)", (tmp_path / "page.log").read_text(encoding="utf-8", errors="replace"))
        assert not [points for points in wide if int(points) > 10], wide
