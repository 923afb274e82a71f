"""Proofs that are written downwards give the trees that nested functions give; what is out of its scope is refused."""

from collections.abc import Callable, Mapping
from contextlib import suppress

import pytest

from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.proof.build import Builder, NoProof, Step, as_text, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, at_once, script

pytestmark = pytest.mark.quick

KINDS = {"n": "integer", "x": "real", "y": "real", "f": "real sequence"}
KNOWN = {"size": "n >= 1", "x": "x >= 1", "y": "y >= x", "rise": "forall(k, 1, n, f(k) >= f(k - 1))", "start": "f(0) >= 0"}
CASES, FORALL = "y*y >= cases(x - 2, x, 1)", "forall(k, 1, n, f(k) - f(k - 1) + x >= 1)"


def sequent(conclusion: str, kinds: Mapping[str, str] = KINDS, known: Mapping[str, str] = KNOWN) -> Sequent:
    facts = tuple((label, parse(text, label, None)) for label, text in known.items())
    return Sequent("test", kinds, facts, parse(conclusion, "conclusion", None))


def nested_haves(b: Builder) -> Step:
    return b.have("one", b.prove("y >= 1"), lambda b: b.have("square", b.prove("x*y >= 1"), lambda b: b.prove("x*y + y >= 2")))


@script
def haves(p: Script) -> Step:
    p.have("one", "y >= 1")
    p.have("square", p.prove("x*y >= 1"))
    return p.prove("x*y + y >= 2")


@script
def haves_in_a_row(p: Script) -> Step:
    p.have_each({"one": "y >= 1", "square": "x*y >= 1"})
    return p.prove("x*y + y >= 2")


def nested_facts(b: Builder) -> Step:
    facts = {"one": b.prove("y >= 1"), "two": b.prove("x + y >= 2")}
    return b.suppose_all(facts, lambda b: certified("x + 2*y >= 3", fact("one"), fact("two")))


@script
def facts(p: Script) -> Step:
    p.have_all({"one": "y >= 1", "two": "x + y >= 2"})
    return certified("x + 2*y >= 3", fact("one"), fact("two"))


def nested_cases(b: Builder) -> Step:
    def one(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term("x - 2 >= 0")):
            return b.have("far", b.prove("y >= 2"), lambda b: b.have("worth", b.prove("y*(y - x) >= 0"), lambda b: b.prove(CASES)))
        return b.have("near", b.prove("y >= 1"), lambda b: b.prove(CASES))

    return b.by_cases("x - 2", CASES, one)


@script
def cases(p: Script) -> Step:
    with p.case("x - 2", CASES) as far:
        far.have("far", "y >= 2")
        far.have("worth", "y*(y - x) >= 0")
        far.show(CASES)
    p.have("near", "y >= 1")
    return p.prove(CASES)


@script
def cases_with_nothing_shown(p: Script) -> Step:
    with p.case("x - 2", CASES) as far:
        far.have("far", "y >= 2")
        far.have("worth", "y*(y - x) >= 0")
    p.have("near", "y >= 1")
    return p.prove(CASES)


def nested_forall(b: Builder) -> Step:
    return b.generalise("k", "1", "n", lambda b: b.have("step", b.at("rise", "k"), lambda b: b.prove("f(k) - f(k - 1) + x >= 1")))


