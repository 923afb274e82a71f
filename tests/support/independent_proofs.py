"""An independent checker of proof trees: propositions are compared by their values at random points.  No code of pabisym.

A point gives numbers to the numeric names, such that the inequalities known in a scope hold; what is opaque, as ``a(k)``
or ``exp(x)``, has a value determined by its head, its arguments and the point.  Laws and judgements are tuples.
"""

import ast
import bisect
import contextlib
import copy
import functools
import hashlib
import itertools
import math
import operator
import random
import re
from fractions import Fraction

from gmpy2 import mpq

TOKEN = re.compile(r"((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)('*)", re.ASCII)
SORTS = {
    head: (wanted, result)
    for head, *wanted, result in map(
        str.split,
        """renyi real real law law real judgement
moment real law law real judgement|dp law law real real judgement|close real mechanism mechanism real judgement
gdpclose mechanism mechanism real judgement|steady mechanism real judgement|near mechanism mechanism real judgement|through mechanism law law
mix real law law law|joint law mechanism law|winf law law real judgement|equal law law judgement|lipschitz map real judgement|lipschitzon map set real judgement
gap map map real judgement|gapon map map set real judgement|gaussian noise real judgement|convexset set judgement
convex loss set judgement|smooth loss real set judgement|lipschitzloss loss real set judgement|push map law law|convolve law noise law
product law law law|point vector law|between law law real real law|excess law law real real law|deficit law law real real law|translate vector map|compose map map map|gradient loss real map
projection set map|norm vector real|R real noise real real|gdp real law law real judgement|apart law law real judgement
zcdp law law real judgement|lsi law real judgement|traced law map map noise real judgement
finite real noise real judgement|gdpfinite noise real judgement|laplace noise real judgement
spread mechanism real real judgement|contracts mechanism real real judgement|member vector set judgement
surely map mechanism|always law mechanism|answers mechanism vector law|at map vector vector|minus vector vector vector
slope loss vector vector|inner vector vector real|chance law set real|best law law real set
bounded map real judgement|coupled law law real real real real real real real judgement|gdpsize noise real real|withnoise mechanism noise mechanism|sampledsize real real noise real real|normallaw real real law|affine real real map|white real noise""".replace("|", "\n").splitlines(),
    )
}
REAL = {"sqrt", "exp", "log", "abs", "floor", "ceiling", "harmonic", "erfc", "theta", "min", "max"}
REAL |= {"normal", "quantile", "sampled", "sampled_first", "admissible", "survival"}
BINDERS = {"sum": (1, 0, 2, 3), "forall": (0, 3, 1, 2), "batchstep": (0, 3, 1, 2), "sampledstep": (0, 3, 2, 1)}
"""Where the index, the body and the ends of the range stand; that of sampledstep begins at 1, and in its place is the size of a batch."""
FAMILIES = {"dominance": (["real", "real", "law", "law", "law", "law"], []), "noisedominance": (["real", "real", "law", "law"], ["noise"])}
"""Judgements that bind an index, behind which its range stands: the sorts of what depends on it, and of what stands behind that."""
MEANINGS = {
    head: (letters.split(), [one.split(":") for one in every.split()], [one for one in given.split(";") if one], says)
    for head, letters, every, given, says in (
        ("equal", "P Q", "O:set", "", "chance(P, O) == chance(Q, O)"),
        ("dp", "P Q e d", "O:set", "", "chance(P, O) <= exp(e)*chance(Q, O) + d"),
        ("lipschitz", "f c", "x:vector y:vector", "", "norm(minus(at(f, x), at(f, y))) <= c*norm(minus(x, y))"),
        ("lipschitzon", "f K c", "x:vector y:vector", "member(x, K);member(y, K)", "norm(minus(at(f, x), at(f, y))) <= c*norm(minus(x, y))"),
        ("gap", "f g s", "x:vector", "", "norm(minus(at(f, x), at(g, x))) <= s"),
        ("gapon", "f g K s", "x:vector", "member(x, K)", "norm(minus(at(f, x), at(g, x))) <= s"),
        ("bounded", "f D", "x:vector y:vector", "", "norm(minus(at(f, x), at(f, y))) <= D"),
        ("lipschitzloss", "f L K", "x:vector", "member(x, K)", "norm(slope(f, x)) <= L"),
        ("close", "alpha K J b", "x:vector", "", "renyi(alpha, 0, answers(K, x), answers(J, x), b)"),
        ("gdpclose", "K J m", "x:vector", "", "gdp(0, answers(K, x), answers(J, x), m)"),
        ("steady", "K c", "x:vector y:vector", "", "winf(answers(K, x), answers(K, y), c*norm(minus(x, y)))"),
        ("near", "K J s", "x:vector", "", "winf(answers(K, x), answers(J, x), s)"),
        ("spread", "K e u", "x:vector y:vector", "", "dp(answers(K, x), answers(K, y), e, u)"),
        ("contracts", "K e u", "P:law Q:law d:real", "dp(P, Q, e, d)", "dp(through(K, P), through(K, Q), e, d*u)"),
    )
}
"""What judgements say of everything that they are about: their letters, what they are about, what is held of it, what is said."""
RESERVED = {*SORTS, *REAL, *BINDERS, *FAMILIES, "cases", "neg", "and", "pi"}
KINDS = {"real", "integer", "law", "map", "noise", "loss", "set", "vector", "mechanism"}
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
RELATIONS = {ast.LtE: ">=", ast.Lt: ">", ast.GtE: ">=", ast.Gt: ">", ast.Eq: "==", ast.NotEq: "!="}


