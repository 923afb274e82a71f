"""Letters are the user's: any of them may be called as proofs call something else, and renaming them renames the answer."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support.examples import spread
from support.renamed import ordered, renamed

from pabisym.cli import main
from pabisym.derivation.derive import derive
from pabisym.derivation.renaming import INNER, Exchange, clashes
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.kernel.exact import Scope
from pabisym.kernel.judgement import declarable
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import Call, Name, Term, substitute
from pabisym.process.sequence import names
from pabisym.refutation.search import refute
from pabisym.spec.read import read_spec

SPECS = Path(__file__).parent.parent / "specs"
SHORT = ("single-impulse", "start-shift", "multi-epoch")
LONG = ("algorithm-noisy-gd", "algorithm-noisy-sgd", "algorithm-langevin", "single-impulse-decaying-noise", "start-shift-and-impulse")
"""Specs left to the campaign of their own: their formulas are distinctions of cases that are written in the order of the letters."""


def equal(one: Term, other: Term, spec: str) -> bool:
    """Are two formulas the same up to the order of terms and factors, or have they the same normal form in the domains, or at 20 points the same rational value."""
    known = read_spec(SPECS / f"{spec}.toml").scope()
    scope = Scope(known.kinds, known.known)
    if isinstance(one, Call) and isinstance(other, Call) and one.head == other.head == "sqrt":
        return equal(one.args[0], other.args[0], spec)
    if ordered(one) == ordered(other) or scope.arithmetic.holds(Call("==", (one, other))):
        return True
    drawn = list(read_spec(SPECS / f"{spec}.toml").points(20, seed=1))
    return all(exact_value(one, point) == exact_value(other, point) is not None for point in drawn) and len(drawn) == 20


def check_renaming(spec: str, seed: int) -> None:
    generator = random.Random(seed)
    table = tomllib.loads((SPECS / f"{spec}.toml").read_text(encoding="utf-8"))
    letters = list(table["symbols"])
    pool = [a + b for a in "abcdefgxyzABCXYZ" for b in "abcdeqrtuvw" if declarable(a + b)]
    other = dict(zip(letters, [*generator.sample(pool, len(letters))], strict=True))
    plain, moved = derive(table), derive(renamed(table, other))
    back = substitute(moved.bound, {new: ((), Name(old)) for old, new in other.items()})
    assert names(moved.bound) == {other.get(name, name) for name in names(plain.bound)}
    assert equal(plain.bound, back, spec), (to_text(plain.bound), to_text(back))
    assert moved.tightness == plain.tightness
    assert moved.tightness_by == plain.tightness_by


@pytest.mark.parametrize("spec", SHORT)
def test_renaming_letters_renames_the_answer(spec: str) -> None:
    check_renaming(spec, 1)


@pytest.mark.campaign
@pytest.mark.parametrize("spec", sorted(path.stem for path in SPECS.glob("*.toml") if path.stem not in (*SHORT, *LONG)))
def test_renaming_letters_renames_every_answer(spec: str) -> None:
    for seed in (2, 3):
        check_renaming(spec, seed)


def spec_with(s: str) -> dict[str, Any]:
    return {
        "symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", s: f"real, {s} >= 0", "v": "real, v > 0", "a": "real, a > 1"},
        "process": {"steps": "n", "gap": [{"at": "t", "size": s}], "noise": {"law": "gaussian", "variance": "v"}},
        "goal": {"divergence": "renyi", "order": "a"},
    }


@pytest.mark.parametrize("letter", spread(INNER, 3))
def test_a_letter_that_proofs_use_for_something_else(letter: str) -> None:
    found = derive(spec_with(letter))
    assert names(found.bound) == {letter, "n", "t", "v", "a"}
    assert found.attainment is not None
    assert found.statement.verdict.accepted
    assert found.statement.sequent.kinds[letter] == "real"
    assert len(found.blocks) == 2


def test_a_claim_in_such_a_letter_is_proved() -> None:
    assert refute({**spec_with("X"), "claim": {"bound": "a*X**2/(2*v)"}}).status == "proved"
    assert refute({**spec_with("zeta"), "claim": {"bound": "a*zeta**2/(3*v)"}}).status == "refuted"


@pytest.mark.parametrize("letter", ["k", "renyi", "gap", "R", "and"])
def test_a_reserved_word_gives_one_line(letter: str) -> None:
    with pytest.raises(InputError) as found:
        derive(spec_with(letter))
    assert found.value.field == f"symbols.{letter}"
    assert "\n" not in str(found.value)


def test_the_exchange_is_its_own_inverse() -> None:
    clashing = clashes(["X", "i", "i'", "n"])
    assert clashing == {"X": "X'", "i": "i''"}
    exchange, term = Exchange.of(clashing), parse("X*i + n*sum(i, i, 1, n)", "test", None)
    assert exchange(term) == parse("X'*i'' + n*sum(i'', i'', 1, n)", "test", None)
    assert exchange(exchange(term)) == term
    tree = {"rule": "known", "with": {"label": "i from"}, "premises": [], "conclusion": "1 <= i"}
    assert exchange(tree) == {"rule": "known", "with": {"label": "i'' from"}, "premises": [], "conclusion": "1 <= i''"}


@pytest.mark.parametrize(("at", "said"), [
    (["nn=3"], "pabisym: error: --set: nn is not a symbol of this spec; did you mean n?"),
    (["n=3"], "pabisym: error: --set: t, L, sigma, alpha are missing; give every symbol of the bound a value in its domain, as in --set t=2"),
    (["n=3", "t=2", "L=1", "alpha=2"], "pabisym: error: --set: sigma is missing; give every symbol of the bound a value in its domain, as in --set sigma=2"),
    (["n=3", "t=4", "L=1", "sigma=1", "alpha=2"], "pabisym: error: --set: t <= n is false there; give a point of the domains"),
    (["n=3", "t=3/2", "L=1", "sigma=1", "alpha=2"], "pabisym: error: --set: t is not an integer; give a whole number, as in --set t=2"),
])
def test_a_point_that_is_none_is_refused(at: list[str], said: str) -> None:
    given = [part for one in at for part in ("--set", one)]
    answer = CliRunner().invoke(main, ["derive", str(SPECS / "single-impulse.toml"), *given])
    assert (answer.exit_code, answer.stderr.strip()) == (2, said)


def test_the_bound_at_a_point() -> None:
    at = [part for one in ("n=3", "t=2", "L=1", "sigma=2", "alpha=2") for part in ("--set", one)]
    answer = CliRunner().invoke(main, ["derive", str(SPECS / "single-impulse.toml"), *at])
    assert answer.exit_code == 0
    assert answer.stdout.splitlines()[-1] == "at n = 3, t = 2, L = 1, sigma = 2, alpha = 2: 0.5"


def test_contraction_that_is_a_power_of_a_letter_is_no_bug(tmp_path: Path) -> None:
    text = (SPECS / "constant-gap-contractive.toml").read_text(encoding="utf-8")
    spec = tmp_path / "power.toml"
    spec.write_text(text.replace('contraction = "c"', 'contraction = "c**H"').replace("[symbols]", '[symbols]\nH = "integer, H >= 1"'),
                    encoding="utf-8")
    assert CliRunner().invoke(main, ["derive", str(spec)]).exit_code in (0, 3)


def test_a_root_of_the_step_is_seen_not_to_be_negative() -> None:
    table = spec_with("s")
    table["process"]["gap"] = [{"each": "s*sqrt(k)"}]
    del table["symbols"]["t"]
    assert derive(table).statement.verdict.accepted
