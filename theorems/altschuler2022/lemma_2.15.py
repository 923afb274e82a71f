"""Shift reduction for Gaussian noise.

Statement
    D_alpha^(z)(mu * N(0, v I) || nu * N(0, v I)) <= D_alpha^(z+a)(mu || nu) + alpha a^2/(2 v) for a, z >= 0, v =
    sigma^2.
Reads as
    Noise of variance v pays for a of the shift.
"""

from pabisym.library.item import item
from pabisym.library.statement import LinearPair
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

BOUND = "b + alpha*a**2/(2*v)"


@script
def proof(p: Script) -> Step:
    """Shift reduction, and the magnitude of Gaussian noise."""
    reduced = p.figure("shift-reduction", "before")
    p.have("magnitude", p.figure("gaussian-magnitude", "Gaussian"))
    return p.figure("monotone", reduced, y="z", d=BOUND)


STATEMENT = item("Lemma 2.15", "section 2.4",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z: real, z >= 0 [kept]: shift that is kept; unit iterate", "a: real, a >= 0 [paid]: shift that is paid for; unit iterate",
        r"v: real, v > 0 [variance]: variance of the noise; unit iterate^2; latex \sigma^2", "b: real: the bound before the noise",
        r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu", "Z: noise: the noise"),
    assumptions=("Gaussian: gaussian(Z, v)", "before: renyi(alpha, z + a, P, Q, b)"),
    conclusion="renyi(alpha, z, convolve(P, Z), convolve(Q, Z), b + alpha*a**2/(2*v))", bound=BOUND, proof=proof, tightness="exact",
    clauses=(
        "proved by conclusion: for orders above 1",
        "open: the order 1, by continuity"),
    printed="holds in part",
    worst_case=LinearPair("1", "1", "0", "v", "a", inside="points at distance a, for z = b = 0", bound="alpha*a**2/(2*v)"),
    uses=("feldman2018/lemma-20", "feldman2018/eq-gaussian-renyi", "altschuler2022/definition-2.14"),
    spots=("alpha=2, z=1, a=1/2, v=1, b=0 -> 1/4", "alpha=3, z=0, a=2, v=4, b=0 -> 3/2"))