ZERO, ONE, POINTS = ast.Constant(mpq(0)), ast.Constant(mpq(1)), 12
NUMBER = type(mpq(0))


def need(condition):
    if not condition:
        raise ValueError


def take(table, *names):
    need(type(table) is dict and set(table) == set(names))
    return [table[name] for name in names]


def new(name, taken=()):
    need(re.fullmatch(r"[A-Za-z_]\w*'*", name, re.ASCII) and name not in RESERVED and name.replace("'", "ß") not in taken)
    return name.replace("'", "ß")


@functools.lru_cache(100_000)
def parse(text):
    """A formula as Python reads it; names get a letter in front, numbers become texts and then rationals."""
    need(type(text) is str and len(text) <= 10_000 and re.fullmatch(r"[\w\s'+\-*/(),<>=!.]*", text, re.ASCII))
    body = ast.parse(TOKEN.sub(lambda m: f'("{m[1]}")' if m[1] else "v" + m[2] + "ß" * len(m[3]), text).strip(), mode="eval").body
    for node in ast.walk(body):
        if isinstance(node, ast.Constant):
            node.value = mpq(Fraction(node.value))
    return body


def call(head, *args):
    return ast.Call(ast.Name("v" + head), list(args), [])


def parts(node, head):
    need(isinstance(node, ast.Call) and node.func.id == "v" + head)
    return node.args


class Prop:
    """A proposition: what a term says at a point, or as the names of something else see the point."""

    def __init__(self, node, see=None):
        self.node, self.see = node, see
        self.relation = isinstance(node, ast.Compare)
        self.inequality = self.relation and not isinstance(node.ops[0], ast.Eq | ast.NotEq)

    def __call__(self, at):
        return value(self.node, self.see(at) if self.see else at)


def names(node):
    return {n.id[1:] for n in ast.walk(node) if isinstance(n, ast.Name)}


def sort(x):
    return "real" if isinstance(x, mpq) else x[0]


def whole(x, largest=10**9):
    need(sort(x) == "real" and x.denominator == 1 and abs(x) <= largest)
    return int(x)


