"""The grammar: text and terms are the same thing, and everything else is refused with its position."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.errors import InputError
from pabisym.lang.grammar import MAX_DEPTH, MAX_LENGTH, parse, to_text
from pabisym.lang.term import FUNCTIONS, HALF, ONE, TWO, ZERO, Call, Name, Number, Term, free_names, substitute

pytestmark = pytest.mark.quick

RELATIONS = ("<=", "<", ">=", ">", "==", "!=")
NAMES = st.sampled_from(["x", "y", "n", "t", "alpha", "sigma_t", "L2", "X'", "e5", "_a", "k"])
ATOMS = st.one_of(
    st.fractions(min_value=-50, max_value=50, max_denominator=30).map(Number),
    st.integers(0, 10**40).map(lambda n: Number(n)),
    NAMES.map(Name),
)


def negated(term: Term) -> Term:
    return Number(-term.value) if isinstance(term, Number) and term.value >= 0 else Call("neg", (term,))


def quotient(pair: tuple[Term, Term]) -> Term:
    top, bottom = pair
    if isinstance(top, Number) and isinstance(bottom, Number) and bottom.value:
        return Number(top.value / bottom.value)
    return Call("/", pair)


def calls(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    """Every way to build a term that the parser itself would build from its text."""
    several = st.lists(inner, min_size=2, max_size=4).map(tuple)
    pair = st.tuples(inner, inner)
    functions = [
        st.tuples(*(inner,) * low).map(lambda args, head=head: Call(head, args))
        for head, (low, high) in FUNCTIONS.items()
        if high is not None and head != "sum"
    ]
    chains = st.lists(st.tuples(st.sampled_from(RELATIONS), inner), min_size=2, max_size=4)
    return st.one_of(
        several.map(lambda args: Call("+", args)),
        several.map(lambda args: Call("*", args)),
        st.sampled_from(["min", "max"]).flatmap(lambda head: several.map(lambda args: Call(head, args))),
        inner.map(negated),
        pair.map(quotient),
        pair.map(lambda args: Call("**", args)),
        st.tuples(inner, NAMES.map(Name), inner, inner).map(lambda args: Call("sum", args)),
        st.tuples(st.sampled_from(RELATIONS), pair).map(lambda got: Call(got[0], got[1])),
        st.tuples(inner, chains).map(lambda got: chain(*got)),
        *functions,
    )


def chain(first: Term, links: list[tuple[str, Term]]) -> Term:
    sides = [first, *(term for _, term in links)]
    return Call("and", tuple(Call(head, (sides[i], sides[i + 1])) for i, (head, _) in enumerate(links)))


TERMS = st.recursive(ATOMS, calls, max_leaves=25)


@settings(max_examples=by_day(600), deadline=None)
@given(TERMS)
def test_written_terms_are_read_back(term: Term) -> None:
    assert parse(to_text(term)) == term


@settings(max_examples=by_day(200), deadline=None)
@given(TERMS)
def test_writing_is_stable(term: Term) -> None:
    assert to_text(parse(to_text(term))) == to_text(term)


@settings(max_examples=by_day(200), deadline=None)
@given(st.text(alphabet="xy12 ()+-*/<=.,sqrt", max_size=30))
def test_arbitrary_text_is_read_or_refused(text: str) -> None:
    refused = None
    try:
        term = parse(text, "here")
    except InputError as error:
        refused = error
    if refused is None:
        assert parse(to_text(term)) == term
    else:
        assert refused.field == "here"
        assert "position" in refused.problem


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("-2**2", Call("neg", (Call("**", (TWO, TWO)),))),
        ("2**-1", Call("**", (TWO, Number(-1)))),
        ("x**y**z", Call("**", (Name("x"), Call("**", (Name("y"), Name("z")))))),
        ("1/2/3", Number(Fraction(1, 6))),
        ("1e-2", Number(Fraction(1, 100))),
        (".5", HALF),
        ("3.", Number(3)),
        ("x/y/z", Call("/", (Call("/", (Name("x"), Name("y"))), Name("z")))),
        ("a - b - c", Call("+", (Name("a"), Call("neg", (Name("b"),)), Call("neg", (Name("c"),))))),
        ("a - (b - c)", Call("+", (Name("a"), Call("neg", (Call("+", (Name("b"), Call("neg", (Name("c"),)))),))))),
        ("1/0", Call("/", (ONE, ZERO))),
    ],
)
def test_precedence(text: str, term: Term) -> None:
    assert parse(text) == term


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("__import__('os')", 12),
        ("__import__(os)", 1),
        ("x.y", 2),
        ("lambda x: x", 9),
        ("x; y", 2),
        ("[x]", 1),
        ("f(x)", 1),
        ("2*eval(x)", 3),
        ("x if y else z", 3),
        ("x = 3", 3),
        ("σ + 1", 1),
        ("x + ٣", 5),
        ("2x", 2),
        ("x y", 3),
        ("(x", 3),
        ("x)", 2),
        ("", 1),
        ("x +", 4),
        ("* x", 1),
        ("sqrt()", 6),
        ("sqrt(x, y)", 1),
        ("sum(k, 2, 1, n)", 1),
        ("1e99999", 2),
        ("x \\ y", 3),
        ("x^2", 2),
        ("x\x00", 2),
    ],
)
def test_refused_with_its_position(text: str, position: int) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "bound")
    assert caught.value.field == "bound"
    assert f"(position {position})" in caught.value.problem
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [None, 1.5, True, b"x", ["x"]])
def test_only_text_is_read(value: object) -> None:
    with pytest.raises(InputError, match="formula as text"):
        parse(value)


def test_depth_is_limited() -> None:
    assert parse("(" * MAX_DEPTH + "x" + ")" * MAX_DEPTH) == Name("x")
    for text in ("(" * (MAX_DEPTH + 1) + "x" + ")" * (MAX_DEPTH + 1), "-" * (MAX_DEPTH + 1) + "x"):
        with pytest.raises(InputError, match=r"nested deeper than 200 \(position"):
            parse(text)
    with pytest.raises(InputError, match=r"nested deeper than 200 \(position"):
        parse("sqrt(" * 201 + "x" + ")" * 201)


def test_deep_formulas_are_written_again() -> None:
    for opening in ("sqrt(", "x + (y*(", "1/("):
        depth = MAX_DEPTH // max(opening.count("("), 1) - 1
        text = opening * depth + "x" + ")" * (opening.count("(") * depth)
        term = parse(text)
        assert parse(to_text(term)) == term
        assert free_names(term) >= {"x"}
        assert substitute(term, {"x": ((), Name("z"))}) == parse(text.replace("x", "z"))


def test_length_is_limited() -> None:
    assert parse("x" + "+x" * (MAX_LENGTH // 2 - 1)) == Call("+", (Name("x"),) * (MAX_LENGTH // 2))
    with pytest.raises(InputError, match="too long"):
        parse("x" + " " * MAX_LENGTH)
    with pytest.raises(InputError, match="too long"):
        parse(10**MAX_LENGTH)


def test_long_integers_are_read_exactly() -> None:
    assert parse("1" * MAX_LENGTH) == Number(Fraction(10**MAX_LENGTH - 1, 9))
    assert to_text(parse("1" * 5000 + "/3")) == "1" * 5000 + "/3"


def test_long_sums_are_flat() -> None:
    term = parse(" + ".join(["x"] * 2000))
    assert isinstance(term, Call)
    assert len(term.args) == 2000


def test_proofs_may_apply_any_name() -> None:
    assert parse("lipschitz(f, c)", "proof", None) == Call("lipschitz", (Name("f"), Name("c")))


@pytest.mark.parametrize("text", ["neg(x)", "neg(x, y)", "and(x < y)"])
def test_operators_are_not_applied_by_name(text: str) -> None:
    with pytest.raises(InputError, match=r"unknown function .* \(position 1\)"):
        parse(text, "proof", None)


def test_substitution_does_not_capture() -> None:
    term = substitute(parse("sum(k*x, k, 1, n)"), {"x": ((), Name("k"))})
    assert free_names(term) == {"k", "n"}
    assert isinstance(term, Call)
    assert term.args[1] != Name("k")
