"""Signs of roots, logarithms, exponentials, extrema, powers and floors: proved from those of their arguments, and nothing that is false."""

from __future__ import annotations

import pytest

from pabisym.kernel.check import check
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.proof.build import Builder, NoProof

KINDS = {**dict.fromkeys(("r", "q", "v", "w", "b", "g"), "real"), **dict.fromkeys(("k", "T", "n", "K"), "integer")}
KNOWN = ("k >= 1", "k <= T", "T >= 1", "v > 0", "w > 0", "b > 0", "g > 0", "K >= 1", "k <= n", "r > 1", "q > 0", "q < 1")
TRUE = ("sqrt(k) > 0", "v*log(k + 1) > 0", "log(k) >= 0", "log(q) < 0", "min(1, k/K) > 0", "max(0, k - K) >= 0", "v + w*max(0, k - K) > 0",
        "v + w*(k - 1) > 0", "n + 1 - k > 0", "sqrt(b**2/2) > 0", "v*min(1, k/K)**2 > 0", "exp(b*k) >= 1", "r**T - 1 > 0", "1 - q**T > 0",
        "sqrt(q) < 1", "sqrt(r) > 1", "v*sqrt(k + 1) >= v*sqrt(k)", "sqrt(k + 1)/(k + 1) <= sqrt(k)/k", "log(k + 1) >= log(k)",
        "floor((n - k)/K) >= 0", "g/(v*log(k + 2)) <= g/(v*log(k - 1 + 2))")
FALSE = ("sqrt(k) > k", "sqrt(k) > 1", "log(k) > 0", "min(1, k/K) >= 1", "max(0, k - K) > 0", "exp(-b) >= 1", "q**T - 1 > 0", "r**k > r**T",
         "sqrt(k) >= sqrt(k + 1)", "log(k) >= log(k + 1)", "floor((n - k)/K) > 0")


def sequent(goal: str) -> Sequent:
    known = tuple((f"known {i}", parse(text)) for i, text in enumerate(KNOWN))
    return Sequent("sign", KINDS, known, parse(goal))


@pytest.mark.parametrize("goal", TRUE)
def test_a_sign_is_proved_and_the_kernel_accepts_it(goal: str) -> None:
    own = sequent(goal)
    assert check(own, Builder.of(own).prove(goal), {}).accepted


@pytest.mark.parametrize("goal", FALSE)
def test_what_is_false_somewhere_has_no_proof(goal: str) -> None:
    with pytest.raises(NoProof):
        Builder.of(sequent(goal)).prove(goal)