def opaque(at, head, args):
    """A number that is determined by a point, a head and arguments: by chance equal to nothing else."""
    digest = int.from_bytes(hashlib.blake2b(repr((at["?"], head, args)).encode(), digest_size=8).digest())
    x = mpq(digest % 2_000_003 - 1_000_001, 1 if head in ("floor", "ceiling") else digest // 2_000_003 % 997 + 1)
    return abs(x) + 1 if head == "exp" else x


def member(at, name, kind, i):
    """The i-th member of a sequence that a scope declares."""
    return (
        (kind, name, whole(i)) if kind not in ("real", "integer") else opaque(at, "floor" if kind == "integer" else name, (name, whole(i)))
    )


def value(node, at):
    """The value at a point: a number, (sort, ...) for what is none, ("judgement", sign, number) for a relation."""
    left_over = at["!"]
    left_over[0] -= 1
    if left_over[0] <= 0:
        raise ValueError
    shape = type(node)
    if shape is ast.Constant:
        return node.value
    if shape is ast.Name:
        return opaque(at, "exp", ("pi",)) if node.id == "vpi" else at[node.id[1:]]
    if shape is ast.Call:
        need(type(node.func) is ast.Name and not node.keywords)
        return apply(node.func.id[1:], node.args, at)
    if shape is ast.UnaryOp:
        need(isinstance(node.op, ast.USub | ast.UAdd))
        node, x, y = ast.BinOp(node, ast.Sub() if isinstance(node.op, ast.USub) else ast.Add(), node), mpq(0), value(node.operand, at)
    else:
        need(shape is ast.BinOp or (shape is ast.Compare and len(node.ops) == 1))
        left, right = (node.left, node.right) if shape is ast.BinOp else (node.left, node.comparators[0])
        x, y = value(left, at), value(right, at)
    if type(x) is not NUMBER or type(y) is not NUMBER:
        raise ValueError
    if shape is ast.Compare:
        return "judgement", RELATIONS[type(node.ops[0])], y - x if isinstance(node.ops[0], ast.Lt | ast.LtE) else x - y
    if type(node.op) is not ast.Pow:
        if type(node.op) is ast.Div:
            at["/"].append((right if "*" in at else None, y, 1))
        return OPERATORS[type(node.op)](x, y)
    need(max(abs(x.numerator), x.denominator).bit_length() * abs(y) < 100_000)
    at["/"] += [(left if "*" in at else None, x, -y)] if y < 0 and y.denominator == 1 else []
    return x ** int(y) if y.denominator == 1 else opaque(at, "**", (x, y))


def apply(head, args, at):
    if head in BINDERS:
        k, body, low, high = (args[i] for i in BINDERS[head])
        a, b = whole(value(low, at), 1000), whole(value(high, at), 1000)
        size, a = (a, 1) if head == "sampledstep" else (None, a)
        indices = range(a, b + 1) if a <= b or head != "sum" else range(b + 1, a)
        row = [value(body, {**at, new(k.id[1:]): mpq(i)}) for i in indices]
        need({sort(x) for x in row} <= {{"forall": "judgement", "sum": "real"}.get(head, "map")})
        if head != "sum":
            return {"forall": "judgement", "batchstep": "map", "sampledstep": "mechanism"}[head], head, size, a, b, *row
        return sum(row, mpq(0)) * (1 if a <= b else -1)
    if head in FAMILIES:
        return family(head, args, at)
    if head == "cases":
        e = value(args[0], at)
        taken = at["~"].get(e, e >= 0)
        found, other = value(args[1 if taken else 2], at), args[2 if taken else 1]
        need(not isinstance(other, ast.Name) or sort(at[other.id[1:]]) == sort(found))
        return found
    got = [value(a, at) for a in args]
    if head in at:
        return at[head](*got)
    wanted, result = SORTS[head] if head in SORTS else (["real"] * len(got), "real" if head in REAL else "")
    need(result and [sort(x) for x in got] == wanted)
    if head in ("floor", "ceiling"):
        return mpq(getattr(math, head.replace("ceiling", "ceil"))(*got))
    if head == "sqrt" and got[0] >= 0 and all(math.isqrt(int(n)) ** 2 == n for n in (got[0].numerator, got[0].denominator)):
        root = mpq(math.isqrt(int(got[0].numerator)), math.isqrt(int(got[0].denominator)))
        return -root if at["~"].get(-root) and not at["~"].get(root) else root  # the one that is known to have the sign of a root
    return opaque(at, head, got) if result == "real" else (result, head, *got)


def family(head, args, at):
    """A judgement about families: what it says of every index of its range."""
    sorts, beside = FAMILIES[head]
    k, low, high, *rest = args
    bodies, others = rest[: len(sorts)], rest[len(sorts) :]
    need(type(k) is ast.Name and len(others) == len(beside))
    a, b = whole(value(low, at), 1000), whole(value(high, at), 1000)
    rows = [[value(body, {**at, new(k.id[1:]): mpq(i)}) for body in bodies] for i in range(a, b + 1)]
    need(all([sort(x) for x in row] == sorts for row in rows))
    last = [value(other, at) for other in others]
    need([sort(x) for x in last] == beside)
    return "judgement", head, a, b, *map(tuple, rows), *last


def inside(given):
    """How the names of a figure or a theorem see a point; they stand for terms, or for (index, term) as functions."""

    def own(at, g):
        return (lambda i: value(g[1], {**at, g[0]: mpq(whole(i))})) if type(g) is tuple else value(g, at)

    return lambda at: {**{key: at[key] for key in "?/!~"}, **{n: own(at, g) for n, g in given.items()}}


def broken(inequalities, at):
    """How much of what is known fails at a point: what was assumed last counts most."""
    values = [fact(at) for fact in inequalities]
    return sum(len(values) + i for i, (_, sign, x) in enumerate(values) if x < 0 or (x == 0 and sign == ">"))


class Scope:
    """Kinds of names, propositions known by label, and points.

    The known inequalities between names hold at the points, if that is possible at all; of the others, which are about
    opaque terms, only their sign is remembered, for case distinctions.
    """

    def __init__(self, kinds, known, library, before=None):
        self.kinds, self.known, self.library, self.rows, self.signs = kinds, known, library, [("==", (mpq(0),) * POINTS)], {}
        facts, numeric = [fact for fact in known.values() if fact.relation], {n for n, kind in kinds.items() if kind in ("real", "integer")}
        inequalities = [f for f in facts if f.inequality and names(f.node) <= numeric | {"cases", "sum", "floor", "ceiling"}]
        if before and before.kinds == kinds and not any(broken(inequalities, at) for at in before.points):
            self.points, self.rows = [{**at, "/": [], "~": {**at["~"]}} for at in before.points], [*before.rows]
        else:
            self.points = self.sampled(inequalities, before)
        for fact in facts[len(self.rows) - 1 :]:
            if not fact.see:
                self.defined(fact.node)
            for at in self.points:
                _, sign, x = fact(at)
                at["~"] |= ({x: True, -x - 1: False} if sign in (">", ">=") else {}) | ({-x: False} if sign == ">" else {})
            self.rows.append(self.measured(fact))

    def sampled(self, inequalities, before):
        rng, tried = random.Random(repr((self.kinds, list(self.known)))), []
        while len(tried) < self.library["tries"] and sum(rank == 0 for rank, _ in tried[-POINTS:]) < POINTS:
            at = self.point(rng, rng.choice(before.points) if before else {})
            with contextlib.suppress(ZeroDivisionError):
                bisect.insort(tried, (broken(inequalities, at), at), key=lambda one: -one[0])
        return [at for _, at in tried[-POINTS:]]

    def point(self, rng, base):
        at = {"*": True, "?": rng.random(), "/": [], "~": {}, "!": self.library["work"]}
        for n, kind in self.kinds.items():
            single, real = kind.removesuffix(" sequence"), rng.choice((0, 12, -12, -rng.randint(1, 50), *[rng.randint(1, 50)] * 4))
            if single != kind:
                at[n] = functools.partial(member, at, n, single)
            elif kind not in ("real", "integer"):
                at[n] = (kind, n)
            elif n in base and rng.random() < 0.5:
                at[n] = base[n]
            else:
                at[n] = mpq(
                    rng.choice((-2, -1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6)) if kind == "integer" else mpq(real, rng.randint(1, 12))
                )
        return at

    def extend(self, known, kinds=None):
        need(not set(known) & set(self.known) and all(new(n, self.kinds) for n in kinds or ()))
        return Scope({**self.kinds, **(kinds or {})}, {**self.known, **known}, self.library, self)

    def ranged(self, k, low, high):
        ends = [ast.Compare(low, [ast.LtE()], [ast.Name("v" + k)]), ast.Compare(ast.Name("v" + k), [ast.LtE()], [high])]
        need(all(value(end, at).denominator == 1 for at in self.points for end in (low, high)))
        return self.extend({f"{k} from": Prop(ends[0]), f"{k} to": Prop(ends[1])}, {k: "integer"})

    def at_points(self, say):
        found = [(at["/"].clear(), say(at))[1] for at in self.points]
        need(all(v[0] == "judgement" for v in found))
        return found

    def measured(self, relation):
        """Sign and values of a relation at the points, as they are and with denominators cleared."""
        found = self.at_points(relation)
        need(len({v[1] for v in found}) == 1 and {len(v) for v in found} == {3})
        divisors = [[*at["/"]] for at in self.points]
        sizes = [[(x * self.sign(node) or abs(x)) ** power for node, x, power in row] for row in divisors]
        scales = [(1, math.prod(size), math.prod(set(size))) for size in sizes]
        rows = zip(*([v[2] * scale for scale in row] for v, row in zip(found, scales, strict=True)), strict=True)
        return found[0][1], *dict.fromkeys(rows)

    def sign(self, node):
        """The sign that a divisor evidently has, 0 where it is not evident."""
        if node not in self.signs:
            self.signs[node] = 0
            if node is not None and self.sees(node):
                minus = ast.BinOp(ZERO, ast.Sub(), node)
                self.signs[node] = 1 if self.signed(node, {}, True) else -1 if self.signed(minus, {}, True) else 0
        return self.signs[node]

    def agree(self, one, other):
        """Two propositions say the same at every point; a proposition says the same as itself also where it has no value."""
        itself = isinstance(one, Prop) and not one.see and ast.dump(one.node) == ast.dump(other.node)
        need(itself or self.at_points(one) == self.at_points(other))

    def defined(self, node):
        """Need every divisor to be evidently not zero, every base of a symbolic power to be evidently positive."""
        match node:
            case ast.BinOp(op=ast.Div(), right=base) if self.sees(base):
                need(self.nonzero(base))
            case ast.BinOp(op=ast.Pow(), left=base, right=power) if self.sees(base) and not isinstance(power, ast.Constant):
                need(self.sign(base) > 0 if names(power) else self.nonzero(base))
            case ast.Call(func=ast.Name(id="vmix"), args=[weight, *_]) if self.sees(weight):
                self.side(ast.Compare(ZERO, [ast.LtE()], [weight]), {})
                self.side(ast.Compare(weight, [ast.LtE()], [ONE]), {})
        branches = self.branches(node) if isinstance(node, ast.Call) and node.func.id == "vcases" else ast.iter_child_nodes(node)
        for part in branches:
            self.defined(part)

    def sees(self, node):
        return names(node) <= {*self.kinds, *RESERVED}

    def branches(self, node, see=None):
        """The terms that a case distinction is at some point."""
        e, x, y = node.args
        found = [value(e, see(at) if see else at) for at in self.points] if see or self.sees(e) else []
        chosen = {at["~"].get(v, v >= 0) for at, v in zip(self.points, found, strict=False)}
        return [branch for branch, taken in ((x, True), (y, False)) if taken in chosen or not found]

    def nonzero(self, node):
        match node:
            case ast.BinOp(op=ast.Mult() | ast.Div()):
                return self.nonzero(node.left) and self.nonzero(node.right)
            case ast.BinOp(op=ast.Pow()):
                return self.nonzero(node.left)
        return self.sign(node) != 0

    def bounded(self, values, strict):
        """Are values evidently >= 0 (> 0): a positive multiple of those of a known relation, plus a constant."""
        for sign, *known in self.rows:
            for fs in known:
                j = next((j for j, f in enumerate(fs) if f != fs[0]), 0)
                factor = (values[j] - values[0]) / (fs[j] - fs[0]) if j else mpq(0)
                if factor < 0 and sign != "==":
                    continue
                rest = values[0] - factor * fs[0]
                fits = all(e == factor * f + rest for e, f in zip(values, fs, strict=True))
                if fits and (rest > 0 or (rest == 0 and (not strict or (sign == ">" and factor > 0)))):
                    return True
        return False

    def evident(self, relation):
        sign, *rows = self.measured(relation)
        above = any(self.bounded(row, sign not in (">=", "==")) for row in rows)
        below = sign in ("==", "!=") and any(self.bounded([-e for e in row], sign == "!=") for row in rows)
        return above and below if sign == "==" else above or below

    def monomial(self, relation):
        """Is the larger side evidently larger by a positive constant times up to four factors: positive letters, their inverses, squares."""
        found = [relation(at) for at in self.points]
        strict, row = found[0][1] == ">", [x for _, _, x in found]
        numeric = [n for n, kind in self.kinds.items() if kind in ("real", "integer") and n in names(relation.node)]
        positive = [n for n in numeric if self.sign(ast.Name("v" + n)) > 0]
        factors = [*((n, 1) for n in positive), *((n, -1) for n in positive), *((n, 2) for n in numeric if not strict and n not in positive)]
        for some in (some for size in range(5) for some in itertools.combinations_with_replacement(factors[:9], size)):
            sizes = [math.prod((at[n] ** power for n, power in some), start=mpq(1)) for at in self.points]
            constant = next((x / size for x, size in zip(row, sizes, strict=True) if size), mpq(0))
            if constant > 0 and all(x == constant * size for x, size in zip(row, sizes, strict=True)):
                return True
        return False

    def signed(self, node, given, strict):
        """Is a term evidently > 0 (>= 0): by its value, or as a sum or product of such terms."""
        see = inside(given) if given else None
        match node:
            case ast.Name(id=name) if name[1:] in given:
                return self.signed(given[name[1:]], {}, strict)
            case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=right):
                found = self.signed(left, given, strict) and self.signed(right, given, strict or isinstance(node.op, ast.Div))
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                found = self.signed(left, given, False) and self.signed(right, given, False)
                found = found and (not strict or self.signed(left, given, True) or self.signed(right, given, True))
            case ast.BinOp(op=ast.Pow(), left=left):
                found = self.signed(left, given, True)
            case ast.Call(func=ast.Name(id="vcases")):
                found = all(self.signed(branch, given, strict) for branch in self.branches(node, see))
            case _:
                found = (isinstance(node, ast.Name) and node.id == "vpi") or (isinstance(node, ast.Call) and node.func.id == "vexp")
        return found or self.evident(Prop(ast.Compare(node, [ast.Gt() if strict else ast.GtE()], [ZERO]), see))

    def side(self, node, given):
        """Need a side condition: evident, or a sum or product against zero."""
        see = inside(given) if given else lambda at: at
        need(isinstance(node, ast.Compare))
        low, high = (node.left, node.comparators[0])[:: 1 if isinstance(node.ops[0], ast.Lt | ast.LtE) else -1]
        strict, zero = isinstance(node.ops[0], ast.Lt | ast.Gt), all(value(low, see(at)) == 0 for at in self.points)
        found = self.evident(Prop(node, see)) or (zero and Prop(node).inequality and self.signed(high, given, strict))
        need(found or (Prop(node).inequality and self.monomial(Prop(node, see))))


