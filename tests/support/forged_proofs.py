"""Forgeries of whole proofs: trees that show nothing of what they claim, to be rejected by both checkers."""

from __future__ import annotations

import math
from typing import Any

from support.proof_cases import (
    LOGIC,
    OPENED,
    POSITIVE,
    RECURSIVE,
    RENYI,
    Case,
    Json,
    arithmetic,
    every,
    evident,
    known,
    opened,
    part,
    recursive,
    sequent,
    squares,
    step,
)


def _conclusions() -> list[Case]:
    """The statement is not what the proof shows."""
    xy, at_least = {"a": "x > 0", "b": "y >= 2"}, sequent("x >= 0", "x y: real", {"a": "x > 0", "b": "y >= 2"})
    return [
        Case(
            "another conclusion", sequent("y > 0", "x y: real", {"a": "x > 0"}), known("x > 0", "a"), "the proof concludes x > 0, not y > 0"
        ),
        Case("swapped sides", sequent("x > y", "x y: real", {"a": "y > x"}), known("y > x", "a"), "the proof concludes y > x"),
        Case("a stronger statement", sequent("y >= 3", "x y: real", xy), known("y >= 2", "b"), "the proof concludes y >= 2"),
        Case("a strict statement", sequent("y > 2", "x y: real", xy), known("y >= 2", "b"), "the proof concludes"),
        Case("a strict step", sequent("y > 2", "x y: real", xy), known("y > 2", "b"), "known concludes y >= 2, not y > 2"),
        Case("a step that states more", at_least, {**evident("x >= 0"), "conclusion": "x >= 1"}, "evident concludes x >= 0, not x >= 1"),
        Case(
            "laws the other way",
            sequent("renyi(2, 0, Q, P, 1)", "P Q: law", {"a": "renyi(2, 0, P, Q, 1)"}),
            known("renyi(2, 0, P, Q, 1)", "a"),
            "the proof concludes",
        ),
        Case(
            "a longer range",
            sequent("forall(k, 1, 4, k >= 1)", "n: integer"),
            every("forall(k, 1, 3, k >= 1)", evident("k >= 1"), "k", "1", "3"),
            "the proof concludes forall(k, 1, 3",
        ),
        Case(
            "a range that starts earlier",
            sequent("forall(k, 0, n, a(k) >= 0)", "n: integer; a: real sequence", {"a": "forall(k, 1, n, a(k) >= 0)"}),
            known("forall(k, 1, n, a(k) >= 0)", "a"),
            "the proof concludes",
        ),
        Case("an equation from an inequality", sequent("x == 0", "x: real", {"a": "x >= 0"}), evident("x == 0"), "x == 0 is not evident"),
        Case("no assumption at all", sequent("x >= 0", "x: real"), evident("x >= 0"), "x >= 0 is not evident"),
    ]


def _shapes() -> list[Case]:
    """Trees that are no trees of steps."""
    one, yes = sequent("1 >= 0"), evident("1 >= 0")
    two = sequent("x**2 > 0", "x: real", {"a": "x > 0"})
    have = LOGIC["have"][0].proof
    circle: Json = step("absurd", "0 >= 1", claim="0 >= 1")
    circle["premises"].append(circle)
    deep: Json = yes
    for _ in range(10_000):
        deep = step("absurd", "1 >= 0", deep, claim="1 >= 0")
    bad: list[tuple[str, Any]] = [
        ("no step", None),
        ("a list", []),
        ("a text", "1 >= 0"),
        ("a number", 7),
        ("an empty table", {}),
        ("a key less", {k: v for k, v in yes.items() if k != "with"}),
        ("a key more", {**yes, "note": "trust me"}),
        ("no table of terms", {**yes, "with": None}),
        ("no list of premises", {**yes, "premises": None}),
        ("a rule that is no text", {**yes, "rule": ["evident"]}),
        ("premises as a table", {**yes, "premises": {}}),
        ("an unknown rule", step("trust", "1 >= 0")),
        ("a rule of another case", step("Evident", "1 >= 0", goal="1 >= 0")),
        ("the name of a judgement as a rule", step("renyi", "1 >= 0")),
        ("no rule", {**yes, "rule": ""}),
        ("a theorem that is not there", step("theorem", "1 >= 0", id="a/b", **{"for": {}})),
        ("a theorem without a name", step("theorem", "1 >= 0", **{"for": {}})),
        ("a theorem with a list for a name", step("theorem", "1 >= 0", id=[], **{"for": {}})),
        ("a field that the rule does not take", step("evident", "1 >= 0", goal="1 >= 0", note="1")),
        ("a field that a theorem does not take", step("theorem", "1 >= 0", id="a/b", note="1", **{"for": {}})),
        ("a goal less", step("evident", "1 >= 0")),
    ]
    return [
        *(Case(f"shape: {name}", one, proof, " ") for name, proof in bad),
        Case("cyclic premises", sequent("0 >= 1"), circle, "the proof is deeper than"),
        Case("too many steps above each other", one, deep, "the proof is deeper than"),
        Case("a step removed", two, {**have, "premises": have["premises"][1:]}, "have takes 2 premises, not 1"),
        Case("a step repeated", two, {**have, "premises": [*have["premises"], have["premises"][0]]}, "have takes 2 premises, not 3"),
        Case("steps exchanged", two, {**have, "premises": have["premises"][::-1]}, "nothing is known as 'b' here"),
        Case("nothing in place of a step", two, {**have, "premises": [None, have["premises"][1]]}, "a step has exactly"),
        Case("a premise of a rule that has none", one, step("evident", "1 >= 0", yes, goal="1 >= 0"), "evident takes 0 premises, not 1"),
        Case(
            "a label that is taken",
            two,
            step("have", "x > 0", known("x > 0", "a"), known("x > 0", "a"), label="a"),
            "labels and names must be new",
        ),
        Case(
            "a label twice",
            two,
            step(
                "have",
                "2*x > 0",
                known("x > 0", "a"),
                step("have", "2*x > 0", evident("2*x > 0"), known("2*x > 0", "b"), label="b"),
                label="b",
            ),
            "labels and names must be new",
        ),
        Case("assumptions with one label", {**one, "assumptions": [["a", "1 >= 0"], ["a", "2 >= 0"]]}, yes, "labels and names must be new"),
    ]


def _numbers() -> list[Case]:
    """What is not exact, or not a text, where a formula is expected."""
    statement = LOGIC["arithmetic"][0].sequent
    goal, good = "x*(1 - x) >= 0", part("1", "low", "high")
    values = [1.0, 0.5, True, None, math.nan, math.inf, ["1"], {"is": "1"}, [["1"]], 1j, b"1"]
    terms: list[Any] = [*({**good, "coefficient": v} for v in [*values, 1, "1/0", "x", "1e", "", "inf", "nan", "0x1", "1_000", "\u0661"])]
    terms += [{**good, "facts": v} for v in (1.0, None, "low", [1.0, "high"], [None], [["low", "high"]], ["low", "high", True])]
    terms += [{**good, "square": v} for v in (1.0, None, True, ["x"])] + [{**good, "weight": "1"}, [], None, 1.0, "1", {}]
    cases = [Case(f"certificate {t!r}", statement, arithmetic(goal, t), " ") for t in terms]
    cases += [
        Case(f"multiplier {v!r}", statement, arithmetic(goal, good, multiplier=v), " ")
        for v in [*values[:6], *values[6:], "0", "-1", "x", "1 - x"]
    ]
    cases += [
        Case(f"terms {v!r}", statement, {**arithmetic(goal), "with": {"goal": goal, "multiplier": "1", "terms": v}}, " ")
        for v in (None, 1.0, {}, "1")
    ]
    cases += [Case(f"conclusion {v!r}", sequent("1 >= 0"), {**evident("1 >= 0"), "conclusion": v}, " ") for v in values]
    cases += [Case(f"goal {v!r}", sequent("1 >= 0"), step("evident", "1 >= 0", goal=v), " ") for v in values]
    cases += [Case(f"label {v!r}", sequent("1 >= 0"), step("known", "1 >= 0", label=v), " ") for v in values]
    cases += [Case(f"letter {v!r}", sequent("floor(1) <= 1"), step("floor-low", "floor(1) <= 1", x=v), " ") for v in [*values, 1]]
    cases += [
        Case(f"index {v!r}", sequent("forall(k, 1, 2, 1 >= 0)"), every("forall(k, 1, 2, 1 >= 0)", evident("1 >= 0"), v, "1", "2"), " ")
        for v in [*values, 1, "2", "a b", ""]
    ]
    return cases


