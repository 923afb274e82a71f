"""Noisy SGD with random batches in a bounded domain, by mixing in stages.

Statement
    Let the losses of n records and one other be L-Lipschitz on a convex K of diameter D, with gradient steps of size eta that are
    c-Lipschitz there, and let each step project onto K, draw b < n of the records, go eta times their mean gradient, and add noise
    N(0, (eta sigma)^2 I). Let shares a_i >= 0 of a block leave z_0 >= D, z_i >= c z_{i-1} - a_i >= 0, z_m = 0, at the price u_m = sum of
    a_i^2/(eta sigma)^2. Let d_0 >= 1, and let stage j = 1..J have N blocks of m steps, each of which leaves
    d theta_{1 + (e^{e_{j-1}} - 1)/d}(sqrt(u_m)) of d, and add e^{e_{j-1}} w_j, with e_j - e_{j-1} >= N m S + log((alpha - 1)/alpha) -
    (log w_j + log alpha)/(alpha - 1), where S = sampled_first(alpha, b/n, b sigma/(2L)) + sampled(alpha, b/n, b sigma/(2L)).
    Whatever happened before the last J N m of T steps, E_{e^{e_J}}(X_T || X'_T) is at most the last d.
Reads as
    With the same batches two runs forget where they were, so that only the last J N m steps pay for sampling. c = 1 for convex losses and
    steps up to 2/M, c < 1 where they are strongly convex, 1 + eta M where they are only smooth.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing_sampled import BEGIN, COST, LOSSES, PAID, PLAN, PRICE, RISES, SGD_SHARES, SHARED, noisy_sgd, sgd_runs
from ._vocabulary import item

STATEMENT = item("Theorem 3, for noisy SGD", "section III", key="asoodeh2020",
    letters=("T []", integer("J >= 0", "number of stages", "stages", role="plan"),
        integer("N >= 1", "blocks of a stage", "parts", role="plan"), integer("m >= 1", "steps of a block", "size", role="plan"),
        real("alpha > 1", "order of the divergence of a random step", "order", role="plan"),
        "n >= 2: records [records], b >= 1 and b < n [batch, part], i, L, eta",
        real("sigma > 0", "standard deviation of the gradient noise", "deviation", "loss/iterate", role="gradient noise"),
        real("c > 0", "Lipschitz constant of the gradient steps", "factor", role="contraction"),
        real("D >= 0", "diameter of the domain", "width", "iterate", role="diameter"),
        Structure("e", "real sequence", "level after stage j", role="plan"),
        Structure("d", "real sequence", "bound after each block and each stage", role="plan"),
        Structure("w", "real sequence", "slack of stage j", role="plan"), *PLAN,
        "X, Y, f: record, g: record, K: domain, zeta: same in both"),
    given=("levels: forall(j, 0, J, e(j) >= 0)", "positive: forall(i, 0, J*(N + 1), d(i) > 0)", "at first: d(0) >= 1",
        "slacks: forall(j, 1, J, w(j) > 0)", "small slacks: forall(j, 1, J, w(j) < 1)", f"rises: forall(j, 1, J, {RISES(Q=COST)})",
        f"left over: forall(j, 1, J, forall(i, 1, N, d((j - 1)*(N + 1) + i) >= {SHARED(price=PRICE)}))",
        f"paid: forall(j, 1, J, {PAID})", *SGD_SHARES, *LOSSES, *sgd_runs(f"forall(k, {BEGIN} + 1, T, {{}})")),
    conclusion="dp(X(T), Y(T), e(J), d(J*(N + 1)))", proof=noisy_sgd, tightness="upper",
    uses=("pabisym/mixing-sampled", "pabisym/sampled-gradient-step", "pabisym/sampled-batch-steady", "feldman2018/proposition-17"),
    spots="T=30, J=1, N=2, m=3, alpha=2, n=10, b=1, i=1, L=1, eta=1, sigma=1, c=1, D=1")
