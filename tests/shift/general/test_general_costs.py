"""Costs against their definitions, and what is said about their convexity."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath as mp
import numpy as np
import pytest
import sympy
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support import general_references as reference
from support.examples import by_day, spread

from pabisym.errors import InputError
from pabisym.lang.rational import to_fraction
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.general.costs import Cauchy, FormulaCost, GaussianCost, GaussianCovariance, LaplaceCost, StudentT
from pabisym.shift.general.curvature import CurvaturePiece

LOG_SUM = "log(alpha/(2*alpha-1)*exp((alpha-1)*a/b)+(alpha-1)/(2*alpha-1)*exp(-alpha*a/b))/(alpha-1)"
HALF = Fraction(1, 2)
CONVEX = [
    GaussianCost(4, "1/3"), GaussianCovariance(2, [[2, 1], [1, 3]]), LaplaceCost(1, 2), LaplaceCost("1.1", 1), LaplaceCost(4, HALF), LaplaceCost(64, 3),
    LaplaceCost("inf", "3/2"), FormulaCost("a**2/(1+a)"), FormulaCost("a**(5/2)"), FormulaCost("max(a-1, 0) + a**2/8"),
]  # fmt: skip
HEAVY = [
    Cauchy(1, 1), Cauchy(2, 1), Cauchy(3, HALF), Cauchy("5/2", 1), Cauchy("inf", 2), StudentT(2, 3, 1), StudentT(1, 5, 1),
    StudentT("3/2", 4, 2), StudentT("inf", 3, 1),
]  # fmt: skip
BY_DAY = [pytest.param(cost, marks=() if n in (0, 1, 5, 8) else pytest.mark.campaign) for n, cost in enumerate(HEAVY)]
LINE = [-mp.inf, -20, -5, -1, 0, 1, 3, 7, 20, mp.inf]


@pytest.fixture(autouse=True)
def many_digits():
    with mp.workdps(40):
        yield


def identify(cost):
    return str(cost)


def mpf(ball):
    """Both ends of a ball, outwards enough for a comparison at 20 digits."""
    return mp.mpf(ball.lower().str(40, radius=False)), mp.mpf(ball.upper().str(40, radius=False))


def encloses(ball, value, digits=18):
    low, high = mpf(ball)
    slack = abs(value) * mp.mpf(10) ** -digits
    return low - slack <= value <= high + slack and high - low <= abs(value) * mp.mpf(10) ** -digits + mp.mpf(10) ** -30


class TestAgainstDefinitions:
    @pytest.mark.parametrize("order", [1, Fraction(3, 2), 2, 4])
    @pytest.mark.parametrize("shift", [Fraction(1, 10), 1, 3])
    def test_laplace(self, order, shift):
        scale = Fraction(3, 2)
        found = reference.divergence(
            order, lambda u: mp.exp(-abs(u) / 1.5) / 3, reference.number(shift), sorted({*map(mp.mpf, LINE), reference.number(shift)})
        )
        with working_precision(120):
            assert encloses(LaplaceCost(order, scale).value_ball(arb(fmpq(Fraction(shift).numerator, Fraction(shift).denominator))), found)

    @pytest.mark.parametrize("order", spread([1, 2, 3, Fraction(5, 2)], 2))
    @pytest.mark.parametrize("shift", [Fraction(1, 2), 3])
    @pytest.mark.parametrize("df", spread([Fraction(7, 2), 1, 2, 3], 2))
    def test_student(self, order, df, shift):
        nu = reference.number(df)
        constant = mp.gamma((nu + 1) / 2) / mp.sqrt(nu * mp.pi) / mp.gamma(nu / 2)
        found = reference.divergence(order, lambda u: constant * (1 + u * u / nu) ** (-(nu + 1) / 2), reference.number(shift), LINE)
        costs = [StudentT(order, df, 1)] + ([Cauchy(order, 1)] if df == 1 else [])
        with working_precision(100):
            for cost in costs:
                assert encloses(cost.value_ball(arb(fmpq(Fraction(shift).numerator, Fraction(shift).denominator))), found, digits=14)

    def test_cauchy_of_order_two_is_a_logarithm(self):
        with working_precision(100):
            for a in (fmpq(1, 7), fmpq(3), fmpq(50)):
                assert Cauchy(2, Fraction(3, 2)).value_ball(arb(a)).overlaps((1 + arb(a) ** 2 * fmpq(2, 9)).log())

    @pytest.mark.parametrize(("cost", "density"), [
        (LaplaceCost("inf", 1), lambda u: mp.exp(-abs(u))),
        (Cauchy("inf", 1), lambda u: 1 / (1 + u * u)),
        (StudentT("inf", 3, 1), lambda u: (1 + u * u / 3) ** -2),
    ])  # fmt: skip
    def test_order_infinity_is_the_largest_log_ratio(self, cost, density):
        a = 3
        places = mp.linspace(-10, 13, 4601)
        largest = max(mp.log(density(u - a) / density(u)) for u in places)
        with working_precision(100):
            value = mpf(cost.value_ball(arb(a)))[0]
        assert largest <= value + mp.mpf(10) ** -12
        assert value - largest < mp.mpf("1e-5")

    def test_the_divergence_does_not_fall_with_the_order(self):
        families = (lambda o: LaplaceCost(o, 2), lambda o: Cauchy(o, 2), lambda o: StudentT(o, 3, 2))
        with working_precision(100):
            for make in families:
                values = [make(order).value_ball(arb(3)) for order in (1, Fraction(3, 2), 2, 5, "inf")]
                assert all(low < high for low, high in pairwise(values))

    def test_laplace_approaches_its_limits(self):
        with working_precision(200):
            a = arb(fmpq(7, 3))
            pure, many = LaplaceCost("inf", 1).value_ball(a), LaplaceCost(10**6, 1).value_ball(a)
            assert many < pure < many + arb(2).log() / (10**6 - 1)
            near, kl = LaplaceCost(1 + Fraction(1, 10**12), 1).value_ball(a), LaplaceCost(1, 1).value_ball(a)
            assert kl < near < kl + arb(10) ** -11


class TestFloatAndBall:
    @pytest.mark.parametrize("cost", [*CONVEX, *HEAVY], ids=identify)
    def test_floats_follow_balls(self, cost):
        places = np.array([0.0625, 0.5, 1.5, 4.0, 30.0])
        with working_precision(120):
            values = [float(cost.value_ball(arb(a))) for a in places.tolist()]
            slopes = [float(cost.derivative_ball(arb(a))) for a in places.tolist()]
        assert np.allclose(cost.value(places), values, rtol=1e-10, atol=0)
        assert np.allclose(cost.derivative(places), slopes, rtol=1e-10, atol=0)

    @pytest.mark.parametrize("order", [1, Fraction(11, 10), 4, 1000])
    def test_laplace_floats_are_accurate_from_tiny_to_huge_shifts(self, order):
        cost, places = LaplaceCost(order, Fraction(3, 2)), np.geomspace(1e-12, 1e6, 60)
        with working_precision(400):
            values = np.array([float(cost.value_ball(arb(a))) for a in places.tolist()])
        assert np.max(np.abs(cost.value(places) / values - 1)) < 1e-13

    @pytest.mark.parametrize("cost", [GaussianCost(4, "1/3"), LaplaceCost(4, HALF), Cauchy(2, 1)], ids=identify)
    def test_a_conjugate_of_unknown_curvature_is_bounded(self, cost, monkeypatch):
        """Of a piece of which nothing is known, R is at least its least value, and y*a at most that at the far end."""
        monkeypatch.setattr(type(cost), "pieces", lambda self, upto: (CurvaturePiece(fmpq(0), upto / 2, 0), CurvaturePiece(upto / 2, upto, 0)))
        with working_precision(100):
            for y in (fmpq(1, 4), fmpq(3), fmpq(20)):
                bound = cost.conjugate_ball(y, fmpq(4), fmpq(1)).upper()
                assert all(y * a - cost.value_ball(arb(a)) <= bound for a in (fmpq(k, 8) for k in range(33)))

    @pytest.mark.parametrize("cost", [*CONVEX, *HEAVY], ids=identify)
    def test_derivatives_lie_between_the_slopes_of_secants(self, cost):
        curvature = {piece.curvature for piece in cost.pieces(fmpq(1, 8))}
        with working_precision(200):
            low, high = fmpq(1, 16), fmpq(1, 16) + fmpq(1, 10**6)
            secant = (cost.value_ball(arb(high)) - cost.value_ball(arb(low))) / (high - low)
            ends = cost.derivative_ball(arb(low)), cost.derivative_ball(arb(high))
        first, last = ends if curvature == {1} else ends[::-1]
        assert not secant < first
        assert not secant > last
        assert (last - first).upper() < arb(fmpq(1, 1000))

    @given(st.fractions(Fraction(1, 1000), 5), st.sampled_from([1, Fraction(3, 2), 4, 20]), st.fractions(Fraction(1, 2), 5))
    @settings(max_examples=by_day(60), deadline=None)
    def test_inverse_derivatives(self, a, order, size):
        with working_precision(3000):
            point = arb(fmpq(a.numerator, a.denominator))
            cost = LaplaceCost(order, size)
            found = cost.inverse_derivative_ball(cost.derivative_ball(point))
            assert found.overlaps(point)
            assert found.rad() < arb(10) ** -20

    def test_inverse_derivative_in_floats_saturates_at_the_end(self):
        cost = LaplaceCost(4, 2)
        assert cost.inverse_derivative([0.0, 0.5, 0.6], upto=7.0).tolist() == [0.0, 7.0, 7.0]
        assert abs(cost.inverse_derivative(cost.derivative([0.3]))[0] - 0.3) < 1e-15
        assert LaplaceCost("inf", 2).inverse_derivative([0.4, 0.5], upto=3.0).tolist() == [0.0, 3.0]

    @given(
        st.sampled_from([*CONVEX, *HEAVY[:7]]),
        st.fractions(0, 3),
        st.fractions(Fraction(1, 8), 8),
        st.lists(st.fractions(0, 1), min_size=5),
    )
    @settings(max_examples=by_day(60), deadline=None)
    def test_conjugates_are_upper_bounds(self, cost, price, upto, fractions):
        y, end = (fmpq(x.numerator, x.denominator) for x in (price, upto))
        with working_precision(100):
            places = [end * fmpq(f.numerator, f.denominator) for f in fractions]
            for near in places[:2]:
                bound = cost.conjugate_ball(y, end, near).upper()
                assert all(not bound < y * a - cost.value_ball(arb(a)) for a in (*places, end, fmpq(0)))

    @pytest.mark.parametrize("cost", [*CONVEX, *BY_DAY], ids=identify)
    def test_conjugates_are_sharp(self, cost):
        y, end = fmpq(1, 5), fmpq(1, 2) if cost in HEAVY else fmpq(20)
        places = np.linspace(0, float(end), 8001)
        values = 0.2 * places - cost.value(places)
        best = float(values.max())
        near = fmpq(*float(places[np.argmax(values)]).as_integer_ratio())
        with working_precision(100):
            assert float(cost.conjugate_ball(y, end, near).upper()) <= best + 1e-5

    def test_global_precision_is_left_alone(self):
        before = ctx.prec, mp.mp.dps
        Cauchy(2, 1).convexity(2)
        StudentT(2, 3, 1).convexity(1)
        FormulaCost("a**2-a**3/9").convexity(2)
        assert (ctx.prec, mp.mp.dps) == before


class TestCovariance:
    @given(st.integers(1, 4), st.data())
    @settings(max_examples=by_day(40), deadline=None)
    def test_the_least_eigenvalue_is_enclosed(self, size, data):
        rows = [[data.draw(st.integers(-3, 3)) for _ in range(size)] for _ in range(size)]
        matrix = [[sum(r[i] * r[j] for r in rows) + (i == j) for j in range(size)] for i in range(size)]
        low, high = map(to_fraction, GaussianCovariance(2, matrix).eigenvalue)
        assert high - low <= high / 2**100
        assert all(pivot > 0 for pivot in pivots(matrix, low - Fraction(1, 2**130)))
        assert not all(pivot > 0 for pivot in pivots(matrix, high + Fraction(1, 2**130)))

    def test_a_diagonal_matrix_is_exact(self):
        cost = GaussianCovariance(3, [[2, 0], [0, Fraction(1, 2)]])
        assert cost.eigenvalue == (fmpq(1, 2), fmpq(1, 2))
        assert cost.value_ball(arb(1)) == GaussianCost(3, Fraction(1, 2)).value_ball(arb(1)) == 3

    def test_floats_stand_for_themselves(self):
        assert GaussianCovariance(2, np.array([[0.1]])).eigenvalue[0] == fmpq(*(0.1).as_integer_ratio())

    @pytest.mark.parametrize("matrix", [[[1, 2], [2, 1]], [[1, 1], [1, 1]], [[0]], [[1, 2], [3, 4]], [[1, 2]], [], [[math.nan]]])
    def test_refused(self, matrix):
        with pytest.raises(InputError, match="covariance"):
            GaussianCovariance(2, matrix)


def pivots(matrix, shift):
    """The pivots of elimination of matrix - shift, as far as they are positive and one further."""
    rows = [[Fraction(x) - (shift if i == j else 0) for j, x in enumerate(row)] for i, row in enumerate(matrix)]
    found = []
    for k in range(len(rows)):
        found.append(rows[k][k])
        if rows[k][k] <= 0:
            break
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return found


class TestConvexity:
    @pytest.mark.parametrize("cost", CONVEX, ids=identify)
    def test_shown(self, cost):
        found = cost.convexity(50)
        assert found.verdict is True
        assert found.witness is None

    def test_the_witness_for_cauchy_is_exact(self):
        """For the order 2 the inequality of the witness is one between rational numbers."""
        first, middle, last = map(to_fraction, Cauchy(2, 1).convexity().witness.points)
        assert middle == (first + last) / 2
        assert (1 + first**2 / 2) * (1 + last**2 / 2) < (1 + middle**2 / 2) ** 2

    @pytest.mark.parametrize("cost", BY_DAY, ids=identify)
    def test_heavy_tails_are_refuted_by_a_witness(self, cost):
        for found in (cost.convexity(), cost.convexity(40)):
            assert found.verdict is False
            low, middle, high = found.witness.points
            assert middle * 2 == low + high
            with working_precision(150):
                assert cost.value_ball(arb(low)) + cost.value_ball(arb(high)) < 2 * cost.value_ball(arb(middle))
            assert found.witness.excess < 0

    def test_heavy_tails_are_convex_near_zero(self):
        for cost in HEAVY:
            assert cost.convexity(Fraction(1, 4) * to_fraction(cost.scale)).verdict is (cost.order is not None)

    @pytest.mark.parametrize("cost", BY_DAY, ids=identify)
    def test_pieces_cover_and_tell_the_truth(self, cost):
        pieces = cost.pieces(fmpq(12))
        assert pieces[0].low == 0
        assert pieces[-1].high == 12
        assert all(left.high == right.low for left, right in pairwise(pieces))
        with working_precision(150):
            for piece in pieces:
                low, middle, high = (cost.value_ball(arb(a)) for a in (piece.low, (piece.low + piece.high) / 2, piece.high))
                assert not (low + high - 2 * middle) * piece.curvature < 0

    @pytest.mark.parametrize(("formula", "upto", "verdict"), [
        ("a**2", None, True), ("a**4", None, True), ("exp(a) - 1 - a", None, True), ("sqrt(1 + a**2) - 1", None, True),
        ("a", None, True), ("log(1 + a**2/2)", 1, True), ("log(1 + a**2/2)", None, "not shown"), ("log(1 + a**2/2)", 3, False),
        ("max(a, 2*a - 1)", 5, True), ("3*max(a - 1, 0)/2 + a**2", 5, True), ("abs(a - 1) - 1 + 2*a", 5, True),
        ("min(a, 1)", 3, False), ("sqrt(a)", 3, False), ("a**3 - a**2 + 3*a", 3, False), ("a**2 + a**3 - a**4/100", 3, True),
        ("max(a**2 - a**3/10, 0)", 1, True), ("max(a, 1)*a", 2, "not shown"),
    ])  # fmt: skip
    def test_formulas(self, formula, upto, verdict):
        found = FormulaCost(formula).convexity(upto)
        assert found.verdict == verdict
        assert (found.witness is not None) is (verdict is False)

    @given(st.integers(2, 30), st.fractions(Fraction(1, 5), 5))
    @settings(max_examples=by_day(15, 5), deadline=None)
    def test_the_laplace_formula_is_shown_for_all_payments(self, order, scale):
        cost = FormulaCost(LOG_SUM, {"alpha": order, "b": scale})
        assert cost.convexity().verdict is True
        with working_precision(150):
            assert cost.value_ball(arb(2)).overlaps(LaplaceCost(order, scale).value_ball(arb(2)))

    def test_a_curve_that_bends_down_a_little_is_not_called_convex(self):
        cost = FormulaCost("a**2/2 - 3*a**3/5 + a**4/4 + a")
        assert cost.convexity(3).verdict is False

    def test_a_kink_at_a_shift_keeps_both_slopes(self):
        with working_precision(60):
            slopes = FormulaCost("max(a, 3*a - 2)").derivative_ball(arb(1))
        assert slopes.contains(arb(1))
        assert slopes.contains(arb(3))


class TestFormula:
    @pytest.mark.parametrize("formula", [
        "a**2/(1+a)", "sqrt(1+a**2)-1", "exp(-a)+a-1", "a**(5/2)", "log(1+a)*a", "(1+a)**a-1", "a*exp(a/3)", "2**a-1", "-(1-a)**2+1",
        "a/(2+a)*a", "a**2*3*a",
    ])  # fmt: skip
    def test_derivatives_agree_with_sympy(self, formula):
        a = sympy.Symbol("a")
        with working_precision(120):
            for place in (Fraction(1, 3), Fraction(7, 4)):
                derivative = sympy.diff(sympy.parse_expr(formula), a).subs(a, sympy.Rational(place.numerator, place.denominator))
                ball = FormulaCost(formula).derivative_ball(arb(fmpq(place.numerator, place.denominator)))
                assert ball.overlaps(arb(str(sympy.N(derivative, 40)), "1e-35"))
                assert ball.rad() < arb(10) ** -30

    @pytest.mark.parametrize(("formula", "letters", "message"), [
        ("a + 1", None, "0 at a = 0"), ("2", None, "does not depend"), ("b*a", None, "b: has no value"), ("a", {"b": 1}, "no letter"),
        ("a*b", {"b": 1, "a": 2}, "no letter"), ("floor(a)", None, "unknown function"), ("-a", None, "falls"), ("1/a", None, "1/a"),
        ("a*b", {"b": 0.5}, "not exact"), ("log(a)", None, "log"), ("a +", None, "expected"),
    ])  # fmt: skip
    def test_refused(self, formula, letters, message):
        with pytest.raises(InputError, match=message):
            FormulaCost(formula, letters)

    def test_equal_formulas_are_equal(self):
        assert FormulaCost("b*a", {"b": Fraction(1, 2)}) == FormulaCost("b * a", {"b": "0.5"})
        assert len({FormulaCost("b*a", {"b": 1}), FormulaCost("b*a", {"b": 1}), FormulaCost("b*a", {"b": 2})}) == 2


@pytest.mark.parametrize("make", [
    lambda: LaplaceCost(Fraction(1, 2), 1), lambda: LaplaceCost(2, 0), lambda: LaplaceCost(2, -1), lambda: LaplaceCost(2.5, 1), lambda: GaussianCost("inf", 1),
    lambda: GaussianCost(2, 0), lambda: Cauchy(0, 1), lambda: Cauchy(2, 0), lambda: StudentT(2, Fraction(1, 2), 1), lambda: StudentT(2, 3, 0),
    lambda: LaplaceCost(True, 1), lambda: LaplaceCost("inf", 1).inverse_derivative_ball(arb(1)), lambda: LaplaceCost(2, 1).__class__(2, None),
    lambda: FormulaCost("a**2").convexity(0), lambda: Cauchy(2, 1).convexity(-1),
])  # fmt: skip
def test_bad_parameters_are_refused(make):
    with pytest.raises(InputError):
        make()


@pytest.mark.parametrize("far", ["1e400", "1e-400"])
@pytest.mark.parametrize(("make", "field"), [
    (lambda far: LaplaceCost(2, far), "scale"), (lambda far: Cauchy(2, far), "scale"), (lambda far: StudentT(2, 3, far), "scale"),
    (lambda far: FormulaCost("s*a**2", {"s": far}), "s"),
])
def test_numbers_with_which_floats_do_not_compute_are_refused(make, field, far):
    """They raised errors of the conversion to float when the cost was first evaluated."""
    with pytest.raises(InputError, match="lies outside the range of floats; use other units") as caught:
        make(far)
    assert caught.value.field == field


@pytest.mark.parametrize("make", [lambda far: LaplaceCost(far, 1), lambda far: StudentT(2, far, 1), lambda far: Cauchy(far, 1)])
def test_so_are_large_orders_and_degrees_of_freedom(make):
    with pytest.raises(InputError, match="lies outside the range of floats"):
        make("1e400")


def test_costs_are_values():
    assert LaplaceCost(4, "0.5") == LaplaceCost(4, Fraction(1, 2))
    assert hash(Cauchy("inf", 1)) == hash(Cauchy(math.inf, 1))
    assert LaplaceCost(2, 1) != Cauchy(2, 1)
    with pytest.raises(AttributeError):
        LaplaceCost(2, 1).scale = 3