def _certificates() -> list[Case]:
    """Certificates that show less than they claim."""
    names, facts = "x y: real", {"low": "0 <= x", "high": "x <= 1", "equal": "y == x", "other": "y != 2", "some": "forall(k, 1, 2, 1 >= 0)"}

    def bad(name: str, goal: str, reason: str, *terms: Any, multiplier: str = "1") -> Case:
        return Case(f"certificate: {name}", sequent(goal, names, facts), arithmetic(goal, *terms, multiplier=multiplier), reason)

    goal, sums, shows = "x*(1 - x) >= 0", "does not add up", "shows less than"
    return [
        bad("another coefficient", goal, sums, part("2", "low", "high")),
        bad("another fact", goal, sums, part("1", "low", "low")),
        bad("a fact less", goal, sums, part("1", "low")),
        bad("an unknown fact", goal, "nothing is known as", part("1", "low", "hihg")),
        bad("another multiplier", goal, sums, part("1", "low", "high"), multiplier="2"),
        bad("nothing", goal, sums),
        bad("a negative coefficient", "0 >= x", "a negative coefficient", part("-1", "low")),
        bad("a negative constant", "0 >= 1", "a negative coefficient", part("-1")),
        bad("a negative square", "0 >= x**2", "a negative coefficient", part("-1", square="x")),
        bad("a factor without an equation", "x*y >= 0", "a factor without an equation", part("1", "low", factor="y")),
        bad("a square root as a square", "x >= 0", sums, part("1", square="sqrt(x)")),
        bad("a square that is a relation", goal, "is not a number", part("1", "low", "high"), part("0", square="x >= 0")),
        bad("a product of two signs", "x*(1 - x) > 0", shows, part("1", "low", "high")),
        bad("a strict goal from a square", "x**2 > 0", shows, part("1", square="x")),
        bad("a strict goal from nothing", "0 > 0", shows),
        bad("a strict goal from a weight of zero", "x > 0", shows, part("1", "low"), part("0")),
        bad("an equation from an inequality", "x == 0", shows, part("1", "low")),
        bad("an equation with an inequality", "y - x == x", "a negative coefficient", part("1", "equal"), part("-1", "low")),
        bad("a fact that is no order", "y - 2 >= 0", "is not an inequality or an equation", part("1", "other")),
        bad("a fact that is no relation", goal, "is not an inequality or an equation", part("1", "some")),
        bad("a goal that is no order", "y != x", "the goal is not an inequality", part("1", "equal")),
        bad("a multiplier that may be zero", "x**2 >= x", "is not evidently positive", part("1", "low", "low"), multiplier="x"),
        bad("a negative multiplier", "x <= 0", "is not evidently positive", part("1", "low"), multiplier="-1"),
        bad("a multiplier of zero", "0 >= 1", "is not evidently positive", multiplier="0"),
    ]


def _values() -> list[Case]:
    """Divisions by what may be zero, powers of what may be negative, and what is too large to be computed."""
    real, both = "x y: real; n m: integer", {"n": "n >= 0"}
    doubt = "not known to be nonzero"
    unknown = "not evident"
    claims = {
        doubt: """x/x == 1; 1/(1/x) == x; (x - y)/(x - y) == 1; x**(-1)*x == 1; 1/x**(-1) == x; 0*(1/x) == 0; x**2/x == x; 1/(x/y) == y/x;
            x/0 == x/0 + 0; (1/0)*0 == 0; n/n == 1; 1/x**n == x**(-n); x**n/x**n == 1; x**n*x**m == x**(n + m); sum(1/k, k, 1, n) - sum(1/k, k, 1, n - 1) == 1/n""",
        unknown: """x**(n + 1) == x*x**n; (x*y)**n == x**n*y**n; x**n*x**n == x**(2*n); x**n >= 0; x**n > 0; x**2 > 0; x**0 == 0;
            2**x*2**x == 2**(2*x) + 1; sqrt(x) >= 0; sqrt(x)**2 == x; exp(x) >= 1; log(x) <= x; floor(x) == x; max(x, y) >= x; abs(x) == x;
            cases(x, 1, 2) == 1; cases(x, x, -x) == x; sum(k, k, 1, n) == n**2; sum(1, k, 1, n) == n + 1""",
        "the exponent": "2**(10**9) >= 0; 2**(10**(10**9)) >= 0; 2**(-(10**9)) >= 0; 2**((10**64)**64*(10**64)**64) >= 0",
        "bits": "((((2**64)**64)**64)**64)**64 >= 0; (((2**64)**64)**64)**64*0 >= 0",
        "terms is too large": "(((x + y + n + m + 1)**64)**64)**64 >= 0",
        "neither symbolic nor a small": "sum(1/2, k, 1, 10**9) >= 0",
        "normal forms are needed": "sum(sum(sum(k*j*l, k, 1, 60), j, 1, 60), l, 1, 60) >= 0",
        "nested deeper": f"{'(' * 4000}1{')' * 4000} >= 0; {'-' * 5000}1 >= 2",
        "too long": f"1{' + 1' * 5000} >= 0",
        "is not evident": f"{'9' * 3000} <= 0; {'9' * 5000} <= 0",
    }
    return [
        Case(f"value: {goal[:60]} ({len(goal)} characters)", sequent(goal if len(goal) < 4000 else "1 >= 0", real, both), evident(goal), reason)
        for reason, goals in claims.items()
        for goal in " ".join(goals.split()).split("; ")
    ]


def _binders() -> list[Case]:
    """Indices that are not new, captured or out of range, inductions that do not step."""
    ranged_at = known("forall(k, 1, n, a(k) >= 0)", "all")

    def at(index: Any, conclusion: str, reason: str, facts: Json | None = None, names: str = "") -> Case:
        facts = {"n": "n >= 1", "all": "forall(k, 1, n, a(k) >= 0)", **(facts or {})}
        statement = sequent(conclusion, f"n: integer; x: real; a: real sequence; {names}", facts)
        return Case(f"instance at {index}: {conclusion}", statement, step("instance", conclusion, ranged_at, at=index), reason)

    def new(index: Any, low: str = "1", high: str = "2", body: str = "1 >= 0", reason: str = "is not a new name") -> Case:
        statement = sequent("1 >= 0", "n: integer; x: real; a: real sequence; P: law", {"n": "n >= 0", "x": "x >= 0"})
        general = every(f"forall({index}, {low}, {high}, {body})", evident(body), index, low, high)
        proof = step("have", "1 >= 0", general, evident("1 >= 0"), label="b")
        return Case(f"index {index} from {low} to {high}", statement, proof, reason)

    def inductive(name: str, claim: str, rest: Json, reason: str, first: Json | None = None, **other: Any) -> Case:
        data = {"index": "j", "from": "0", "to": "n", "claim": claim, "label": "before"} | other
        conclusion = f"forall({data['index']}, {data['from']}, {data['to']}, {claim})"
        base = first or evident(claim.replace("j", "(0)"))
        proof = {"rule": "induction", "with": data, "premises": [base, rest], "conclusion": conclusion}
        return Case(
            f"induction: {name}",
            sequent(conclusion, "n: integer; x y: real; b: real sequence", {"n": "n >= 0", "b0": "b(0) >= 0"}),
            proof,
            reason,
        )

    start = known("b(0) >= 0", "b0")
    gauss = "sum(k, k, 1, j) == j*(j + 1)/2"
    exp_positive = every("forall(exp, -5, 5, exp > 0)", evident("exp > 0"), "exp", "-5", "5")
    return [
        at("0", "a(0) >= 0", "the side condition 1 <= 0 is not evident"),
        at("n + 1", "a(n + 1) >= 0", "the side condition n + 1 <= n is not evident"),
        at("x", "x >= 0", "is not evident", {"low": "1 <= x", "high": "x <= 1"}),
        at("x", "a(x) >= 0", "not evidently an integer", {"low": "1 <= x", "high": "x <= n"}),
        at("3/2", "a(3/2) >= 0", "not evidently an integer", {"long": "n >= 2"}),
        at("n/2", "a(n/2) >= 0", "not evidently an integer", {"low": "1 <= n/2", "high": "n/2 <= n"}),
        at("P", "1 >= 0", "is law where real is expected", names="P: law"),
        at("k", "a(k) >= 0", "not evidently an integer"),
        Case(
            "instance of what is no range",
            sequent("x >= 0", "x: real", {"x": "x >= 0"}),
            step("instance", "x >= 0", known("x >= 0", "x"), at="1"),
            "is not about all integers",
        ),
        new("n"),
        new("x"),
        new("a"),
        new("P"),
        new("sum"),
        new("exp"),
        new("floor"),
        new("R"),
        new("renyi"),
        new("forall"),
        new("cases"),
        new("neg"),
        new("and"),
        new("#1"),
        new("%1"),
        new("%4"),
        new("k k"),
        new("1"),
        new(""),
        new("k-1"),
        new("\u00e9"),
        new("k", low="x", reason="is not evidently an integer"),
        new("k", high="n/2", reason="is not evidently an integer"),
        new("k", low="k", reason="k is undeclared"),
        new("k", low="P", reason="is law where real is expected"),
        Case(
            "an index that counts as positive",
            sequent("-5 > 0"),
            step("instance", "-5 > 0", exp_positive, at="-5"),
            "'exp' is not a new name",
        ),
        Case("a name that counts as positive", sequent("exp > 0", "exp: real"), evident("exp > 0"), "is not a declaration"),
        Case(
            "a name that counts as an integer",
            sequent("floor >= 1", "floor: real", {"a": "floor > 0"}),
            step("integer", "floor >= 1", known("floor > 0", "a")),
            "is not a declaration",
        ),
        Case(
            "a sequence that changes every minus",
            sequent("-k + k == 0", "k: integer; neg: real sequence"),
            evident("-k + k == 0"),
            "is not a declaration",
        ),
        *(
            Case(f"a declaration of {name!r}", {**sequent("1 >= 0"), "names": {name: "real"}}, evident("1 >= 0"), "is not a declaration")
            for name in ("#1", "%0", "", "x y", "1", "sum", "and", "renyi", "R", "x-1", "\u00e9", "'")
        ),
        *(
            Case(f"a declaration as {kind!r}", {**sequent("1 >= 0"), "names": {"x": kind}}, evident("1 >= 0"), "is not a declaration")
            for kind in ("judgement", "real sequence sequence", "", "rational", "sequence", "Real")
        ),
        Case("an index of a sum that is reserved", sequent("sum(exp, exp, 1, 2) > 0"), evident("sum(exp, exp, 1, 2) > 0"), "not reserved"),
        Case(
            "a bound index that is reserved",
            sequent("forall(floor, 1, 2, 1 >= 0)"),
            every("forall(floor, 1, 2, 1 >= 0)", evident("1 >= 0"), "k", "1", "2"),
            "not reserved",
        ),
        inductive(
            "the hypothesis at the index itself", "b(j) >= 0", known("b(j) >= 0", "before"), "known concludes b(j - 1) >= 0", first=start
        ),
        inductive(
            "the hypothesis at the next index", "b(j) >= 0", known("b(j + 1) >= 0", "before"), "known concludes b(j - 1) >= 0", first=start
        ),
        inductive(
            "the base of something else",
            "b(j) >= 0",
            known("b(j - 1) >= 0", "before"),
            "the base is not the claim at the start",
            first=evident("1 >= 0"),
        ),
        inductive("no base", gauss, arithmetic(gauss, part("1", "before")), "the base is not the claim", first=evident("1 >= 0")),
        inductive("a step that shows something else", "0 >= 0*j", evident("1 >= 0"), "the step does not conclude the claim"),
        inductive("the step from the first to the first", "0 >= j", evident("0 >= j"), "0 >= j is not evident"),
        inductive("over the reals", "0 >= 0*j", evident("0 >= 0*j"), "is not evidently an integer", to="x"),
        inductive("from a real", "0 >= 0*j", evident("0 >= 0*j"), "is not evidently an integer", **{"from": "x"}),
        inductive("from a half", "0 >= 0*j", evident("0 >= 0*j"), "is not evidently an integer", **{"from": "1/2"}),
        inductive("an index that is a name", "0 >= 0*x", evident("0 >= 0*x"), "is not a new name", evident("0 >= 0"), index="x"),
        inductive("an index that is the end", "0 >= 0*n", evident("0 >= 0*n"), "is not a new name", evident("0 >= 0"), index="n"),
        inductive("a label that is taken", "0 >= 0*j", evident("0 >= 0*j"), "labels and names must be new", label="n"),
        inductive("the label of the range", "0 >= 0*j", evident("0 >= 0*j"), "labels and names must be new", label="j from"),
        inductive("a claim that is a number", "0*j", evident("0 >= 0*j"), "is real where judgement is expected"),
        Case(
            "the hypothesis after the induction",
            sequent("b(n) >= 0", "n: integer; b: real sequence"),
            step("have", "b(n) >= 0", squares("5"), known("b(n) >= 0", "before"), label="gauss"),
            "nothing is known as 'before' here",
        ),
    ]


