"""The page of a paper names every item, shows every correction side by side, and gives a reason for every belief."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.page_builders import page_builder

from pabisym.errors import InputError
from pabisym.library.audit import Audited
from pabisym.library.findings import Finding
from pabisym.library.library import Library, builtin
from pabisym.library.statement import Printed, Reference, Statement

ROOT = Path(__file__).resolve().parents[2]


paper = page_builder("paper_page")


def small_library(library: Library, names: tuple[str, ...]) -> Library:
    return Library({name: library.files[name] for name in names})


NAMES = ("feldman2018/eq-hz", "feldman2018/definition-4", "feldman2018/definition-6", "feldman2018/eq-exp-quadratic", "feldman2018/proposition-17", "feldman2018/theorem-1",
         "feldman2018/theorem-33")


@pytest.fixture(scope="module")
def page() -> str:
    return paper.paper_page(small_library(builtin(), NAMES), "feldman2018")


def test_every_item_has_a_row(page: str) -> None:
    rows = [line for line in page.splitlines() if line.startswith("| ") and line.count("|") == 7]
    assert [row.split("|")[1].strip(" `") for row in rows[1:]] == ["definition-4", "definition-6", "eq-exp-quadratic", "eq-hz", "proposition-17", "theorem-1", "theorem-33"]
    assert any("Cutting a difference off at a radius" in row and "proved" in row and "holds" in row for row in rows)


def test_findings_stand_first(page: str) -> None:
    assert page.index("## Where the paper differs") < page.index("## All items") < page.index("## What is assumed without proof here")


def test_a_correction_shows_both_forms(page: str) -> None:
    corrections = page.partition("## Where the paper differs")[2].partition("## All items")[0]
    assert "### eq-exp-quadratic: corrected" in corrections
    assert r"- **The paper states** $e^a\le1+a+a^2\le1+(1+c)a$ for all $a\le c\le1$" in corrections
    assert r"- **What is proved** $\exp\left(a\right) \le 1 + (1 + c) \, a$" in corrections
    assert r"Printed for all $a \le c \le 1$, negative ones included, where $1 + a + a^{2} \le 1 + a (1 + c)$ fails." in corrections
    assert "proposition-17" not in corrections
    assert "Symbols of the second form: $d$, distance of the starts." in corrections
    assert corrections.count("Symbols of the second form") == 1  # the other one has the letters of the page


def test_a_belief_has_its_reason(page: str) -> None:
    _, _, beliefs = page.partition("## What is assumed without proof here")
    assert "- `theorem-33`: a convolution over $R^{d}$" in beliefs


def test_what_claims_nothing_says_why_and_notes_stand_beside_verdicts(page: str) -> None:
    notes, _, silent = page.partition("## Beside the verdicts")[2].partition("## What claims nothing")
    assert "- `definition-4`, holds in part: by continuity is the limit from above" in notes
    assert "- `proposition-17`, holds: of an open $K$ the nearest point" in notes
    assert "- `definition-6`: an infimum over couplings" in silent
    assert "definition-4" not in silent.partition("##")[0]


def test_every_check_is_a_sentence_and_their_sum_says_that_they_pass(page: str) -> None:
    corrections = page.partition("## Where the paper differs")[2].partition("## All items")[0]
    told = [line for line in corrections.splitlines() if line.startswith("- ✓")]
    assert r"- ✓ The paper's claim is refuted: at $T=1$, $\alpha =2$, $d=2$, $\sigma =1$, the exact divergence is 4, the paper's bound 2." in told
    assert all(line.endswith(".") for line in told)
    assert not re.search(r"instances|: true\b|of them not true", page)
    assert re.search(r"^- (All \d+ checks pass|\d+ of \d+ checks do not pass)\.$", page, re.MULTILINE)


@pytest.mark.parametrize(("finding", "told"), [
    (Finding("(eta + eta^2) L/b exceeds 2 eta L/b at eta = 3", "true", "(eta + eta**2)*L/b <= 2*eta*L/b fails at the point tried"),
     r"✓ $(\eta + \eta ^{2}) L/b$ exceeds $2 \eta L/b$ at $\eta = 3$: $\frac{(\eta + \eta^{2}) \, L}{b} \le \frac{2 \, \eta \, L}{b}$ fails at the point tried."),
    (Finding("at eta = 3", "true", "(eta + eta**2)*L/b <= 2*eta*L/b fails at eta = 3, b = 1/2"),
     r"✓ at $\eta = 3$: $\frac{(\eta + \eta^{2}) \, L}{b} \le \frac{2 \, \eta \, L}{b}$ fails at $\eta = 3$, $b = 1/2$."),
    (Finding("as printed", "true", "corrected: proved with the stated difference"), "✓ A corrected form is proved."),
    (Finding("as printed", "undecided", "undecided: no spot tells"), "? The paper's claim is undecided: no spot tells."),
    (Finding("a step", "true", "x > 0: 1 step replayed"), "✓ a step: $x > 0$: 1 step replayed."),
])
def test_what_a_check_says(finding: Finding, told: str) -> None:
    assert paper._told(finding) == told


def test_what_checks_do_not_pass_is_counted(page: str) -> None:
    entry = Audited("x/y", "t", "proved", None, None, (), (Finding("a", "true"), Finding("b", "false")), "", 0.0)
    assert "- 1 of 2 checks do not pass." in list(paper._head("x", [entry]))


def test_what_a_check_says_is_no_markup() -> None:
    assert paper._prose("at epsilon = 2/5, p = 10: L**2 < 2*w, 3 * stars") == r"at $\varepsilon = 2/5$, $p = 10$: $L^{2} < 2\,w$, 3 \* stars"


def test_bars_do_not_break_the_table() -> None:
    assert paper._cell("D(P | Q)\n twice") == "D(P \\| Q) twice"


def test_an_unknown_paper_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="there is no item of euler1748"):
        paper.paper_page(small_library(builtin(), NAMES), "euler1748")
    assert paper.main([]) == 2
    assert paper.main(["euler1748"]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("pabisym: error: ") == 2


def test_both_forms_of_a_formula() -> None:
    statement = Statement("x/y", "t", "lemma", Reference("x", "y"), "", bound="2*a", printed=Printed("corrected", bound="a/2"))
    assert list(paper._side_by_side(statement, "proved"))[1:3] == [r"- **The paper states** $\frac{a}{2}$", r"- **What is proved** $2 \, a$"]
