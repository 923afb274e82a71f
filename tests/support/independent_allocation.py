"""An independent checker of allocation certificates: the definitions, written out with Fractions; no code of pabisym."""

from fractions import Fraction


def need(condition):
    if not condition:
        raise ValueError


def number(text):
    need(type(text) is str and set(text) <= set("-/0123456789") and str(Fraction(text)) == text)
    return Fraction(text)


def numbers(texts, length, low):
    need(type(texts) is list and len(texts) == length and all(number(text) >= low for text in texts))
    return list(map(number, texts))


def keys(table, names):
    need(type(table) is dict and all(type(key) is str for key in table) and sorted(table) == sorted(names.split()))
    return [table[name] for name in names.split()]


def pooled(steps, z):
    """The optimum from shift z by pooling adjacent violators, as a list: empty when infinite."""
    blocks = [(z, Fraction(0), Fraction(1))]
    for g, n, w in steps:
        while blocks and blocks[-1][0] * w >= g * n * blocks[-1][1]:
            left = blocks.pop()
            n, w, g = g * left[0] + n, g * g * left[1] + w, g * left[2]
        blocks.append((n, w, g))
    return [] if blocks[-1][1] == 0 < blocks[-1][0] else [sum(n * n / w for n, w, _ in blocks if w)]


def check_infinite(steps, z0, bound, reason, slopes, value):
    m, N, alive = z0, Fraction(0), [0] if z0 else []
    for t, (k, (c, s, v)) in enumerate(zip(slopes, steps, strict=True), 1):
        need(k <= c)
        m, N, alive = k * m + s, k * k * N + v, ([] if v else (alive if c else []) + ([t] if s else []))
    entry = f"the gap at step {alive[0]}" if (alive or [0])[0] else "the start shift"
    need(m > 0 == N and bound != [0] and (value, reason) == ("inf", f"{entry} survives to the end and no noise comes after it"))
    return [["pair", z0, *bound], *(["linear", k, *step] for k, step in zip(slopes, steps, strict=True))]


def check_bound(steps, z0, bound, kind, value, z, tau, a):
    F, rules = [min([z0, *bound])], [["start", z0], *(["diameter", D] for D in bound)]
    need(kind == "exact" and type(tau) is int and 0 <= tau <= len(steps) * len(bound) and not any(a[:tau]))
    for t, (c, s, v) in enumerate(steps):
        F.append(min([c * F[t] + s, *bound]))
        need(z[t] == (F[t + 1] if t < tau else c * (z[t - 1] if t > tau else F[t]) + s - a[t]) and (v or not a[t]))
        rules += [["contraction", c, s], ["shift-reduction", a[t], v], *(["diameter", D] for D in bound if t < tau)]
    need([F[0], *z][-1] == 0 and value == sum(x * x / v for x, (_, _, v) in zip(a, steps, strict=True) if x))
    return F, rules


def check_optimal(steps, bound, F, value, tau, a, blocks, slopes, top):
    T, weight, end, previous, m, N = len(steps), [Fraction(1)], tau, None, F[tau], Fraction(0)
    for step in reversed(steps):
        weight.insert(0, weight[0] * step[0])
    need(type(blocks) is list)
    for first, last, slope in (keys(block, "first last slope") for block in blocks):
        need(type(first) is type(last) is int and end + 1 == first <= last <= T and (previous is None or previous < number(slope)))
        for t in range(first, last + 1):
            need(a[t - 1] == weight[t] * steps[t - 1][2] * number(slope))
            need(slopes[t - 1] == steps[t - 1][0] * (previous / number(slope) if t == first > tau + 1 else 1))
        need(slope == "0" or any(weight[t] * steps[t - 1][2] for t in range(first, last + 1)))
        end, previous = last, number(slope)
    need(end == T and slopes[:tau] == [c for c, _, _ in steps[:tau]])
    for k, (_, s, v) in list(zip(slopes, steps, strict=True))[tau:]:
        m, N = k * m + s, k * k * N + v
    need(top == value and m * m == value * N and (N or not value) and all(k <= c for k, (c, _, _) in zip(slopes, steps, strict=True)))
    starts = [t for t in range(T + 1) if t in (0, T) or F[t] < steps[t - 1][0] * F[t - 1] + steps[t - 1][1]] if bound else []
    need(not bound or min((optimum, t) for t in starts for optimum in pooled(steps[t:], F[t])) == (value, tau))


def check(data):
    """Raise ValueError or ZeroDivisionError unless the certificate proves what it says."""
    form, version, instance, answer, rules = keys(data, "format version instance answer rules")
    need((form, type(version), version, type(answer)) == ("pabisym-allocation-certificate", int, 1, dict))
    own = " allocation" * ((status := answer.get("status")) == "feasible")
    T, c, s, v, z0, D, *a = keys(instance, "steps contraction gap noise_variance start_shift diameter" + own)
    need(type(T) is int and status in ("optimal", "feasible", "infinite"))
    steps, bound = list(zip(*(numbers(x, T, 0) for x in (c, s, v)), strict=True)), [] if D is None else numbers([D], 1, 0)
    z0 = numbers([z0], 1, 0)[0]
    if status == "infinite":
        _, reason, worst = keys(answer, "status reason worst_case")
        slopes, top = keys(worst, "contraction value")
        wanted = check_infinite(steps, z0, bound, reason, numbers(slopes, T, 0), top)
    else:
        more = " allocation blocks worst_case" * (status == "optimal")
        _, kind, value, z, tau, *more = keys(answer, "status arithmetic value shift restart" + more)
        value, z, a = number(value), numbers(z, T, 0), numbers((a + more)[0], T, 0)
        F, wanted = check_bound(steps, z0, bound, kind, value, z, tau, a)
        for _, blocks, worst in [more] * (status == "optimal"):
            slopes, top = keys(worst, "contraction value")
            check_optimal(steps, bound, F, value, tau, a, blocks, numbers(slopes, T, 0), number(top))
    need(type(rules) is list and all(type(rule) is list and rule for rule in rules))
    need([[rule[0], *map(number, rule[1:])] for rule in rules] == wanted)