def _captures() -> list[Case]:
    """Substitutions under a binder that catch a name, written as if it were not caught."""
    late = sequent("forall(k, 1, 2, k < a)", "a: real", {"large": "a >= 3"}, "test/late")
    adds = sequent("sum(s(i), i, 1, 2) == s(1) + s(2)", "s: real sequence", {}, "test/adds")
    nested = sequent("sum(sum(s(i), j, 1, 2), i, 1, 2) == 2*s(1) + 2*s(2)", "s: real sequence", {}, "test/nested")
    known_k = {"large": "k >= 3"}

    def use(
        name: str, theorem: Json, conclusion: str, given: Json, facts: Json, *premises: Json, reason: str = "theorem concludes"
    ) -> Case:
        proof = step("theorem", conclusion, *premises, id=theorem["id"], **{"for": given})
        return Case(f"capture: {name}", sequent(conclusion, "k i j: integer; x: real", facts), proof, reason, {theorem["id"]: theorem})

    i, outer = {"s": {"index": "n", "is": "i"}}, {"s": {"index": "n", "is": "n*j"}}
    return [
        use("a name under forall", late, "forall(k, 1, 2, k < k)", {"a": "k"}, known_k, known("k >= 3", "large")),
        use("an index under a sum", adds, "sum(i, i, 1, 2) == i + i", i, {}),
        use("an index under two sums", nested, "sum(sum(i, j, 1, 2), i, 1, 2) == 4*i", i, {}),
        use("the inner index of two sums", nested, "sum(sum(i*j, j, 1, 2), i, 1, 2) == 6*j", outer, {}),
        Case(
            "an index that leaves its sum",
            sequent("sum(k, k, 1, 2) == 2*k", "k: integer"),
            evident("sum(k, k, 1, 2) == 2*k"),
            "not evident",
        ),
        Case(
            "two names for one index",
            sequent("sum(sum(k, k, 1, 3), j, 1, 2) == sum(sum(j, k, 1, 3), j, 1, 2)"),
            evident("sum(sum(k, k, 1, 3), j, 1, 2) == sum(sum(j, k, 1, 3), j, 1, 2)"),
            "not evident",
        ),
        Case(
            "symbolic sums with exchanged indices",
            sequent("sum(sum(a(k)*b(j), k, 1, n), j, 1, n) == sum(sum(a(k)*b(k), k, 1, n), j, 1, n)", "n: integer; a b: real sequence"),
            evident("sum(sum(a(k)*b(j), k, 1, n), j, 1, n) == sum(sum(a(k)*b(k), k, 1, n), j, 1, n)"),
            "not evident",
        ),
        *(
            Case(f"a formula with {text!r}", sequent("1 >= 0", "n: integer"), evident(f"{text} >= {text}"), "is not part of the grammar")
            for text in (
                "#1",
                "%1",
                "n#1",
                "sum(#1, #1, 1, n)",
                "n%1",
                "n;1",
                "n[0]",
                "n.x",
                "{n}",
                "lambda: n",
                "n@n",
                "n|n",
                "'n'",
                '"n"',
                "n\\u00b2",
            )
        ),
    ]


