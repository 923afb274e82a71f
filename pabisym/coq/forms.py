"""Normal forms with proofs: the kernel's arithmetic of side conditions, retold as Coq terms.

:class:`Prover` follows :class:`pabisym.kernel.exact.Arithmetic` step by step in one scope, takes the same decisions on
the same numerators, and says of each why it is right.  What it says is not trusted: Coq checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from flint import fmpq

from pabisym.coq.text import STEPS, apply, bound_index_text, congruence, coq, name, number
from pabisym.kernel.exact import (
    MAX_EXPANSION,
    ONE,
    Monomial,
    Polynomial,
    Quotient,
    Refusal,
    Scope,
    add,
    add_integer,
    constant,
    difference,
    index_level,
    margin_over,
    multiply,
    plus,
    product_of,
    reduce_quotient,
)
from pabisym.kernel.judgement import SIGNATURES
from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, RELATIONS, Call, Name, Number, Term, free_names, substitute

MALFORMED = "a step or a formula has not the shape that its rule needs"
"""What is said of trees that the kernel would have refused."""


@dataclass(eq=False)
class FormProof:
    """A Coq term, as pieces of text and other nodes; ``statement`` and ``script`` instead for what is proved by tactics."""

    parts: tuple[str | FormProof, ...]
    inline: bool = False
    statement: str = ""
    script: Callable[[ScriptWriter], None] | None = None


class ScriptWriter:
    """The text of one proof: what stands in front of the goal is written before it is used, and forgotten where its braces end."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.known: dict[FormProof, str] = {}
        self.count = 0

    def line(self, text: str) -> None:
        """One line of the script."""
        self.lines.append("  " * min(self.depth, 12) + text)

    def fresh(self, stem: str = "n") -> str:
        """A new name for a hypothesis."""
        self.count += 1
        return f"{stem}_{self.count}"

    @contextmanager
    def braces(self, first: str = "{") -> Iterator[None]:
        """A subproof."""
        self.line(first)
        self.depth += 1
        before = dict(self.known)
        yield
        self.known = before
        self.depth -= 1
        self.line("}")

    def use(self, node: str | FormProof) -> str:
        """The text of a node, what it needs being written before."""
        if isinstance(node, str):
            return node
        if node in self.known:
            return self.known[node]
        if node.script is not None:
            label = self.fresh("e")
            self.line(f"assert ({label} : {node.statement}).")
            with self.braces():
                node.script(self)
        else:
            text = "".join([self.use(part) for part in node.parts])
            if node.inline:
                return text
            label = self.fresh()
            self.line(f"pose proof {text} as {label}.")
        self.known[node] = label
        return label


def term(*parts: str | FormProof) -> FormProof:
    """A node of pieces, named when it is used."""
    return FormProof(parts)


def inline(*parts: str | FormProof) -> FormProof:
    """A node of pieces, written where it is used."""
    return FormProof(parts, True)


@dataclass(frozen=True, eq=False)
class Form:
    """A term's text, its normal form, and a proof of ``nf text N D``; unit: D is written 1; rational: N or D has fractions."""

    text: str
    q: Quotient
    node: FormProof
    unit: bool = True
    rational: bool = False
    same: tuple[str, FormProof | None] | None = None
    """For what is no number: the text that stands for it, and a proof that it is equal to that (None: the same text)."""

    @property
    def poly(self) -> str:
        """The tactic for identities with this form."""
        return "polyq" if self.rational else "poly"


def _poly(*forms: Form, more: bool = False) -> str:
    return "ltac:(polyq)" if more or any(form.rational for form in forms) else "ltac:(poly)"


@dataclass
class Hypotheses:
    """What stands for what in the Coq context: propositions by label, and integers by name."""

    facts: Mapping[str, str] = field(default_factory=dict)
    integers: Mapping[str, str] = field(default_factory=dict)


Fact = tuple[Polynomial, str, FormProof, bool, frozenset[Monomial]]
"""A numerator, its sign, the proof of it, whether fractions occur, and its monomials without the constant."""


def _fact(top: Polynomial, sign: str, proof: FormProof, rational: bool) -> Fact:
    return top, sign, proof, rational, frozenset(top) - {ONE}


