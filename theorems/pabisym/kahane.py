"""Kahane's inequality for mixtures of finitely many Gaussians.

Statement
    Let A_1, ..., A_n and B_1, ..., B_n be points with <A_i, A_j> <= <B_i, B_j> for all i and j, Z a Gaussian noise N(0,
    v I), v > 0, and w a law of the numbers 1, ..., n. If the mixture of B_i + Z is (epsilon, d)-close to Z, then so is
    the mixture of A_i + Z.
Reads as
    The density of such a mixture is a sum of exponentials of correlated Gaussians, and a convex function of it has a
    mean that grows with their covariances: mixtures are the harder to tell from pure noise, the less their means agree.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._vocabulary import item

STATEMENT = item("the inequality for convex functions", key="kahane1985", kind="lemma",
    letters=(integer("n >= 1", "number of means", "means"), "epsilon >= 0: level", real("d", "the bound"),
        real("v > 0", "variance of the noise"),
        Structure("w", "real sequence", "chance of i, given that it is one of the first i"),
        Structure("A", "vector sequence", "a mean"), Structure("B", "vector sequence", "a mean of the other mixture"),
        Structure("x", "vector", "the point 0"), Structure("Z", "noise", "the Gaussian noise"),
        Structure("P", "law sequence", "mixture of the A_j + Z, j <= i"), Structure("Q", "law sequence", "mixture of the B_j + Z, j <= i"),
        Structure("N", "law", "law of Z")),
    given=("weights: forall(i, 1, n, w(i) >= 0)", "at most one: forall(i, 1, n, w(i) <= 1)", "zero: norm(x) == 0",
        "covariances: forall(i, 1, n, forall(j, 1, n, inner(A(i), A(j)) <= inner(B(i), B(j))))", "noise: gaussian(Z, v)",
        "alone: equal(N, convolve(point(x), Z))",
        "first: equal(P(1), convolve(point(A(1)), Z))",
        "mixed: forall(i, 2, n, equal(P(i), mix(w(i), convolve(point(A(i)), Z), P(i - 1))))",
        "first other: equal(Q(1), convolve(point(B(1)), Z))",
        "mixed others: forall(i, 2, n, equal(Q(i), mix(w(i), convolve(point(B(i)), Z), Q(i - 1))))", "told: dp(Q(n), N, epsilon, d)"),
    conclusion="dp(P(n), N, epsilon, d)",
    cited_because="interpolate between the two Gaussian families and integrate by parts: the derivative of the mean of a convex function "
        "has the sign of the differences of the covariances; the analysis of integrals is outside the kernel",
    spots="n=2, epsilon=1, d=1/10, v=1")