def _theorems() -> list[Case]:
    """Theorems applied to what they do not hold for."""
    half = sequent("m**2 >= m", "m: integer", {}, "test/integer")
    row = sequent("a(1) >= 0", "a: real sequence", {"all": "forall(k, 1, 2, a(k) >= 0)"}, "test/row")
    law = sequent("renyi(2, 0, P, P, 0)", "P: law", {}, "test/law")
    own: Json = {t["id"]: t for t in (half, row, law, POSITIVE)}
    claims = "n: integer; x y: real; b: real sequence; Q: law; f: map"

    def use(name: str, conclusion: str, reason: str, theorem: str, given: Any, *premises: Json, facts: Json | None = None) -> Case:
        proof = step("theorem", conclusion, *premises, id=theorem, **{"for": given})
        return Case(f"theorem: {name}", sequent(conclusion, claims, facts or {}), proof, reason, own)

    first, second = sequent("x >= 1", "x: real", {}, "test/first"), sequent("x >= 1", "x: real", {}, "test/second")
    ones = evident("forall(k, 1, 2, 1 >= 0)")
    return [
        use("a half for an integer", "(1/2)**2 >= 1/2", "is not evidently an integer", "test/integer", {"m": "1/2"}),
        use("a real for an integer", "x**2 >= x", "is not evidently an integer", "test/integer", {"m": "x"}),
        use("a quotient for an integer", "(n/2)**2 >= n/2", "is not evidently an integer", "test/integer", {"m": "n/2"}),
        use("a law for an integer", "1 >= 0", "where real is expected", "test/integer", {"m": "Q"}),
        use("a law for a real", "1/Q > 0", "is law where real is expected", "test/positive", {"x": "Q"}, evident("1 > 0")),
        use("a real for a law", "renyi(2, 0, x, x, 0)", "is real where law is expected", "test/law", {"P": "x"}),
        use("a map for a law", "renyi(2, 0, f, f, 0)", "is map where law is expected", "test/law", {"P": "f"}),
        use("a sequence for a law", "1 >= 0", "cannot stand alone", "test/law", {"P": "b"}),
        use(
            "a relation for a real",
            "1/(x >= 0) > 0",
            "is judgement where real is expected",
            "test/positive",
            {"x": "x >= 0"},
            evident("1 > 0"),
        ),
        use("a name that is not there", "1/z > 0", "undeclared", "test/positive", {"x": "z"}, evident("1 > 0")),
        use("a name less", "1/x > 0", "needs terms for", "test/positive", {}, evident("1 > 0")),
        use("a name more", "1/1 > 0", "needs terms for", "test/positive", {"x": "1", "y": "1"}, evident("1 > 0")),
        use("no names", "1/1 > 0", "is not a theorem", "test/positive", None, evident("1 > 0")),
        use("a list of names", "1/1 > 0", "is not a theorem", "test/positive", [["x", "1"]], evident("1 > 0")),
        use("a function for a real", "1/1 > 0", "a formula is text", "test/positive", {"x": {"index": "k", "is": "1"}}, evident("1 > 0")),
        use("a number for a real", "1/1 > 0", "a formula is text", "test/positive", {"x": 1}, evident("1 > 0")),
        use("a term for a sequence", "1 >= 0", "given by index and is", "test/row", {"a": "1"}, ones),
        use("a function without a term", "1 >= 0", "given by index and is", "test/row", {"a": {"index": "k"}}, ones),
        use("a function with more", "1 >= 0", "given by index and is", "test/row", {"a": {"index": "k", "is": "1", "or": "2"}}, ones),
        *(
            use(f"a function of {index!r}", "1 >= 0", "cannot be an index", "test/row", {"a": {"index": index, "is": "1"}}, ones)
            for index in ("#1", "%1", "exp", "", 1, None, ["k"])
        ),
        use("a law for every index", "1 >= 0", "is law where real is expected", "test/row", {"a": {"index": "k", "is": "Q"}}, ones),
        use("a sequence at a half", "b(1/2) >= 0", "not evidently an integer", "test/row", {"a": {"index": "k", "is": "b(k/2)"}}, ones),
        use("a premise less", "1/x > 0", "takes 1 premises, not 0", "test/positive", {"x": "x"}, facts={"a": "x > 0"}),
        use(
            "a premise more",
            "1/x > 0",
            "takes 1 premises, not 2",
            "test/positive",
            {"x": "x"},
            *[known("x > 0", "a")] * 2,
            facts={"a": "x > 0"},
        ),
        use(
            "another premise",
            "1/x > 0",
            "theorem needs x > 0, not y > 0",
            "test/positive",
            {"x": "x"},
            known("y > 0", "a"),
            facts={"a": "y > 0"},
        ),
        use("a weaker premise", "1/x > 0", "theorem needs x > 0", "test/positive", {"x": "x"}, known("x >= 0", "a"), facts={"a": "x >= 0"}),
        use(
            "another conclusion",
            "1/x > 1",
            "theorem concludes 1/x > 0",
            "test/positive",
            {"x": "x"},
            known("x > 0", "a"),
            facts={"a": "x > 0"},
        ),
        Case(
            "theorem: itself",
            first,
            step("theorem", "x >= 1", id="test/first", **{"for": {"x": "x"}}),
            "is not a theorem established before",
        ),
        Case(
            "theorem: each other, the first",
            first,
            step("theorem", "x >= 1", id="test/second", **{"for": {"x": "x"}}),
            "is not a theorem established",
        ),
        Case(
            "theorem: each other, the second",
            second,
            step("theorem", "x >= 1", id="test/first", **{"for": {"x": "x"}}),
            "is not a theorem established",
        ),
    ]


def _sorts() -> list[Case]:
    """Terms of one sort where another is expected, and names that nobody declared."""
    names = "x y: real; n: integer; P Q: law; f: map; Z: noise; K: set; g: loss; u: vector; b: real sequence; L: law sequence"
    texts = """P >= 0; P + Q >= 0; x*P >= 0; P**2 >= 0; x + f >= 0; b >= 0; L >= 0; b(1/2) >= 0; b(x) >= 0; b(1, 2) >= 0; b(P) >= 0; x(1) >= 0;
        P(1) >= 0; z >= 0; c(1) >= 0; norm(x) >= 0; norm(P) >= 0; R(x, P, y) >= 0; R(x, Z) >= 0; floor(P) >= 0; sum(P, k, 1, 2) >= 0;
        sum(k, k, 1, x) >= 0; sum(k, k, x, 2) >= 0; sum(k, k, k, 2) >= 0; sum(k >= 0, k, 1, 2) >= 0; cases(P, 1, 2) >= 0; cases(x, P, 2) >= 0;
        cases(x, 1, P) >= 0; cases(x, x, f) >= 0; x; P; 1; x + y; (x >= 0) >= 0; 0 <= x <= 1; renyi(x, y, P, Q, P); renyi(x, y, x, Q, 1);
        renyi(x, y, P, f, 1); renyi(2, 0, P, Q); renyi(P, 0, P, Q, 1); winf(P, x, 1); winf(x, P, 1); winf(P, Q, P); equal(x, y); equal(P, f);
        lipschitz(P, 1); lipschitz(f, f); gap(f, x, 1); gaussian(P, 1); gaussian(Z, Z); convexset(f); equal(push(P, P), P); renyi >= 0;
        equal(push(f, f), P); equal(convolve(P, Q), P); equal(L(x), P); equal(point(P), P); lipschitz(projection(f), 1);
        lipschitz(gradient(f, 1), 1); lipschitz(compose(f, g), 1); forall(k, 1, x, 1 >= 0); forall(k, 1, 2, k); forall(k, 1, 2, P);
        forall(x, 1, 2, b(y) >= 0)"""
    terms = " ".join(texts.split()).split("; ")
    return [
        Case(f"sort: {text}", sequent("1 >= 0", names), step("absurd", "1 >= 0", evident("0 >= 1"), claim=text), " ") for text in terms
    ] + [
        Case(f"statement: {text}", sequent(text, names, {"a": "0 >= 1"}), step("absurd", text, known("0 >= 1", "a"), claim=text), " ")
        for text in terms
    ]


def _opened() -> list[Case]:
    """The rule that opens a shifted divergence, bent."""
    facts: Json = {"given": RENYI, "small": "renyi(2, 0, P, Q, 0)"}
    grows = sequent("renyi(2, 1, P, Q, b + b**2)", "P Q: law; b: real", {"bound": "renyi(2, 1, P, Q, b)"}, "test/grows")
    steps = sequent("renyi(2, 1, P, Q, floor(b) + 1)", "P Q: law; b: real", {"bound": "renyi(2, 1, P, Q, b)"}, "test/steps")
    near = opened("renyi(2, 1, P, Q, b + 3)")["premises"][1]["premises"][0]
    own = {t["id"]: t for t in (grows, steps)}

    def use(name: str, conclusion: str, reason: str, inside: Json | None = None, **names: str) -> Case:
        statement = sequent(conclusion, "P Q: law; b x2: real", facts)
        return Case(f"witness: {name}", statement, opened(conclusion, inside, **names), reason, own)

    def apply(name: str, result: str) -> Json:
        return step("theorem", f"renyi(2, 1, P, Q, {result})", near, id=name, **{"for": {"P": "P", "Q": "Q", "b": "x"}})

    law_bound = known("renyi(2, 0, V, Q, x)", "V bound")
    return [
        use(
            "a bound that grows with the square",
            "renyi(2, 1, P, Q, b + b**2)",
            "is not x plus something without it",
            apply("test/grows", "x + x**2"),
        ),
        use(
            "a bound that grows in steps",
            "renyi(2, 1, P, Q, floor(b) + 1)",
            "is not x plus something without it",
            apply("test/steps", "floor(x) + 1"),
        ),
        use(
            "a bound without the opened one",
            "renyi(2, 0, P, Q, 0)",
            "is not x plus something without it",
            known("renyi(2, 0, P, Q, 0)", "small"),
        ),
        use("a divergence of the opened law", "renyi(2, 0, V, Q, b)", "undeclared", law_bound),
        use("the opened law is the first", "renyi(2, 0, P, Q, b)", "does not bound a divergence of known laws", law_bound),
        use("another conclusion", "renyi(2, 1, P, Q, b + 2)", "witness concludes"),
        use("what is no divergence", "1 >= 0", "does not bound a divergence", evident("1 >= 0")),
        use("a law that is a name", "renyi(2, 1, P, Q, b + 3)", "is not a new name", law="P"),
        use("a bound that is a name", "renyi(2, 1, P, Q, b + 3)", "is not a new name", bound="b"),
        use("a law that is the bound", "renyi(2, 1, P, Q, b + 3)", "is undeclared", law="x", bound="x"),
        use("a law with a meaning", "renyi(2, 1, P, Q, b + 3)", "is not a new name", law="R"),
        use("a bound that counts as an integer", "renyi(2, 1, P, Q, b + 3)", "is not a new name", bound="floor"),
        Case(
            "witness: what is no divergence is opened",
            sequent("winf(P, Q, 1)", "P Q: law", {"given": "winf(P, Q, 1)"}),
            step("witness", "winf(P, Q, 1)", known("winf(P, Q, 1)", "given"), known("winf(P, Q, 1)", "given"), law="V", bound="x"),
            "is not a bound on a shifted",
        ),
        Case(
            "witness: the opened law outside",
            OPENED,
            step("have", "renyi(2, 1, P, Q, b + 3)", opened("renyi(2, 1, P, Q, b + 3)"), law_bound, label="shown"),
            "nothing is known as 'V bound' here",
        ),
    ]


