"""Hidden batches: the last iterate where nobody sees which steps use the record.

Statement
    Without the record Y_k = phi_k(Y_{k-1}) + zeta_k, phi_k c_k-Lipschitz and zeta_k ~ N(0, v_k I). With pattern i of
    the steps that use it, of chance p_i, X_k = psi_k(X_{k-1}) + zeta_k, sup ||psi_k - phi_k|| <= s_k. For every pattern
    let shares a_k >= 0 leave z_0 >= the distance of the starts, z_k = c_k z_{k-1} + s_k - a_k >= 0 and z_T = 0. If the
    mixture of N(a, diag v) over the patterns is (epsilon, d)-close to N(0, diag v), then the last iterate with the
    record, whose pattern nobody knows, is (epsilon, d)-close to Y_T.
Reads as
    Shares may look at the whole pattern. In blocks, where hits of a block are paid in the next one, and with
    independent uses, what has to be compared is a product of one-dimensional mixtures. A projection is part of the next
    map. Other random choices, as which others are in a batch, are the same in both runs: condition on them.
"""

from ._hidden import BECAUSE, GIVEN, LETTERS
from ._vocabulary import item

STATEMENT = item("the inequality for convex functions, along a run", key="kahane1985", letters=LETTERS,
    given=(*GIVEN, "told: dp(U(n), W(T), epsilon, d)"), conclusion="dp(M(n), Y(T), epsilon, d)", cited_because=BECAUSE, tightness="upper",
    uses=("pabisym/kahane",), spots="T=3, n=2, epsilon=1, d=1/10")
