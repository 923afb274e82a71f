"""Proof trees as Coq scripts: one piece of script for each step, with the reasons that the kernel found evident."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pabisym.coq.forms import MALFORMED, Form, Hypotheses, Prover, ScriptWriter
from pabisym.coq.text import FAMILIES, KNOWN, SORTS, STEPS, apply, bound_index_text, congruence, coq, identifier, name, readable
from pabisym.kernel.exact import Refusal, Scope, difference, within
from pabisym.kernel.judgement import GROWS, Sequent, formula, meaning_of, sort
from pabisym.kernel.rules import FIGURES, Step
from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, ONE, RELATIONS, ZERO, Call, Name, Number, Term, substitute


@dataclass(eq=False)
class Context:
    """A scope of the kernel with the Coq names of what is known in it."""

    scope: Scope
    hypotheses: Hypotheses
    found: Prover | None = None
    outer: Context | None = None
    """The context that this one extends."""

    @property
    def prover(self) -> Prover:
        """The arithmetic of this scope."""
        if self.found is None:
            outer = self.outer
            while outer is not None and outer.found is None:
                outer = outer.outer
            self.found = Prover(self.scope, self.hypotheses, None if outer is None else outer.found)
        return self.found

    def extend(self, known: tuple[tuple[str, Term, str], ...], kinds: Mapping[str, str] | None = None,
               integers: Mapping[str, str] | None = None) -> Context:
        """The context with further propositions (label, what, Coq name) and names."""
        scope = self.scope.extend(tuple((label, what) for label, what, _ in known), kinds)
        facts = {**self.hypotheses.facts, **{label: coq_name for label, _, coq_name in known}}
        return Context(scope, Hypotheses(facts, {**self.hypotheses.integers, **(integers or {})}), outer=self)


@dataclass
class Scribe:
    """Writes the script of one proof tree; ``used`` collects the theorems and figures that it applies."""

    theorems: Mapping[str, Sequent]
    writer: ScriptWriter = field(default_factory=ScriptWriter)
    used: dict[str, None] = field(default_factory=dict)
    figures: dict[str, None] = field(default_factory=dict)

    def prove(self, context: Context, step: Step) -> None:
        """A script that proves what the step states, which is the Coq goal."""
        rule, data, premises = str(step["rule"]), step["with"], step["premises"]
        if not (isinstance(data, dict) and isinstance(premises, list)):
            raise Refusal(MALFORMED)
        stated = formula(step["conclusion"])
        method = getattr(self, f"_{rule}", None) if rule in _LOGIC else None
        if method is not None:
            method(context, data, premises, stated)
            return
        if rule == "theorem":
            wanted, conclusion, proof = self._theorem(context, data)
        else:
            wanted, conclusion, proof = self._figure(context, rule, data)
        for want, premise in zip(wanted, premises, strict=True):
            proof += " " + self.premise(context, premise, want)
        self.close(context, conclusion, stated, f"({proof})")

    # Converting between formulas that the kernel takes as the same.

    def close(self, context: Context, found: Term, stated: Term, proof: str) -> None:
        """End the goal ``stated`` with a proof of ``found``."""
        self.writer.line(f"exact {self.convert(context, found, stated, proof)}.")

    def premise(self, context: Context, step: Step, wanted: Term) -> str:
        """Prove a step as an assertion; the text that proves ``wanted``."""
        stated = formula(step["conclusion"])
        if step["rule"] == "known" and stated == context.scope.lookup(step["with"]["label"]):  # type: ignore[index]
            return self.convert(context, stated, wanted, context.hypotheses.facts[step["with"]["label"]])  # type: ignore[index]
        label = self.assertion(context, step)
        return self.convert(context, stated, wanted, label)

    def assertion(self, context: Context, step: Step, label: str | None = None) -> str:
        """Prove a step as a named assertion."""
        label = label or self.writer.fresh("p")
        self.writer.line(f"assert ({label} : {coq(formula(step['conclusion']))}).")
        with self.writer.braces():
            self.prove(context, step)
        return label

    def convert(self, context: Context, found: Term, wanted: Term, proof: str) -> str:
        """The text of a proof of ``wanted``, from one of ``found``, which says the same in this context."""
        if found == wanted or coq(found) == coq(wanted):
            return proof
        if not isinstance(found, Call) or not isinstance(wanted, Call):
            raise Refusal(f"{to_text(found)} is not {to_text(wanted)}")
        if found.head in RELATIONS:
            x, y = context.prover.difference(found), context.prover.difference(wanted)
            equation = context.prover.equal(x, y)
            if equation is False:
                raise Refusal(f"{to_text(found)} is not {to_text(wanted)}")
            lemma = {">=": "le_conv", ">": "lt_conv", "==": "eq_conv", "!=": "ne_conv"}[difference(found)[1]]
            reason = "eq_refl" if equation is None else self.writer.use(equation)
            return f"({lemma} _ _ _ _ {reason} {proof})"
        if found.head == "forall":
            return self._convert_forall(context, found, wanted, proof)
        if found.head in FAMILIES:
            return self._convert_family(context, found, wanted, proof)
        pairs = zip(found.args, wanted.args, strict=True)
        parts = [self.equation(context, a, b) for a, b in pairs]
        now = [coq(arg) for arg in found.args]
        for i, part in enumerate(parts):
            if part is not None:
                hole = apply(found.head, [*now[:i], "hole", *now[i + 1 :]])
                proof = f"(eq_ind _ (fun hole => {hole}) {proof} _ {part})"
                now[i] = coq(wanted.args[i])
        return proof

    def _convert_forall(self, context: Context, found: Call, wanted: Call, proof: str) -> str:
        label = self.writer.fresh("p")
        self.writer.line(f"assert ({label} : {coq(wanted)}).")
        with self.writer.braces():
            low = self.equation(context, found.args[1], wanted.args[1])
            high = self.equation(context, found.args[2], wanted.args[2])
            scope, k = within(context.scope, found, found.args[1])
            var = coq(k)
            one, two = f"{var}_from", f"{var}_to"
            self.writer.line(f"intros {var} {var}_int {one}_0 {two}_0.")
            for label_, given, equation, limit, side in (
                (one, f"{one}_0", low, coq(found.args[1]), f"{{}} <= {var}"), (two, f"{two}_0", high, coq(found.args[2]), f"{var} <= {{}}"),
            ):
                moved = given if equation is None else f"(eq_ind_r (fun hole => {side.format('hole')}) {given} {equation})"
                self.writer.line(f"assert ({label_} : {side.format(limit)}) by (exact {moved}).")
            facts = {**context.hypotheses.facts, f"{k.name} from": one, f"{k.name} to": two}
            inner = Context(scope, Hypotheses(facts, {**context.hypotheses.integers, k.name: f"{var}_int"}), outer=context)
            bodies = [substitute(q.args[3], {q.args[0].name: ((), k)}) for q in (found, wanted) if isinstance(q.args[0], Name)]
            self.close(inner, bodies[0], bodies[1], f"({proof} {var} {var}_int {one} {two})")
        return label

    def _convert_family(self, context: Context, found: Call, wanted: Call, proof: str) -> str:
        """The same judgement about families of laws that are the same at every index of the same range."""
        index, bodies = BINDERS[found.head]
        if any(coq(a) != coq(b) for i, (a, b) in enumerate(zip(found.args, wanted.args, strict=True)) if i != index and i not in bodies):
            raise Refusal(f"{to_text(found)} is not {to_text(wanted)}")
        scope, k = within(context.scope, found, found.args[1])
        var, label = coq(k), self.writer.fresh("p")
        ends = " ".join(self.whole(context, arg) for arg in found.args[1:3])
        self.writer.line(f"assert ({label} : {coq(wanted)}).")
        with self.writer.braces():
            self.writer.line(f"apply ({found.head}_range {ends} {proof});")
            self.writer.line(f"intros {var} {var}_int {var}_from {var}_to.")
            facts = {**context.hypotheses.facts, f"{k.name} from": f"{var}_from", f"{k.name} to": f"{var}_to"}
            inner = Context(scope, Hypotheses(facts, {**context.hypotheses.integers, k.name: f"{var}_int"}), outer=context)
            for body in bodies:
                one, other = (substitute(q.args[body], {q.args[index].name: ((), k)}) for q in (found, wanted))  # type: ignore[union-attr]
                with self.writer.braces():
                    self.writer.line(f"exact {self.equation(inner, one, other) or 'eq_refl'}.")
        return label

    def equation(self, context: Context, found: Term, wanted: Term) -> str | None:
        """A proof that two terms of any sort are equal; None where their texts are the same."""
        if coq(found) == coq(wanted):
            return None
        if sort(context.scope, found) in ("real", "integer"):
            node = context.prover.equal(context.prover.normal(found), context.prover.normal(wanted))
            if node is False:
                raise Refusal(f"{to_text(found)} is not {to_text(wanted)}")
            return None if node is None else self.writer.use(node)
        if isinstance(found, Call) and isinstance(wanted, Call) and found.head == wanted.head and found.head in STEPS:
            return self._same_step(context, found, wanted)
        if isinstance(found, Call) and isinstance(wanted, Call) and found.head == wanted.head and found.head != "cases":
            equations = [self.equation(context, a, b) for a, b in zip(found.args, wanted.args, strict=True)]
            head = found.head if found.head in KNOWN else name(found.head)
            texts = [coq(a) for a in found.args], [coq(b) for b in wanted.args]
            return congruence(lambda parts: apply(head, parts), texts[0], texts[1], equations)
        (x, first), (y, second) = self.resolved(context, found), self.resolved(context, wanted)
        if x == found and y == wanted:
            return self._same_cases(context, found, wanted)
        middle = self.equation(context, x, y)
        proof = first
        if middle is not None:
            proof = middle if proof is None else f"(eq_trans {proof} {middle})"
        if second is not None:
            back = f"(eq_sym {second})"
            proof = back if proof is None else f"(eq_trans {proof} {back})"
        return proof

    def _same_step(self, context: Context, found: Call, wanted: Call) -> str | None:
        """Two steps that bind an index: the same but for its name, or over the same range and the same at every index."""
        if bound_index_text(found)[0] == bound_index_text(wanted)[0]:
            return None
        if any(coq(a) != coq(b) for a, b in zip(found.args[1:3], wanted.args[1:3], strict=True)):
            raise Refusal(f"{to_text(found)} is not {to_text(wanted)}")
        low = found.args[1] if found.head == "batchstep" else ONE
        scope, k = within(context.scope, found, low)
        bodies = [substitute(q.args[3], {q.args[0].name: ((), k)}) for q in (found, wanted) if isinstance(q.args[0], Name)]
        var, label = coq(k), self.writer.fresh("p")
        ends = " ".join(self.whole(context, arg) for arg in found.args[1:3])
        self.writer.line(f"assert ({label} : {coq(found)} = {coq(wanted)}).")
        with self.writer.braces():
            self.writer.line(f"apply ({found.head}_eq _ _ _ _ {ends}).")
            self.writer.line(f"intros {var} {var}_int {var}_from {var}_to.")
            facts = {**context.hypotheses.facts, f"{k.name} from": f"{var}_from", f"{k.name} to": f"{var}_to"}
            inner = Context(scope, Hypotheses(facts, {**context.hypotheses.integers, k.name: f"{var}_int"}), outer=context)
            self.writer.line(f"exact {self.equation(inner, bodies[0], bodies[1]) or 'eq_refl'}.")
        return label

    def _same_cases(self, context: Context, found: Term, wanted: Term) -> str | None:
        if not isinstance(found, Call) or not isinstance(wanted, Call) or found.head != "cases" or wanted.head != "cases":
            raise Refusal(f"{to_text(found)} is not {to_text(wanted)}")
        equations = [self.equation(context, a, b) for a, b in zip(found.args, wanted.args, strict=True)]
        texts = [coq(a) for a in found.args], [coq(b) for b in wanted.args]
        return congruence(lambda parts: apply("cases", parts), texts[0], texts[1], equations)

    def resolved(self, context: Context, what: Term) -> tuple[Term, str | None]:
        """A term that is not a number without the cases that are decided, and a proof that it is the same."""
        proof: str | None = None
        while isinstance(what, Call) and what.head == "cases":
            decided = context.prover.decided(context.prover.normal(what.args[0]))
            if decided is None:
                break
            yes, reason = decided
            texts = " ".join(coq(arg) for arg in what.args)
            one = f"(cases_{'yes' if yes else 'no'} {texts} {self.writer.use(reason)})"
            proof = one if proof is None else f"(eq_trans {proof} {one})"
            what = what.args[1 if yes else 2]
        return what, proof

    # Figures and theorems.

    def evident(self, context: Context, relation: Term) -> str:
        """The text of a proof of an evident relation."""
        node = context.prover.evident(relation)
        if node is None:
            raise Refusal(f"{to_text(relation)} is not evident")
        return self.writer.use(node)

    def whole(self, context: Context, what: Term) -> str:
        """The text of a proof that a term is an integer."""
        node = context.prover.integral(what)
        if node is None:
            raise Refusal(f"{to_text(what)} is not evidently an integer")
        return self.writer.use(node)

    def _figure(self, context: Context, rule: str, data: Mapping[str, object]) -> tuple[tuple[Term, ...], Term, str]:
        figure = FIGURES[rule]
        self.figures[rule] = None
        given = {key: formula(value) for key, value in data.items()}
        parts = [f"figure_{identifier(rule)}"]
        for key, kind in figure.kinds.items():
            parts.append(coq(given[key]))
            if kind == "integer":
                parts.append(self.whole(context, given[key]))
        binding = {key: ((), value) for key, value in given.items()}
        parts += [self.evident(context, substitute(side, binding)) for side in figure.sides]
        return tuple(substitute(p, binding) for p in figure.premises), substitute(figure.conclusion, binding), " ".join(parts)

    def _theorem(self, context: Context, data: Mapping[str, object]) -> tuple[tuple[Term, ...], Term, str]:
        label, given = str(data["id"]), data["for"]
        if not isinstance(given, dict):
            raise Refusal(MALFORMED)
        theorem = self.theorems[label]
        self.used[label] = None
        parts = [f"{identifier(label)}"]
        binding: dict[str, tuple[tuple[str, ...], Term]] = {}
        for key, kind in theorem.kinds.items():
            value = given[key]
            if kind.endswith(" sequence"):
                index, body = str(value["index"]), formula(value["is"])
                binding[key] = ((index,), body)
                parts.append(f"(fun {name(index)} => {coq(body)})")
                if kind == "integer sequence":
                    hyp = self.writer.fresh("i")
                    inner = Context(Scope({**context.scope.kinds, index: "integer"}, context.scope.known),
                                    Hypotheses(context.hypotheses.facts, {**context.hypotheses.integers, index: hyp}))
                    label_ = self.writer.fresh("p")
                    self.writer.line(f"assert ({label_} : forall {name(index)}, is_int {name(index)} -> is_int {coq(body)}).")
                    with self.writer.braces():
                        self.writer.line(f"intros {name(index)} {hyp}.")
                        self.writer.line(f"exact {self.whole(inner, body)}.")
                    parts.append(label_)
            else:
                binding[key] = ((), formula(value))
                parts.append(coq(binding[key][1]))
                if kind == "integer":
                    parts.append(self.whole(context, binding[key][1]))
        return tuple(substitute(t, binding) for _, t in theorem.assumptions), substitute(theorem.conclusion, binding), " ".join(parts)

    # Logic.

    def _known(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        label = str(data["label"])
        self.close(context, context.scope.lookup(label), stated, context.hypotheses.facts[label])

    def _instance(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        general, at = formula(premises[0]["conclusion"]), formula(data["at"])
        if not (isinstance(general, Call) and isinstance(general.args[0], Name)):
            raise Refusal(MALFORMED)
        proof = self.premise(context, premises[0], general)
        sides = [self.evident(context, Call("<=", pair)) for pair in ((general.args[1], at), (at, general.args[2]))]
        reached = substitute(general.args[3], {general.args[0].name: ((), at)})
        self.close(context, reached, stated, f"({proof} {coq(at)} {self.whole(context, at)} {sides[0]} {sides[1]})")

    def _evident(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        goal = formula(data["goal"])
        self.close(context, goal, stated, self.evident(context, goal))

    def _arithmetic(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        goal = formula(data["goal"])
        if not isinstance(goal, Call):
            raise Refusal(MALFORMED)
        prover, sign = context.prover, difference(goal)[1]
        multiplier = formula(data.get("multiplier", "1"))
        positive = prover.positive(multiplier)
        if not (positive is not None and isinstance(data["terms"], list)):
            raise Refusal(MALFORMED)
        left = prover.times(prover.difference(goal), prover.normal(multiplier))
        total: Form = prover.number(ZERO.value)
        proof, kind = "", "=="
        for given in data["terms"]:
            form, reason, mine = self._certificate(context, given)
            if not proof:
                total, proof, kind = form, reason, mine
            else:
                total = prover.add(total, form)
                if kind == mine == "==":
                    proof = f"(zero_add _ _ {proof} {reason})"
                else:
                    proof = f"(zero_nn _ {proof})" if kind == "==" else proof
                    reason = f"(zero_nn _ {reason})" if mine == "==" else reason
                    kind, mine = (">=" if k == "==" else k for k in (kind, mine))
                    lemma = {(">", ">"): "pp_add", (">", ">="): "pn_add", (">=", ">"): "np_add", (">=", ">="): "nn_add"}[kind, mine]
                    proof, kind = f"({lemma} _ _ {proof} {reason})", ">" if ">" in (kind, mine) else ">="
        proof = proof or "eq_refl"
        same = prover.equal(left, total)
        if same is False:
            raise Refusal(f"the certificate of {to_text(goal)} does not add up")
        if sign == ">=" and kind != ">=":
            proof = f"(zero_nn _ {proof})" if kind == "==" else f"(pp_weak _ {proof})"
        lemma = {">=": "certified_le", ">": "certified_lt", "==": "certified_eq"}[sign]
        reason = "eq_refl" if same is None else self.writer.use(same)
        self.close(context, goal, stated, f"({lemma} _ _ _ _ {self.writer.use(positive)} {reason} {proof})")

    def _certificate(self, context: Context, given: Mapping[str, object]) -> tuple[Form, str, str]:
        """One term of a certificate: its form, the proof of its sign, and the sign."""
        prover = context.prover
        weight = formula(given["coefficient"])
        if not isinstance(weight, Number):
            raise Refusal(MALFORMED)
        form = prover.number(weight.value)
        facts = given.get("facts", [])
        if not isinstance(facts, list):
            raise Refusal(MALFORMED)
        parts: list[tuple[Form, str, str]] = []
        for label in facts:
            fact = context.scope.lookup(label)
            if not isinstance(fact, Call):
                raise Refusal(MALFORMED)
            sign = difference(fact)[1]
            lemma = {">=": "fact_le", ">": "fact_lt", "==": "fact_eq"}[sign]
            parts.append((prover.difference(fact), f"({lemma} _ _ {context.hypotheses.facts[str(label)]})", sign))
        if "square" in given:
            root = prover.normal(formula(given["square"]))
            parts.append((prover.times(root, root), f"(nn_square {root.text})", ">="))
        if "factor" in given:
            parts.append((prover.normal(formula(given["factor"])), "", "factor"))
        equal = any(sign == "==" for _, _, sign in parts)
        kind = "==" if equal else ">" if weight.value > 0 and all(s == ">" for _, _, s in parts) else ">="
        proof = ""
        if not equal:
            proof = f"(ltac:(num) : 0 {'<' if kind == '>' else '<='} {form.text})"
        for one, reason, sign in parts:
            form = prover.times(form, one)
            if equal:
                proof = f"(mul_zero _ _ {reason})" if sign == "==" else f"(zero_mul _ _ {proof})" if proof else ""
            elif kind == ">":
                proof = f"(pp_mul _ _ {proof} {reason})"
            else:
                proof = f"(nn_mul _ _ {proof} {f'(pp_weak _ {reason})' if sign == '>' else reason})"
        said = {">": f"0 < {form.text}", ">=": f"0 <= {form.text}", "==": f"{form.text} = 0"}[kind]
        return form, f"({proof} : {said})", kind

    def _integer(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        strict = formula(premises[0]["conclusion"])
        if not isinstance(strict, Call):
            raise Refusal(MALFORMED)
        proof = self.premise(context, premises[0], strict)
        expression = difference(strict)[0]
        reached = Call("<=", (ONE, expression))
        self.close(context, reached, stated, f"(int_step _ _ {self.whole(context, expression)} {proof})")

    def _have(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        label = str(data["label"])
        found = formula(premises[0]["conclusion"])
        hypothesis = self.assertion(context, premises[0], self.writer.fresh(f"H_{identifier(label)}"))
        inner = context.extend(((label, found, hypothesis),))
        self.goal(context, inner, premises[1], stated)

    def goal(self, context: Context, inner: Context, step: Step, wanted: Term) -> None:
        """Prove the goal ``wanted`` by a step in a larger context."""
        stated = formula(step["conclusion"])
        if coq(stated) == coq(wanted):
            self.prove(inner, step)
        else:
            self.close(context, stated, wanted, self.assertion(inner, step))

    def _cases(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        on, claim, label = formula(data["on"]), formula(data["claim"]), str(data["label"])
        whole = context.prover.integral(on)
        hypothesis = self.writer.fresh(f"H_{identifier(label)}")
        result = self.writer.fresh("p")
        self.writer.line(f"assert ({result} : {coq(claim)}).")
        with self.writer.braces():
            sure = None if whole is None else self.writer.use(whole)
            self.writer.line(f"destruct (Rle_lt_dec 0 {coq(on)}) as [{hypothesis} | {hypothesis}].")
            with self.writer.braces():
                inner = context.extend(((label, Call(">=", (on, ZERO)), hypothesis),))
                self.goal(inner, inner, premises[0], claim)
            with self.writer.braces():
                fact = Call("<", (on, ZERO))
                if sure is not None:
                    fact = Call("<=", (on, Number(-1)))
                    self.writer.line(f"apply (int_below _ {sure}) in {hypothesis}.")
                inner = context.extend(((label, fact, hypothesis),))
                self.goal(inner, inner, premises[1], claim)
        self.close(context, claim, stated, result)

    def _absurd(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        false = formula(premises[0]["conclusion"])
        if not isinstance(false, Call):
            raise Refusal(MALFORMED)
        proof = self.premise(context, premises[0], false)
        form, sign = context.prover.difference(false), difference(false)[1]
        lemma = "top_le" if sign == ">=" else "top_lt"
        top = self.writer.fresh("n")
        self.writer.line(f"pose proof ({lemma} {self.writer.use(form.node)} {proof}) as {top}.")
        value = context.prover.polynomial(form.q.top)
        self.writer.line("exfalso.")
        relation = "<=" if sign == ">=" else "<"
        self.writer.line(f"assert (0 {relation} {value}) by (eapply ({'eq_le' if sign == '>=' else 'eq_lt'} _ _ {top}); {form.poly}).")
        self.writer.line("lra.")

    def _generalise(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        index = str(data["index"])
        low, high = formula(data["from"]), formula(data["to"])
        body = formula(premises[0]["conclusion"])
        general = Call("forall", (Name(index), low, high, body))
        label = None if coq(general) == coq(stated) else self.writer.fresh("p")
        if label is None:
            self._for_all(context, index, low, high, premises[0])
            return
        self.writer.line(f"assert ({label} : {coq(general)}).")
        with self.writer.braces():
            self._for_all(context, index, low, high, premises[0])
        self.close(context, general, stated, label)

    def _for_all(self, context: Context, index: str, low: Term, high: Term, step: Step) -> None:
        inner = self._ranged(context, index, low, high)
        self.prove(inner, step)

    def _ranged(self, context: Context, index: str, low: Term, high: Term) -> Context:
        var = name(index)
        hyps = [self.writer.fresh(f"H_{identifier(index)}_{end}") for end in ("int", "from", "to")]
        self.writer.line(f"intros {var} {' '.join(hyps)}.")
        k = Name(index)
        known = ((f"{index} from", Call("<=", (low, k)), hyps[1]), (f"{index} to", Call("<=", (k, high)), hyps[2]))
        return context.extend(known, {index: "integer"}, {index: hyps[0]})

    def _induction(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        index, label = str(data["index"]), str(data["label"])
        low, high, claim = formula(data["from"]), formula(data["to"]), formula(data["claim"])
        general = Call("forall", (Name(index), low, high, claim))
        proof = self.writer.fresh("p")
        self.writer.line(f"assert ({proof} : {coq(general)}).")
        with self.writer.braces():
            whole = self.whole(context, low)
            self.writer.line(f"apply (int_induction (fun {name(index)} => {coq(claim)}) {coq(low)} {coq(high)} {whole}); cbv beta.")
            with self.writer.braces():
                self.goal(context, context, premises[0], substitute(claim, {index: ((), low)}))
            with self.writer.braces():
                before = substitute(claim, {index: ((), Call("+", (Name(index), Number(-1))))})
                inner = self._ranged(context, index, Call("+", (low, ONE)), high)
                hypothesis = self.writer.fresh(f"H_{identifier(label)}")
                self.writer.line(f"intro {hypothesis}.")
                inner = inner.extend(((label, before, hypothesis),))
                self.goal(inner, inner, premises[1], claim)
        self.close(context, general, stated, proof)

    def _witness(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        shifted = formula(premises[0]["conclusion"])
        if not isinstance(shifted, Call):
            raise Refusal(MALFORMED)
        *order, z, p, q, bound = shifted.args
        law, x = str(data["law"]), str(data["bound"])
        given = self.premise(context, premises[0], shifted)
        result = formula(premises[1]["conclusion"])
        if not isinstance(result, Call):
            raise Refusal(MALFORMED)
        last, before = result.args[-1], result.args[:-1]
        rest = Call("+", (substitute(last, {x: ((), ZERO)}), ZERO))
        reached = Call(result.head, (*before, substitute(last, {x: ((), bound)})))
        near, told = (self.writer.fresh(f"H_{identifier(law)}_{end}") for end in ("near", "bound"))
        proof = self.writer.fresh("p")
        middle = Call(result.head, (*before, Call("+", (bound, rest))))
        self.writer.line(f"assert ({proof} : {coq(middle)}).")
        with self.writer.braces():
            lemma = "witness _ _" if shifted.head == "renyi" else "witness_told"
            self.writer.line(f"apply ({lemma} _ _ _ _ _ _ _ _ {given}).")
            self.writer.line(f"intros {name(law)} {name(x)} {near} {told}.")
            opened = Call(shifted.head, (*order, ZERO, Name(law), q, Name(x)))
            known = ((f"{law} near", Call("winf", (p, Name(law), z)), near), (f"{law} bound", opened, told))
            inner = context.extend(known, {law: "law", x: "real"})
            self.goal(inner, inner, premises[1], Call(result.head, (*before, Call("+", (Name(x), rest)))))
        self.close(context, reached, stated, self.convert(context, middle, reached, proof))

    def _rewrite(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        same, law, claim = formula(premises[0]["conclusion"]), str(data["law"]), formula(data["claim"])
        if not isinstance(same, Call):
            raise Refusal(MALFORMED)
        equal = self.premise(context, premises[0], same)
        proof = self.premise(context, premises[1], substitute(claim, {law: ((), same.args[1])}))
        reached = substitute(claim, {law: ((), same.args[0])})
        laws = " ".join(coq(arg) for arg in same.args)
        self.close(context, reached, stated, f"(rewritten (fun {name(law)} => {coq(claim)}) {laws} {equal} {proof})")

    def _recursion(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        sequence, index, law = (str(data[key]) for key in ("sequence", "index", "law"))
        low, high, start, following = (formula(data[key]) for key in ("from", "to", "start", "next"))
        whole = self.whole(context, low)
        first, later = (self.writer.fresh(f"H_{identifier(sequence)}_{end}") for end in ("start", "next"))
        after = f"(fun {name(index)} {name(law)} => {coq(following)})"
        self.writer.line(f"destruct (recursion {coq(low)} {coq(high)} {coq(start)} {after} {whole})")
        self.writer.line(f"  as [{name(sequence)} [{first} {later}]]; cbv beta in {later}.")
        before = Call(sequence, (Call("+", (Name(index), Number(-1))),))
        step = Call("equal", (Call(sequence, (Name(index),)), substitute(following, {law: ((), before)})))
        known = ((f"{sequence} start", Call("equal", (Call(sequence, (low,)), start)), first),
                 (f"{sequence} next", Call("forall", (Name(index), Call("+", (low, ONE)), high, step)), later))
        self.goal(context, context.extend(known, {sequence: "law sequence"}), premises[0], stated)

    def _define(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        claim, label = formula(data["claim"]), str(data["label"])
        meaning, binding = meaning_of(claim)
        given = data["names"]
        if not isinstance(given, Mapping) or not isinstance(claim, Call):
            raise Refusal(MALFORMED)
        kinds = {str(given[letter]): kind for letter, kind in meaning.every.items()}
        binding |= {letter: ((), Name(str(given[letter]))) for letter in meaning.every}
        held = [substitute(one, binding) for one in meaning.given]
        facts = [self.writer.fresh(f"H_{identifier(label)}") for _ in held]
        proof = self.writer.fresh("p")
        self.writer.line(f"assert ({proof} : {coq(claim)}).")
        with self.writer.braces():
            self.writer.line(f"apply (proj2 (meaning_{claim.head}{' _' * len(claim.args)})).")
            self.writer.line(f"intros {' '.join([*map(name, kinds), *facts])}.")
            known = ((f"{label} {i}", one, fact) for i, (one, fact) in enumerate(zip(held, facts, strict=True), 1))
            inner = context.extend(tuple(known), kinds)
            self.goal(inner, inner, premises[0], substitute(meaning.says, binding))
        self.close(context, claim, stated, proof)

    def _unfold(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        judgement, given = formula(premises[0]["conclusion"]), data["for"]
        meaning, binding = meaning_of(judgement)
        if not isinstance(given, Mapping) or not isinstance(judgement, Call):
            raise Refusal(MALFORMED)
        terms = [formula(given[letter]) for letter in meaning.every]
        binding |= {letter: ((), term) for letter, term in zip(meaning.every, terms, strict=True)}
        proofs = [self.premise(context, premises[0], judgement)]
        proofs += [self.premise(context, one, substitute(held, binding)) for one, held in zip(premises[1:], meaning.given, strict=True)]
        general = f"(proj1 (meaning_{judgement.head}{' _' * len(judgement.args)}) {proofs[0]})"
        instance = f"({' '.join([general, *map(coq, terms), *proofs[1:]])})"
        self.close(context, substitute(meaning.says, binding), stated, instance)

    def _widen(self, context: Context, data: Mapping[str, object], premises: list[Step], stated: Term) -> None:
        found, claim = formula(premises[0]["conclusion"]), formula(data["claim"])
        if not (isinstance(found, Call) and isinstance(claim, Call)):
            raise Refusal(MALFORMED)
        grown = GROWS[claim.head]
        middle = Call(claim.head, tuple(found.args[i] if i in grown else arg for i, arg in enumerate(claim.args)))
        proof = self.premise(context, premises[0], middle)
        sides = [(claim.args[i], found.args[i]) if claim.head == "apart" else (found.args[i], claim.args[i]) for i in grown]
        reasons = " ".join([self.evident(context, Call("<=", side)) for side in sides])
        lemma = f"wider_{claim.head}{' _' * (len(claim.args) + len(grown))}"
        self.close(context, claim, stated, f"({lemma} {reasons} {proof})")


_LOGIC = ("known", "instance", "evident", "arithmetic", "integer", "have", "cases", "absurd", "generalise", "induction", "witness",
          "rewrite", "widen", "recursion", "define", "unfold")


def statement(sequent: Sequent) -> str:
    """What a sequent says, as a Coq proposition."""
    binders: list[str] = []
    for key, kind in sequent.kinds.items():
        single = kind.removesuffix(" sequence")
        binders.append(binder(key, kind))
        if single == "integer":
            sequence = kind.endswith(" sequence")
            binders.append(f"(forall k_, is_int k_ -> is_int ({name(key)} k_)) ->" if sequence else f"is_int {name(key)} ->")
    lines = _forall(binders)
    return "\n  ".join([*lines, *(f"{readable(t, 98)} ->" for _, t in sequent.assumptions), readable(sequent.conclusion)])


def binder(key: str, kind: str) -> str:
    """A name with its type."""
    single = SORTS[kind.removesuffix(" sequence")]
    return f"({name(key)} : {'R -> ' if kind.endswith(' sequence') else ''}{single})"


def _forall(parts: list[str]) -> list[str]:
    lines: list[str] = []
    run: list[str] = []
    for part in [*parts, ""]:
        if part.endswith("->") or not part:
            if run:
                lines.append(f"forall {' '.join(run)},")
                run = []
            if part:
                lines.append(part)
        else:
            run.append(part)
    return lines


def script(sequent: Sequent, tree: Step, theorems: Mapping[str, Sequent], scribe: Scribe | None = None) -> tuple[list[str], Scribe]:
    """The script that proves a sequent, line by line, and what it uses; by another scribe where one is given."""
    scribe = scribe or Scribe(theorems)
    names: list[str] = []
    integers: dict[str, str] = {}
    for key, kind in sequent.kinds.items():
        names.append(name(key))
        if kind.removesuffix(" sequence") == "integer":
            names.append(f"is_{name(key)}")
            if kind == "integer":
                integers[key] = f"is_{name(key)}"
    facts = {label: scribe.writer.fresh(f"H_{identifier(label)}") for label, _ in sequent.assumptions}
    scribe.writer.line(f"intros {' '.join([*names, *facts.values()])}." if names or facts else "idtac.")
    context = Context(sequent.scope(), Hypotheses(facts, integers))
    scribe.goal(context, context, tree, sequent.conclusion)
    return scribe.writer.lines, scribe


def proof_script(sequent: Sequent, tree: Step, theorems: Mapping[str, Sequent], label: str | None = None) -> tuple[str, Scribe]:
    """A theorem with its proof, as Coq text."""
    lines, scribe = script(sequent, tree, theorems)
    head = label or identifier(sequent.id)
    return "\n".join([f"Theorem {head} :\n  {statement(sequent)}.", "Proof.", *lines, "Qed."]), scribe
