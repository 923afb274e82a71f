"""Inner products and norms in proof trees; untrusted like every builder."""

from __future__ import annotations

from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Term
from pabisym.proof.build import Builder, Step, TermLike, step, term_of
from pabisym.proof.linear import fact
from pabisym.proof.script import Script

Terms = list[dict[str, object]]
"""Terms of a certificate."""


def expand(p: Script, u: TermLike, v: TermLike, factor: str = "1") -> Terms:
    """Go on with what equates an inner product with those of points that are not made of others.

    The terms add up to ``factor`` times the difference of both, in which no ``minus``, gradient step or composition is left.
    """
    first, second = term_of(u), term_of(v)
    parts = _parts(first)
    if parts is None:
        flipped = _parts(second) is not None or to_text(first) > to_text(second)
        if not flipped:
            return []
        own = p.figure("inner-symmetric", x=first, y=second)
        return [know_equation(p, own, factor), *expand(p, second, first, factor)]
    rule, given, summands = parts
    terms: Terms = [know_equation(p, p.figure(rule, **given, **{"z" if rule == "inner-minus" else "y": second}), factor)]
    for weight, point in summands:
        terms += expand(p, point, second, f"({weight})*({factor})")
    return terms


def _parts(point: Term) -> tuple[str, dict[str, Term], list[tuple[str, Term]]] | None:
    """The figure that says what a point is made of, its letters, and the parts with their weights."""
    if not isinstance(point, Call):
        return None
    if point.head == "minus":
        x, y = point.args
        return "inner-minus", {"x": x, "y": y}, [("1", x), ("-1", y)]
    if point.head == "at" and isinstance(f := point.args[0], Call):
        x = point.args[1]
        if f.head == "gradient":
            loss, eta = f.args
            return "gradient-inner", {"f": loss, "eta": eta, "x": x}, [("1", x), (f"-({to_text(eta)})", Call("slope", (loss, x)))]
        if f.head == "compose":
            return "compose-inner", {"f": f.args[0], "g": f.args[1], "x": x}, [("1", Call("at", (f.args[0], Call("at", (f.args[1], x)))))]
    return None


def know_equation(p: Script, equation: Step, factor: str) -> dict[str, object]:
    """Go on knowing an equation, if it is new; a term of a certificate with it."""
    said = term_of(equation["conclusion"])
    label = next((known for known, term in p.scope.known if known.startswith("inner ") and term == said), "")
    if not label:
        label = p.fresh("inner")
        p.have(label, equation)
    return fact(label, factor=factor)


def square(p: Script, point: TermLike, factor: str = "1") -> Terms:
    """The terms that turn ``factor`` times the square of a norm into inner products."""
    return [know_equation(p, p.figure("norm-square", x=point), factor), *expand(p, point, point, factor)]


def at_most(p: Script, small: str, large: str, label: str, *, times: str = "") -> Step:
    """That a number is at most another, which is not negative: that is known under the label with ``sign`` behind it.

    Known as ``label`` is small^2 <= large^2, or small^2 <= small*large where ``times`` says so.
    """
    goal = f"{small} <= {large}"

    def one(b: Builder) -> Step:
        if b.evident(goal):
            return b.prove(goal)
        above = b.scope.known[-1][0]
        signs = [fact(above, f"{label} sign")]
        terms = [fact(above, above), *signs, *([] if times else signs), fact(label)]
        return step("absurd", goal, (step("arithmetic", "0 > 0", goal="0 > 0", multiplier="1", terms=terms),), claim=goal)

    return p.by_cases(f"{large} - ({small})", goal, one)
