"""Terms and sympy expressions: nothing is lost, nothing is assumed, and nothing silently does nothing."""

from __future__ import annotations

import itertools

import pytest
import sympy
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from support.examples import by_day

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.sympy_bridge import UNDEFINED, convert, revert, symbol
from pabisym.lang.term import FUNCTIONS as GRAMMAR
from pabisym.lang.term import Call, Name, Number, Term
from pabisym.spec.domains import domain

pytestmark = pytest.mark.quick

DOMAINS = {"n": "integer", "t": "integer"}
LEAVES = st.one_of(
    st.fractions(min_value=-9, max_value=9, max_denominator=7).map(Number),
    st.sampled_from(["x", "y", "n", "t"]).map(Name),
)


def calls(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    pair = st.tuples(inner, inner)
    return st.one_of(
        *(pair.map(lambda args, head=head: Call(head, args)) for head in ("+", "*", "/", "min", "max")),
        *(inner.map(lambda arg, head=head: Call(head, (arg,))) for head in ("neg", "abs", "floor", "ceiling")),
        st.tuples(inner, st.integers(-3, 3).map(lambda n: Number(n))).map(lambda args: Call("**", args)),
        st.tuples(inner, inner, inner).map(lambda args: Call("cases", args)),
        st.tuples(inner, st.integers(-2, 4)).map(
            lambda got: Call("sum", (got[0], Name("t"), Number(got[1]), Number(3)))
        ),
    )


TERMS = st.recursive(LEAVES, calls, max_leaves=10)
FUNCTIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        calls(inner),
        *(inner.map(lambda arg, head=head: Call(head, (arg,))) for head in ("sqrt", "exp", "log", "erfc", "harmonic", "a")),
        *(st.tuples(*[inner] * GRAMMAR[head][0]).map(lambda args, head=head: Call(head, args)) for head in UNDEFINED),
    ),
    max_leaves=8,
)
POINT = st.fixed_dictionaries(
    {
        "x": st.fractions(min_value=-5, max_value=5, max_denominator=9),
        "y": st.fractions(min_value=-5, max_value=5, max_denominator=9),
        "n": st.integers(-4, 6),
        "t": st.integers(-4, 6),
    }
)


@settings(max_examples=by_day(300), deadline=None)
@given(TERMS, POINT)
def test_round_trip_keeps_the_value(term: Term, point: dict[str, object]) -> None:
    try:
        value = exact_value(term, point)
        back = revert(convert(term, DOMAINS))
    except InputError:
        assume(False)
    assert value is not None
    assert exact_value(back, point) == value


@settings(max_examples=by_day(300), deadline=None)
@given(FUNCTIONS)
@example(parse("2*sqrt(sqrt(4/3))"))
def test_round_trip_is_stable_and_writable(term: Term) -> None:
    """From the second time on: sympy leaves a product inside a product for sqrt(sqrt(4/3)), which the first one makes flat."""
    try:
        expression = convert(revert(convert(term, DOMAINS)), DOMAINS)
    except InputError:
        assume(False)
    back = revert(expression)
    assert convert(back, DOMAINS) == expression
    assert parse(to_text(back), "back", None) == back


@settings(max_examples=by_day(100), deadline=None)
@given(TERMS, TERMS, st.sampled_from(["<=", "<", ">=", ">", "==", "!="]))
def test_relations_stay_relations(left: Term, right: Term, head: str) -> None:
    try:
        relation = convert(Call(head, (left, right)), DOMAINS)
    except InputError:
        assume(False)
    assert isinstance(relation, sympy.core.relational.Relational)
    back = revert(relation)
    assert isinstance(back, Call)
    assert back.head == head


def test_symbols_are_real_or_integer_and_nothing_else() -> None:
    sigma, n = symbol("sigma"), symbol("n", "integer")
    assert (sigma.is_real, sigma.is_positive, sigma.is_zero) == (True, None, None)
    assert (n.is_integer, n.is_positive) == (True, None)
    assert symbol("sigma") is sigma
    assert convert(parse("L > 0"), {}) != sympy.true
    with pytest.raises(InputError, match="'positive' is not a domain"):
        symbol("sigma", "positive")
    with pytest.raises(InputError, match="is not a name"):
        symbol("2x")