def replay(scope, step):
    """The conclusion that a step states, once it is found to be what its rule infers."""
    rule, data, premises, conclusion = take(step, "rule", "with", "premises", "conclusion")
    need(type(rule) is str and type(data) is dict and type(premises) is list)
    stated = parse(conclusion)
    reached = infer(scope, rule, data, premises)
    scope.agree(reached, Prop(stated))
    if not isinstance(reached, Prop) or reached.see or rule in ("evident", "arithmetic") or ast.dump(reached.node) != ast.dump(stated):
        scope.defined(stated)
    for at in scope.points:
        with contextlib.suppress(ZeroDivisionError):
            need(sort(value(stated, at)) == "judgement")
    return stated


def infer(scope, rule, data, premises):
    match rule, premises:
        case "known", []:
            return scope.known[take(data, "label")[0]]
        case "evident", []:
            goal = parse(*take(data, "goal"))
            scope.side(goal, {})
            return Prop(goal)
        case "arithmetic", []:
            return arithmetic(scope, **data)
        case "instance", [general]:
            k, body, low, high = (parts(replay(scope, general), "forall")[i] for i in BINDERS["forall"])
            e = parse(*take(data, "at"))
            scope.side(ast.Compare(low, [ast.LtE()], [e]), {})
            scope.side(ast.Compare(e, [ast.LtE()], [high]), {})
            return lambda at: value(body, {**at, k.id[1:]: mpq(whole(value(e, at)))})
        case "integer", [strict]:
            take(data)
            relation = Prop(replay(scope, strict))
            need(scope.measured(relation)[0] == ">" and all(relation(at)[2].denominator == 1 for at in scope.points))
            return lambda at: ("judgement", ">=", relation(at)[2] - 1)
        case "have", [first, second]:
            (label,) = take(data, "label")
            return Prop(replay(scope.extend({label: Prop(replay(scope, first))}), second))
        case "cases", [_, _]:
            on, claim, label = take(data, "on", "claim", "label")
            integral = all(v[2].denominator == 1 for v in scope.at_points(Prop(parse(f"({on}) >= 0"))))
            for premise, fact in zip(premises, (f"({on}) >= 0", f"({on}) <= -1" if integral else f"({on}) < 0"), strict=True):
                inner = scope.extend({label: Prop(parse(fact))})
                inner.agree(Prop(replay(inner, premise)), Prop(parse(claim)))
            return Prop(parse(claim))
        case "absurd", [false]:
            sign, values, *_ = scope.measured(Prop(replay(scope, false)))
            need(len({*values}) == 1 and sign[0] == ">" and (values[0] < 0 or (values[0] == 0 and sign == ">")))
            return Prop(parse(*take(data, "claim")))
        case "generalise", [body]:
            k, low, high = take(data, "index", "from", "to")
            return every(k, parse(low), parse(high), replay(scope.ranged(k, parse(low), parse(high)), body))
        case "induction", [base, rest]:
            k, claim, label, low, high = take(data, "index", "claim", "label", "from", "to")
            claim, low, high = parse(claim), parse(low), parse(high)
            scope.agree(Prop(replay(scope, base)), Prop(claim, lambda at: {**at, k: value(low, at)}))
            before = {label: Prop(claim, lambda at: {**at, k: at[k] - 1})}
            inner = scope.ranged(k, ast.BinOp(low, ast.Add(), ONE), high).extend(before)
            inner.agree(Prop(replay(inner, rest)), Prop(claim))
            return every(k, low, high, claim)
        case "recursion", [rest]:
            return recursive(scope, *take(data, "sequence", "index", "law", "from", "to", "start", "next"), rest)
        case "rewrite", [equation, rest]:
            (v, p), (law, text) = parts(replay(scope, equation), "equal"), take(data, "law", "claim")
            claim, law = parse(text), new(law, scope.kinds)
            scope.defined(claim)
            scope.agree(Prop(claim, lambda at: {**at, law: value(p, at)}), Prop(replay(scope, rest)))
            return lambda at: value(claim, {**at, law: value(v, at)})
        case "widen", [bound]:
            return wider(scope, parse(*take(data, "claim")), replay(scope, bound))
        case "define", [rest]:
            return spelled(scope, *take(data, "claim", "names", "label"), rest)
        case "unfold", [judged, *held]:
            return told(scope, *take(data, "for"), replay(scope, judged), held)
        case "witness", [shifted, rest]:
            return witness(scope, *take(data, "law", "bound"), shifted, rest)
    return applied(scope, rule, data, premises)


