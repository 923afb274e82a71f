"""Comparing theorems: every value is what ``evaluate`` and ``convert`` say, and what does not hold is never offered."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from support import figure_parameters
from support.some_statements import only
from support.staged_rows import check_plan

import pabisym.comparison.kept as kept_module
from pabisym.cli import main
from pabisym.comparison.compare import Comparison, compare, compare_unreplayed
from pabisym.comparison.rows import DRAWN, LAST, PLANNED, SKIPPED, STOPPED, TRIED, StatementRow
from pabisym.comparison.symbols import RunSymbols
from pabisym.comparison.vocabulary import ROLES
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import Call, Number
from pabisym.library import cache
from pabisym.library.convert import GAUSSIAN_FORM, convert, from_statement
from pabisym.library.files import TheoremFiles
from pabisym.library.library import Library, builtin
from pabisym.library.point import evaluation
from pabisym.library.statement import Statement
from pabisym.library.twins import gaussian_form, sequent_at_two
from pabisym.notions.gaussian_dp import gdp_epsilon

ONE_PASS: dict[str, object] = {"n": 1000, "b": 1, "T": 1000, "eta": "1/10", "L": 1, "sigma": 4, "D": 1, "m": "1/2", "M": 2, "delta": "1e-5"}
FIGURES = figure_parameters.SOME
IDS = ("feldman2018/theorem-23", "feldman2018/theorem-35", "feldman2018/theorem-1", "asoodeh2020isit/theorem-4", "pabisym/periodic-gap",
       "pabisym/contractive-equal-gaps", "pabisym/bounded-equal-gaps", "pabisym/gaussian-mechanism")  # fmt: skip


@pytest.fixture(scope="module")
def some() -> Library:
    return only(*IDS)


@pytest.fixture(scope="module")
def found() -> dict[str, Comparison]:
    """What every statement of the library says at the figures, without statuses."""
    return {name: compare_unreplayed(builtin(), RunSymbols.of(values)) for name, values in FIGURES.items()}


@pytest.mark.parametrize("figure", FIGURES)
def test_every_value_is_what_evaluate_says(found: dict[str, Comparison], figure: str) -> None:
    rows = found[figure].applicable
    assert {row.id for row in rows} >= figure_parameters.CERTAIN[figure]
    for row in rows:
        if row.lower_end_assumes == PLANNED:
            check_plan(row)
            continue
        here = evaluation(builtin().statement(row.id), row.at)
        assert here.holds
        assert row.bound is not None
        assert here.of == row.of
        assert here.enclosure(row.bound.digits) == row.bound


@pytest.mark.parametrize("figure", FIGURES)
def test_every_epsilon_is_what_convert_says(found: dict[str, Comparison], figure: str) -> None:
    seen = 0
    for row in found[figure].applicable:
        statement = builtin().statement(row.id)
        if row.of != "renyi" or "F" in row.at:
            continue
        values = {name: value for name, value in row.at.items() if name != "alpha"}
        converted = convert(from_statement(statement, values, library=builtin()), delta="1e-5", digits=10)
        assert (converted.value, row.method) == (row.epsilon, converted.method)
        seen += 1
    assert seen


FULL: dict[str, object] = {"n": 1000, "b": 1000, "T": 1000, "eta": "1/10", "L": 1, "sigma": 4, "D": 1, "M": 1, "delta": "1e-5"}


def test_a_gaussian_bound_is_converted_as_one() -> None:
    """mu^2 = 1000*(2*L/(n*sigma))^2 = 1/4000: what calibrate says, and not the best order of alpha/8000."""
    names = ("altschuler2022/eq-B1", "chourasia2021/eq-baseline", "pabisym/bounded-equal-gaps", "pabisym/periodic-gap")
    rows = {row.id: row for row in compare_unreplayed(only(*names), RunSymbols.of(FULL)).applicable}
    ordered = convert(renyi="alpha/8000", delta="1e-5", digits=10)
    square = gdp_epsilon(Fraction(1, 4000), "1e-5", 10)
    for name in names:
        row = rows[name]
        assert row.method.startswith(GAUSSIAN_FORM)
        assert row.at["alpha"] == "2"
        assert row.epsilon is not None
        assert Fraction(square.lower) <= Fraction(row.epsilon.upper) <= Fraction(row.epsilon.lower) * (1 + Fraction(1, 10**9))
        assert Fraction(row.epsilon.lower) <= Fraction(square.upper)
        assert Fraction(row.epsilon.upper) < Fraction(ordered.value.lower) * 9 / 10


@pytest.mark.parametrize(("diameter", "back", "most", "times"), [(1, 54, "0.00920325", 25), (2, 1015, "0.0473278", 7)])
def test_a_bounded_domain_forgets_by_mixing(diameter: int, back: int, most: str, times: int) -> None:
    """theta_1^W + theta_{e^eps}(s sqrt(W)): the square of what the best restart by allocation pays, where the loss is small."""
    values = {**FULL, "T": 10**5, "D": diameter}
    library = only("pabisym/mixing", "pabisym/bounded-equal-gaps")
    rows = {row.id: row for row in compare_unreplayed(library, RunSymbols.of(values)).applicable}
    row, restart = rows["pabisym/mixing"], rows["pabisym/bounded-equal-gaps"]
    assert row.epsilon is not None
    assert restart.epsilon is not None
    assert abs(int(row.at["W"]) - back) <= 3
    assert Fraction(row.epsilon.upper) <= Fraction(most)
    assert times * Fraction(row.epsilon.upper) < Fraction(restart.epsilon.lower)
    assert "diameters" in row.assumes
    level, mixed = Fraction(row.epsilon.upper), evaluation(builtin().statement(row.id), {**row.at, "epsilon": "1000"}, force=True)
    assert gives(row, level, Fraction(1, 100000))
    assert not gives(row, level * (1 - Fraction(1, 10**8)), Fraction(1, 100000))
    assert decide(Call("<=", (mixed.term, Number(Fraction(1, 100000)))), {}) == "true"


@pytest.mark.parametrize(("diameter", "times"), [(1, 71), *(pytest.param(*one, marks=pytest.mark.campaign) for one in ((2, 49), (4, 33)))])
def test_stages_are_far_below_what_allocation_gives(diameter: int, times: int) -> None:
    rows = compare_unreplayed(builtin(), RunSymbols.of({**FULL, "T": 10**5, "D": diameter})).applicable
    restart = next(row for row in rows if row.id == "pabisym/bounded-equal-gaps")
    assert [row.id for row in rows[:2]] == ["pabisym/mixing-gap-stages", "pabisym/mixing-stages"]
    assert rows[1].improved_by == rows[0].id
    assert Comparison(RunSymbols.of({**FULL, "D": diameter}), rows, {}).best == rows[0]
    assert rows[0].epsilon is not None
    assert restart.epsilon is not None
    assert times * Fraction(rows[0].epsilon.upper) < Fraction(restart.epsilon.lower)
    check_plan(rows[0])
    check_plan(rows[1])


def random_setting(seed: int) -> dict[str, object]:
    rng = random.Random(seed)
    n = rng.choice((4, 12, 60, 1000))
    b = rng.choice([one for one in (1, 2, 4, 10, n) if n % one == 0])
    values: dict[str, object] = {"n": n, "b": b, "T": rng.choice((n // b, 3 * n // b, 100, 5000)), "L": 1, "sigma": rng.choice((1, 4, 20)),
                                 "eta": rng.choice(("1/10", "1/100", "1")), "delta": rng.choice(("1e-5", "1e-9", "1/100"))}
    for name, choices in (("D", ("1/2", 2, 20)), ("M", (1, 2, 30)), ("m", ("1/10", "1/2"))):
        if rng.random() < 0.7 and (name != "m" or "M" in values):
            values[name] = rng.choice(choices)
    return values


def check_best(seed: int) -> int:
    """Every row says which one is certainly below it, the best is below all, and what has a Gaussian form is converted by it."""
    found, library = compare_unreplayed(builtin(), RunSymbols.of(random_setting(seed))), builtin()
    for about in {row.about for row in found.applicable}:
        best = found.best_about(about)
        assert best is not None
        assert best.epsilon is not None
        for row in found.applicable:
            if row.about != about:
                continue
            assert row.epsilon is not None
            assert Fraction(best.epsilon.upper) <= Fraction(row.epsilon.upper)
            certain = Fraction(best.epsilon.upper) < Fraction(row.epsilon.lower)
            assert row.improved_by == (best.id if certain else "")
            assert row.to_json()["improved_by"] == row.improved_by
    for row in found.applicable:
        if row.of == "renyi" and gaussian_form(row.id, library) is not None:
            assert row.method.startswith(GAUSSIAN_FORM)
    return len(found.applicable)


@pytest.mark.parametrize("seed", [1])
def test_no_row_is_improved_by_the_library_without_saying_so(seed: int) -> None:
    assert check_best(seed)


@pytest.mark.campaign
def test_no_row_is_improved_without_saying_so_at_random_parameters() -> None:
    assert sum(check_best(seed) for seed in range(100, 140)) > 150


def test_composition_needs_neither_smoothness_nor_a_domain() -> None:
    values = {"n": 100, "b": 10, "T": 37, "eta": 1, "L": 1, "sigma": 4, "delta": "1e-5", "t": 65}
    row = compare_unreplayed(only("pabisym/composition"), RunSymbols.of(values)).best
    assert row is not None
    assert (row.id, row.at["E"]) == ("pabisym/composition", "4")
    square = gdp_epsilon(Fraction(4, 400), "1e-5", 10)
    assert row.epsilon is not None
    assert Fraction(square.lower) <= Fraction(row.epsilon.upper) <= Fraction(square.upper) * (1 + Fraction(1, 10**9))


def test_the_least_delta_at_a_level_is_one_that_is_reached() -> None:
    found = compare_unreplayed(only("pabisym/composition", "pabisym/bounded-equal-gaps"), RunSymbols.of({**FULL, "T": 200, "D": 2}))
    best = found.best_delta("1/50")
    assert best is not None
    row, delta = best
    assert row.epsilon is not None
    assert Fraction(row.epsilon.upper) <= Fraction(1, 50)
    again = compare_unreplayed(only(row.id), RunSymbols({**found.setting.values, "delta": delta * (1 - fmpq(1, 10**5))})).best
    assert again is None or again.epsilon is None or Fraction(again.epsilon.upper) > Fraction(1, 50)
    with pytest.raises(InputError, match="epsilon"):
        found.best_delta(0)


def test_what_has_no_gaussian_form_stays_a_bound_of_every_order() -> None:
    for name in ("altschuler2022/theorem-3.1", "feldman2018/theorem-24", "feldman2018/theorem-1.2"):
        assert name not in builtin().files or gaussian_form(name, builtin()) is None
    for name in ("pabisym/periodic-gap", "feldman2018/theorem-23", "chourasia2021/corollary-1"):
        form = gaussian_form(name, builtin())
        assert form is not None
        assert form.verdict.accepted
        assert to_text(form.sequent.conclusion).startswith("gdp(0, ")
        lower = sequent_at_two(builtin().statement(name).sequent, "alpha")
        assert form.sequent.assumptions == lower.assumptions, "no more is promised than at the order 2"


@pytest.mark.parametrize(("batch", "record"), [(1, 995), (10, 995), *(pytest.param(*one, marks=pytest.mark.campaign) for one in ((1, 1000), (10, 1000), (100, 950)))])
def test_a_batch_moves_a_step_by_its_share(batch: int, record: int) -> None:
    """The ISIT paper's Theorem 4 where a step takes the mean of a batch: gap 2*eta*L/b, and as many later steps as batches."""
    values = {**ONE_PASS, "b": batch, "T": 1000 // batch, "t": record, "m": 0, "M": 1, "D": 4}
    row = next(row for row in compare_unreplayed(only("asoodeh2020isit/theorem-4"), RunSymbols.of(values)).rows if row.id == "asoodeh2020isit/theorem-4")
    assert (row.at["L"], row.at["n"]) == (rational_text(rational(Fraction(1, batch), "L")), str(1000 // batch))
    assert row.at["i"] == str(-(-record // batch))
    assert row.epsilon is not None


def test_no_level_is_needed_where_a_statement_gives_delta_at_the_level_0() -> None:
    values = {**ONE_PASS, "m": 0, "M": 1, "t": 500}
    row = next(row for row in compare_unreplayed(only("asoodeh2020isit/theorem-4"), RunSymbols.of(values)).rows if row.id == "asoodeh2020isit/theorem-4")
    assert row.epsilon is not None
    assert (row.epsilon.lower, row.epsilon.upper) == ("0", "0")
    assert gives(row, Fraction(0), Fraction(1, 100000))


def gives(row: StatementRow, level: Fraction, delta: Fraction) -> bool:
    """Does the statement give this delta at this level."""
    here = evaluation(builtin().statement(row.id), {**row.at, "epsilon": str(level)}, force=True)
    return here.holds and decide(Call("<=", (here.term, Number(delta))), {}) == "true"


@pytest.mark.parametrize("figure", FIGURES)
def test_a_level_is_the_least_at_which_the_statement_gives_delta(found: dict[str, Comparison], figure: str) -> None:
    for row in found[figure].applicable:
        if row.of != "delta" or row.epsilon is None or row.lower_end_assumes == PLANNED:
            continue
        assert row.lower_end_assumes == (TRIED if "W" in row.at else "")
        low, high = Fraction(row.epsilon.lower), Fraction(row.epsilon.upper)
        assert high - low <= Fraction(1, 10**9) * high
        assert [gives(row, level, Fraction(1, 100000)) for level in (low / 3, low, high)] == [False, False, True]


def test_the_best_comes_first_and_none_is_lost(found: dict[str, Comparison]) -> None:
    for one in found.values():
        for about in (True, False):
            rows = [row for row in one.applicable if (row.about == LAST) is about]
            values = [rational(row.epsilon.upper, "epsilon") for row in rows if row.epsilon is not None]
            assert values == sorted(values)
        kinds = [row.about == LAST for row in one.applicable]
        assert kinds == sorted(kinds, reverse=True), "the last iterate comes first"
        assert [row.id for row in one.rows if row.epsilon is None and not row.fails] == []
        assert "feldman2018/theorem-1" in one.others, "the distance of the starts is none of the parameters"


def test_what_stops_skips_or_draws_is_told_apart(found: dict[str, Comparison]) -> None:
    abouts = {row.id: row.about for one in found.values() for row in one.rows}
    assert {abouts[f"asoodeh2020/{item}"] for item in ("corollary-1", "eq-20", "theorem-5", "theorem-6")} == {STOPPED}
    assert (abouts["feldman2018/theorem-24"], abouts["feldman2018/theorem-26"]) == (SKIPPED, STOPPED)
    assert abouts["altschuler2022/theorem-3.1"] == DRAWN
    assert {abouts[name] for name in ("feldman2018/theorem-23", "asoodeh2020isit/theorem-4", "chourasia2021/corollary-1")} == {LAST}


def test_a_look_back_is_chosen_well(found: dict[str, Comparison]) -> None:
    one = found["Altschuler and Talwar, (B.1), all records"]
    rows = {row.id: row for row in one.applicable}
    chosen, best = rows["pabisym/equal-look-back"], rows["pabisym/bounded-equal-gaps"]
    assert chosen.lower_end_assumes == TRIED
    statement = builtin().statement(chosen.id)
    bounds = [evaluation(statement, {**chosen.at, "m": str(m)}).enclosure(10) for m in range(1, int(one.setting.values["T"].p) + 1)]
    assert chosen.bound is not None
    assert min(Fraction(bound.upper) for bound in bounds) == Fraction(chosen.bound.upper)
    assert best.epsilon is not None
    assert chosen.epsilon is not None
    assert Fraction(best.epsilon.lower) <= Fraction(chosen.epsilon.upper)


CHANGES: dict[str, tuple[dict[str, object], str, str]] = {
    "too large steps": ({"eta": 2}, "feldman2018/theorem-23", "eta <= 2/beta is false"),
    "too large steps for a map": ({"eta": 2}, "pabisym/periodic-gap", "Lipschitz: 3 is not at most 1"),
    "several records a step": ({"b": 2, "T": 500}, "feldman2018/theorem-23", "b == 1 is needed"),
    "more than one pass": ({"T": 2000}, "feldman2018/theorem-23", "T*b == n is needed"),
    "other numbers of steps": ({}, "feldman2018/theorem-35", "is about 1000000 steps, not 1000"),
    "no contraction": ({"m": 0}, "pabisym/contractive-equal-gaps", "c < 1 is false"),
    "no level": ({}, "feldman2018/theorem-30", "small: epsilon <= 2*log(5/4)*sqrt(n + 1 - t); enough noise"),
    "half a batch too many": ({"b": 3, "T": 1000}, "pabisym/periodic-gap", "n/b = 1000/3 is no integer: choose b = 2 or 4"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_hold_is_named(change: str) -> None:
    values, name, why = CHANGES[change]
    row = next(row for row in compare(RunSymbols.of({**ONE_PASS, **values}), library=only(name)).rows if row.id == name)
    assert row.epsilon is None
    assert why in row.fails


@pytest.mark.parametrize(("absent", "name", "why"), [("D", "asoodeh2020isit/theorem-4", "diameter"), ("M", "feldman2018/theorem-23", "smoothness")])
def test_what_is_absent_is_asked_for(absent: str, name: str, why: str) -> None:
    values = {key: value for key, value in ONE_PASS.items() if key not in (absent, "m")}
    row = next(row for row in compare(RunSymbols.of(values), library=only(name)).rows if row.id == name)
    assert why in row.fails


BAD: dict[str, tuple[dict[str, object], str]] = {
    "unknown": ({"rho": 1}, "is no parameter"), "half a record": ({"n": "3/2"}, "is not an integer"), "no delta": ({"delta": None}, "no value for delta"),
    "delta of 1": ({"delta": 1}, "delta < 1 does not hold"), "m above M": ({"m": 3}, "m <= M does not hold"), "a batch too large": ({"b": 1001}, "b <= n"),
    "a float": ({"sigma": 0.5}, "sigma"), "no noise": ({"sigma": 0}, "sigma > 0"), "a record too far": ({"t": 1001}, "t <= n"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_unusable_parameters_are_refused(case: str) -> None:
    values, why = BAD[case]
    with pytest.raises(InputError, match=why.replace("*", r"\*")):
        RunSymbols.of({name: value for name, value in {**ONE_PASS, **values}.items() if value is not None})


def test_a_theorem_that_is_added_appears_by_itself(some: Library) -> None:
    base = builtin().entry("feldman2018/theorem-23")
    fields = {name: getattr(base.statement, name) for name in base.statement.__dataclass_fields__}
    worse = "3*alpha*L**2/(sigma**2*(n + 1 - t))"
    own = {"id": "mine/worse", "bound": worse, "conclusion": fields["conclusion"].replace(fields["bound"], worse), "proof": None,
           "cited_because": "a test", "printed": None, "tightness": "upper", "worst_case": None, "uses": ()}  # fmt: skip
    mine = type(base)("mine/worse", Statement(**{**fields, **own}), base.path)
    library = Library({**some.files, "mine/worse": mine}, dict(some._proofs), dict(some._standings))
    rows = {row.id: row for row in compare(RunSymbols.of(ONE_PASS), library=library).rows}
    ours, theirs = rows["mine/worse"].epsilon, rows["feldman2018/theorem-23"].epsilon
    assert rows["mine/worse"].status == "cited"
    assert ours is not None
    assert theirs is not None
    assert Fraction(ours.lower) > Fraction(theirs.upper)


def changed(name: str, old: str, new: str, values: dict[str, object]) -> StatementRow:
    """The row of a statement that assumes something else than a built-in one."""
    base = builtin().entry(name)
    fields = {field: getattr(base.statement, field) for field in base.statement.__dataclass_fields__}
    assumptions = tuple(replace(a, holds=a.holds.replace(old, new)) for a in fields["assumptions"])
    assert any(new in a.holds for a in assumptions)
    own = {"id": "mine/own", "assumptions": assumptions, "proof": None, "cited_because": "a test", "uses": ()}
    library = Library({"mine/own": type(base)("mine/own", Statement(**{**fields, **own}), base.path)})
    (row,) = compare(RunSymbols.of(values), library=library).rows
    return row


def test_more_noise_than_a_step_has_is_not_provided() -> None:
    for factor, fits in (("1/2", True), ("1", True), ("2", False)):
        row = changed("pabisym/periodic-gap", "zeta(k), w)", f"zeta(k), {factor}*w)", ONE_PASS)
        assert (row.epsilon is not None) == fits, factor
        assert fits or "Gaussian: 4/25 is not at least 8/25" in row.fails


NEEDED: dict[str, tuple[str, str, str, str]] = {
    "a gap": ("asoodeh2020isit/theorem-4", "gap(f, g, 2*eta*L)", "gap(f, g, {}*2*eta*L)", "gap: 1/5 is not at most"),
    "a contraction": ("pabisym/contractive-equal-gaps", "lipschitz(psi(k), c)", "lipschitz(psi(k), {}*c)", "Lipschitz: 19/20 is not at most"),
    "a steady map": ("pabisym/contractive-equal-gaps", "lipschitz(psi(k), c)", "steady(psi(k), {}*c)", "Lipschitz: 19/20 is not at most"),
    "the images": ("asoodeh2020isit/theorem-4", "bounded(phi(k), c*D)", "bounded(phi(k), {}*c*D)", "diameter: 19/20 is not at most"),
    "smooth losses": ("feldman2018/theorem-23", "smooth(h, beta, K)", "smooth(h, {}*beta, K)", "other smooth: 2 is not at most"),
    "losses": ("feldman2018/theorem-23", "lipschitzloss(h, L, K)", "lipschitzloss(h, {}*L, K)", "other Lipschitz: 1 is not at most"),
}  # fmt: skip


@pytest.mark.parametrize("what", NEEDED)
def test_what_a_statement_assumes_of_steps_and_losses_is_provided(what: str) -> None:
    """A statement about smaller gaps, smaller slopes or a smaller domain than the parameters have does not apply."""
    name, old, new, why = NEEDED[what]
    for factor, fits in (("999/1000", False), ("1", True), ("2", True)):
        row = changed(name, old, new.format(factor), ONE_PASS)
        assert (row.epsilon is not None) == fits, (factor, row.fails)
        assert fits or why in row.fails


def test_a_bound_for_one_record_needs_the_gap_of_the_batch() -> None:
    """Without a letter for the batch, a statement about gradient steps says something of batches with their own gap alone."""
    two = {**ONE_PASS, "b": 2, "n": 1000, "T": 1000}
    for gap, fits in (("2*eta*L", False), ("eta*L", True), ("eta*L/2", False)):
        row = changed("altschuler2022/eq-B1", "phi(k), 2*eta*L/n)", f"phi(k), {gap})", two)
        assert ("b == 1 is needed" not in row.fails) == fits, (gap, row.fails)


def test_roles_speak_only_of_parameters() -> None:
    from pabisym.comparison.vocabulary import GIVEN, OPTIONAL
    from pabisym.lang.grammar import parse
    from pabisym.library.point import letters

    for name, role in ROLES.items():
        for formula in filter(None, (role.formula, role.otherwise)):
            assert letters(parse(formula, name)) <= {*GIVEN, *OPTIONAL}


def arguments(values: dict[str, object]) -> list[str]:
    return [part for name, value in values.items() for part in ("--set", f"{name}={value}")]


@pytest.fixture
def small(some: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.cli.commands._library", lambda _: some)


@pytest.mark.usefixtures("small")
def test_the_command_prints_the_same_as_text_and_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import json

    run: Callable[[list[str]], Any] = lambda given: main.main(["compare", *given], standalone_mode=False)  # noqa: E731
    short = {**ONE_PASS, "n": 10, "T": 10}
    assert run([*arguments(short), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert run([*arguments(short), "--plot", str(tmp_path / "curves.svg")]) == 0
    text = capsys.readouterr().out
    for row in data["applicable"]:
        assert row["id"] in text
        assert row["epsilon"]["upper"] in text
    for row in data["failing"]:
        assert row["fails"] in text
    drawn = (tmp_path / "curves.svg").read_text(encoding="utf-8")
    assert drawn.count("<path") > 20
    few = {**ONE_PASS, "n": 6, "T": 12, "eta": 100, "D": 0, "L": "1/7"}
    assert run([*arguments(few), "--records", str(tmp_path / "who.svg")]) in (0, 1)
    assert (tmp_path / "who.svg").read_text(encoding="utf-8").count("<path") > 10


@pytest.mark.usefixtures("small")
def test_nothing_that_applies_is_an_answer_with_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    values = {name: value for name, value in ONE_PASS.items() if name not in ("D", "m", "M")}
    assert main.main(["compare", *arguments(values)], standalone_mode=False) == 1
    assert "no theorem applies" in capsys.readouterr().out


@pytest.mark.parametrize("given", [["--digits", "1"], ["--plot", "x.gif"], ["--records", "x.gif"], ["--set", "n=2", "--set", "n=3"]])
def test_an_unusable_command_writes_nothing(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["compare", *arguments({**ONE_PASS}), *given], standalone_mode=False) == 2
    out = capsys.readouterr()
    assert (out.out, out.err.count("\n")) == ("", 1)


class TestWhatIsRecalled:
    """Why a statement is about something else is kept by the content of the sources, and nothing else is believed."""

    found: Comparison

    @pytest.fixture
    def loaded(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], list[str]]:
        """The ids whose files a new library loads for a comparison, with a cache of its own whose code counts as unchanged."""
        monkeypatch.setenv("PABISYM_CACHE", str(tmp_path))
        monkeypatch.setattr(kept_module, "sources_digest", lambda: "these sources")

        def asked() -> list[str]:
            library = Library.load()
            self.found = compare_unreplayed(library, RunSymbols.of({"n": 4, "b": 1, "T": 4, "eta": 1, "L": 1, "sigma": 4, "delta": "1e-5"}), 4)
            assert isinstance(library.files, TheoremFiles)
            return sorted(library.files._entries)

        return asked

    def test_only_candidates_are_loaded_the_second_time(self, loaded: Callable[[], list[str]], tmp_path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
        first = loaded()
        before = self.found
        second = loaded()
        assert len(second) < len(first) / 2
        assert (self.found.rows, self.found.others) == (before.rows, before.others)
        (path,) = tmp_path.glob("unread-*.json")
        monkeypatch.setattr(kept_module, "sources_digest", lambda: "other sources")
        assert loaded() == first, "changed sources are read"
        data = json.loads(path.read_text(encoding="utf-8"))
        data["value"].popitem()
        path.write_text(json.dumps(data), encoding="utf-8")
        monkeypatch.setattr(kept_module, "sources_digest", lambda: "these sources")
        assert loaded() == first, "an entry about other files is passed over"

    @pytest.mark.campaign
    def test_nothing_is_kept_of_sources_that_changed(self, loaded: Callable[[], list[str]], tmp_path: Path,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kept_module, "sources_digest", lambda: None)
        assert loaded() == sorted(Library.load().files)
        assert not list(tmp_path.glob("unread-*"))

    def test_a_source_that_is_newer_than_the_process_makes_no_key(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cache, "_STARTED", 0.0)
        assert kept_module.sources_digest() is None
        monkeypatch.setattr(cache, "_STARTED", time.time() + 10**9)
        assert kept_module.sources_digest()

    @pytest.mark.campaign
    def test_what_changes_while_it_is_read_is_not_kept(self, loaded: Callable[[], list[str]], tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
        told = iter(("before", "after"))
        monkeypatch.setattr(kept_module, "sources_digest", lambda: next(told))
        loaded()
        assert not list(tmp_path.glob("unread-*"))

    def test_statuses_are_recalled_of_the_same_sources_alone(self, loaded: Callable[[], list[str]], tmp_path: Path,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
        """The second comparison replays nothing and says so; with other sources, and with folders of one's own, statuses are those of now."""
        asked: list[str] = []
        recalled = Library.recalled

        def counted(library: Library, name: str) -> Any:
            asked.append(name)
            return recalled(library, name)

        monkeypatch.setattr(Library, "recalled", counted)
        run: dict[str, Any] = {"n": 4, "b": 1, "T": 4, "eta": 1, "L": 1, "sigma": 4, "delta": "1e-5"}
        first = compare(library=Library.load(), digits=4, **run)
        assert sorted(asked) == sorted(row.id for row in first.applicable)
        asked.clear()
        second = compare(library=Library.load(), digits=4, **run)
        assert not asked
        assert {row.replayed for row in second.applicable} == {"cached"}
        assert second == first
        (tmp_path / "own").mkdir()
        assert compare(library=Library.load((tmp_path / "own",)), digits=4, **run) == first
        assert sorted(asked) == sorted(row.id for row in first.applicable)
        asked.clear()
        monkeypatch.setattr(kept_module, "sources_digest", lambda: "other sources")
        assert compare(library=Library.load(), digits=4, **run) == first
        assert sorted(asked) == sorted(row.id for row in first.applicable)