def _recursive() -> list[Case]:
    """The rule that makes a sequence of laws, bent."""
    first, later = known("equal(S(1), P)", "S start"), known("forall(k, 2, n, equal(S(k), push(f(k), S(k - 1))))", "S next")

    near = step("same-start", "winf(P, P, 0)", step("reflexive", "equal(P, P)", P="P"), P="P", Q="P")

    def beside(bad: Json) -> Json:
        return step("have", "winf(P, P, 0)", bad, near, label="bad")

    def use(name: str, reason: str, inside: Json | None = None, conclusion: str = "winf(P, P, 0)", **data: Any) -> Case:
        return Case(f"recursion: {name}", {**RECURSIVE, "conclusion": conclusion}, recursive(conclusion, inside, **data), reason)

    return [
        use("a sequence that is a name", "is not a new name", sequence="P"),
        use("a sequence that is the index", "is not a new name", sequence="k"),
        use("a sequence that is the law", "is not a new name", sequence="V"),
        use("an index that is a name", "is not a new name", index="n"),
        use("a law that is the index", "is not a new name", law="k"),
        use("a sequence with a meaning", "is not a new name", sequence="R"),
        use("a start that is no law", "is map where law is expected", start="f(1)"),
        use("a start that is the sequence", "is not declared", start="S(1)"),
        use("a next law that is no law", "is integer where law is expected", next="k"),
        use("a next law that is the sequence", "is not declared", next="push(f(k), S(k))"),
        use("a next law that mixes too much", "weighs a mixture", next="mix(k, P, V)"),
        use("a next law with an index that may be half", "is an index and not evidently an integer", next="push(f(k/2), V)"),
        use("a half as the beginning", "is not evidently an integer", **{"from": "1/2"}),
        use("another start", "known concludes equal(S(1), P), not equal(S(1), S(2))", beside(known("equal(S(1), S(2))", "S start"))),
        use("a next law before the start", "the side condition 2 <= 1 is not evident",
            beside(step("instance", "equal(S(1), push(f(1), S(0)))", later, at="1"))),
        use("the sequence outside", "is not declared", first, "equal(S(1), P)"),
        use("the sequence outside, in a range", "is not declared", later, "forall(k, 2, n, equal(S(k), push(f(k), S(k - 1))))"),
    ]


def _cases() -> list[Case]:
    """Case distinctions, contradictions and integers, bent."""
    square = "x**2 >= 0"
    yes = arithmetic(square, part("1", square="x"))

    def split(name: str, claim: str, reason: str, *premises: Json, on: str = "x", label: str = "c") -> Case:
        return Case(
            f"cases: {name}",
            sequent(claim, "x: real; n: integer; P: law", {"a": "n >= 0"}),
            step("cases", claim, *premises, on=on, claim=claim, label=label),
            reason,
        )

    return [
        split("one case", square, "takes 2 premises, not 1", yes),
        split("three cases", square, "takes 2 premises, not 3", yes, yes, yes),
        split("the other case in the first", "x <= 0", "known concludes x >= 0", known("x < 0", "c"), known("x < 0", "c")),
        split("the first case in the other", "x >= 0", "known concludes x < 0", known("x >= 0", "c"), known("x >= 0", "c")),
        split("a real as an integer", "x <= -1", "known concludes x", *[known("x <= -1", "c")] * 2),
        split("on a law", square, "is law where real is expected", yes, yes, on="P"),
        split("on a relation", square, "is judgement where real is expected", yes, yes, on="x >= 0"),
        split("on a quotient", square, "not known to be nonzero", yes, yes, on="1/x"),
        split("with a label that is taken", square, "labels and names must be new", yes, yes, label="a"),
        Case(
            "absurd: from an equation",
            sequent("0 >= 1", "x: real", {"a": "x == 0"}),
            step("absurd", "0 >= 1", known("x == 0", "a"), claim="0 >= 1"),
            "is not an inequality",
        ),
        Case(
            "absurd: from what may be true",
            sequent("0 >= 1", "x: real", {"a": "x >= 1"}),
            step("absurd", "0 >= 1", known("x >= 1", "a"), claim="0 >= 1"),
            "not evidently false",
        ),
        Case(
            "absurd: from what is true",
            sequent("0 >= 1"),
            step("absurd", "0 >= 1", evident("0 >= 0"), claim="0 >= 1"),
            "not evidently false",
        ),
        Case(
            "absurd: another claim",
            sequent("0 >= 1", "x: real", {"a": "0 > x - x"}),
            step("absurd", "0 >= 1", known("0 > x - x", "a"), claim="0 >= 2"),
            "absurd concludes",
        ),
        Case(
            "integer: from a weak inequality",
            sequent("n >= 1", "n: integer", {"a": "n >= 0"}),
            step("integer", "n >= 1", known("n >= 0", "a")),
            "is not a strict inequality",
        ),
        Case(
            "integer: of a half",
            sequent("n/2 >= 1", "n: integer", {"a": "n/2 > 0"}),
            step("integer", "n/2 >= 1", known("n/2 > 0", "a")),
            "not evidently an integer",
        ),
        Case(
            "integer: by two",
            sequent("n >= 2", "n: integer", {"a": "n > 0"}),
            step("integer", "n >= 2", known("n > 0", "a")),
            "integer concludes",
        ),
        Case(
            "integer: of a member of a sequence",
            sequent("b(1) >= 1", "b: real sequence", {"a": "b(1) > 0"}),
            step("integer", "b(1) >= 1", known("b(1) > 0", "a")),
            "not evidently an integer",
        ),
    ]


def _notions() -> list[Case]:
    """One notion of privacy taken for another, or one side of a bound for the other."""
    laws = "P Q: law; m: real; Z: noise"
    to_dp = {"e": "1", "m": "4", "P": "P", "Q": "Q"}
    wide = {"y": "0", "z": "0", "m": "1", "n": "1", "P": "P", "Q": "Q"}
    pair = {"first": "equal(P, normallaw(1, 1))", "second": "equal(Q, normallaw(0, 1))"}
    apart = {"m": "1", "u": "0", "v": "1", "P": "P", "Q": "Q"}
    both = known(pair["first"], "first"), known(pair["second"], "second")
    moved = "gdp(0, convolve(P, Z), convolve(Q, Z), 0 + gdpsize(Z, 1))"
    paid = {"z": "0", "a": "1", "m": "0", "P": "P", "Q": "Q", "Z": "Z"}
    hidden = {"a": "gdp(1, P, Q, 0)", "finite": "gdpfinite(Z, 1)"}
    pays = known("gdp(1, P, Q, 0)", "a"), known("gdpfinite(Z, 1)", "finite")
    return [
        Case(
            "every event from a shifted guarantee",
            sequent("dp(P, Q, 1, theta(exp(1), sqrt(4)))", laws, {"a": "gdp(1, P, Q, 4)"}),
            step("gdp-to-dp", "dp(P, Q, 1, theta(exp(1), sqrt(4)))", known("gdp(1, P, Q, 4)", "a"), **to_dp),
            "gdp-to-dp needs gdp(0, P, Q, 4)",
        ),
        Case(
            "Gaussian privacy from one divergence",
            sequent("gdp(0, P, Q, 1)", laws, {"a": "renyi(2, 0, P, Q, 1)"}),
            step("gdp-monotone", "gdp(0, P, Q, 1)", known("renyi(2, 0, P, Q, 1)", "a"), **wide),
            "gdp-monotone needs gdp(0, P, Q, 1)",
        ),
        Case(
            "a lower bound as an upper one",
            sequent("gdp(0, P, Q, 1)", laws, {"a": "apart(P, Q, 1)"}),
            step("gdp-monotone", "gdp(0, P, Q, 1)", known("apart(P, Q, 1)", "a"), **wide),
            "gdp-monotone needs gdp(0, P, Q, 1)",
        ),
        Case(
            "farther apart than the laws are",
            sequent("apart(P, Q, 2)", laws, pair),
            step("normal-apart", "apart(P, Q, 2)", *both, **apart),
            "normal-apart concludes",
        ),
        Case(
            "apart, and more",
            sequent("apart(P, Q, 2)", laws, pair),
            step("apart-narrow", "apart(P, Q, 2)", step("normal-apart", "apart(P, Q, 1)", *both, **apart), m="1", n="2", P="P", Q="Q"),
            "the side condition 2 <= 1 is not evident",
        ),
        Case(
            "normal laws exchanged",
            sequent("apart(P, Q, 1)", laws, pair),
            step("normal-apart", "apart(P, Q, 1)", *both[::-1], **apart),
            "normal-apart needs equal(P, normallaw(1, 1))",
        ),
        Case(
            "a shift paid for nothing",
            sequent("gdp(0, convolve(P, Z), convolve(Q, Z), 0)", laws, hidden),
            step("gdp-shift-reduction", "gdp(0, convolve(P, Z), convolve(Q, Z), 0)", *pays, **paid),
            "gdp-shift-reduction concludes",
        ),
        Case(
            "a price in the units of another notion",
            sequent(moved.replace("gdpsize(Z, 1)", "R(2, Z, 1)"), laws, hidden),
            step("gdp-shift-reduction", moved.replace("gdpsize(Z, 1)", "R(2, Z, 1)"), *pays, **paid),
            "gdp-shift-reduction concludes",
        ),
    ]


