"""Sequences: lists, terms and partial sums say the same."""

from __future__ import annotations

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.partial_sums import partial_sum

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.kernel.exact import Scope
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.rational import rational
from pabisym.lang.term import ONE, ZERO, Call, Name, Term
from pabisym.process.sequence import (
    EachStep,
    Impulse,
    Listed,
    Periodic,
    StepSequence,
    Sum,
    constant,
    formula,
    impulse,
    periodic,
    read_sequence,
)
from pabisym.show.notebook import sequence_latex

STEPS = 9
LETTERS = {"c": "2/3", "L": 3, "eta": "1/10", "t": 4, "p": 3}
SIZES = st.sampled_from(["0", "1/2", "2*eta*L", "k", "c**k", "k**2 - L", "L/k", "1/(k + t)**2"])
PLAIN = st.sampled_from(["1/2", "2*eta*L", "c"])
PARTS = st.one_of(
    SIZES.map(formula),
    st.builds(impulse, st.sampled_from(["t", "1", "9", "t + p"]), SIZES),
    st.builds(periodic, st.sampled_from(["p", "1", "12"]), SIZES, st.integers(1, 11), st.sampled_from([None, 0, "t", 20])),
    st.lists(PLAIN, min_size=STEPS, max_size=STEPS).map(read_sequence),
)
SEQUENCES = st.one_of(PARTS, st.lists(PARTS, min_size=2, max_size=3).map(lambda parts: Sum(tuple(parts))))


@settings(max_examples=by_day(200), deadline=None)
@given(SEQUENCES)
def test_lists_and_terms_agree(sequence: StepSequence) -> None:
    values = sequence.values(STEPS, LETTERS)
    assert len(values) == STEPS
    term = sequence.term()
    assert values == tuple(exact_value(term, {**LETTERS, "k": k}) for k in range(1, STEPS + 1))
    assert values == tuple(sequence.at(k, LETTERS) for k in range(1, STEPS + 1))
    assert sequence.letters <= set(LETTERS)
    assert parse(to_text(term)) == term


@settings(max_examples=by_day(200), deadline=None)
@given(SEQUENCES)
def test_partial_sums_agree(sequence: StepSequence) -> None:
    closed = partial_sum(sequence, Name("m"))
    if closed is None:
        assert any(
            isinstance(part, Listed) or (isinstance(part, EachStep | Periodic) and "k" in to_text(part.size))
            for part in (sequence.parts if isinstance(sequence, Sum) else (sequence,))
        )
        return
    values = sequence.values(STEPS, LETTERS)
    for m in range(STEPS + 1):
        assert exact_value(closed, {**LETTERS, "m": m}) == sum(values[:m], fmpq(0))


@pytest.mark.parametrize(
    ("size", "closed"),
    [
        ("L", "m*L"),
        ("k", "m**2/2 + m/2"),
        ("1/k", "harmonic(m)"),
        ("c**k", "cases(c - 1, cases(1 - c, m, (c - c**(m + 1))/(1 - c)), (c - c**(m + 1))/(1 - c))"),
    ],
)
def test_closed_forms(size: str, closed: str) -> None:
    found = partial_sum(formula(size), Name("m"))
    assert found is not None
    assert to_text(found) == closed


def test_no_closed_form_is_invented() -> None:
    for size in ("1/k**2", "c**(k**2)", "floor(k/2)", "sqrt(k)"):
        assert partial_sum(formula(size), Name("m")) is None


def test_the_upper_end_of_a_sum_is_not_confused_with_a_letter() -> None:
    found = partial_sum(formula("k*m"), Name("m"))
    assert found is not None
    assert exact_value(found, {"m": 4}) == 40


def test_terms_have_the_form_that_the_kernel_splits() -> None:
    assert impulse("t", "x").term() == parse("cases(k - t, cases(t - k, x, 0), 0)")
    assert periodic("n", "x", "i").term() == parse("cases(k - i, cases(n*floor((k - i)/n) - (k - i), x, 0), 0)")
    arithmetic = Scope(
        {"n": "integer", "t": "integer", "k": "integer", "x": "real"},
        (("before", parse("k <= t - 1")), ("first", parse("1 <= k"))),
    ).arithmetic
    assert not arithmetic.normal(impulse("t", "x").term()).top
    assert not arithmetic.normal(impulse(1, "x").term(parse("k + 1"))).top


def test_sizes_of_impulses_are_taken_at_their_step() -> None:
    assert impulse("t", "k*L").values(5, LETTERS) == (0, 0, 0, 12, 0)


def test_addition_is_flat() -> None:
    total = constant(1) + impulse(2, 3) + periodic(2, 5)
    assert isinstance(total, Sum)
    assert len(total.parts) == 3
    assert total.values(3, {}) == (6, 4, 6)
    with pytest.raises(TypeError):
        constant(1) + 1  # type: ignore[operator]