def meaning(node):
    need(isinstance(node, ast.Call) and node.func.id[1:] in MEANINGS)
    letters, about, held, says = MEANINGS[node.func.id[1:]]
    return dict(zip(("v" + x for x in letters), node.args, strict=True)), about, [parse(one) for one in held], parse(says)


def put_in(node, own):
    """A formula with others for its letters, all at once."""
    class Put(ast.NodeTransformer):
        def visit_Name(self, found):
            return own.get(found.id, found)
    return Put().visit(copy.deepcopy(node))


def spelled(scope, claim, names_, label, rest):
    """A judgement from what it says of new names."""
    claim = parse(claim)
    scope.defined(claim)
    own, about, held, says = meaning(claim)
    take(names_, *(letter for letter, _ in about))
    fresh = {new(names_[letter], scope.kinds): kind for letter, kind in about}
    need(len(fresh) == len(about))
    own |= {"v" + letter: ast.Name("v" + names_[letter]) for letter, _ in about}
    inner = scope.extend({f"{label} {i}": Prop(put_in(one, own)) for i, one in enumerate(held, 1)}, fresh)
    inner.agree(Prop(replay(inner, rest)), Prop(put_in(says, own)))
    return Prop(claim)


def told(scope, given, judged, held):
    """What a judgement says of terms."""
    own, about, wanted, says = meaning(judged)
    take(given, *(letter for letter, _ in about))
    for letter, kind in about:
        own["v" + letter] = node = parse(given[letter])
        scope.defined(node)
        need(all(sort(value(node, at)) == kind for at in scope.points))
    for one, premise in zip(wanted, held, strict=True):
        scope.agree(Prop(put_in(one, own)), Prop(replay(scope, premise)))
    return Prop(put_in(says, own))