class Prover:
    """Normal forms, equality and evident relations within one scope, with proofs."""

    def __init__(self, scope: Scope, hypotheses: Hypotheses, before: Prover | None = None) -> None:
        """The prover of a scope; ``before`` is that of a scope which it extends, whose facts need not be brought to normal form again."""
        self.scope, self.hypotheses = scope, hypotheses
        self.atoms: list[tuple[str, tuple[Form, ...], str]] = [] if before is None else before.atoms[: before.first_atoms]
        self.facts: list[Fact] = [] if before is None else list(before.facts)
        self.integers: dict[str, str] = {**({} if before is None else before.integers), **hypotheses.integers}
        self.cache: dict[Term, Form] | None = None
        for label, known in scope.known[0 if before is None else len(before.scope.known) :]:
            if isinstance(known, Call) and known.head in RELATIONS:
                self.facts.append(self.fact(known, hypotheses.facts[label]))
        self.first_atoms: int = len(self.atoms)
        self.cache = {}

    def fact(self, relation: Call, proof: str) -> Fact:
        """A known relation: the numerator of its difference, with its sign."""
        form = self.difference(relation)
        sign = difference(relation)[1]
        lemma = {">=": "top_le", ">": "top_lt", "==": "top_eq", "!=": "I"}[sign]
        return _fact(form.q.top, sign, term(f"({lemma} ", form.node, f" {proof})") if sign != "!=" else inline("I"), form.rational)

    def difference(self, relation: Call) -> Form:
        """The form of ``larger - smaller`` (``left - right`` for equations)."""
        left, right = relation.args
        if relation.head in ("<=", "<"):
            left, right = right, left
        return self.sub(self.normal(left), self.normal(right))

    # Arithmetic of forms.

    def plain(self, text: str, q: Quotient, *, rational: bool = False) -> Form:
        """A form whose numerator is its text."""
        return Form(text, q, inline(f"(nf_atom {text})"), True, rational)

    def number(self, value: fmpq) -> Form:
        """A constant."""
        return self.plain(number(value), constant(value), rational=bool(value.q != 1))

    def add(self, x: Form, y: Form, minus: bool = False) -> Form:
        """X + y, or x - y."""
        kind, symbol = ("sub", "-") if minus else ("add", "+")
        text, q = f"({x.text} {symbol} {y.text})", add(x.q, y.q, -1 if minus else 1)
        rational = x.rational or y.rational
        if x.unit and y.unit:
            return Form(text, q, term(f"(nf_{kind}1 ", x.node, " ", y.node, ")"), True, rational)
        if x.q.bottom == y.q.bottom:
            return Form(text, q, term(f"(nf_{kind}_eq ", x.node, " ", y.node, f" {_poly(x, y)})"), x.unit, rational)
        return Form(text, q, term(f"(nf_{kind} ", x.node, " ", y.node, ")"), False, rational)

    def sub(self, x: Form, y: Form) -> Form:
        """X - y."""
        return self.add(x, y, minus=True)

    def negative(self, x: Form) -> Form:
        """-x."""
        return Form(f"(- {x.text})", add(constant(0), x.q, -1), term("(nf_neg ", x.node, ")"), x.unit, x.rational)

    def times(self, x: Form, y: Form) -> Form:
        """X * y."""
        one = x.unit and y.unit
        node = term("(nf_mul1 " if one else "(nf_mul ", x.node, " ", y.node, ")")
        return Form(f"({x.text} * {y.text})", multiply(x.q, y.q), node, one, x.rational or y.rational)

    def raised(self, x: Form, n: int) -> Form:
        """x^n for a natural number n."""
        q = constant(1)
        for _ in range(n):
            q = multiply(q, x.q)
        node = term("(nf_pow1 " if x.unit else "(nf_pow ", f"{n} ", x.node, ")")
        return Form(f"({x.text} ^ {n})", q, node, x.unit, x.rational)

    def renamed(self, text: str, equation: str | FormProof | None, form: Form) -> Form:
        """The form of a text that equals another text, whose form is given."""
        if equation is None:
            return form if text == form.text else Form(text, form.q, term(f"(_ : nf {text} _ _)"), form.unit, form.rational)
        return Form(text, form.q, term("(nf_eq ", equation, " ", form.node, ")"), form.unit, form.rational)

    # Normal forms of terms.

    def normal(self, what: Term) -> Form:
        """The normal form of a real term, with its proof."""
        if self.cache is None:
            return self._normal(what)
        if what not in self.cache:
            self.cache[what] = self._normal(what)
        return self.cache[what]

    def _normal(self, what: Term) -> Form:
        if isinstance(what, Number):
            return self.number(what.value)
        if isinstance(what, Name):
            return self._atom(what.name, (), coq(what), self._is_real(what))
        head, args = what.head, what.args
        if head in ("+", "*"):
            forms = [self.normal(arg) for arg in args]
            result = forms[0]
            for form in forms[1:]:
                result = self.add(result, form) if head == "+" else self.times(result, form)
            return Form(coq(what), result.q, result.node, result.unit, result.rational)
        if head == "neg":
            return self.negative(self.normal(args[0]))
        if head == "/":
            top, below = self.normal(args[0]), self._inverse(args[1])
            return Form(coq(what), multiply(top.q, below.q), term("(nf_div ", top.node, " ", below.node, ")"), False,
                        top.rational or below.rational)
        if head == "**":
            return self._power(args[0], args[1])
        if head == "cases":
            return self._cases(what)
        if head == "sum":
            return self._sum(what)
        if head in STEPS:
            names = tuple(self._atom(one, (), name(one), self._is_real(Name(one))) for one in sorted(free_names(what)))
            return self._atom(bound_index_text(what)[0], names, coq(what), False)
        if head in BINDERS or head in RELATIONS or head == "and":
            raise Refusal(f"{to_text(what)} is not a number")
        if head in ("floor", "ceiling") and (whole := self.integral(args[0])) is not None:
            return self.renamed(coq(what), term(f"(r{head}_int {coq(args[0])} ", whole, ")"), self.normal(args[0]))
        return self._atom(head, tuple(self.normal(arg) for arg in args), coq(what), self._is_real(what))

    def _is_real(self, what: Term) -> bool:
        head = what.name if isinstance(what, Name) else what.head if isinstance(what, Call) else ""
        kind = self.scope.kinds.get(head, SIGNATURES[head][1] if head in SIGNATURES else "real").removesuffix(" sequence")
        return kind in ("real", "integer")

    def _atom(self, head: str, args: tuple[Form, ...], text: str, real: bool = True) -> Form:
        for index, (other, values, shown) in enumerate(self.atoms):
            if other == head and len(values) == len(args):
                equations = self._all_equal(args, values)
                if equations is not None:
                    q = Quotient({((index, 1),): fmpq(1)}, {ONE: fmpq(1)})
                    if text == shown:
                        return self.plain(text, q) if real else Form(text, q, inline("I"), same=(shown, None))
                    if not real:
                        return Form(text, q, inline("I"), same=(shown, self._merged(head, args, values, equations, text, shown)))
                    return self.renamed(text, self._merged(head, args, values, equations, text, shown), self.plain(shown, q))
        self.atoms.append((head, args, text))
        q = Quotient({((len(self.atoms) - 1, 1),): fmpq(1)}, {ONE: fmpq(1)})
        return self.plain(text, q) if real else Form(text, q, inline("I"), same=(text, None))

    def _merged(self, head: str, args: tuple[Form, ...], values: tuple[Form, ...], equations: list[FormProof | None], text: str,
                shown: str) -> FormProof:
        if head == "sum":
            return self._merged_sums(args, values, equations, text, shown)

        def script(writer: ScriptWriter) -> None:
            proofs = [None if e is None else writer.use(e) for e in equations]
            known = head if head in _APPLIED else name(head)
            texts = [a.text for a in args], [v.text for v in values]
            proof = congruence(lambda parts: apply(known, parts), *texts, proofs)
            writer.line(f"exact {proof or 'eq_refl'}.")

        return FormProof((), statement=f"{text} = {shown}", script=script)

    def _all_equal(self, xs: tuple[Form, ...], ys: tuple[Form, ...]) -> list[FormProof | None] | None:
        equations: list[FormProof | None] = []
        for x, y in zip(xs, ys, strict=True):
            found = self.equal(x, y)
            if isinstance(found, bool):
                return None
            equations.append(found)
        return equations

    def equal(self, x: Form, y: Form) -> FormProof | Literal[False] | None:
        """A proof that two forms are equal, None where their texts are the same, False where it is not evident."""
        top = add(x.q, y.q, -1).top
        if x.text == y.text:
            return None if not top else False
        if not top and x.same is not None and y.same is not None:
            one, two = x.same[1], y.same[1]
            back = None if two is None else inline("(eq_sym ", two, ")")
            return one if back is None else back if one is None else term("(eq_trans ", one, " ", back, ")")
        if not top:
            lemma = "nf_same1" if x.unit and y.unit else "nf_same"
            return term(f"({lemma} ", x.node, " ", y.node, f" {_poly(x, y)})")
        if self.bounded(top) and self.bounded(plus({}, top, fmpq(-1))):
            d = self.sub(x, y)
            up, down = self.sign(d, 1, strict=False), self.sign(d, -1, strict=False)
            if up is not None and down is not None:
                return term("(nf_zero ", d.node, " ", up, " ", down, ")")
        return False

    def _inverse(self, what: Term) -> Form:
        if isinstance(what, Call) and what.head in ("*", "neg"):
            forms = [self._inverse(arg) for arg in what.args]
            result, text = forms[0], coq(what.args[0])
            if what.head == "neg":
                return Form(f"(/ {coq(what)})", multiply(constant(-1), result.q), term("(nf_inv_neg ", result.node, ")"), result.unit,
                            result.rational)
            for form, arg in zip(forms[1:], what.args[1:], strict=True):
                text = f"({text} * {coq(arg)})"
                result = Form(f"(/ {text})", multiply(result.q, form.q), term("(nf_inv_mul ", result.node, " ", form.node, ")"), False,
                              result.rational or form.rational)
            return Form(f"(/ {coq(what)})", result.q, result.node, result.unit, result.rational)
        if isinstance(what, Call) and what.head == "/":
            self._inverse(what.args[1])
            up, below = self._inverse(what.args[0]), self.normal(what.args[1])
            return Form(f"(/ {coq(what)})", multiply(up.q, below.q), term("(nf_inv_div ", up.node, " ", below.node, ")"), False,
                        up.rational or below.rational)
        value = self.normal(what)
        if isinstance(what, Call) and what.head == "**" and (self.positive(what.args[0]) is not None or self._literal(what.args[1])):
            base = self.positive(what.args[0])
            minus = Call("neg", (what.args[1],))
            whole = self.integral(what.args[1])
            if base is not None:
                turned = term(f"(pw_inv {coq(what.args[0])} {coq(what.args[1])} ", base, ")")
            else:
                turned = term(f"(pw_inv_int {coq(what.args[0])} {coq(what.args[1])} ", whole or inline("I"), ")")
            return self.renamed(f"(/ {coq(what)})", turned, self._power(what.args[0], minus))
        for sign in (1, -1):
            found = self.sign(value, sign, strict=True)
            if found is not None:
                q = Quotient(plus({}, value.q.bottom, fmpq(sign)), plus({}, value.q.top, fmpq(sign)))
                lemma = "nf_inv" if sign == 1 else "nf_inv_minus"
                return Form(f"(/ {coq(what)})", q, term(f"({lemma} ", value.node, " ", found, ")"), False, value.rational)
        raise Refusal(f"{to_text(what)} is divided by, but not known to be nonzero")

    def _inverted(self, x: Form, positive: FormProof) -> Form:
        """1/x for a form of a positive text."""
        node = term("(nf_inv ", x.node, " (top_pos _ _ _ ", x.node, " ", positive, "))")
        return Form(f"(/ {x.text})", Quotient(x.q.bottom, x.q.top), node, False, x.rational)

    def _power(self, base: Term, exponent: Term) -> Form:
        text, below = f"(pw {coq(base)} {coq(exponent)})", coq(base)
        literal = self.normal(exponent)
        if literal.q.bottom != {ONE: 1} or any(c.q != 1 for c in literal.q.top.values()):
            return self._atom("**", (self.normal(base), literal), text)
        for c in literal.q.top.values():
            if abs(int(c.p)) > MAX_EXPANSION:
                raise Refusal(f"the exponent {c} is larger than {MAX_EXPANSION}")
        symbolic = [m for m in literal.q.top if m != ONE]
        positive = self.positive(base) if symbolic else None
        if symbolic and (positive is None or not all(self._integral_atom(i) for m in symbolic for i, _ in m)):
            return self._atom("**", (self.normal(base), literal), text)
        if len(symbolic) == len(literal.q.top) == 1 and literal.q.top[symbolic[0]] == 1 and self.monomial(symbolic[0]) == literal.text:
            return self._atom("**", (self.normal(base), literal), text)
        pieces, shown, equations = [], [], []
        for monomial, c in literal.q.top.items():
            count = int(c.p)
            if monomial == ONE:
                step = self.normal(base) if count > 0 else self._inverse(base)
                shown.append(number(c))
                equations.append(f"(pw_lit {below} {count})" if count > 0 else f"(pw_lit_neg {below} {-count})")
            else:
                if positive is None:
                    raise Refusal(MALFORMED)
                plain = self.monomial(monomial)
                power = self.plain(plain, Quotient({monomial: fmpq(1)}, {ONE: fmpq(1)}))
                step = self._atom("**", (self.normal(base), power), f"(pw {below} {plain})")
                step = step if count > 0 else self._inverted(step, term(f"(pw_pos {below} {plain} ", positive, ")"))
                lemma = "pw_many" if count > 0 else "pw_fewer"
                shown.append(f"({abs(count)} * {plain})" if count > 0 else f"(- ({-count} * {plain}))")
                equations.append(f"({lemma} {below} {plain} {abs(count)} POSITIVE)")
            pieces.append(self.raised(step, abs(count)))
        if not pieces:
            return self.renamed(text, self._as_power(base, exponent, literal, ["0"], ["(pw_0 B)"], positive, ["1"]), self.number(fmpq(1)))
        result = pieces[0]
        for piece in pieces[1:]:
            result = self.times(result, piece)
        equation = self._as_power(base, exponent, literal, shown, equations, positive, [p.text for p in pieces])
        return self.renamed(text, equation, result)

    def _as_power(self, base: Term, exponent: Term, literal: Form, shown: list[str], equations: list[str], positive: FormProof | None,
                  pieces: list[str]) -> FormProof:
        below, total = coq(base), shown[0] if len(shown) == 1 else f"({' + '.join(shown)})"
        product = pieces[0] if len(pieces) == 1 else f"({' * '.join(pieces)})"

        def script(writer: ScriptWriter) -> None:
            sure = "I" if positive is None else writer.use(positive)
            proofs = [e.replace("POSITIVE", sure).replace("pw_0 B", f"pw_0 {below}") for e in equations]
            result = proofs[0]
            for i in range(1, len(shown)):
                left = shown[0] if i == 1 else f"({' + '.join(shown[:i])})"
                result = f"(eq_trans (pw_split {below} {left} {shown[i]} {sure}) (f_equal2 Rmult {result} {proofs[i]}))"
            if coq(exponent) != total:
                moved = f"(nf_text _ _ _ {total} {writer.use(literal.node)} ltac:({literal.poly}))"
                result = f"(eq_trans (f_equal (fun hole => pw {below} hole) {moved}) {result})"
            writer.line(f"exact {result}.")

        return FormProof((), statement=f"(pw {below} {coq(exponent)}) = {product}", script=script)

    def _cases(self, what: Call) -> Form:
        condition = self.normal(what.args[0])
        decided = self.decided(condition)
        texts = " ".join(coq(arg) for arg in what.args)
        if decided is not None:
            yes, proof = decided
            chosen = self.normal(what.args[1 if yes else 2])
            equation = term(f"(cases_{'yes' if yes else 'no'} {texts} ", proof, ")")
            if chosen.same is not None:
                shown, rest = chosen.same
                whole = equation if rest is None else term("(eq_trans ", equation, " ", rest, ")")
                return Form(coq(what), chosen.q, inline("I"), same=(shown, whole))
            return self.renamed(coq(what), equation, chosen)
        yes_form, no_form = self.normal(what.args[1]), self.normal(what.args[2])
        return self._atom("cases", (condition, yes_form, no_form), coq(what), yes_form.same is None)

    def decided(self, condition: Form) -> tuple[bool, FormProof] | None:
        """Which case holds, and why."""
        if (yes := self.sign(condition, 1, strict=False)) is not None:
            return True, term("(nf_nonneg ", condition.node, " ", yes, ")")
        if (no := self.sign(condition, -1, strict=True)) is not None:
            return False, term("(nf_minus_pos ", condition.node, " ", no, ")")
        return None

    # Sums.

    def _sum(self, what: Call) -> Form:
        body, index, low, high = what.args
        if not isinstance(index, Name):
            raise Refusal(MALFORMED)
        end, start = self.normal(high), self.normal(low)
        length = self.sub(end, start)
        closed = set(length.q.top) <= {ONE}
        source = length if closed else end
        offset = source.q.top.get(ONE, fmpq(0)) if end.q.bottom == {ONE: 1} else fmpq(0)
        if offset.q != 1 or abs(offset.p) > MAX_EXPANSION:
            raise Refusal(f"the length of {to_text(what)} is neither symbolic nor a small integer")
        count = int(offset.p) + 1 if closed else int(offset.p)
        anchor = add_integer(low, -1) if closed else add_integer(high, -count)
        first, last = self.integral(low), self.integral(anchor)
        if first is None or last is None:
            raise Refusal(MALFORMED)
        function = f"(fun {coq(index)} => {coq(body)})"
        result: Form | None = None if closed else self._symbolic_sum(body, index, low, anchor, first, last)
        shifts = list(range(min(count, 0) + 1, max(count, 0) + 1))
        extra = self.number(fmpq(0))
        for j in shifts if count > 0 else reversed(shifts):
            extra = self.add(extra, self.normal(substitute(body, {index.name: ((), add_integer(anchor, j))})))
        steps = self.number(fmpq(abs(count)))
        moved = self.add(self.normal(anchor), steps if count >= 0 else self.negative(steps))
        same = self.equal(self.normal(high), moved)
        if same is False:
            raise Refusal(MALFORMED)
        ends = f"{function} {coq(low)}" if closed else f"{function} {coq(low)} {coq(anchor)}"
        lemma = ("rsum_closed" if closed else "rsum_up") if count >= 0 else ("rsum_closed_down" if closed else "rsum_down")
        built = extra if count >= 0 else self.negative(extra)
        if result is not None:
            built = self.add(result, extra) if count >= 0 else self.sub(result, extra)

        def script(writer: ScriptWriter) -> None:
            proofs = writer.use(first) if closed else f"{writer.use(first)} {writer.use(last)}"
            step = f"({lemma} {ends} {abs(count)} {proofs})"
            if isinstance(same, FormProof):
                step = f"(eq_trans (f_equal (fun hole => rsum {function} {coq(low)} hole) {writer.use(same)}) {step})"
            writer.line(f"exact {step}.")

        return self.renamed(coq(what), FormProof((), statement=f"{coq(what)} = {built.text}", script=script), built)

    def _symbolic_sum(self, body: Term, index: Name, low: Term, high: Term, first: FormProof, last: FormProof) -> Form:
        k = f"#{index_level(body) + 1}"
        start, end = self.normal(low), self.normal(high)
        kept, self.cache = self.cache, None
        here, known = self.normal(Name(k)), len(self.facts)
        count = self.add(self.sub(end, start), self.number(fmpq(1)))
        var = coq(Name(k))
        self.integers[k] = f"i_{var}"
        ranged = self.sign(count, 1, strict=False)
        if ranged is not None:
            for larger, smaller, hyp in ((here, start, f"{var}_from"), (end, here, f"{var}_to")):
                d = self.sub(larger, smaller)
                self.facts.append(_fact(d.q.top, ">=", term("(top_le ", d.node, f" {hyp})"), d.rational))
        inside = substitute(body, {index.name: ((), Name(k))})
        try:
            value = self.normal(inside)
            under = {atom for m in value.q.bottom for atom, _ in m if self._depends(atom, k)}
            signs = {atom: self.atom_sign(atom, strict=True) for atom in under}
            separable = not under or (len(value.q.bottom) == 1 and all(sign is not None for sign in signs.values()))
        finally:
            del self.facts[known:]
            self.cache = kept
        text = f"(rsum (fun {coq(index)} => {coq(body)}) {coq(low)} {coq(high)})"
        binder = _Binder(var, start, end, first, last, ranged)
        if not separable:
            shown = Form(coq(inside), value.q, value.node, value.unit, value.rational)
            return self._sum_atom(here, shown, binder, text)
        return self._linear(value, k, here, start, end, count, binder, signs, text, coq(inside))

    def _sum_atom(self, here: Form, value: Form, binder: _Binder, text: str) -> Form:
        self.binder = binder
        return self._atom("sum", (here, value, binder.start, binder.end), text)

    def _linear(self, value: Form, k: str, here: Form, start: Form, end: Form, count: Form, binder: _Binder,
                signs: Mapping[int, FormProof | None], text: str, inside: str) -> Form:
        q = value.q
        below, over = ONE, q.bottom
        if len(over) == 1:
            below, over = next(iter(over)), {ONE: next(iter(over.values()))}
        under_bound, under_free = self._parts(below, k)
        den = product_of(over, {under_free: fmpq(1)})
        terms: list[tuple[Form, Form | None, Form]] = []
        for monomial, c in q.top.items():
            bound, free = self._parts(monomial, k)
            inner = reduce_quotient(bound, under_bound)
            one = inner == constant(1)
            part = count if one else self._sum_atom(here, shown := self._quotient(inner, signs), binder,
                                                    f"(rsum (fun {binder.var} => {shown.text}) {start.text} {end.text})")
            factor = self._quotient(Quotient({free: c}, den), {})
            terms.append((factor, None if one else shown, part))
        result = self.number(fmpq(0))
        for factor, _, part in reversed(terms):
            product = self.times(factor, part)
            result = self.add(product, result)
        exact = constant(0)
        for factor, _, part in terms:
            exact = add(exact, multiply(factor.q, part.q))
        if (exact.top, exact.bottom) != (result.q.top, result.q.bottom):
            result = self._reordered(result, terms)
        pointwise = self.number(fmpq(0))
        for factor, inner_form, _ in reversed(terms):
            pointwise = self.add(factor if inner_form is None else self.times(factor, inner_form), pointwise)
        summed = f"(rsum (fun {binder.var} => {pointwise.text}) {start.text} {end.text})"

        def script(writer: ScriptWriter) -> None:
            a, b = writer.use(binder.first), writer.use(binder.last)
            proof = f"(rsum_nil {start.text} {end.text})"
            for factor, inner_form, _ in reversed(terms):
                if inner_form is None:
                    proof = f"(rsum_cons_one {factor.text} _ _ _ _ {a} {b} {proof})"
                else:
                    proof = f"(rsum_cons {factor.text} (fun {binder.var} => {inner_form.text}) _ _ _ _ {proof})"
            writer.line(f"refine (eq_trans (_ : _ = {summed}) {proof}).")
            shown = Form(inside, value.q, value.node, value.unit, value.rational)
            binder.pointwise(writer, lambda: self._same_value(writer, shown, pointwise))

        equation = FormProof((), statement=f"{text} = {self._summed_text(terms)}", script=script)
        return self.renamed(text, equation, result)

    def _reordered(self, result: Form, terms: list[tuple[Form, Form | None, Form]]) -> Form:
        """The same sum in the order in which the kernel adds."""
        total = self.number(fmpq(0))
        for factor, _, part in terms:
            total = self.add(total, self.times(factor, part))
        lemma = term("(nf_same ", result.node, " ", total.node, f" {_poly(result, total)})")
        return Form(result.text, total.q, term("(nf_eq ", lemma, " ", total.node, ")"), total.unit, total.rational)

    def _summed_text(self, terms: list[tuple[Form, Form | None, Form]]) -> str:
        text = "0"
        for factor, _, part in reversed(terms):
            text = f"(({factor.text} * {part.text}) + {text})"
        return text

    def _same_value(self, writer: ScriptWriter, x: Form, y: Form) -> None:
        if x.text == y.text:
            writer.line("reflexivity.")
        else:
            writer.line(f"exact {writer.use(term('(nf_same ', x.node, ' ', y.node, f' {_poly(x, y)})'))}.")

    def _quotient(self, q: Quotient, signs: Mapping[int, FormProof | None]) -> Form:
        """A form whose text is a quotient of polynomials with a positive denominator, printed anew."""
        up = self.plain(self.polynomial(q.top), Quotient(q.top, {ONE: fmpq(1)}), rational=_fractions(q.top))
        if q.bottom == {ONE: 1}:
            return up
        text = self.polynomial(q.bottom)
        down = self.plain(text, Quotient(q.bottom, {ONE: fmpq(1)}), rational=_fractions(q.bottom))
        positive = self.shape(q.bottom, strict=True, signs=signs)
        if positive is None:
            raise Refusal(f"a denominator of a sum is not evidently positive: {text}")
        below = self._inverted(down, positive)
        return Form(f"({up.text} / {text})", q, term("(nf_div ", up.node, " ", below.node, ")"), False, up.rational or down.rational)

    def _merged_sums(self, args: tuple[Form, ...], values: tuple[Form, ...], equations: list[FormProof | None], text: str,
                     shown: str) -> FormProof:
        binder, equal = self.binder, equations[1]

        def script(writer: ScriptWriter) -> None:
            ends = [writer.use(e) if e is not None else "eq_refl" for e in equations[2:]]
            a, b = writer.use(binder.first), writer.use(binder.last)
            if binder.ranged is None:
                writer.line(f"refine (rsum_congr _ _ _ _ _ _ {ends[0]} {ends[1]} _).")
            else:
                count = f"(nonempty _ _ {writer.use(self._count(binder))})"
                writer.line(f"refine (rsum_congr_range _ _ _ _ _ _ {ends[0]} {ends[1]} {a} {b} {count} _).")
            with writer.braces():
                binder.intros(writer)
                writer.line("reflexivity." if equal is None else f"exact {writer.use(equal)}.")

        return FormProof((), statement=f"{text} = {shown}", script=script)

    def _count(self, binder: _Binder) -> FormProof:
        count = self.add(self.sub(binder.end, binder.start), self.number(fmpq(1)))
        if binder.ranged is None:
            raise Refusal(MALFORMED)
        return term("(nf_nonneg ", count.node, " ", binder.ranged, ")")

    def _parts(self, monomial: Monomial, k: str) -> tuple[Monomial, Monomial]:
        bound = tuple(power for power in monomial if self._depends(power[0], k))
        return bound, tuple(power for power in monomial if power not in bound)

    def _depends(self, atom: int, wanted: str) -> bool:
        head, args, _ = self.atoms[atom]
        return head == wanted or any(
            self._depends(inner, wanted) for arg in args for part in (arg.q.top, arg.q.bottom) for m in part for inner, _ in m
        )

    # Signs.

    def bounded(self, p: Polynomial, *, strict: bool = False) -> bool:
        """Is p >= 0 (p > 0) evident."""
        return self._reason(p, strict=strict) is not None

    def sign(self, form: Form, sign: int, *, strict: bool) -> FormProof | None:
        """A proof that the numerator of a form, times the sign, is at least 0 (positive)."""
        found = self._reason(form.q.top if sign == 1 else plus({}, form.q.top, fmpq(-1)), strict=strict)
        if found is None:
            return None
        proof, rational = found
        lemma = ("sign_pp" if strict else "sign_nn") + ("" if sign == 1 else "_minus")
        return term(f"({lemma} _ _ _ _ ", form.node, " ", proof, f" {_poly(form, more=rational)})")

    def _reason(self, p: Polynomial, *, strict: bool) -> tuple[FormProof, bool] | None:
        """A proof of 0 <= P (0 < P) for some P that is p as a polynomial; and whether P has fractions."""
        rest = {m: c for m, c in p.items() if m != ONE}
        offset = p.get(ONE, fmpq(0))
        if not rest:
            if not (offset > 0 or (offset == 0 and not strict)):
                return None
            return inline(f"(ltac:(num) : 0 {'<' if strict else '<='} {number(offset)})"), bool(offset.q != 1)
        if offset >= 0 and all(c > 0 for c in rest.values()):
            proof = self.shape(p, strict=strict, signs={})
            if proof is not None:
                return proof, _fractions(p)
        return self._implied(rest, offset, strict=strict)

    def shape(self, p: Polynomial, *, strict: bool, signs: Mapping[int, FormProof | None]) -> FormProof | None:
        """0 <= P (0 < P) for a polynomial with positive coefficients in atoms with signs, as :meth:`polynomial` prints it."""
        offset = p.get(ONE, fmpq(0))
        every = strict and offset == 0
        proofs: dict[int, FormProof] = {}
        for atom in sorted({atom for m in p for atom, _ in m}):
            found = signs.get(atom) if signs.get(atom) is not None else self.atom_sign(atom, strict=every)
            if found is None:
                return None
            proofs[atom] = inline("(pp_weak _ ", found, ")") if signs.get(atom) is not None and not every else found
        lemma = "pp_mul" if every else "nn_mul"
        relation = "<" if every else "<="
        total: FormProof | None = None
        for m, c in p.items():
            if m == ONE:
                relation_here = "<" if strict else "<="
                one = inline(f"(ltac:(num) : 0 {relation_here} {number(c)})")
            else:
                one = inline(f"(ltac:(num) : 0 {relation} {number(c)})")
                for atom, power in m:
                    for _ in range(power):
                        one = inline(f"({lemma} _ _ ", one, " ", proofs[atom], ")")
            if total is None:
                total, strong = one, every or (m == ONE and strict)
            else:
                mine = every or (m == ONE and strict)
                joint = {(True, True): "pp_add", (True, False): "pn_add", (False, True): "np_add", (False, False): "nn_add"}[strong, mine]
                total, strong = inline(f"({joint} _ _ ", total, " ", one, ")"), strong or mine
        return total

    def polynomial(self, p: Polynomial) -> str:
        """A polynomial in the atoms, as text."""
        if not p:
            return "0"
        parts = []
        for m, c in p.items():
            text = number(c)
            for atom, power in m:
                for _ in range(power):
                    text = f"({text} * {self.atoms[atom][2]})"
            parts.append(text)
        result = parts[0]
        for part in parts[1:]:
            result = f"({result} + {part})"
        return result

    def monomial(self, m: Monomial) -> str:
        """A monomial, as text."""
        texts = [self.atoms[atom][2] for atom, power in m for _ in range(power)]
        result = texts[0]
        for text in texts[1:]:
            result = f"({result} * {text})"
        return result

    def _implied(self, rest: Polynomial, offset: fmpq, *, strict: bool) -> tuple[FormProof, bool] | None:
        monomials = frozenset(rest)
        for fact, sign, proof, rational, others in self.facts:
            if sign == "!=" or others != monomials:
                continue
            for direction in (1, -1) if sign == "==" else (1,):
                margin = margin_over(rest, offset, fact, direction)
                if margin is None or not (margin > 0 or (margin == 0 and (not strict or sign == ">"))):
                    continue
                monomial = next(iter(rest))
                factor = rest[monomial] / fact[monomial]
                mixed = rational or bool(factor.q != 1) or bool(margin.q != 1)
                k, m = number(factor), number(margin)
                if sign == "==":
                    lemma = "with_equal'" if strict else "with_equal"
                    return term(f"({lemma} {k} {m} _ ", proof, " ltac:(num))"), mixed
                if strict and margin == 0:
                    return term(f"(with_strict {k} {m} _ ltac:(num) ltac:(num) ", proof, ")"), mixed
                weak: FormProof = inline("(pp_weak _ ", proof, ")") if sign == ">" else proof
                lemma = "with_margin'" if strict else "with_margin"
                return term(f"({lemma} {k} {m} _ ltac:(num) ltac:(num) ", weak, ")"), mixed
        return None

    def atom_sign(self, index: int, *, strict: bool) -> FormProof | None:
        """A proof that an atom is non-negative (positive)."""
        head, args, text = self.atoms[index]
        if head == "exp":
            proof = inline(f"(exp_pos {args[0].text})")
            return proof if strict else inline("(pp_weak _ ", proof, ")")
        if head == "pi":
            return inline("PI_RGT_0") if strict else inline("(pp_weak _ PI_RGT_0)")
        if head == "**" and (found := self.sign(args[0], 1, strict=True)) is not None:
            proof = inline(f"(pw_pos {args[0].text} {args[1].text} (nf_pos ", args[0].node, " ", found, "))")
            return proof if strict else inline("(pp_weak _ ", proof, ")")
        reason = self._implied({((index, 1),): fmpq(1)}, fmpq(0), strict=strict)
        if reason is None:
            return None
        lemma = "sign_pp" if strict else "sign_nn"
        return term(f"({lemma} _ _ _ _ (nf_atom {text}) ", reason[0], f" ltac:({'polyq' if reason[1] else 'poly'}))")

    def positive(self, what: Term) -> FormProof | None:
        """A proof of 0 < what, factor by factor."""
        if isinstance(what, Call) and what.head in ("*", "/"):
            proofs = [self.positive(arg) for arg in what.args]
            if any(proof is None for proof in proofs):
                return None
            total = proofs[0]
            for proof in proofs[1:]:
                total = inline("(pp_mul _ _ " if what.head == "*" else "(pp_div _ _ ", total or "", " ", proof or "", ")")
            return total
        if isinstance(what, Call) and what.head == "**":
            base = self.positive(what.args[0])
            return None if base is None else inline(f"(pw_pos {coq(what.args[0])} {coq(what.args[1])} ", base, ")")
        form = self.normal(what)
        found = self.sign(form, 1, strict=True)
        return None if found is None else term("(nf_pos ", form.node, " ", found, ")")

    # Integers.

    def _integral_atom(self, index: int) -> bool:
        head, args, _ = self.atoms[index]
        return head in ("floor", "ceiling") or (not args and self._integral_name(head))

    def _integral_name(self, text: str) -> bool:
        return text[0] == "#" or self.scope.kinds.get(text) == "integer"

    def _literal(self, what: Term) -> bool:
        return self.integral(what) is not None and set(self.normal(what).q.top) <= {ONE}

    def integral(self, what: Term) -> FormProof | None:
        """A proof that a term is an integer."""
        built = self._built(what)
        if built is not None:
            return built
        form = self.normal(what)
        if form.q.bottom != {ONE: 1} or not all(c.q == 1 and all(self._integral_atom(i) for i, _ in m) for m, c in form.q.top.items()):
            return None
        whole: FormProof | None = None
        for m, c in form.q.top.items():
            one = inline(f"(is_int_IZR {_integer(c)})")
            for atom, power in m:
                for _ in range(power):
                    one = inline("(is_int_mul _ _ ", one, " ", self._whole_atom(atom), ")")
            whole = one if whole is None else inline("(is_int_add _ _ ", whole, " ", one, ")")
        whole = whole or inline("(is_int_IZR 0)")
        return term("(nf_integer _ _ _ ", self.polynomial(form.q.top), " ", form.node, " ", whole, f" {_poly(form)} {_poly(form)})")

    def _whole_atom(self, atom: int) -> FormProof:
        head, args, _ = self.atoms[atom]
        if head in ("floor", "ceiling"):
            return inline(f"(is_int_r{head} {args[0].text})")
        return inline(self.integers[head])

    def _built(self, what: Term) -> FormProof | None:
        if isinstance(what, Name):
            return inline(self.integers[what.name]) if self._integral_name(what.name) else None
        if isinstance(what, Number):
            return inline(f"(is_int_IZR {_integer(what.value)})") if what.value.q == 1 else None
        if what.head in ("floor", "ceiling"):
            return inline(f"(is_int_r{what.head} {coq(what.args[0])})")
        if what.head not in ("+", "*", "neg"):
            return None
        proofs = [self._built(arg) for arg in what.args]
        if any(proof is None for proof in proofs):
            return None
        if what.head == "neg":
            return inline("(is_int_opp _ ", proofs[0] or "", ")")
        total = proofs[0]
        for proof in proofs[1:]:
            total = inline("(is_int_add _ _ " if what.head == "+" else "(is_int_mul _ _ ", total or "", " ", proof or "", ")")
        return total

    # Relations.

    def evident(self, relation: Term) -> FormProof | None:
        """A proof of a relation that is evident."""
        if not isinstance(relation, Call) or relation.head not in RELATIONS:
            return None
        form, sign = self.difference(relation), difference(relation)[1]
        if sign in (">=", ">"):
            found = self.sign(form, 1, strict=sign == ">")
            lemma = "nf_lt" if sign == ">" else "nf_le"
            return None if found is None else term(f"({lemma} ", form.node, " ", found, ")")
        if sign == "==":
            equation = self.equal(self.normal(relation.args[0]), self.normal(relation.args[1]))
            return None if equation is False else inline("eq_refl") if equation is None else equation
        for direction, lemma in ((1, "nf_ne"), (-1, "nf_ne_minus")):
            if (found := self.sign(form, direction, strict=True)) is not None:
                return term(f"({lemma} ", form.node, " ", found, ")")
        return None


