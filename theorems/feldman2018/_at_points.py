"""Projections and gradient steps at any points, with no set behind them: flat domains among others; untrusted like every builder."""

from __future__ import annotations

from collections.abc import Callable

from pabisym.library.checks import replayed
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.points import at_most, expand, square
from pabisym.proof.script import Script, script

STEPS = "minus(at(gradient(f, eta), x), at(gradient({}, eta), {}))"


@script
def nearest_points(p: Script) -> Step:
    """||x - y||^2 - ||q - r||^2 = ||(x - y) - (q - r)||^2 + 2 (<x - y, q - r> - ||q - r||^2), and no part of that is negative."""
    moved, apart = "minus(q, r)", "minus(x, y)"
    rest = f"minus({apart}, {moved})"
    p.have("rest", f"norm({rest})**2 >= 0")
    terms = [*square(p, moved, "-1"), *square(p, apart), *square(p, rest, "-1"), *expand(p, "minus(x, q)", "minus(r, q)", "2"),
             *expand(p, "minus(y, r)", moved, "2")]
    return certified(f"norm({moved})**2 <= norm({apart})**2", fact("rest"), fact("first", times="2"), fact("second", times="2"), *terms)


def _long(p: Script, e: str, u: str, v: str, w: str, rate: str = "") -> Step:
    """||e|| <= ||u|| + c ||v||, as <e, e> = <u, e> + c <v, w> with ||w|| = ||e||; c is eta where its sign is known as ``rate``, else 1."""
    c = "eta" if rate else "1"
    size = f"norm({u}) + {c}*norm({v})"
    p.have_all({"e sign": p.figure("norm-sign", x=e), "u sign": p.figure("norm-sign", x=u), "v sign": p.figure("norm-sign", x=v),
                "along u": p.figure("cauchy-schwarz", x=u, y=e), "along v": p.figure("cauchy-schwarz", x=v, y=w)})
    far: list[dict[str, object]] = []
    if w != e:
        p.have("turned sign", p.figure("norm-sign", x=e))
        with p.proof() as turned:
            turned.show(certified(f"norm({w})**2 <= norm({e})**2", *square(turned, e), *square(turned, w, "-1")))
        p.have("turned", turned.step)
        p.have("as far", at_most(p, f"norm({w})", f"norm({e})", "turned"))
        far = [fact("as far", "v sign")]
    p.have("long sign", f"{size} >= 0")
    with p.proof() as long:
        terms = [*square(long, e, "-1"), *expand(long, u, e), *expand(long, v, w, c)]
        along = fact("along v", rate) if rate else fact("along v")
        long.show(certified(f"norm({e})**2 <= norm({e})*({size})", fact("along u"), along, *far, *terms))
    p.have("long", long.step)
    return at_most(p, f"norm({e})", size, "long", times="itself")


@script
def sum_of_norms(p: Script, a: str = "a", b: str = "b") -> Step:
    """||a - b|| <= ||a|| + ||b||: the square is <a, a - b> + <b, b - a>."""
    e = f"minus({a}, {b})"
    return _long(p, e, a, b, f"minus({b}, {a})")


@script
def moved(p: Script) -> Step:
    """The first inequality of (38): the difference of two steps is x - y and eta times that of the gradients."""
    e = STEPS.format("f", "y")
    p.have("rate", "eta >= 0")
    return _long(p, e, "minus(x, y)", "minus(slope(f, y), slope(f, x))", e, "rate")


def _slopes(p: Script, a: str, b: str) -> None:
    """Go on knowing that eta times the difference of two gradients is at most 2 eta L."""
    p.have("both", sum_of_norms(p, a, b))
    p.have("step", "eta >= 0")
    each = [fact(label, "step") for label in ("both", "first", "second")]
    p.have("scaled", certified(f"eta*norm(minus({a}, {b})) <= 2*eta*L", *each))


@script
def two_points(p: Script) -> Step:
    """(38) for two points, at which the gradients have norms of at most L."""
    p.have("moved", moved(p))
    _slopes(p, "slope(f, y)", "slope(f, x)")
    return p.prove(f"norm({STEPS.format('f', 'y')}) <= norm(minus(x, y)) + 2*eta*L")


@script
def one_point(p: Script) -> Step:
    """(36) at a point, at which both gradients have norms of at most L: the steps differ by eta times the difference of these."""
    e, slopes = STEPS.format("h", "x"), "minus(slope(h, x), slope(f, x))"
    _slopes(p, "slope(h, x)", "slope(f, x)")
    p.have_all({"e sign": p.figure("norm-sign", x=e), "slopes sign": p.figure("norm-sign", x=slopes)})
    p.have("same sign", f"eta*norm({slopes}) >= 0")
    with p.proof() as same:
        same.show(certified(f"norm({e})**2 <= (eta*norm({slopes}))**2", *square(same, e, "-1"), *square(same, slopes, "eta**2")))
    p.have("same", same.step)
    p.have("as long", at_most(p, f"norm({e})", f"eta*norm({slopes})", "same"))
    return p.prove(f"norm({e}) <= 2*eta*L")


LONG, SCALED = f"norm({STEPS.format('h', 'x')})", "eta*norm(minus(slope(f, x), slope(h, x)))"


def _scaled(p: Script, sign: str, least: str, most: str) -> Step:
    """Two steps from a point are eta times as far apart as their gradients: the squares are equal; ``sign`` is that of the first one's."""
    e, slopes = STEPS.format("h", "x"), "minus(slope(f, x), slope(h, x))"
    turned = sign.translate(str.maketrans("+-", "-+"))
    p.have_all({"e sign": p.figure("norm-sign", x=e), "slopes sign": p.figure("norm-sign", x=slopes)})
    p.have("same sign", f"{most} >= 0")
    with p.proof() as same:
        same.show(certified(f"({least})**2 <= ({most})**2", *square(same, e, f"{sign}1"), *square(same, slopes, f"{turned}eta**2")))
    p.have("same", same.step)
    return at_most(p, least, most, "same")


@script
def scaled_up(p: Script) -> Step:
    """At most."""
    return _scaled(p, "-", LONG, SCALED)


@script
def scaled_down(p: Script) -> Step:
    """At least."""
    return _scaled(p, "+", SCALED, LONG)


@script
def within(p: Script, size: str) -> Step:
    """At most eta times the size that the difference of the gradients has."""
    p.have("step", "eta >= 0")
    p.have("moved", scaled_up(p))
    return certified(f"{LONG} <= eta*{size}", fact("moved"), fact("gradients", "step"))


def scaled(claim: str, proof: Step | Callable[[Builder], Step]) -> tuple[Verdict, str]:
    """One of both inequalities."""
    return replayed(claim, {"eta": "real", "f": "loss", "h": "loss", "x": "vector"}, {"step size": "eta >= 0"}, proof)


def at_a_point() -> tuple[Verdict, str]:
    """Two steps from a point, where both gradients have a norm of at most L."""
    kinds = {"eta": "real", "L": "real", "f": "loss", "h": "loss", "x": "vector"}
    known = {"step size": "eta >= 0", "first": "norm(slope(f, x)) <= L", "second": "norm(slope(h, x)) <= L"}
    return replayed("norm(minus(at(gradient(f, eta), x), at(gradient(h, eta), x))) <= 2*eta*L", kinds, known, one_point)
