"""What a random batch costs is at most what sampling one record costs.

Statement
    Let psi_i and psi'_i agree for all records i but j, let any two of the maps psi_1, ..., psi_n, psi'_j differ by at most s, let b < n,
    and let Z be Gaussian. Then at every point the steps psi and psi' with a random batch of b of the n records and the noise Z differ
    in D_alpha by at most the supremum of D_alpha between (1 - b/n) (z + Z) + (b/n) (x + Z) and (1 - b/n) (z + Z) + (b/n) (y + Z), over
    points x, y, z pairwise at most s/b apart.
Reads as
    Conditioning and joint convexity. Draw a batch of b of the other n - 1 records and one place in it, and with probability b/n put
    the record j in this place: that is a uniform batch of all n. Given the batch and the place the step is at z without the record,
    at x with psi_j, at y with psi'_j, and two of these differ in one record of b. The two steps are the same mean, over batches and
    places, of such pairs of mixtures, and a moment of a mean is at most the mean of the moments (joint convexity), hence at most
    the largest one.
"""

from fractions import Fraction
from itertools import combinations

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def uniform() -> tuple[Verdict, str]:
    """The batches so drawn are uniform, for all n up to 6: their chances, counted."""
    for n in range(2, 7):
        for b in range(1, n):
            chances: dict[tuple[int, ...], Fraction] = {}
            others = list(combinations(range(2, n + 1), b))
            for batch in others:
                share = Fraction(1, len(others))
                chances[batch] = chances.get(batch, Fraction(0)) + share * (1 - Fraction(b, n))
                for place in range(b):
                    swapped = tuple(sorted((1, *batch[:place], *batch[place + 1 :])))
                    chances[swapped] = chances.get(swapped, Fraction(0)) + share * Fraction(b, n) / b
            every = list(combinations(range(1, n + 1), b))
            if sorted(chances) != every or set(chances.values()) != {Fraction(1, len(every))}:
                return "false", f"n = {n}, b = {b}"
    return "true", "every batch of b of n records has the same chance, n <= 6"


STATEMENT = item("section 3.2, the random batch", "section 3.2",
    key="altschuler2022", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 2 [records]: number of records; role records",
        "b: integer, b >= 1 and b < n [batch, part]: size of a batch; role batch",
        "j: integer, 1 <= j <= n [from, to]: the record that is replaced",
        "s: real, s > 0 [size]: largest gap of two of the maps; unit iterate",
        "v: real, v > 0 [variance]: variance of the further noise; unit iterate^2", "psi: map sequence: map of record i",
        r"phi: map sequence: map of record i on the other data; latex \psi'", "Z: noise: the noise"),
    assumptions=("Gaussian: gaussian(Z, v)", "others before: forall(i, 1, j - 1, gap(psi(i), phi(i), 0))",
        "others after: forall(i, j + 1, n, gap(psi(i), phi(i), 0))", "record: forall(i, 1, n, gap(psi(i), psi(j), s))",
        "other record: forall(i, 1, n, gap(psi(i), phi(j), s))"),
    conclusion="close(alpha, withnoise(sampledstep(i, n, b, psi(i)), Z), withnoise(sampledstep(i, n, b, phi(i)), Z), "
                   "sampledsize(alpha, b/n, Z, s/b))",
    cited_because="a uniform batch is one of the other records with one place in it given to the record with probability b/n; given the "
        "rest the step is a mixture of two, and the Rényi moment is jointly convex; the draw is outside the kernel",
    checks=(Check("the batches so drawn are uniform", uniform),), uses=("altschuler2022/lemma-2.6",),
    spots="alpha=2, n=10, b=1, j=1, s=1, v=16")