@dataclass(frozen=True, eq=False)
class _Binder:
    """The range of a sum: the variable's text, its ends, proofs that these are integers, and that the range is not reversed."""

    var: str
    start: Form
    end: Form
    first: FormProof
    last: FormProof
    ranged: FormProof | None

    def intros(self, writer: ScriptWriter) -> None:
        """Take an index."""
        names = f"{self.var} i_{self.var}" + ("" if self.ranged is None else f" {self.var}_from {self.var}_to")
        writer.line(f"intros {names}.")

    def pointwise(self, writer: ScriptWriter, inside: Callable[[], None]) -> None:
        """Prove that two sums over the range are equal, term by term."""
        a, b = writer.use(self.first), writer.use(self.last)
        if self.ranged is None:
            writer.line("apply rsum_ext.")
        else:
            count = writer.fresh("c")
            writer.line(f"assert ({count} : {self.start.text} - 1 <= {self.end.text}).")
            with writer.braces():
                form = term("(nf_nonneg ", _count_form(self), " ", self.ranged, ")")
                writer.line(f"exact (nonempty _ _ {writer.use(form)}).")
            writer.line(f"apply (rsum_range _ _ _ _ {a} {b} {count}).")
        with writer.braces():
            self.intros(writer)
            inside()


def _count_form(binder: _Binder) -> FormProof:
    if binder.ranged is None:
        raise Refusal(MALFORMED)
    first = binder.ranged.parts[1]
    if not isinstance(first, FormProof):
        raise Refusal(MALFORMED)
    return first


def _integer(value: fmpq) -> str:
    return str(value.p) if value >= 0 else f"({value.p})"


def _fractions(p: Polynomial) -> bool:
    return any(c.q != 1 for c in p.values())


from pabisym.coq.text import KNOWN as _APPLIED  # noqa: E402