@pytest.mark.parametrize("text", ["L > 0", "0 <= 1", "x == x", "1 <= t <= n", "a < b <= c != d", "sqrt(x) >= 0"])
def test_relations_and_chains_are_kept(text: str) -> None:
    assert to_text(revert(convert(parse(text), DOMAINS))) == text


@pytest.mark.parametrize(
    "text",
    [
        "2*L**2*alpha/(sigma**2*(n - t + 1))",
        "cases(k - t, cases(-k + t, x, 0), 0)",
        "sum(c**k, k, 1, n)",
        "theta(gamma, r)*exp(-x)",
        "a(k)",
        "-x*y + 3/2",
        "a - x/y - 1/2",
        "x**(3/2)/sqrt(y)",
        "exp(1)*x",
        "1/(1 - c)",
        "harmonic(n)",
        "min(2, x, y)",
    ],
)
def test_texts_come_back_as_they_were(text: str) -> None:
    assert to_text(revert(convert(parse(text, "f", None), DOMAINS))) == text


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("x/0", "no real value"),
        ("log(0)", "no real value"),
        ("1/log(0)", "no real value"),
        ("0**(-1)", "no real value"),
        ("sqrt(-1)", "no real value"),
        ("log(-2)", "no real value"),
        ("9**9**9", "too large"),
        ("(x < y) + 1", "holds a relation"),
        ("sum(x < y, k, 1, 2)", "holds a relation"),
        ("0 <= x < 0", "contradicts"),
        ("x <= x <= x", "repeats"),
        ("forall(k, 1, n, x)", "judgement"),
    ],
)
def test_what_has_no_expression_is_refused(text: str, match: str) -> None:
    with pytest.raises(InputError, match=match):
        convert(parse(text, "f", None), {})


def test_large_literals_are_not_computed() -> None:
    for text in ("harmonic(10**9)", "floor(exp(10**9))", "max(exp(10**9), 2)", "exp(10**9*log(2))"):
        assert convert(parse(text), {}).is_Function


def test_deep_formulas_are_converted() -> None:
    for head in ("exp", "floor", "abs", "harmonic", "a"):
        term = parse(f"{head}(" * 199 + "x" + ")" * 199, "f", None)
        assert revert(convert(term, {})) == term
    fraction = parse("1/(1 + (" * 60 + "x" + "))" * 60)
    assert exact_value(revert(convert(fraction, {})), {"x": 2}) == exact_value(fraction, {"x": 2})


@pytest.mark.parametrize(
    ("expression", "node"),
    [
        (sympy.Float("0.5"), "Float"),
        (sympy.EulerGamma, "EulerGamma"),
        (sympy.oo, "Infinity"),
        (sympy.zoo, "ComplexInfinity"),
        (sympy.I, "ImaginaryUnit"),
        (sympy.sin(symbol("x")), "sin"),
        (sympy.Symbol("pi"), "Symbol"),
        (sympy.Symbol("two words", real=True), "Symbol"),
        (sympy.harmonic(symbol("n", "integer"), 2), "harmonic"),
        (sympy.Integral(symbol("x"), symbol("x")), "Integral"),
        (sympy.true, "BooleanTrue"),
        (sympy.I * symbol("x"), "ImaginaryUnit"),
        (symbol("x") * sympy.Float("0.5"), "Float"),
        (sympy.Piecewise((1, symbol("x") > 0)), "Piecewise"),
        (sympy.Piecewise((1, sympy.Xor(symbol("x") > 0, symbol("y") > 0)), (2, True)), "Piecewise"),
        (sympy.Sum(symbol("x"), (symbol("x"), 1, 2)), "Sum"),
        (sympy.And(symbol("x") > 0, symbol("y") > 0, evaluate=False), "And"),
        (sympy.Or(symbol("x") > 0, symbol("y") > 0), "Or"),
        (sympy.Function("sqrt")(symbol("x")), "sqrt"),
    ],
)
def test_what_the_grammar_cannot_say_is_refused_by_name(expression: sympy.Basic, node: str) -> None:
    with pytest.raises(InputError) as caught:
        revert(expression)
    assert caught.value.field == node