def every(k, low, high, body):
    return Prop(call("forall", ast.Name("v" + k), low, high, body))


def arithmetic(scope, goal, terms, multiplier="1"):
    """The goal times something positive is a combination of products of facts and squares."""
    goal, multiplier, signs, totals = Prop(parse(goal)), parse(multiplier), set(), [mpq(0)] * POINTS
    need(scope.signed(multiplier, {}, True) and type(terms) is list)
    for one in terms:
        need({"coefficient"} <= set(one) <= {"coefficient", "facts", "square", "factor"} and type(one["coefficient"]) is str)
        weight, sign = mpq(re.fullmatch(r"-?\d+(/\d+)?", one["coefficient"], re.ASCII)[0]), ">"
        values = [weight] * POINTS
        for label in one.get("facts", []):
            other, more, *_ = scope.measured(scope.known[label])
            need(other != "!=")
            sign, values = "==" if "==" in (sign, other) else max(sign, other), list(map(operator.mul, values, more))
        roots = [parse(one[key]) for key in ("square", "square", "factor") if key in one]
        sign = max(sign, ">=") if "square" in one and sign != "==" else sign
        need(sign == "==" or (weight >= 0 and "factor" not in one))
        totals = [t + v * math.prod(value(root, at) for root in roots) for t, v, at in zip(totals, values, scope.points, strict=True)]
        signs.add(">=" if weight == 0 and sign == ">" else sign)
    sign, values, *_ = scope.measured(goal)
    need(totals == [v * value(multiplier, at) for v, at in zip(values, scope.points, strict=True)])
    need({"==": signs <= {"=="}, ">": ">" in signs, ">=": True}[sign])
    return goal