def test_no_steps_no_values() -> None:
    assert constant("q").values(0, {}) == ()
    assert periodic(2, 1).values(0, {}) == ()
    assert read_sequence([]).values(0, {}) == ()
    assert read_sequence([]).term() == ZERO


def test_long_sequences_are_listed_exactly() -> None:
    values = periodic(7, "1/3", 2).values(100_000, {})
    assert sum(values, fmpq(0)) == fmpq(14286, 3)
    assert formula("1/k").values(2000, {})[-1] == fmpq(1, 2000)


def test_listed_terms_stay_shallow() -> None:
    term = read_sequence(list(range(1000))).term()
    assert exact_value(term, {"k": 777}) == 776
    assert exact_value(term, {"k": 1001}) == 0
    assert depth(term) < 20


def depth(term: Term) -> int:
    return 1 + max(map(depth, term.args)) if isinstance(term, Call) else 1


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("2*eta*L", formula("2*eta*L")),
        ("c**k", formula("c**k")),
        (3, formula(3)),
        (["0", 1, "L"], read_sequence([0, 1, "L"])),
        ([{"at": "t", "size": "L"}], impulse("t", "L")),
        ({"each": "L"}, constant("L")),
        ([{"every": "n", "from": "i", "to": 9, "size": 1}], periodic("n", 1, "i", 9)),
        ([{"each": 1}, {"at": 2, "size": 1}], constant(1) + impulse(2, 1)),
    ],
)
def test_specifications_are_read(data: object, expected: StepSequence) -> None:
    assert read_sequence(data, "gap") == expected
    assert read_sequence(expected) is expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([{"at": 0, "size": 1}], "gap[0].at: 0 is not a step"),
        ([{"at": "1/2", "size": 1}], "gap[0].at: 1/2 is not a step"),
        ([{"at": "k", "size": 1}], "gap[0].at: depends on the step k"),
        ([{"each": 1}, {"every": 0, "size": 1}], "gap[1].every: 0 is not a step"),
        ([{"every": 2, "from": -1, "size": 1}], "gap[0].from: -1 is not a step"),
        ([{"every": 2, "to": -1, "size": 1}], "gap[0].to: -1 is not a step"),
        ([{"ta": 1, "size": 1}], "gap[0]: has none of the keys"),
        ([{"at": 1, "from": 1, "size": 1}], "gap[0].from: does not go with at"),
        ([{"at": 1}], "gap[0].size: is missing"),
        ([{"each": "2*eta*"}], "gap[0].each: 'the end' where"),
        ([1, {"at": 1, "size": 1}], "gap[1]: a number was expected"),
        ([1, 0.5], "gap[1]: the float 0.5 is not exact"),
        (["k"], "[0]: depends on the step k"),
        (None, "gap: a number was expected"),
    ],
)
def test_specifications_are_refused(data: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sequence(data, "gap")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("sequence", "steps", "letters", "match"),
    [
        (read_sequence([1, 2]), 3, {}, "2 values for 3 steps"),
        (impulse("t", 1), 3, {"t": 4}, "step 4 of 3"),
        (impulse("t", 1), 3, {"t": 0}, "t is 0 here"),
        (impulse("t", 1), 3, {"t": "3/2"}, "t is 3/2 here"),
        (periodic("n", 1), 3, {"n": 0}, "n is 0 here"),
        (constant("q"), 3, {}, "q: has no value"),
        (constant("sqrt(2)"), 3, {}, "is not rational here"),
        (formula("1/(k - 2)"), 3, {}, "divides by zero"),
        (constant(1), -1, {}, "not a number of steps"),
        (constant(1), True, {}, "not a number of steps"),
    ],
)
def test_values_are_refused(sequence: StepSequence, steps: int, letters: dict[str, object], match: str) -> None:
    with pytest.raises(InputError, match=match):
        sequence.values(steps, letters)


def test_constants_do_not_mention_the_step() -> None:
    with pytest.raises(InputError, match="depends on the step"):
        constant("k")
    with pytest.raises(InputError, match="adds nothing"):
        Sum(())
    with pytest.raises(InputError, match="not a step"):
        constant(1).at(0, {})


def test_sequences_are_frozen_and_shown() -> None:
    sequence = impulse("t", "2*eta*L")
    with pytest.raises(AttributeError):
        sequence.size = ONE  # type: ignore[misc]
    assert sequence == Impulse(Name("t"), parse("2*eta*L"))
    shown = sequence_latex(sequence)
    assert shown.startswith("$")
    assert r"\eta" in shown
    assert rational("1/2", "x") == constant("1/2").at(7, {})
