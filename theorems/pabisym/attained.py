"""A string that turns only where it touches is attained.

Statement
    Let A be a string below the accumulated shift S in coordinates P, N without contractions, with slopes l_k, so that
    A_k - A_{k-1} = l_k (N_k - N_{k-1}), A_0 = 0 and A_T = S_T, that touches S wherever its slope changes: (l_k -
    l_{k-1}) (S_{k-1} - A_{k-1}) = 0. The linear pair X_k = e_k X_{k-1} + s_k + N(0, v_k), X'_k = e_k X'_{k-1} + N(0,
    v_k), X_0 - X'_0 = S_0, with e_k l_k = c_k l_{k-1}, is at least as easy to tell apart as N(0, 1) and N(sqrt(b_T),
    1), with the price b_T = sum_k l_k^2 (N_k - N_{k-1}) of the string.
Reads as
    The price of the best string is not only an upper bound: for every parameter there is a pair of runs in the class
    whose divergence it is, for every notion of divergence at once.
"""

from pabisym.library.statement import Structure

from ._vocabulary import item
from ._worst_pair import CLAIM, RUN, proof

STATEMENT = item("definition 4", "section 2", key="dong2022",
    letters=("T, X, Y, c", Structure("e", "real sequence", "slope of the maps of step k in the pair"), "s, v: step, P, N, S: shift",
        Structure("A", "real sequence", "the string, without contractions"),
        Structure("l", "real sequence", "slope of the string at step k"), "b: price, M: means, W"),
    given=("first start: equal(X(0), normallaw(M(0), W(0)))", "second start: equal(Y(0), normallaw(0, W(0)))", "start mean: M(0) == S(0)",
        "start variance: W(0) == 0", f"first run: {RUN.format(X='X', s='s(k)')}", f"second run: {RUN.format(X='Y', s='0')}",
        "means, variances, noise", "sizes: forall(k, 1, T, v(k) == (N(k) - N(k - 1))*P(k)**2)",
        "unit, product, products, shift, string start, string end", "string: forall(k, 1, T, A(k) - A(k - 1) == l(k)*(N(k) - N(k - 1)))",
        "turns: forall(k, 1, T, e(k)*l(k) == c(k)*l(k - 1))", "contact: forall(k, 1, T, (l(k) - l(k - 1))*(S(k - 1) - A(k - 1)) == 0)",
        "free start", "price: forall(k, 1, T, b(k) - b(k - 1) == l(k)**2*(N(k) - N(k - 1)))"),
    conclusion=CLAIM, proof=proof, uses=("pabisym/linear-pair",), spots="T=3")
