"""Theorems of a user's own folder take part in derive and refute, where they fit and are better."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pabisym
from pabisym.derivation.derive import derive
from pabisym.derivation.optimum import value_at
from pabisym.errors import InputError, Undecided
from pabisym.library.library import Library
from pabisym.proof.json import replay

FILE = '''"""Every step hides its own gap.

Statement
    The price of gaps that are paid at once.
Reads as
    Composition.
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

BOUND = "{bound}"
RUN = "forall(k, 1, T, equal({{X}}(k), convolve(push({{psi}}(k), {{X}}(k - 1)), zeta(k))))"
SAME = {{name: ("k", f"{{name}}(k)") for name in ("X", "Y", "psi", "phi", "zeta")}}


def proof(b):
    """Gaps paid at once, with factor 1."""
    slopes = b.generalise("k", "1", "T", lambda b: b.have("here", b.at("sizes", "k"), lambda b: b.prove("g(k)/v >= 0")))
    return b.theorem("pabisym/pay-at-once", {{"slopes": slopes}}, T="T", alpha="alpha", c=("k", "1"), P=("k", "1"), N=("k", "v*k"), d=("k", "g(k)/v"), **SAME)


STATEMENT = Statement(
    id="mine/{item}", title="Every step hides its own gap", kind="theorem", text=__doc__, reference=Reference("mine", "1"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {{BOUND}})",
    symbols=(Symbol("T", "integer, T >= 1", "steps"), Symbol("alpha", "real, alpha > 1", "order"), Symbol("v", "real, v > 0", "variance"),
             Symbol("s", "real, s >= 0", "a size")),
    structures=(Structure("X", "law sequence", "first run"), Structure("Y", "law sequence", "second run"),
                Structure("psi", "map sequence", "maps"), Structure("phi", "map sequence", "other maps"),
                Structure("zeta", "noise sequence", "noise"), Structure("g", "real sequence", "gaps")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("variance", "v > 0"),
                 Assumption("start", "winf(X(0), Y(0), 0)"), Assumption("first run", RUN.format(X="X", psi="psi")),
                 Assumption("second run", RUN.format(X="Y", psi="phi")), Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), 1))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v))"), Assumption("sizes", "forall(k, 1, T, g(k) >= 0)"),
                 Assumption("size", "s >= 0"), Assumption("small", "forall(k, 1, T, g(k) <= s)"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), g(k)))")),
    uses=("pabisym/pay-at-once",), {reason}, spots=(Spot({{"T": 3, "alpha": 2, "v": 1, "s": 1}}),),
)
'''
BOUND = "alpha*sum((g(i)/v)**2*(v*i - v*(i - 1)), i, 1, T)/2"
SYMBOLS = {"n": "integer, n >= 3", "s": "real, s >= 0", "v": "real, v > 0", "alpha": "real, alpha > 1", "t": "integer, 1 <= t <= n"}
OVERLAPPING = [{"every": "2", "size": "s/2"}, {"every": "3", "from": "2", "size": "s/2"}]


def spec(gap: list[dict[str, str]], **parts: Any) -> dict[str, Any]:
    process = {"steps": "n", "gap": gap, "noise": {"law": "gaussian", "variance": "v"}}
    goal = {} if "claim" in parts else {"goal": {"divergence": "renyi", "order": "alpha"}}
    return {"symbols": SYMBOLS, "process": process, **goal, **parts}


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., Library]:
    """A library with one theorem of one's own, proved unless another reason is given."""

    def made(bound: str = BOUND, reason: str = "proof=proof", item: str = "theorem-1") -> Library:
        path = tmp_path / "mine" / f"{item.replace('-', '_')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(FILE.format(bound=bound, reason=reason, item=item), encoding="utf-8")
        return pabisym.catalogue(tmp_path)

    return made


def test_a_theorem_of_ones_own_is_applied_where_the_built_in_ones_give_no_optimum(own: Callable[..., Library], tmp_path: Path) -> None:
    assert derive(spec(OVERLAPPING)).derived.shape == "every gap is paid in its own step"
    library = own()
    assert library.standing("mine/theorem-1").status == "proved"
    found = derive(spec(OVERLAPPING), library=tmp_path)  # the folder, which stands for its library
    assert found.derived.shape == "mine/theorem-1"
    point = {"n": 5, "s": 2, "v": 3, "alpha": 4, "t": 1}
    assert value_at(found.bound, point) == Fraction(4, 2) * (1 + 1 + 1 + 4) / 3
    assert found.tightness == "upper"
    assert found.cited == library.standing("mine/theorem-1").cited
    file = replay(found.proof_document())
    assert (file.accepted, file.assumed) == (True, {})


def test_the_better_theorem_is_applied(own: Callable[..., Library]) -> None:
    gap = [{"at": "t", "size": "s"}]
    alone, both = derive(spec(gap)), derive(spec(gap), library=own())
    assert both.bound == alone.bound
    assert both.derived.shape == alone.derived.shape, "paid at once is worse"


@pytest.mark.campaign
def test_what_is_only_conjectured_is_not_applied(own: Callable[..., Library]) -> None:
    assert derive(spec(OVERLAPPING), library=own(bound="alpha*s/2", reason="proof=proof")).derived.shape != "mine/theorem-1"


def test_a_theorem_that_is_believed_and_false_is_found_out(own: Callable[..., Library]) -> None:
    library = own(bound="alpha*sum(g(i)**2, i, 1, T)/(100*v)", reason='cited_because="I think so"')
    with pytest.raises(Undecided, match=r"the bound of mine/theorem-1 lies below the optimum at .*: that theorem, which is cited, is false"):
        derive(spec(OVERLAPPING), library=library)


@pytest.mark.campaign
@pytest.mark.parametrize("without", [False, True])
def test_a_claim_is_proved_from_a_theorem_of_ones_own(without: bool, own: Callable[..., Library]) -> None:
    library = own(bound="alpha*T*s**2/(2*v)", reason='cited_because="every gap is at most s"')
    claimed = spec(OVERLAPPING, claim={"divergence": "renyi", "order": "alpha", "bound": "alpha*n*s**2/v"})
    assert pabisym.refute(claimed, library=library).status == "proved"
    assert not without or pabisym.refute(claimed).status == "undecided"


def test_a_folder_stands_for_its_library(own: Callable[..., Library], tmp_path: Path) -> None:
    own()
    assert pabisym.theorem("mine/theorem-1", library=[tmp_path]).status == "proved"
    with pytest.raises(InputError, match="library: a Library, a text, a path or a list was expected, not an int"):
        derive(spec(OVERLAPPING), library=3)  # type: ignore[arg-type]