def wider(scope, claim, found):
    """The same bound with a larger number, or for a lower one a smaller; for events the level may grow as well."""
    head = claim.func.id[1:]
    need(head not in ("equal", "gaussian", "convexset", "convex", "finite", "gdpfinite") and SORTS[head][1] == "judgement")
    before, after = parts(found, head), parts(claim, head)
    free = (2, 3) if head == "dp" else (1,) if head in ("smooth", "lipschitzloss") else (len(after) - 1,)
    for i, (x, y) in enumerate(zip(before, after, strict=True)):
        if i in free:
            scope.side(ast.Compare(y if head == "apart" else x, [ast.LtE()], [x if head == "apart" else y]), {})
        else:
            need(all(value(x, at) == value(y, at) for at in scope.points))
    return Prop(claim)


def witness(scope, law, x, shifted, rest):
    """A law V near P with D(V || Q) <= x stands for the infimum; what follows must be x plus something free of V and x."""
    opened = replay(scope, shifted)
    need(isinstance(opened, ast.Call) and opened.func.id in ("vrenyi", "vgdp"))
    head, (*order, z, p, q, bound) = opened.func.id[1:], opened.args
    v, bounded = ast.Name("v" + law), ast.Name("v" + x)
    opened = {f"{law} near": Prop(call("winf", p, v, z)), f"{law} bound": Prop(call(head, *order, ZERO, v, q, bounded))}
    inner = scope.extend(opened, {law: "law", x: "real"})
    result = replay(inner, rest)
    *others, last = parts(result, head)
    need(not any(names(other) & {law, x} for other in others) and law not in names(last))
    need(all(value(last, {**at, x: at[x] + step}) == value(last, at) + step for at in inner.points for step in (1, mpq(2, 7))))
    return lambda at: value(result, {**at, x: value(bound, at)})


