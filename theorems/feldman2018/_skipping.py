"""The proof tree for skipping a random number of records; untrusted like every builder.

The run that skips j records has its laws V(j*(n + 1) + k), k = j..n: after the record k.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, step

from ._pnsgd import LETTERS, OUTPUT, unseen

ROW = "j*(n + 1)"
LAST = OUTPUT.format(X="{X}({j}*(n + 1) + n)")


def about(label: str, b: Builder, k: str) -> Step:
    """What an assumption says of record k in the run that skips j."""
    if label == "start":
        return b.at("start", "j")
    return b.at(b.at(label, "j"), k) if label in ("first run", "second run") else b.at(label, k)


def skipped(b: Builder, bound: str) -> Step:
    """Every run on its own by Theorem 23, or untouched; a mixture is no worse than its worst part."""
    level = f"exp((alpha - 1)*({bound}))"

    def seen(b: Builder) -> Step:
        """The record t is used at step t - j of n - j."""
        premises = {label: b.generalise("i", "1", "n - j", lambda b, label=label: about(label, b, "j + i"))  # type: ignore[misc]
                    for label in ("convex", "smooth", "Lipschitz", "first run", "second run", "Gaussian")}
        premises["start"] = b.at("start", "j")
        sequences = {x: ("k", f"{x}({ROW} + j + k)") for x in "VW"} | {x: ("k", f"{x}(j + k)") for x in ("f", "zeta")}
        return b.theorem("feldman2018/theorem-23", premises, conclude=claim, n="n - j", **(LETTERS | {"t": "t - j"}), **sequences)

    def missed(b: Builder) -> Step:
        untouched = unseen(b, "n - j", about, "j", ROW, lambda b, k: b.prove(f"t - {k} <= -1"))
        outputs = {"P": LAST.format(X="V", j="j"), "Q": LAST.format(X="W", j="j")}
        sign = step("arithmetic", f"{bound} >= 0", (), goal=f"{bound} >= 0", multiplier="sigma**2*(n + 1 - t)", terms=[
            {"coefficient": "2", "facts": ["order"], "square": "L"}, {"coefficient": "2", "square": "L"}])
        return b.have("bound sign", sign, lambda b: b.figure(
            "monotone", untouched, conclude=claim, alpha="alpha", z="0", y="0", b="0", d=bound, **outputs))

    def one(b: Builder) -> Step:
        return b.have("j below n", b.prove("j <= n - 1"), lambda b: b.by_cases(
            "t - 1 - j", claim, lambda b: seen(b) if b.scope.arithmetic.evident(b.term("t - 1 >= j")) else missed(b)))

    def moment(b: Builder, j: str) -> Step:
        return b.figure("moment", b.at("runs", j), alpha="alpha", b=bound, P=LAST.format(X="V", j=j), Q=LAST.format(X="W", j=j))

    def first(b: Builder) -> Step:
        return b.figure("moment-same-law", moment(b, "0"), b.known("first mixture"), b.known("other first mixture"), alpha="alpha", m=level,
                        P=LAST.format(X="V", j="0"), Q=LAST.format(X="W", j="0"), V="M(0)", W="N(0)")

    def more(b: Builder, before: str) -> Step:
        def mixed(b: Builder) -> Step:
            parts = {"P": LAST.format(X="V", j="j"), "Q": LAST.format(X="W", j="j")}
            both = b.figure("moment-mixture", moment(b, "j"), b.known(before), alpha="alpha", w="1/(j + 1)", m=level, u=level,
                            V="M(j - 1)", W="N(j - 1)", **parts)
            return b.figure("moment-same-law", both, b.at("mixture", "j"), b.at("other mixture", "j"), alpha="alpha",
                            m=f"1/(j + 1)*{level} + (1 - 1/(j + 1))*{level}", P=f"mix(1/(j + 1), {parts['P']}, M(j - 1))",
                            Q=f"mix(1/(j + 1), {parts['Q']}, N(j - 1))", V="M(j)", W="N(j)", conclude=together)

        share = step("arithmetic", "1/(j + 1) <= 1", (), goal="1/(j + 1) <= 1", multiplier="j + 1", terms=[
            {"coefficient": "1", "facts": ["j positive"]}, {"coefficient": "1"}])
        return b.have("j positive", b.prove("j >= 1"), lambda b: b.have("share of the run", share, mixed))

    def finish(b: Builder) -> Step:
        exact = b.figure("from-moment", b.at("mixtures", "m"), alpha="alpha", m=level, P="M(m)", Q="N(m)")
        return b.have("logarithm", b.figure("log-exp", x=f"(alpha - 1)*({bound})"), lambda b: b.figure(
            "monotone", exact, alpha="alpha", z="0", y="0", b=f"log({level})/(alpha - 1)", d=bound, P="M(m)", Q="N(m)"))

    claim = f"renyi(alpha, 0, {LAST.format(X='V', j='j')}, {LAST.format(X='W', j='j')}, {bound})"
    together = f"moment(alpha, M(j), N(j), {level})"
    return b.suppose_all({"half": b.figure("floor-low", x="n/2"), "size": b.prove("n >= 1")}, lambda b: b.have(
        "few", b.prove("m <= n/2"), lambda b: b.have("some", b.prove("m < n"), lambda b: b.have(
            "most", b.next_integer("m < n", "m + 1 <= n"), lambda b: b.have("runs", b.generalise("j", "0", "m", one), lambda b: b.have(
                "mixtures", b.induction("j", "0", "m", together, first, more), finish)))))
    )