@script
def forall(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        each.have("step", each.at("rise", "k"))
        each.show("f(k) - f(k - 1) + x >= 1")
    return each.step


def nested_part(b: Builder) -> Step:
    return b.generalise("k", "1", "n - 1", lambda b: stated(b.at("rise", "k + 1"), "f(k + 1) >= f(k)"))


@script
def part(p: Script) -> Step:
    return p.part("rise", "k", "1", "n - 1", "f(k + 1) >= f(k)", at="k + 1")


def nested_induction(b: Builder) -> Step:
    def more(b: Builder, before: str) -> Step:
        return b.have("step", b.at("rise", "k"), lambda b: certified("f(k) >= 0", fact(before), fact("step")))

    return b.have("all", b.induction("k", "0", "n", "f(k) >= 0", lambda b: b.known("start"), more), lambda b: b.at("all", "n"))


@script
def induction(p: Script) -> Step:
    with p.induct("k", "0", "n", "f(k) >= 0", p.known("start")) as every:
        every.have("step", every.at("rise", "k"))
        every.show(certified("f(k) >= 0", fact(every.hypothesis), fact("step")))
    p.have("all", every.step)
    return p.at("all", "n")


def nested_beside(b: Builder) -> Step:
    inner = b.have("own", b.prove("y >= 1"), lambda b: b.prove("x + y >= 2"))
    return b.have("sum", inner, lambda b: b.prove("x + y >= 1"))


@script
def beside(p: Script) -> Step:
    with p.proof() as inner:
        inner.have("own", "y >= 1")
        inner.show("x + y >= 2")
    p.have("sum", inner.step)
    return p.prove("x + y >= 1")


PAIRS = (
    (haves, nested_haves, "x*y + y >= 2"), (facts, nested_facts, "x + 2*y >= 3"), (cases, nested_cases, CASES),
    (cases_with_nothing_shown, nested_cases, CASES), (forall, nested_forall, FORALL),
    (part, nested_part, "forall(k, 1, n - 1, f(k + 1) >= f(k))"), (induction, nested_induction, "f(n) >= 0"),
    (beside, nested_beside, "x + y >= 1"), (haves_in_a_row, nested_haves, "x*y + y >= 2"),
)


@pytest.mark.parametrize(("downwards", "nested", "conclusion"), PAIRS, ids=lambda one: getattr(one, "__name__", "-"))
def test_the_tree_is_the_one_of_nested_functions(
    downwards: Callable[[Builder], Step], nested: Callable[[Builder], Step], conclusion: str,
) -> None:
    claim = sequent(conclusion)
    tree = downwards(Builder.of(claim))
    assert tree == nested(Builder.of(claim))
    verdict = check(claim, tree)
    assert verdict.accepted, verdict.reason


def test_an_open_bound_is_closed_around_the_rest() -> None:
    kinds = {"P": "law", "Q": "law", "alpha": "real", "z": "real", "b": "real"}
    known = {"order": "alpha > 1", "bound": "renyi(alpha, z, P, Q, b)"}
    claim = sequent("renyi(alpha, 0, P, Q, b)", kinds, known)

    @script
    def downwards(p: Script) -> Step:
        p.open(p.known("bound"), "V", "x")
        return p.known("V bound")

    def nested(b: Builder) -> Step:
        return b.witness(b.known("bound"), "V", "x", lambda b: b.known("V bound"))

    tree = downwards(Builder.of(claim))
    assert tree == nested(Builder.of(claim))
    assert tree["rule"] == "witness"


def test_a_helper_that_goes_on_writes_into_the_script_and_a_script_does_not() -> None:
    def goes_on(p: Script) -> None:
        p.have("one", "y >= 1")

    @script
    def own(p: Script) -> Step:
        p.have("two", "x + y >= 2")
        return p.known("two")

    p = Script(Builder.of(sequent("x + y >= 1")))
    goes_on(p)
    own(p)
    assert [label for label, _ in p.scope.known] == [*KNOWN, "one"]


def test_a_relation_that_is_evident_is_not_named_and_another_one_is() -> None:
    p = Script(Builder.of(sequent("x >= 0")))
    p.ensure("x >= 0")
    assert [label for label, _ in p.scope.known] == [*KNOWN]
    p.ensure("x*y >= 1")
    assert [label for label, _ in p.scope.known] == [*KNOWN, "side 1"]


def test_a_proof_of_one_line() -> None:
    b = Builder.of(sequent("x + y >= 1"))
    given = certified("x + y >= 1", fact("x"), fact("y"), fact("x"))
    assert at_once("x + y >= 1")(b) == b.prove("x + y >= 1")
    assert at_once(given)(b) is given


def written_outside(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        each.have("step", each.at("rise", "k"))
        each.show("f(k) - f(k - 1) + x >= 1")
    return p.known("step")


def other_case(p: Script) -> Step:
    with p.case("x - 2", "x >= 1") as far:
        far.have("far", "y >= 2")
    return p.known("far")


def twice_the_same_label(p: Script) -> Step:
    p.have("one", "y >= 1")
    p.have("one", "y >= 1")
    return p.known("one")


@pytest.mark.parametrize(("body", "said"), [
    (written_outside, "nothing is known as 'step' here"), (other_case, "nothing is known as 'far' here"),
    (twice_the_same_label, "labels and names must be new"),
], ids=lambda one: getattr(one, "__name__", "-"))
def test_a_label_outside_its_scope_is_refused(body: Callable[[Script], Step], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        script(body)(Builder.of(sequent("x >= 1")))


def nothing_shown(p: Script) -> Step:
    with p.generalise("k", "1", "n"):
        pass
    return p.prove("x >= 1")


def step_of_an_open_block(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        return each.step


def ends_inside(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        each.show("k >= 1")
        return p.close(each.step)


def line_outside(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        p.have("one", "k >= 1")
        each.show("k >= 1")
    return each.step


def line_after_the_last_step(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        each.show("k >= 1")
        each.have("one", "y >= 1")
    return each.step


def line_in_a_closed_block(p: Script) -> Step:
    with p.generalise("k", "1", "n") as each:
        each.show("k >= 1")
    each.have("one", "y >= 1")
    return each.step


def shown_twice(p: Script) -> Step:
    with p.proof() as inner:
        inner.show("x >= 1")
        inner.show("y >= 1")
    return inner.step


@pytest.mark.parametrize(("body", "said"), [
    (nothing_shown, "the block for k has no last step; give it with show"),
    (step_of_an_open_block, "the block for k has no last step"), (ends_inside, "the proof ends while the block for k is open"),
    (line_outside, "a line is written while the block for k is open"), (line_after_the_last_step, "a line is written after the last step"),
    (line_in_a_closed_block, "a line is written after the last step"), (shown_twice, "the last step is given twice"),
], ids=lambda one: getattr(one, "__name__", "-"))
def test_what_is_left_open_or_written_late_is_refused(body: Callable[[Script], Step], said: str) -> None:
    with pytest.raises(NoProof, match=said):
        script(body)(Builder.of(sequent("x >= 1")))


def test_an_error_inside_a_block_is_not_hidden_by_the_block() -> None:
    @script
    def body(p: Script) -> Step:
        with p.generalise("k", "1", "n"):
            raise ZeroDivisionError
        return p.prove("x >= 1")

    with pytest.raises(ZeroDivisionError):
        body(Builder.of(sequent("x >= 1")))


def test_lines_are_written_again_where_a_block_was_given_up() -> None:
    @script
    def body(p: Script) -> Step:
        with suppress(NoProof), p.generalise("k", "1", "n") as each:
            each.show("k >= 2")
        p.have("one", "y >= 1")
        return p.prove("y + x >= 2")

    given = sequent("y + x >= 2")
    assert check(given, body(Builder.of(given))).accepted


LAWS = {"alpha": "real", "z": "real", "b": "real", "d": "real", "A": "law", "B": "law", "e": "real"}
BOUNDS = {"order": "alpha > 1", "bound": "renyi(alpha, z, A, B, b)", "larger": "b <= d", "no move": "z == 0", "level": "e >= 0"}


def test_a_figure_reads_its_letters_off_its_premises() -> None:
    b = Builder.of(sequent("renyi(alpha, z, A, B, d)", LAWS, BOUNDS))
    full = b.figure("monotone", b.known("bound"), alpha="alpha", z="z", y="z", b="b", d="d", P="A", Q="B")
    assert b.figure("monotone", "bound", y="z") == full


def test_a_letter_that_is_given_is_not_read_off() -> None:
    b = Builder.of(sequent("renyi(alpha, z, A, B, d)", LAWS, BOUNDS))
    given = b.figure("monotone", "bound", z="z + 0", y="z")
    assert as_text(given)["with"]["z"] == "z + 0"


def test_a_letter_that_nothing_says_has_to_be_given() -> None:
    b = Builder.of(sequent("renyi(alpha, z, A, B, d)", LAWS, BOUNDS))
    with pytest.raises(NoProof, match="monotone: y has to be given"):
        b.figure("monotone", "bound")


def test_a_letter_of_another_kind_is_not_handed_on() -> None:
    b = Builder.of(sequent("renyi(alpha, z, A, B, d)", LAWS | {"y": "integer"}, BOUNDS))
    with pytest.raises(NoProof, match="monotone: y has to be given"):
        b.figure("monotone", "bound")


def test_letters_and_hypotheses_of_the_same_name_are_handed_on_to_a_theorem() -> None:
    used = Sequent("used", LAWS | {"X": "law sequence"}, tuple((label, parse(text, label, None)) for label, text in BOUNDS.items()),
                   parse("renyi(alpha, z, A, B, d)", "used", None))
    claim = sequent("renyi(alpha, z, A, B, d)", LAWS | {"X": "law sequence"}, BOUNDS)
    b = Builder.of(claim, used)
    same = {name: name for name in LAWS}
    facts = {"order": b.prove("alpha > 1"), "bound": b.known("bound")}
    full = b.theorem("used", facts, **same, X=("k", "X(k)"))
    assert b.theorem("used", {}) == full
    assert b.theorem("used", {"bound": "bound"}) == full
    assert check(claim, full, {"used": used}).accepted
