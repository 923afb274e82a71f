"""What the commands print, as JSON and for people, and with which exit status they leave."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest
from support.every import IDS, REPRESENTATIVES, failures

from pabisym.cli import main
from pabisym.lang.term import Name
from pabisym.library.audit import COUNTED, PRINTED
from pabisym.library.beliefs import beliefs
from pabisym.library.library import builtin, natural
from pabisym.show.blocks import DisplayedFormula, section
from pabisym.show.terminal import print_blocks
from pabisym.show.text import beliefs_blocks
from pabisym.show.words import long_form

ID = "feldman2018/theorem-23"
POINT = ["--set", "alpha=8", "--set", "L=1", "--set", "sigma=4", "--set", "n=1000", "--set", "t=10"]
Run = Callable[..., Any]
RATIONAL = re.compile(r"-?\d+(/\d+)?")

THEOREM = '''"""A number.

Statement
    x
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="mine/{item}", title="A number", kind="lemma", text=__doc__, reference=Reference("feldman2018", "1"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),),
    conclusion="{conclusion}", proof=lambda b: b.known("positive"), printed=Printed("holds"), spots=(Spot({{"x": {x}}}),),
)
'''


def theorem_file(folder: Path, item: str, conclusion: str = "x > 0", x: int = 1) -> None:
    path = folder / "mine" / f"{item.replace('-', '_')}.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(THEOREM.format(item=item, conclusion=conclusion, x=x), encoding="utf-8")


# audit


@pytest.fixture(scope="module", params=["feldman2018", pytest.param("", id="everything", marks=pytest.mark.campaign)])
def audited(request: pytest.FixtureRequest) -> tuple[int, str, str, tuple[str, ...]]:
    """The audit of one paper, or of everything, in JSON, run once: status, both streams, and the ids that it is about."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main.main(["audit", *filter(None, [request.param]), "--json"], standalone_mode=False)
    names = builtin().order(name for name in builtin().known if name.startswith(request.param)) if request.param else builtin().ids
    return int(status), out.getvalue(), err.getvalue(), names


def test_the_audit_holds(audited: tuple[int, str, str, tuple[str, ...]]) -> None:
    assert audited[0] == 0
    assert audited[2] == "" if len(audited[3]) < len(builtin()) else audited[2].startswith("pabisym: replaying the proof of every theorem")
    assert "\x1b" not in audited[1]
    document = json.loads(audited[1])
    summary, entries = document["summary"], document["entries"]
    assert summary["entries"] == len(entries) == len(audited[3])
    assert tuple(entry["id"] for entry in entries) == audited[3]
    for status in COUNTED:
        assert summary[status] == sum(entry["status"] == status for entry in entries)
    assert list(summary["as_printed"]) == list(PRINTED)
    for verdict in PRINTED:
        assert summary["as_printed"][verdict] == sum(entry.get("as_printed") == verdict for entry in entries)
    assert isinstance(summary["seconds"], float)


def test_the_entries_of_an_audit_have_the_form_of_the_contract(audited: tuple[int, str, str, tuple[str, ...]]) -> None:
    for entry in json.loads(audited[1])["entries"]:
        assert entry["status"] in (*COUNTED, "definition", "prose")
        assert entry.get("as_printed", entry.get("compared", "holds")) in PRINTED
        assert entry.get("provenance", "page") in ("page", "code", "quoted", "memory")
        assert ("as_printed" in entry) == (entry.get("provenance") == "page")
        assert entry["tightness"] in ("exact", "upper", "lower", None)
        assert all(isinstance(leaf, str) for leaf in entry["cited"])
        assert all(set(check) == {"name", "verdict", "detail"} for check in entry["checks"])
        assert all(check["verdict"] in ("true", "false", "undecided") for check in entry["checks"])
        assert isinstance(entry["finding"], str)
        assert isinstance(entry["seconds"], float)
        assert entry.get("part_of", ID) in builtin()


def test_an_audit_of_a_prefix_is_a_part_of_the_whole(run: Run) -> None:
    entries = run("audit", "feldman2018/theorem-2", "--json").json["entries"]
    assert [entry["id"] for entry in entries] == list(builtin().order(n for n in builtin() if n.startswith("feldman2018/theorem-2")))
    entry = next(e for e in entries if e["id"] == ID)
    assert (entry["status"], entry["as_printed"], entry["tightness"]) == ("proved", "holds", "exact")


def test_what_was_compared_with_no_page_says_so(run: Run) -> None:
    done = run("audit", "koloskova2025", "--rows")
    assert "with no page at hand, compared 6 as coded, 2 as remembered" in done.out.splitlines()
    assert "koloskova2025/output-perturbation\tproved\tholds, as coded\texact" in done.out
    assert "as coded: holds" in run("show", "koloskova2025/output-perturbation").out
    entry, = run("audit", "koloskova2025/output-perturbation", "--json").json["entries"]
    assert (entry["compared"], entry["provenance"]) == ("holds", "code")
    assert "as_printed" not in entry


def test_an_evident_conclusion_says_so(run: Run) -> None:
    said = "the conclusion is evident: the page multiplies out; that the bound is attained is checked for finite kernels"
    assert all(said in run("show", "asoodeh2020isit/eq-18", *more).out for more in ((), ("--full",)))


def test_the_clauses_of_a_page_are_shown(run: Run) -> None:
    name, left = "feldman2018/proposition-5", "the divergence of products is at least the sum"
    assert "the page: 3 clauses: 2 proved, 1 open" in run("show", name).out
    out = run("show", name, "--full").out
    assert "What the page says, in 3 clauses: 2 proved, 1 open" in out
    assert re.search(rf"^ *open +{left}", out, re.MULTILINE)
    assert f"not decided: {left}" in run("show", name).out
    clauses = run("show", name, "--json").json["clauses"]
    assert [one["state"] for one in clauses] == ["proved", "open", "proved"]
    assert clauses[0]["formula"] == "renyi(alpha, 0, product(P, V), product(Q, W), b + d)"


def test_an_audit_ends_with_lines_that_explain_themselves(run: Run, audited: tuple[int, str, str, tuple[str, ...]]) -> None:
    done = run("audit", "feldman2018")
    one_paper = len(audited[3]) < len(builtin())
    rows = (json.loads(audited[1]) if one_paper else run("audit", "feldman2018", "--json").json)["summary"]
    count = sum(name.startswith("feldman2018/") for name in builtin())
    proved, given = rows["proved"], rows["proved_from"]
    wrong, corrected = rows["as_printed"]["refuted"], rows["as_printed"]["corrected"]
    *board, first, one, two, three = done.out.replace("\n  ", " ").splitlines()
    told = [one, two, three]
    assert board[0].startswith(f"status of {count} statements: {rows['proved']} proved")
    assert board[1].startswith(f"as the papers state them: {rows['as_printed']['holds']} hold, ")
    assert re.fullmatch(rf"All {rows['checks']} checks pass \([\d.]+ s( on \d+ cores)?\)\.", first)
    assert told == [
        f"{proved} of {count} statements are proved here, step by step in a small kernel, {given} more from results that are assumed; the others are "
        "definitions, cited results, and claims "
        "decided by numbers (pabisym audit feldman2018 --rows).",
        f"{wrong} statements of the papers are wrong as printed, {corrected} hold in a corrected form; pabisym audit feldman2018 --findings lists them.",
        f"Next: pabisym show {ID}"]
    assert rows["proved_no_model"] == 0 < given
    assert 0 < wrong < corrected < proved < count
    rows = run("audit", "feldman2018/theorem-2", "--rows").out.splitlines()
    assert any(line.split()[:4] == [ID, "proved", "holds", "exact"] for line in rows)


def test_an_audit_of_a_users_folder(run: Run, tmp_path: Path) -> None:
    theorem_file(tmp_path, "lemma-1")
    for path in (tmp_path, tmp_path / "mine"):
        done = run("audit", path, "--json")
        assert done.status == 0
        assert [entry["id"] for entry in done.json["entries"]] == ["mine/lemma-1"]


def test_an_audit_of_a_folder_and_a_prefix(run: Run, tmp_path: Path) -> None:
    theorem_file(tmp_path, "lemma-1")
    done = run("audit", tmp_path, "feldman2018/theorem-23", "--json")
    assert {entry["id"] for entry in done.json["entries"]} == {"mine/lemma-1", ID}


def test_a_failed_audit_says_what_failed(run: Run, tmp_path: Path) -> None:
    theorem_file(tmp_path, "lemma-1", conclusion="x > 1")
    theorem_file(tmp_path, "lemma-2", x=-1)
    done = run("audit", tmp_path)
    assert done.status == 1
    assert "✗ mine/lemma-1: proof: the proof concludes x > 0, not x > 1" in done.out
    assert "✗ mine/lemma-2: spot x=-1: x : real, x > 0 is false there" in done.out
    assert "3 of 7 checks fail." in done.out
    assert done.out.replace("\n  ", " ").splitlines()[-1] == f"Next: pabisym audit {tmp_path} --only failed"
    assert "Nothing failed" not in done.out
    entries = {e["id"]: e for e in run("audit", tmp_path, "--json").json["entries"]}
    assert entries["mine/lemma-1"]["status"] == "conjectured"


def test_an_undecided_audit_is_no_pass(run: Run, tmp_path: Path) -> None:
    theorem_file(tmp_path, "lemma-1")
    path = tmp_path / "mine" / "lemma_1.py"
    path.write_text(path.read_text(encoding="utf-8").replace('Spot({"x": 1})', "Spot({})"), encoding="utf-8")
    assert run("audit", tmp_path).status == 3


# show


def test_show_as_json(run: Run) -> None:
    data = run("show", ID, "--json").json
    assert (data["id"], data["status"], data["as_printed"], data["tightness"]) == (ID, "proved", "holds", "exact")
    statement = builtin().statement(ID)
    assert data["statement"]["text"] == long_form(statement)
    assert data["statement"]["latex"]
    assert [set(symbol) for symbol in data["symbols"]] == [{"name", "domain", "meaning", "unit"}] * len(statement.symbols)
    assert [a["holds"] for a in data["assumptions"]] == [a.holds for a in statement.assumptions]
    assert data["bound"] == statement.bound
    assert set(data["proof"]) == {"rule", "with", "premises", "conclusion"}
    assert data["worst_case"]["steps"] == "n"
    assert data["reference"] == {"key": "feldman2018", "label": "Theorem 23", "section": "section 4"}


def shown(run: Run) -> Callable[[str], None]:
    def check(name: str) -> None:
        page, data = run("show", name), run("show", name, "--json")
        assert (page.status, page.err, data.status, data.err) == (0, "", 0, "")
        assert page.out.splitlines()[0].startswith(name)
        assert data.json["id"] == name

    return check


def test_every_id_has_the_name_of_a_paper() -> None:
    assert {name.partition("/")[0] for name in builtin()} == set(IDS)


@pytest.mark.campaign
@pytest.mark.parametrize("paper", IDS)
def test_every_id_can_be_shown(run: Run, paper: str) -> None:
    names = [name for name in builtin() if name.startswith(paper + "/")]
    assert names
    assert list(failures(shown(run), names)) == []


@pytest.mark.quick
def test_one_of_every_fourth_paper_can_be_shown(run: Run) -> None:
    assert list(failures(shown(run), REPRESENTATIVES[::4])) == []


def test_a_page_for_people(run: Run) -> None:
    page = run("show", ID, "--full").out
    for heading in ("Statement", "Reads as", "Symbols", "Assumptions", "Conclusion", "Worst case", "Checks"):
        assert f"\n{heading}\n" in page
    assert "\nBound\n" not in page, "the conclusion ends with it"
    assert page.count("\n  D_α(Π_K#V_n ‖ Π_K#W_n) ≤ 2·α·L²/(σ²·(n + 1 − t))\n") == 1, "the proof begins below the conclusion"
    assert "status: proved · as the paper states it: holds · tightness: exact" in page
    assert "├─ " in page
    assert "assumed figure/gaussian-magnitude: feldman2018/eq-gaussian-renyi" in page
    assert "\nAssumed without proof\n" in page
    assert "\x1b" not in page, "colours are for terminals"


def test_a_statement_as_latex(run: Run) -> None:
    page = run("show", ID, "--latex").out
    assert page.startswith(r"\documentclass")
    assert page.rstrip().endswith(r"\end{document}")


def test_a_proof_file_is_checked_by_the_kernel_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    assert run("show", ID, "--proof", file).status == 0
    done = run("check", file, "--json")
    assert done.status == 0
    (result,) = done.json
    assert (result["file"], result["accepted"], result["reason"]) == (str(file), True, "")
    assert result["conclusion"] == builtin().statement(ID).conclusion
    assert set(result["beliefs"]) == set(builtin().standing(ID).cited)
    assert result["library"] == "same"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("2*alpha*L**2", "1*alpha*L**2"), encoding="utf-8")
    done = run("check", file)
    assert done.status == 1
    assert "rejected" in done.out


def test_a_checked_theorem_is_printed_whole(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    run("show", "altschuler2022/theorem-4.1", "--proof", file)
    page = run("check", file).out
    for said in ("the statement of the library", "Symbols", "Domains", "Results assumed without proof", "Conclusion", "Assumed without proof", "A model of the hypotheses"):
        assert said in page
    data = json.loads(file.read_text(encoding="utf-8"))
    data["theorems"][-1]["proof"] = None
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run("check", file, "--json")
    assert done.status == 1
    assert "its proof is null" in done.json[0]["reason"]


def test_what_is_believed_of_one_statement_is_listed(run: Run) -> None:
    done = run("beliefs", "--of", ID, "--json")
    assert done.status == 0
    assert [one["id"] for one in done.json["beliefs"]] == list(builtin().standing(ID).cited)
    assert set(done.json["beliefs"][0]) == {
        "id", "kind", "wording", "conditions", "letters", "source", "reason", "discharged", "by", "theorems"}
    assert "figure/absorb" in run("beliefs", "--of", ID).out
    assert run("beliefs", "--of", "nothing").status == 2


def test_the_help_of_all_commands_says_where_to_begin(run: Run) -> None:
    _, _, begin = run("--help").out.partition("To begin:\n")
    lines = begin.strip().splitlines()
    assert len(lines) >= 3
    for line in lines:
        words = re.split(r" {2,}", line.strip())[0].split()
        assert words[0] == "pabisym"
        assert run(*words[1:]).status == 0, line


def test_a_belief_is_looked_up_by_its_name(run: Run) -> None:
    done = run("beliefs", "figure/absorb", "--json")
    assert [one["id"] for one in done.json["beliefs"]] == ["figure/absorb"]
    (whole,) = (one for one in run("beliefs", "--of", ID, "--json").json["beliefs"] if one["id"] == "figure/absorb")
    assert done.json["beliefs"][0] == whole
    page = run("beliefs", "figure/absorb", "figure/reflexive", "figure/absorb").out
    assert page.count("figure/absorb\t") == 1
    assert "figure/reflexive\t" in page
    assert "left" not in page, "what is looked up is not counted"
    assert "is no axiom and no cited result" in run("beliefs", "figure/nothing").err
    assert "cannot be combined with --of" in run("beliefs", "figure/absorb", "--of", ID).err


@pytest.mark.parametrize("columns", [60, 80, 129])
def test_beliefs_fit_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", str(columns))
    print_blocks(beliefs_blocks(beliefs("feldman2018/lemma-20")))
    lines = click.unstyle(capsys.readouterr().out).splitlines()
    assert any(line.startswith("figure/between-far ") for line in lines)
    indented = [line for line in lines if line.startswith("  ")]
    assert len(indented) >= 10
    assert max(map(len, indented)) <= columns


@pytest.mark.parametrize("text", [
    "{" + " + ".join(f"x_{k}·(n − {k})" for k in range(30)) + " if n − t ≥ 0; else " + " + ".join(f"y_{k}" for k in range(30)) + "}",
    " + ".join(f"(T − {k})·z" for k in range(30)), "x + y"])  # fmt: skip
def test_a_long_formula_is_broken_on_a_terminal_and_nowhere_else(
        text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("pabisym.show.unicode.unicode_text", lambda *_: text)
    bound = section("Bound", DisplayedFormula(Name("x")))
    print_blocks([bound])
    assert capsys.readouterr().out == f"\nBound\n  {text}\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    print_blocks([bound])
    _, heading, *lines = click.unstyle(capsys.readouterr().out).splitlines()
    assert heading == "Bound"
    assert max(map(len, lines)) <= 80
    assert " ".join(line.strip() for line in lines) == text
    assert all(line.count("(") == line.count(")") for line in lines), "short brackets stay on one line"
    assert [line.split()[0] for line in lines if line.startswith(("  if", "  else"))] == (["if", "else"] if "{" in text else [])


def test_statements_of_ones_own_can_be_shown_listed_and_evaluated(run: Run, tmp_path: Path) -> None:
    theorem_file(tmp_path, "lemma-1")
    path = tmp_path / "mine" / "lemma_1.py"
    path.write_text(path.read_text(encoding="utf-8").replace('kind="lemma"', 'kind="lemma", bound="x/3"'), encoding="utf-8")
    assert run("show", "mine/lemma-1", "--folder", tmp_path, "--json").json["id"] == "mine/lemma-1"
    assert [row["id"] for row in run("list", "--folder", tmp_path, "--paper", "mine", "--json").json] == ["mine/lemma-1"]
    done = run("evaluate", "mine/lemma-1", "--folder", tmp_path, "--set", "x=0.75", "--json")
    assert (done.json["value"], done.json["at"]) == ({"lower": "0.25", "upper": "0.25"}, {"x": "3/4"})
    assert run("show", "mine/lemma-1").status == 2


def test_derive_and_refute_take_folders_of_ones_own(run: Run, tmp_path: Path) -> None:
    theorem_file(tmp_path, "lemma-1")
    specs = Path(__file__).parent.parent / "specs"
    plain, own = (run("derive", specs / "single-impulse.toml", *folder, "--json").json for folder in ((), ("--folder", tmp_path)))
    assert plain["bound"] == own["bound"], "the lemma is about something else"
    assert run("derive", specs / "single-impulse.toml", "--folder", tmp_path / "none").status == 2
    assert run("refute", specs / "claim-one-pass.toml", "--folder", tmp_path, "--json").json["status"] == run("refute", specs / "claim-one-pass.toml", "--json").json["status"]
    assert run("refute", specs / "claim-one-pass.toml", "--folder", tmp_path / "none").status == 2


# evaluate


def test_a_bound_at_a_point(run: Run) -> None:
    done = run("evaluate", ID, *POINT, "--digits", "40", "--json")
    data = done.json
    assert done.status == 0
    assert (data["id"], data["digits"], data["assumptions_hold"]) == (ID, 40, True)
    assert data["at"] == {"alpha": "8", "L": "1", "sigma": "4", "n": "1000", "t": "10"}
    lower, upper = Fraction(data["value"]["lower"]), Fraction(data["value"]["upper"])
    assert lower <= Fraction(1, 991) <= upper
    assert upper - lower <= Fraction(1, 991) / 10**39
    assert data["unchecked"] == ["beta > 0", "eta > 0", "eta <= 2/beta"]


def test_a_bound_at_a_point_for_people(run: Run) -> None:
    lines = run("evaluate", ID, *POINT).out.splitlines()
    assert lines[0] == f"{ID}  2·α·L²/(σ²·(n + 1 − t))"
    assert lines[1] == "= 1/991"
    assert lines[2].startswith("≥ 0.00100908173562")
    assert lines[3].startswith("≤ 0.00100908173562")
    assert lines[4] == "assumed, no value given: β > 0, η > 0, η ≤ 2/β"


def test_exact_rationals_in_any_notation(run: Run) -> None:
    for value in ("3/2", "1.5", "15e-1", " 3/2 "):
        done = run("evaluate", ID, "--set", f"alpha={value}", *POINT[2:], "--json")
        assert done.json["value"]["lower"] == run("evaluate", ID, "--set", "alpha=3/2", *POINT[2:], "--json").json["value"]["lower"]


def test_force_evaluates_outside_the_assumptions(run: Run) -> None:
    arguments = ["evaluate", ID, *POINT, "--set", "beta=1", "--set", "eta=3"]
    assert run(*arguments, "--json").status == 2
    done = run(*arguments, "--force", "--json")
    assert done.status == 0
    assert done.json["assumptions_hold"] is False
    assert "an assumption does not hold here: the value is no bound" in run(*arguments, "--force").out


# allocate and check


def test_the_optimum_of_an_instance(run: Run, instance: Callable[..., Path]) -> None:
    done = run("allocate", instance(), "--json")
    assert done.status == 0
    data = done.json
    assert list(data) == ["status", "arithmetic", "value", "allocation", "shift", "blocks", "restart", "worst_case"]
    assert (data["status"], data["arithmetic"], data["restart"]) == ("optimal", "exact", 0)
    c = Fraction(9, 10)
    expected = (Fraction(1, 2) * c**3) ** 2 / sum(c ** (2 * k) for k in range(4))
    assert Fraction(data["value"]) == Fraction(data["worst_case"]["value"]) == expected
    numbers = [*data["allocation"], *data["shift"], *data["worst_case"]["contraction"], *(b["slope"] for b in data["blocks"])]
    assert all(RATIONAL.fullmatch(number) for number in numbers)
    assert len(data["allocation"]) == len(data["shift"]) == 5


def test_an_instance_from_standard_input(run: Run, instance: Callable[..., Path]) -> None:
    path = instance()
    assert run("allocate", "-", "--json", given=path.read_bytes()).json == run("allocate", path, "--json").json


def test_an_optimum_for_people(run: Run, instance: Callable[..., Path]) -> None:
    page = run("allocate", instance()).out
    assert page.startswith("value = mu^2 = 531441/11990164  (exact)")
    assert "2..5" in page
    long = run("allocate", instance(steps=40, gap="1")).out
    assert "… 40 steps in all; --json gives every one" in long


def test_floats_are_numbers_in_and_out(run: Run, instance: Callable[..., Path]) -> None:
    done = run("allocate", instance(contraction=0.9, gap=[0, 0.5, 0, 0, 0]), "--arithmetic", "float", "--json")
    assert done.status == 0
    assert isinstance(done.json["value"], float)
    assert done.json["value"] == pytest.approx(531441 / 11990164, rel=1e-12)


def test_an_infinite_divergence_is_decided_and_does_not_hold(run: Run, instance: Callable[..., Path], tmp_path: Path) -> None:
    path = instance(noise_variance=["1", "0", "0", "0", "0"])
    done = run("allocate", path, "--json", "--certificate", tmp_path / "c.json")
    assert done.status == 1
    assert set(done.json) == {"status", "reason"}
    assert done.json["status"] == "infinite"
    assert run("check", tmp_path / "c.json").status == 0, "that it is infinite is certified"


def test_a_feasible_allocation_of_ones_own(run: Run, instance: Callable[..., Path]) -> None:
    done = run("allocate", instance(contraction="1", allocation=["0", "1/2", "0", "0", "0"]), "--json")
    assert done.status == 0
    assert done.json == {"status": "feasible", "value": "1/4", "optimal_value": "1/16"}


def test_an_infeasible_allocation_of_ones_own(run: Run, instance: Callable[..., Path]) -> None:
    path = instance(contraction="1", allocation=["0", "1", "0", "0", "0"])
    done = run("allocate", path, "--json")
    assert done.status == 1
    assert (done.json["status"], done.json["step"], done.json["shift"]) == ("infeasible", 2, "-1/2")
    assert done.json["reason"]
    assert "infeasible" in run("allocate", path).out


def test_a_certificate_is_replayed(run: Run, instance: Callable[..., Path], tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    run("allocate", instance(), "--certificate", file)
    done = run("check", file, "--json")
    assert done.status == 0
    (result,) = done.json
    assert set(result) == {"file", "accepted", "names", "assumptions", "conclusion", "beliefs", "library", "reason"}
    assert (result["beliefs"], result["assumptions"], result["library"]) == ([], [], "unknown")
    assert result["accepted"] is True
    assert "531441/11990164" in result["conclusion"]


def test_a_tampered_certificate_is_rejected(run: Run, instance: Callable[..., Path], tmp_path: Path) -> None:
    file, good = tmp_path / "certificate.json", tmp_path / "good.json"
    run("allocate", instance(), "--certificate", file)
    good.write_bytes(file.read_bytes())
    data = json.loads(file.read_text(encoding="utf-8"))
    data["answer"]["value"] = "531440/11990164"
    file.write_text(json.dumps(data), encoding="utf-8")
    done = run("check", good, file, "--json")
    assert done.status == 1
    assert [result["accepted"] for result in done.json] == [True, False]
    assert done.json[1]["reason"]


def test_checks_for_people(run: Run, instance: Callable[..., Path], tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    run("allocate", instance(), "--certificate", file)
    assert run("check", file).out == f"{file}: accepted: sum a_t^2/sigma_t^2 = 531441/11990164, attained\n"


# list


@pytest.fixture(params=["feldman2018", pytest.param("", id="everything", marks=pytest.mark.campaign)])
def listed(request: pytest.FixtureRequest) -> tuple[list[str], list[str]]:
    """The options that list a paper, or everything, and the ids of that."""
    ids = [name for name in builtin().known if name.startswith(request.param)] if request.param else list(builtin())
    return (["--paper", request.param] if request.param else []), ids


def listed_rows(run: Run, *options: str) -> list[dict[str, str]]:
    """The rows of a list, without whether they were kept from an earlier one."""
    return [{name: value for name, value in row.items() if name != "replayed"} for row in run("list", *options, "--json").json]


def test_the_catalogue_as_json(run: Run, listed: tuple[list[str], list[str]]) -> None:
    rows = run("list", *listed[0], "--json").json
    assert [row["id"] for row in rows] == listed[1]
    assert {row["status"] for row in rows} >= {"proved", "cited", "definition"}
    for row in rows:
        assert set(row) - {"as_printed", "compared", "part_of"} == {"id", "paper", "kind", "number", "title", "status", "replayed"}


def test_the_list_and_the_audit_agree(run: Run, audited: tuple[int, str, str, tuple[str, ...]]) -> None:
    entries = {entry["id"]: entry for entry in json.loads(audited[1])["entries"]}
    papers = {name.partition("/")[0] for name in audited[3]}
    rows = run("list", *(("--paper", *papers) if len(papers) == 1 else ()), "--json").json
    assert [row["id"] for row in rows] == (sorted(audited[3], key=natural) if len(papers) == 1 else list(audited[3]))
    for row in rows:
        assert (row["status"], row.get("as_printed")) == (entries[row["id"]]["status"], entries[row["id"]].get("as_printed"))


def test_the_catalogue_can_be_narrowed(run: Run, listed: tuple[list[str], list[str]]) -> None:
    everything = listed_rows(run, *listed[0])
    assert {row["paper"] for row in everything} >= {"feldman2018"}
    rows = listed_rows(run, "--paper", "feldman2018", "--status", "proved")
    assert rows == sorted((r for r in everything if r["paper"] == "feldman2018" and r["status"] == "proved"), key=lambda row: natural(row["id"])) != []
    refuted = listed_rows(run, *listed[0], "--status", "refuted")
    assert refuted == [r for r in everything if r["status"] == "refuted"]


def test_the_catalogue_for_people(run: Run, listed: tuple[list[str], list[str]]) -> None:
    lines = [line for line in run("list", *listed[0]).out.rstrip().splitlines() if not line.startswith("replayed: cached (")]
    assert lines[-1] == f"{len(listed[1])} statements"
    assert any(line.startswith(f"{ID}\t") and line.split()[-1] == "PNSGD" for line in lines)
    assert {line.count("\t") for line in lines[:-1]} == {5}, "tabs stand between columns"


def test_json_is_one_document_and_nothing_else(run: Run, instance: Callable[..., Path]) -> None:
    for arguments in (["audit", ID], ["list", "--paper", "feldman2018"], ["show", ID], ["evaluate", ID, *POINT], ["allocate", str(instance())]):
        done = run(*arguments, "--json")
        assert json.loads(done.out) is not None
        assert done.err == ""
        assert "\x1b" not in done.out