@pytest.mark.parametrize("relation", [sympy.Ge, sympy.Gt, sympy.Le, sympy.Lt, sympy.Eq, sympy.Ne])
def test_every_condition_of_a_piecewise_is_said_by_cases(relation: type) -> None:
    x = symbol("x")
    term = revert(sympy.Piecewise((10, relation(x, 2)), (20, True)))
    for value in (1, 2, 3):
        expected = 10 if relation(sympy.Integer(value), sympy.Integer(2)) else 20
        assert exact_value(term, {"x": value}) == expected


@pytest.mark.parametrize("relation", [sympy.Ge, sympy.Gt, sympy.Le, sympy.Lt, sympy.Eq, sympy.Ne])
@pytest.mark.parametrize("joined", [sympy.And, sympy.Or])
def test_conditions_that_are_joined_are_said_once(joined: type, relation: type) -> None:
    """Each branch stands once in the term, however many conditions choose among them."""
    x, y = symbol("x"), symbol("y")
    branches = [(k, joined(relation(x, k), sympy.Not(relation(y, 3)), y <= k + 1)) for k in range(8)]
    expression = sympy.Piecewise(*branches, (20, True), evaluate=False)
    term = revert(expression)
    assert len(to_text(term)) < 1000
    for at in itertools.product((-1, 0, 3, 4, 9), (2, 3, 4, 8)):
        assert exact_value(term, {"x": at[0], "y": at[1]}) == expression.subs({x: at[0], y: at[1]})


def test_domains_are_read() -> None:
    assert domain("real") == ("real", ())
    assert domain("real, sigma > 0") == ("real", (parse("sigma > 0"),))
    assert domain(" integer , 1 <= t <= n") == ("integer", (parse("1 <= t"), parse("t <= n")))
    assert domain("real, min(a, b) <= x, x != 2") == ("real", (parse("min(a, b) <= x"), parse("x != 2")))


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "'' is not a domain"),
        ("natural, n > 0", "'natural' is not a domain"),
        ("n > 0", "'n > 0' is not a domain"),
        ("real, x", "not a relation"),
        ("real, x + 1", "not a relation"),
        ("real, 1 < 2", "mentions no symbol"),
        ("real, sqrt(2) < 2", "mentions no symbol"),
        ("real, -1 < 2 < 3", "mentions no symbol"),
        ("real,", "position 1"),
        ("real, x > ", "position"),
        ("real, (x < y) < z", "not a relation"),
        ("real, x > 0)", "after the end"),
        (3, "a text was expected"),
    ],
)
def test_domains_are_refused(text: object, match: str) -> None:
    with pytest.raises(InputError, match=match) as caught:
        domain(text, "symbols.x")
    assert caught.value.field == "symbols.x"


@pytest.mark.parametrize("text", [
    "cases(cases(n - 2, n, 2) - n/(1 + x), cases(n - 2, n, 2), n/(1 + x))",
    "cases(cases(x, y, cases(y - 1, x, 1)) + cases(n, -x, y), 1, cases(x - y, x, 0))",
])  # fmt: skip
def test_cases_in_a_condition_are_drawn_out_of_it(text: str) -> None:
    """A condition of sympy's Piecewise holds no other; the value is the same at every point."""
    term = parse(text)
    again = revert(convert(term, {}))
    assert "Piecewise" not in {type(condition).__name__ for _, condition in convert(term, {}).args}
    for x in (-3, 0, 2):
        for y in (-1, 1, 5):
            for n in (-1, 0, 2, 7):
                at = {"x": x, "y": y, "n": n}
                assert exact_value(again, at) == exact_value(term, at)


def test_too_many_cases_in_a_condition_are_refused() -> None:
    within = " + ".join(f"cases(x - {k}, y, {k})" for k in range(9))
    with pytest.raises(InputError, match="formula: holds too many cases"):
        convert(parse(f"cases({within}, 1, 0)"), {})