def _other_infima() -> list[Case]:
    """An opened infimum of one notion closed as that of another."""
    names, claim = "P Q: law; b: real", "gdp(1, P, Q, b)"
    given = {"given": "renyi(2, 1, P, Q, b)", "other": claim}
    turned = {"given": claim, "other": "renyi(2, 1, P, Q, b)"}
    return [
        Case("a Gaussian bound from an opened divergence", sequent(claim, names, given), step(
            "witness", claim, known("renyi(2, 1, P, Q, b)", "given"), known(claim, "other"), law="V", bound="x"), "does not bound a divergence"),
        Case("a divergence from an opened Gaussian bound", sequent("renyi(2, 1, P, Q, b)", names, turned), step(
            "witness", "renyi(2, 1, P, Q, b)", known(claim, "given"), known("renyi(2, 1, P, Q, b)", "other"), law="V", bound="x"),
            "does not bound a divergence"),
        Case("a Gaussian bound of the opened law", sequent("gdp(0, P, Q, b)", names, {"given": claim}), step(
            "witness", "gdp(0, P, Q, b)", known(claim, "given"), known("gdp(0, V, Q, x)", "V bound"), law="V", bound="x"),
            "does not bound a divergence"),
        Case("a Gaussian bound that is doubled", sequent("gdp(1, P, Q, 2*b)", names, {"given": claim}), step(
            "witness", "gdp(1, P, Q, 2*b)", known(claim, "given"), step("widen", "gdp(1, P, Q, 2*x)", step(
                "gdp-witness-in", "gdp(1, P, Q, x)", known("winf(P, V, 1)", "V near"), known("gdp(0, V, Q, x)", "V bound"), z="1", m="x",
                P="P", Q="Q", V="V"), claim="gdp(1, P, Q, 2*x)"), law="V", bound="x"), "is not evidently a wider bound"),
    ]


def _dynamics() -> list[Case]:
    """One order taken for all, the way of one law for that of another, and a split that leaves nothing."""
    names = "P Q: law; f g: map; Z: noise"
    assumed = {"divergence": "zcdp(P, Q, 0)", "way": "traced(Q, f, g, Z, 1)", "gap": "gap(f, g, 1)", "noise": "gaussian(Z, 1)"}
    after = "zcdp(convolve(push(f, P), Z), convolve(push(g, Q), Z), exp(-1/2)*0 + 2*(1 - exp(-1/2)))"
    given = {"r": "0", "s": "1", "v": "1", "w": "1", "P": "P", "Q": "Q", "f": "f", "g": "g", "Z": "Z"}

    def case(name: str, reason: str, conclusion: str = after, y: str = "1", **other: str) -> Case:
        own = {**assumed, **other}
        premises = [known(own[label], label) for label in assumed]
        return Case(name, sequent(conclusion, names, own), step("dynamics", conclusion, *premises, **given, y=y), reason)

    return [
        case("dynamics from one order", "dynamics needs zcdp(P, Q, 0)", divergence="renyi(2, 0, P, Q, 0)"),
        case("dynamics on the way of the other law", "dynamics needs traced(Q, f, g, Z, 1)", way="traced(P, f, g, Z, 1)"),
        case("dynamics on the way of the maps exchanged", "dynamics needs traced(Q, f, g, Z, 1)", way="traced(Q, g, f, Z, 1)"),
        case("dynamics with the constant of the start", "dynamics needs traced(Q, f, g, Z, 1)", way="lsi(Q, 1)"),
        case("dynamics with all of the rate for the gap", "the side condition 0 > 0 is not evident", y="0"),
        case("dynamics with another split", "dynamics concludes", y="2"),
        case("dynamics without a loss", "dynamics concludes", "zcdp(convolve(push(f, P), Z), convolve(push(g, Q), Z), 0)"),
        case("dynamics of another noise", "dynamics needs gaussian(Z, 1)", noise="gaussian(Z, 2)"),
    ]


def _mechanisms() -> list[Case]:
    """Answers that are said to tell less than they do, or to lie nearer than they do."""
    laws, given = "P Q: law; K J: mechanism; b d: real", {"before": "renyi(2, 0, P, Q, b)", "close": "close(2, K, J, d)"}
    both = step("adaptive", "renyi(2, 0, joint(P, K), joint(Q, J), b + d)", known("renyi(2, 0, P, Q, b)", "before"), known(
        "close(2, K, J, d)", "close"), alpha="2", b="b", d="d", P="P", Q="Q", K="K", J="J")
    answer = {"alpha": "2", "b": "b + d", "P": "P", "Q": "Q", "K": "K", "J": "J"}
    near = {"z": "1", "c": "1", "s": "0", "P": "P", "Q": "Q", "K": "K", "J": "J"}
    pair = {"near": "winf(P, Q, 1)", "steady": "steady(K, 1)", "own": "near(K, K, 0)"}
    return [
        Case("an answer without the question's share", sequent("renyi(2, 0, through(K, P), through(J, Q), d)", laws, given),
             step("forget", "renyi(2, 0, through(K, P), through(J, Q), d)", both, **answer), "forget concludes"),
        Case("the answers the other way", sequent("renyi(2, 0, through(J, P), through(K, Q), b + d)", laws, given),
             step("forget", "renyi(2, 0, through(J, P), through(K, Q), b + d)", both, **answer), "forget concludes"),
        Case("two mechanisms that are one", sequent("close(2, K, J, 0)", laws),
             step("close-same", "close(2, K, J, 0)", alpha="2", K="K"), "close-same concludes"),
        Case("two mechanisms that cannot be told apart", sequent("gdpclose(K, J, 0)", laws),
             step("gdp-close-same", "gdpclose(K, J, 0)", K="K"), "gdp-close-same concludes"),
        Case("answers that are told apart for nothing", sequent("gdp(0, joint(P, K), joint(Q, J), b)", laws, {
            "before": "gdp(0, P, Q, b)", "alike": "gdpclose(K, J, d)"}),
             step("gdp-adaptive", "gdp(0, joint(P, K), joint(Q, J), b)", known("gdp(0, P, Q, b)", "before"), known(
                 "gdpclose(K, J, d)", "alike"), m="b", n="d", P="P", Q="Q", K="K", J="J"), "gdp-adaptive concludes"),
        Case("answers alike in the units of another notion", sequent("gdp(0, joint(P, K), joint(Q, J), b + d)", laws, {
            "before": "gdp(0, P, Q, b)", "close": "close(2, K, J, d)"}),
             step("gdp-adaptive", "gdp(0, joint(P, K), joint(Q, J), b + d)", known("gdp(0, P, Q, b)", "before"), known(
                 "close(2, K, J, d)", "close"), m="b", n="d", P="P", Q="Q", K="K", J="J"), "gdp-adaptive needs gdpclose(K, J, d)"),
        Case("two mechanisms without a gap", sequent("winf(through(K, P), through(J, Q), 1)", laws, pair),
             step("winf-through", "winf(through(K, P), through(J, Q), 1)", known("winf(P, Q, 1)", "near"), known("steady(K, 1)", "steady"),
                  known("near(K, K, 0)", "own"), **near), "winf-through needs near(K, J, 0)"),
        Case("a steady law", sequent("winf(P, Q, 1)", "P Q: law", {"steady": "steady(P, 1)"}), known("winf(P, Q, 1)", "steady"), " "),
    ]