def recursive(scope, sequence, k, law, low, high, start, following, rest):
    """A new sequence of laws S begins with one law and goes on with another at its last one; what follows is not about S."""
    low, high, start, following = map(parse, (low, high, start, following))
    need(len({sequence, k, law}) == 3 and all(new(name, scope.kinds) for name in (sequence, k, law)))
    scope.defined(start)
    need(all(sort(value(start, at)) == "law" for at in scope.points))
    inner = scope.ranged(k, ast.BinOp(low, ast.Add(), ONE), high).extend({}, {law: "law"})
    inner.defined(following)
    need(all(sort(value(following, at)) == "law" for at in inner.points))
    own, index = f"v{sequence}", ast.Name("v" + k)
    before = ast.Call(ast.Name(own), [ast.BinOp(index, ast.Sub(), ONE)], [])
    one = call("equal", ast.Call(ast.Name(own), [index], []), replaced(following, "v" + law, before))
    known = {f"{sequence} start": Prop(call("equal", ast.Call(ast.Name(own), [low], []), start)),
             f"{sequence} next": Prop(every(k, ast.BinOp(low, ast.Add(), ONE), high, one).node)}
    found = replay(scope.extend(known, {sequence: "law sequence"}), rest)
    need(sequence not in names(found))
    return Prop(found)


def replaced(node, name, other):
    """A formula with another one for a name that no binder of it binds."""
    class Replaced(ast.NodeTransformer):
        def visit_Name(self, found):
            return other if found.id == name else found
    return Replaced().visit(copy.deepcopy(node))


def applied(scope, rule, data, premises):
    """A figure or a theorem for the terms that are given: its premises are met, its side conditions evident."""
    if rule == "theorem":
        name, given = take(data, "id", "for")
        theorem = scope.library["theorems"][name]
        kinds, wanted, sides, conclusion = theorem["names"], [text for _, text in theorem["assumptions"]], [], theorem["conclusion"]
    else:
        given, (kinds, wanted, sides, conclusion) = data, take(scope.library["figures"][rule], "kinds", "premises", "sides", "conclusion")
    take(given, *kinds)
    own = {}
    for n, kind in kinds.items():
        function = take(given[n], "index", "is") if kind.endswith(" sequence") else None
        own[new(n)] = (new(function[0]), parse(function[1])) if function else parse(given[n])
    see = inside(own)
    for at in scope.points:
        for n, kind in kinds.items():
            found = see(at)[new(n)]
            found = found(mpq(1)) if kind.endswith(" sequence") else found
            need(type(whole(found)) is int if kind.startswith("integer") else sort(found) == kind.removesuffix(" sequence"))
    for side in sides:
        scope.side(parse(side), own)
    for text, premise in zip(wanted, premises, strict=True):
        scope.agree(Prop(parse(text), see), Prop(replay(scope, premise)))
    return Prop(parse(conclusion), see)


def check(sequent, proof, theorems, figures, patience=1):
    """Is a proof tree a proof of a sequent, both plain data; ``theorems`` are the sequents that it may apply, by id.

    A sequent has ``id``, ``names`` with their kinds, ``assumptions`` as pairs of a label and a text, ``conclusion``;
    ``figures`` are tables of texts with ``kinds``, ``premises``, ``sides`` and ``conclusion``.  ``patience`` says how much longer than
    usually it tries points and works.
    """
    try:
        kinds = {new(name): kind for name, kind in sequent["names"].items()}
        need(all(kind.removesuffix(" sequence") in KINDS for kind in kinds.values()))
        scope = Scope(kinds, {}, {"theorems": theorems, "figures": figures, "work": [4_000_000 * patience**2], "tries": 1000 * patience})
        for label, text in sequent["assumptions"]:
            scope = scope.extend({label: Prop(parse(text))})
            need(all(sort(scope.known[label](at)) == "judgement" for at in scope.points))
            mixed = [node.args[0] for node in ast.walk(parse(text)) if isinstance(node, ast.Call) and node.func.id == "vmix"]
            need(all(any(0 <= value(weight, at) <= 1 for at in scope.points) for weight in mixed if scope.sees(weight)))
        scope.agree(Prop(replay(scope, proof)), Prop(parse(sequent["conclusion"])))
    except Exception:
        return False
    return True
