"""A string that turns only where it touches is attained by a linear pair.

Statement
    Let A be a string below the accumulated shift S in coordinates P, N without contractions, with slopes l_k, so that
    A_k - A_{k-1} = l_k (N_k - N_{k-1}), A_0 = 0 and A_T = S_T, that touches S wherever its slope changes:
    (l_k - l_{k-1}) (S_{k-1} - A_{k-1}) = 0. The linear pair X_k = e_k X_{k-1} + s_k + N(0, v_k),
    X'_k = e_k X'_{k-1} + N(0, v_k), X_0 - X'_0 = S_0, with e_k l_k = c_k l_{k-1}, is at least as easy to tell apart as
    N(0, 1) and N(sqrt(b_T), 1), with the price b_T = sum_k l_k^2 (N_k - N_{k-1}) of the string.
Reads as
    The price of the best string is not only an upper bound: for every parameter there is a pair of runs in the class
    whose divergence it is, for every notion of divergence at once.
Letters
    T : integer, T >= 1 : number of steps : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    c : real sequence : Lipschitz constant of step k
    e : real sequence : slope of the maps of step k in the pair
    s : real sequence : gap of the maps of step k
    v : real sequence : variance of the noise of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
    S : real sequence : accumulated shift, without contractions
    A : real sequence : the string, without contractions
    l : real sequence : slope of the string at step k
    b : real sequence : price up to step k
    M : real sequence : difference of the means after k steps
    W : real sequence : variance after k steps
Assumptions
    horizon : T >= 1
    first start : X_0 = N(M_0, W_0)
    second start : X'_0 = N(0, W_0)
    start mean : M_0 = S_0
    start variance : W_0 = 0
    first run : X_k = e_k X_{k-1} + s_k + N(0, v_k)
    second run : X'_k = e_k X'_{k-1} + N(0, v_k)
    means : M_k = e_k M_{k-1} + s_k
    variances : W_k = e_k^2 W_{k-1} + v_k
    noise : N_{k-1} < N_k
    sizes : v_k = (N_k - N_{k-1}) P_k^2
    unit : P_0 = 1
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    shift : S_k P_k = S_{k-1} P_k + s_k
    string start : A_0 = 0
    string end : A_T = S_T
    string : A_k - A_{k-1} = l_k (N_k - N_{k-1})
    turns : e_k l_k = c_k l_{k-1}
    contact : (l_k - l_{k-1}) (S_{k-1} - A_{k-1}) = 0
    free start : b_0 = 0
    price : b_k - b_{k-1} = l_k^2 (N_k - N_{k-1})
Reference
    dong2022, definition 4, section 2
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

from ._worst_pair import CLAIM, RUN, proof

_EACH = {
    "noise": "N(k - 1) < N(k)", "sizes": "v(k) == (N(k) - N(k - 1))*P(k)**2", "products": "P(k) == c(k)*P(k - 1)",
    "shift": "S(k)*P(k) == S(k - 1)*P(k) + s(k)", "string": "A(k) - A(k - 1) == l(k)*(N(k) - N(k - 1))",
    "turns": "e(k)*l(k) == c(k)*l(k - 1)", "contact": "(l(k) - l(k - 1))*(S(k - 1) - A(k - 1)) == 0",
    "price": "b(k) - b(k - 1) == l(k)**2*(N(k) - N(k - 1))", "means": "M(k) == e(k)*M(k - 1) + s(k)",
    "variances": "W(k) == e(k)**2*W(k - 1) + v(k)",
}
_MEANINGS = {
    "c": "Lipschitz constant of step k", "e": "slope of the maps of step k in the pair", "s": "gap of the maps of step k",
    "v": "variance of the noise of step k", "P": "product of the Lipschitz constants up to step k",
    "N": "accumulated noise, without contractions", "S": "accumulated shift, without contractions",
    "A": "the string, without contractions", "l": "slope of the string at step k", "b": "price up to step k",
    "M": "difference of the means after k steps", "W": "variance after k steps",
}


def _each(name: str) -> Assumption:
    return Assumption(name, f"forall(k, 1, T, {_EACH[name]})")


STATEMENT = Statement(
    id="pabisym/attained", title="A string that turns only where it touches is attained", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("dong2022", "definition 4", "section 2"), conclusion=CLAIM,
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                *(Structure(name, "real sequence", meaning) for name, meaning in _MEANINGS.items())),
    assumptions=(Assumption("horizon", "T >= 1"), Assumption("first start", "equal(X(0), normallaw(M(0), W(0)))"),
                 Assumption("second start", "equal(Y(0), normallaw(0, W(0)))"), Assumption("start mean", "M(0) == S(0)"),
                 Assumption("start variance", "W(0) == 0"), Assumption("first run", RUN.format(X="X", s="s(k)")),
                 Assumption("second run", RUN.format(X="Y", s="0")), _each("means"), _each("variances"), _each("noise"), _each("sizes"),
                 Assumption("unit", "P(0) == 1"), Assumption("product", "forall(k, 0, T, P(k) > 0)"), _each("products"), _each("shift"),
                 Assumption("string start", "A(0) == 0"), Assumption("string end", "A(T) == S(T)"), _each("string"), _each("turns"),
                 _each("contact"), Assumption("free start", "b(0) == 0"), _each("price")),
    uses=("pabisym/linear-pair",), spots=(Spot({"T": 3}),),
)
