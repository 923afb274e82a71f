"""A shuffled order: the mean over the places that a record may have.

Given its place, the bound is that of a fixed order.  The law of the output is the mixture over all places, and moments of mixtures are
means of moments, so that the bound is the logarithm of the mean of exp((alpha - 1) B(j)) over the places j, counted from the last one, by
alpha - 1.  In the statement the bounds B(j) stand as hypotheses; that they hold at every place is derived and replayed by itself.
Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.derivation.renyi_bound import derive_renyi
from pabisym.derivation.shapes.problem import Derived
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, ZERO, Call, Name, Number, Term, at, equal, forall, substitute
from pabisym.library.library import Library
from pabisym.library.twins import Grounded, prove_by_replay
from pabisym.process.sequence import minus, names, unused_name
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.certificate import polynomial_term
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script
from pabisym.spec.read import Spec

LOOSE = "the order is random, and a mixture over the places of the record may be more private than the mean of what they cost"
PLACE = Name("j")
MORE = "mixture of the first places"


def mean_over_places(spec: Spec, order: Term, library: Library) -> tuple[Derived, Grounded, Term]:
    """The bound at every place, the statement about the mixture, and its bound.

    Raises :class:`~pabisym.proof.build.NoProof` or :class:`~pabisym.errors.Undecided` where one of them is not found.
    """
    fixed = spec.in_order()
    place, places = fixed.place()
    scope = fixed.scope()
    one = derive_renyi(fixed.process.iteration(), scope.kinds, dict(scope.known), order, library)
    if one.fallback:
        raise NoProof("the bound at a place is loose")
    inside = scope.extend((("place", Call("<=", (ONE, PLACE))),), {PLACE.name: "integer"})
    last = Call("+", (places, Call("neg", (PLACE,)), ONE))
    bound = tidied(_plain(substitute(one.bound, {place: ((), last)}), inside))
    kinds = {name: kind for name, kind in scope.kinds.items() if name != place}
    if PLACE.name in kinds:
        raise NoProof("the letter j is taken")
    X, Y, M, N = (unused_name(name, kinds) for name in "XYMN")
    laws = dict.fromkeys((X, Y, M, N), "law sequence")
    known = {label: term for label, term in one.sequent.assumptions if label in dict(scope.known) and place not in names(term)}
    k = Name("k")
    known |= {"places": Call(">=", (places, ONE)),
              "at every place": forall(PLACE, ONE, places, Call("renyi", (order, ZERO, at(X, PLACE), at(Y, PLACE), bound))),
              "first place": equal(at(M, ONE), at(X, ONE)), "other first place": equal(at(N, ONE), at(Y, ONE))}
    for label, whole, part in ((MORE, M, X), (f"other {MORE}", N, Y)):
        known[label] = forall(k, Call("+", (ONE, ONE)), places, equal(at(whole, k), Call("mix", (
            Call("/", (ONE, k)), at(part, k), at(whole, minus(k, ONE))))))

    def moments(last: str) -> str:
        return f"sum(exp(({to_text(order)} - 1)*({to_text(bound)})), j, 1, {last})"

    def mean(last: str) -> str:
        return f"{moments(last)}/({last})"

    alpha, total = to_text(order), to_text(places)

    @script
    def proof(p: Script) -> Step:
        p.have("parts", p.generalise("k", "1", total, lambda b: b.figure("moment", b.at("at every place", "k"), alpha=order)))

        def claim(last: str) -> str:
            return f"moment({alpha}, {M}({last}), {N}({last}), {mean(last)})"

        @script
        def first(p: Script) -> Step:
            same = p.figure("moment-same-law", p.at("parts", "1"), "first place", "other first place")
            return p.figure("moment-widen", same, u=mean("1"))

        with p.induct("k", "1", total, claim("k"), first) as more:
            more.have_all({"share": "1/k >= 0", "shares": "1/k <= 1"})
            both = more.figure("moment-mixture", more.at("parts", "k"), more.hypothesis, w="1/k")
            whole = more.figure("moment-same-law", both, more.at(MORE, "k"), more.at(f"other {MORE}", "k"))
            more.show(more.figure("moment-widen", whole, u=mean("k")))
        p.have("moments", more.step)
        term = f"exp(({to_text(order)} - 1)*({{}}))".format
        with p.induct("k", "1", total, f"{moments('k')} > 0") as positive:
            positive.have("term", f"{term(to_text(substitute(bound, {PLACE.name: ((), k)})))} > 0")
            positive.show(certified(f"{moments('k')} > 0", fact(positive.hypothesis), fact("term")))
        p.have("positive", positive.step)
        p.have("all", p.at("positive", total))
        p.have("mean", f"{mean(total)} > 0")
        return p.figure("from-moment", p.at("moments", total), alpha=order)

    value = Call("/", (Call("log", (parse(mean(total), "mean", None),)), minus(order, ONE)))
    sequent = Sequent("derived", {**kinds, **laws}, tuple(known.items()), Call("renyi", (order, ZERO, at(M, places), at(N, places), value)))
    try:
        found = prove_by_replay(sequent, proof(Builder.of(sequent)), (), library)
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    return one, found, value


def _plain(term: Term, scope: Scope) -> Term:
    """A formula with its sums of letters in normal form."""
    if not isinstance(term, Call):
        return term
    if term.head == "+" and all(isinstance(part, Name | Number) or part.head in ("neg", "+", "*") for part in term.args):
        value = scope.arithmetic.normal(term)
        if value.bottom == {(): 1}:
            return polynomial_term(scope.arithmetic, value.top)
    return Call(term.head, tuple(_plain(arg, scope) for arg in term.args))