def _orders() -> list[Case]:
    """Divergences of orders that are not above 1, of which data processing and its kin are false."""
    laws = "P Q V W: law; f g: map; K J: mechanism; Z: noise; b d: real"
    before = "renyi({order}, 0, P, Q, b)"

    def case(name: str, rule: str, order: str, conclusion: str, premises: str, **given: str) -> Case:
        known_by = {one.format(order=order): one.format(order=order) for one in premises.split("; ")}
        own = {"alpha": order, **{letter: letter for letter in ("b", "P", "Q")}, **given}
        own = {letter: text for letter, text in own.items() if text}
        proof = step(rule, conclusion.format(order=order), *(known(text, text) for text in known_by), **own)
        return Case(f"an order that is none: {name}", sequent(conclusion.format(order=order), laws, known_by), proof,
                    f"the side condition {order} > 1 is not evident")

    return [
        case("processed", "post-processing", "-1", "renyi({order}, 0, push(f, P), push(f, Q), b)", before, f="f"),
        case("processed at 1", "post-processing", "1", "renyi({order}, 0, push(f, P), push(f, Q), b)", before, f="f"),
        case("processed at 1/2", "post-processing", "1/2", "renyi({order}, 0, push(f, P), push(f, Q), b)", before, f="f"),
        case("added", "additivity", "-1", "renyi({order}, 0, product(P, V), product(Q, W), b + d)",
             before + "; renyi({order}, 0, V, W, d)", d="d", V="V", W="W"),
        case("forgotten", "forget", "-2", "renyi({order}, 0, through(K, P), through(J, Q), b)",
             "renyi({order}, 0, joint(P, K), joint(Q, J), b)", K="K", J="J"),
        case("contracted", "contraction", "0", "renyi({order}, 1*1 + 1, push(f, P), push(g, Q), b)",
             "renyi({order}, 1, P, Q, b); lipschitz(f, 1); gap(f, g, 1)", z="1", c="1", s="1", f="f", g="g"),
        case("reduced", "shift-reduction", "-1", "renyi({order}, 1, convolve(P, Z), convolve(Q, Z), b + R({order}, Z, 1))",
             "renyi({order}, 1 + 1, P, Q, b); finite({order}, Z, 1)", z="1", a="1", Z="Z"),
        case("absorbed", "absorb", "-1", "renyi({order}, 0, convolve(P, Z), convolve(Q, Z), b + R({order}, Z, 1))",
             "winf(P, V, 1); renyi({order}, 0, V, Q, b); finite({order}, Z, 1)", a="1", V="V", Z="Z"),
        case("moved", "witness-in", "-1", "renyi({order}, 1, P, Q, b)", "winf(P, V, 1); renyi({order}, 0, V, Q, b)", z="1", V="V"),
        case("widened", "monotone", "-1", "renyi({order}, 1, P, Q, b)", before, z="0", y="1", d="b"),
        case("of equal laws", "same-law", "1", "renyi({order}, 0, V, W, b)", before + "; equal(V, P); equal(W, Q)", z="0", V="V", W="W"),
        case("of a moment", "moment-widen", "0", "moment({order}, P, Q, b + 1)", "moment({order}, P, Q, b)", b="", m="b", u="b + 1"),
        case("of moments of equal laws", "moment-same-law", "0", "moment({order}, V, W, b)",
             "moment({order}, P, Q, b); equal(V, P); equal(W, Q)", b="", m="b", V="V", W="W"),
        case("of itself", "renyi-same", "1", "renyi({order}, 0, P, P, 0)", "0 <= 0", b="", Q=""),
    ]


def _magnitudes() -> list[Case]:
    """Noises that hide nothing, as one without variance, whose magnitude is no number."""
    names = "P Q V: law; Z: noise; a b e v: real"
    paid = "gdp(0, convolve(P, Z), convolve(Q, Z), 0 + gdpsize(Z, a))"
    renyi = "renyi(2, 0, convolve(P, Z), convolve(Q, Z), 0 + R(2, Z, a))"
    moved, start = "renyi(2, 0 + a, P, Q, 0)", {"size": "a >= 0", "moved": "gdp(0 + a, P, Q, 0)"}
    reduce = {"z": "0", "a": "a", "m": "0", "P": "P", "Q": "Q", "Z": "Z"}
    order = {"alpha": "2", "a": "a", "Z": "Z"}
    gaussian = {"size": "a >= 0", "noise": "gaussian(Z, v)", "variance": "v >= 0"}
    return [
        Case("paid with nothing known of the noise", sequent(paid, names, start), step(
            "gdp-shift-reduction", paid, known("gdp(0 + a, P, Q, 0)", "moved"), **reduce), "takes 2 premises, not 1"),
        Case("paid with a noise of another move", sequent(paid, names, {**start, "finite": "gdpfinite(Z, a/2)"}), step(
            "gdp-shift-reduction", paid, known("gdp(0 + a, P, Q, 0)", "moved"), known("gdpfinite(Z, a/2)", "finite"), **reduce),
            "gdp-shift-reduction needs gdpfinite(Z, a)"),
        Case("a divergence paid with nothing known of the noise", sequent(renyi, names, {"size": "a >= 0", "moved": moved}), step(
            "shift-reduction", renyi, known(moved, "moved"), z="0", b="0", P="P", Q="Q", **order), "takes 2 premises, not 1"),
        Case("paid at another order", sequent(renyi, names, {"size": "a >= 0", "moved": moved, "finite": "finite(3, Z, a)"}), step(
            "shift-reduction", renyi, known(moved, "moved"), known("finite(3, Z, a)", "finite"), z="0", b="0", P="P", Q="Q", **order),
            "shift-reduction needs finite(2, Z, a)"),
        Case("paid in the units of another notion", sequent(renyi, names, {"size": "a >= 0", "moved": moved, "finite": "gdpfinite(Z, a)"}),
            step("shift-reduction", renyi, known(moved, "moved"), known("gdpfinite(Z, a)", "finite"), z="0", b="0", P="P", Q="Q", **order),
            "shift-reduction needs finite(2, Z, a)"),
        Case("absorbed with nothing known of the noise", sequent(renyi, names, {
            "size": "a >= 0", "near": "winf(P, V, a)", "bound": "renyi(2, 0, V, Q, 0)"}), step(
            "absorb", renyi, known("winf(P, V, a)", "near"), known("renyi(2, 0, V, Q, 0)", "bound"), b="0", P="P", V="V", Q="Q", **order),
            "absorb takes 3 premises, not 2"),
        Case("a finite magnitude of noise without variance", sequent("finite(2, Z, a)", names, gaussian), step(
            "gaussian-finite", "finite(2, Z, a)", known("gaussian(Z, v)", "noise"), v="v", **order), "the side condition v > 0 is not evident"),
        Case("private noise without variance", sequent("gdpfinite(Z, a)", names, gaussian), step(
            "gdp-finite", "gdpfinite(Z, a)", known("gaussian(Z, v)", "noise"), v="v", a="a", Z="Z"), "the side condition v > 0 is not evident"),
        Case("a magnitude of noise without variance", sequent("gdpsize(Z, a) == a**2/v", names, gaussian), step(
            "gdp-magnitude", "gdpsize(Z, a) == a**2/v", known("gaussian(Z, v)", "noise"), v="v", a="a", Z="Z"),
            "the side condition v > 0 is not evident"),
        Case("a finite magnitude of no move taken for one", sequent("finite(2, Z, a)", names), step(
            "finite-zero", "finite(2, Z, a)", alpha="2", Z="Z"), "finite-zero concludes"),
        Case("no move of private noise taken for one", sequent("gdpfinite(Z, a)", names), step(
            "gdp-finite-zero", "gdpfinite(Z, a)", Z="Z"), "gdp-finite-zero concludes"),
        Case("a move that tells nothing", sequent("gdpsize(Z, a) == 0", names), step(
            "gdp-magnitude-zero", "gdpsize(Z, a) == 0", Z="Z"), "gdp-magnitude-zero concludes"),
        Case("a divergence of an order below 1 that is not negative", sequent("b >= 0", names, {"bound": "renyi(1/2, 0, P, Q, b)"}), step(
            "renyi-sign", "b >= 0", known("renyi(1/2, 0, P, Q, b)", "bound"), alpha="1/2", z="0", b="b", P="P", Q="Q"),
            "the side condition 1/2 > 1 is not evident"),
        Case("noise without variance that hides every event", sequent(
            "dp(convolve(P, Z), convolve(Q, Z), 1, theta(exp(1), sqrt(0 + gdpsize(Z, a))))", names, start), step(
            "gdp-to-dp", "dp(convolve(P, Z), convolve(Q, Z), 1, theta(exp(1), sqrt(0 + gdpsize(Z, a))))", step(
                "gdp-shift-reduction", paid, known("gdp(0 + a, P, Q, 0)", "moved"), **reduce),
            e="1", m="0 + gdpsize(Z, a)", P="convolve(P, Z)", Q="convolve(Q, Z)"), "may be infinite"),
        Case("finite because another noise is", sequent("finite(2, Z, a)", f"{names}; Y: noise", {"other": "finite(2, Y, a)"}), known(
            "finite(2, Z, a)", "other"), "known concludes"),
    ]


def _undefined() -> list[Case]:
    """Terms without a value, wherever they hide: in a floor, an exponential, a law, a sum, a case, a theorem's letter."""
    names, positive = "x y: real; n: integer; P Q: law; a: real sequence", {"low": "x >= 0"}
    doubt = "not known to be nonzero"

    def case(name: str, goal: str, proof: Json, reason: str = doubt, facts: Json | None = None, theorems: Json | None = None) -> Case:
        return Case(f"undefined: {name}", sequent(goal, names, facts or {}), proof, reason, theorems or {})

    row = {"test/row": sequent("a(0) <= a(0) + 1", "a: real sequence", name="test/row")}
    twice = {"held": "dp(P, Q, 1, x)"}
    return [
        case("a floor of a quotient by zero", "floor(1/0) <= 1/0", step("floor-low", "floor(1/0) <= 1/0", x="1/0")),
        case("a floor of an unknown quotient", "floor(1/x) <= 1/x", step("floor-low", "floor(1/x) <= 1/x", x="1/x"), facts=positive),
        case("a floor above", "1/x < floor(1/x) + 1", step("floor-high", "1/x < floor(1/x) + 1", x="1/x")),
        case("an exponential of one", "1 + 1/x <= exp(1/x)", step("exp-tangent", "1 + 1/x <= exp(1/x)", x="1/x")),
        case("an exponential within one", "1 + exp(1/x) <= exp(exp(1/x))", step(
            "exp-tangent", "1 + exp(1/x) <= exp(exp(1/x))", x="exp(1/x)")),
        case("an integer that is a floor of one", "floor(1/x) == floor(1/x)", evident("floor(1/x) == floor(1/x)")),
        case("a maximum", "max(1/x, y) == cases(1/x - y, 1/x, y)", step(
            "maximum", "max(1/x, y) == cases(1/x - y, 1/x, y)", x="1/x", y="y")),
        case("a law that is equal to itself", "equal(push(affine(1/x, 0), P), push(affine(1/x, 0), P))", step(
            "reflexive", "equal(push(affine(1/x, 0), P), push(affine(1/x, 0), P))", P="push(affine(1/x, 0), P)")),
        case("the moved law", "winf(P, push(translate(v), P), norm(v)*(1/x))", step(
            "winf-translate", "winf(P, push(translate(v), P), norm(v)*(1/x))", P="P", x="v"), "v is undeclared"),
        case("an order", "renyi(1/x + 2, 0, P, P, 0)", step("renyi-same", "renyi(1/x + 2, 0, P, P, 0)", alpha="1/x + 2", P="P")),
        case("a power of zero", "0**n >= 0**n", evident("0**n >= 0**n")),
        case("a negative power", "floor(x**(-2)) <= x**(-2)", step("floor-low", "floor(x**(-2)) <= x**(-2)", x="x**(-2)")),
        case("a root of a negative number", "exp(x**(1/2)) == exp(x**(1/2))", evident("exp(x**(1/2)) == exp(x**(1/2))"),
             "is not evidently positive"),
        case("a sum over a divisor", "exp(sum(1/k, k, 0, n)) >= 0", evident("exp(sum(1/k, k, 0, n)) >= 0")),
        case("a sum that may be reversed", "floor(sum(1/k, k, 1, n)) <= sum(1/k, k, 1, n)", step(
            "floor-low", "floor(sum(1/k, k, 1, n)) <= sum(1/k, k, 1, n)", x="sum(1/k, k, 1, n)")),
        case("a case", "exp(cases(x, y, 1/x)) == exp(cases(x, y, 1/y))", evident("exp(cases(x, y, 1/x)) == exp(cases(x, y, 1/y))")),
        case("a wider bound", "dp(P, Q, 1, x + floor(1/y)**2)", step(
            "widen", "dp(P, Q, 1, x + floor(1/y)**2)", known("dp(P, Q, 1, x)", "held"), claim="dp(P, Q, 1, x + floor(1/y)**2)"), facts=twice),
        case("an equal law", "equal(P, P)", step(
            "rewrite", "equal(P, P)", step("reflexive", "equal(P, P)", P="P"), step("reflexive", "equal(P, P)", P="P"), law="U",
            claim="dp(U, P, 1/x, 0)")),
        case("a range", "forall(k, floor(1/x), n, 0 >= 0)", every("forall(k, floor(1/x), n, 0 >= 0)", evident("0 >= 0"), "k", "floor(1/x)", "n")),
        case("a sequence at its pole", "1/0 <= 1/0 + 1", step(
            "theorem", "1/0 <= 1/0 + 1", id="test/row", **{"for": {"a": {"index": "k", "is": "1/k"}}}), theorems=row),
        case("what was assumed", "floor(1/0) <= 5", known("floor(1/0) <= 5", "a"), "has no value", {"a": "floor(1/0) <= 5"}),
        case("a law that was assumed", "equal(P, push(affine(1/(x - x), 0), Q))", known("equal(P, push(affine(1/(x - x), 0), Q))", "a"),
             "has no value", {"a": "equal(P, push(affine(1/(x - x), 0), Q))"}),
        case("another reading of what is known", "dp(P, Q, 1, x/y*y)", known("dp(P, Q, 1, x/y*y)", "held"), facts=twice),
    ]


def _mixtures() -> list[Case]:
    """Mixtures that are none: with weights below 0, above 1, or of which nothing is known."""
    names, weight = "P Q V W: law; w m u: real; e: real", {"low": "w >= 0"}
    reason = "weighs a mixture and is not evidently between 0 and 1"

    def same(name: str, w: str, facts: Json | None = None) -> Case:
        claim = f"equal(mix({w}, P, Q), mix({w}, P, Q))"
        return Case(f"a mixture: {name}", sequent(claim, names, facts or {}), step("reflexive", claim, P=f"mix({w}, P, Q)"), reason)

    held = {"a": "equal(P, mix(2, V, W))"}
    both = "dp(mix(w, P, V), mix(w, Q, W), e, w*m + (1 - w)*u)"
    parts = {"first": "dp(P, Q, e, m)", "second": "dp(V, W, e, u)"}
    return [
        same("twice one law", "2"), same("less than nothing", "-1/2"), same("any weight", "w"), same("a weight above 0", "w", weight),
        same("a weight below 1", "w", {"high": "w <= 1"}), same("a share of an integer", "1/(w + 1)", {"some": "w >= -1/2"}),
        Case("a mixture: hidden in a mixture", sequent("equal(mix(1/2, mix(3/2, P, Q), Q), mix(1/2, mix(3/2, P, Q), Q))", names), step(
            "reflexive", "equal(mix(1/2, mix(3/2, P, Q), Q), mix(1/2, mix(3/2, P, Q), Q))", P="mix(1/2, mix(3/2, P, Q), Q)"), reason),
        Case("a mixture that is assumed", sequent("equal(P, mix(2, V, W))", names, held), known("equal(P, mix(2, V, W))", "a"),
             "has no value"),
        Case("what an observer of a mixture learns", sequent(both, names, {**parts, **weight}), step(
            "dp-mixture", both, known("dp(P, Q, e, m)", "first"), known("dp(V, W, e, u)", "second"), d="m", u="u", e="e", w="w", P="P", Q="Q",
            V="V", W="W"), "the side condition w <= 1 is not evident"),
    ]


def _arities() -> list[Case]:
    """Parts that are never looked into, and are not well-sorted."""
    names = "x: real; n: integer; P Q: law; Z: noise; f: map"
    unused = {"test/unused": sequent("1 >= 0", "P: law; b: real", {"odd": "renyi(b, 0, P, P, P)"}, "test/unused")}
    row = {"test/row": sequent("1 >= 0", "a: law sequence", name="test/row")}

    def case(name: str, claim: str, proof: Json, reason: str, theorems: Json | None = None, facts: Json | None = None) -> Case:
        return Case(f"ill-sorted: {name}", sequent(claim, names, facts or {}), proof, reason, theorems or {})

    return [
        case("a branch that is a law", "exp(cases(1, x, P)) >= 0", evident("exp(cases(1, x, P)) >= 0"), "is law where real is expected"),
        case("an assumption that is not used", "1 >= 0", evident("1 >= 0"), "is map where law is expected",
             facts={"odd": "renyi(2, 0, f, P, 1)"}),
        case("a part of what is assumed of every index", "1 >= 0", evident("1 >= 0"), "is law where real is expected",
             facts={"odd": "forall(k, 1, n, gaussian(Z, P))"}),
        case("a theorem with an assumption that is none", "1 >= 0", step(
            "theorem", "1 >= 0", known("1 >= 0", "odd"), id="test/unused", **{"for": {"P": "P", "b": "x"}}),
            "is law where real is expected", unused),
        case("a sequence that is not applied", "1 >= 0", step(
            "theorem", "1 >= 0", id="test/row", **{"for": {"a": {"index": "k", "is": "k + 1"}}}), "is real where law is expected", row),
        case("a magnitude of a law", "finite(2, P, 1)", step("finite-zero", "finite(2, P, 1)", alpha="2", Z="P"),
             "is law where noise is expected"),
        case("equal numbers that are said to be laws", "equal(x, x)", step("reflexive", "equal(x, x)", P="x"), "is real where law is expected"),
        case("an index of a law", "forall(k, 1, n, 1 >= 0)", every("forall(k, 1, n, 1 >= 0)", evident("1 >= 0"), "k", "1", "floor(P)"),
             "is law where real is expected"),
    ]


FORGERIES: list[Case] = [
    case
    for family in (_conclusions, _shapes, _numbers, _certificates, _values, _binders, _captures, _theorems, _sorts, _opened, _cases, _notions,
                   _dynamics, _mechanisms, _orders, _magnitudes, _undefined, _mixtures, _arities,
                   _other_infima, _recursive)
    for case in family()
]
"""Whole proofs that show nothing of what they claim."""
