"""Small random instances and what the definitions say about them."""

from fractions import Fraction

from hypothesis import strategies as st

from pabisym.shift.instance import Instance

rationals = st.builds(Fraction, st.integers(0, 6), st.integers(1, 4))
positives = st.builds(Fraction, st.integers(1, 6), st.integers(1, 4))


@st.composite
def instances(draw, longest=6, values=rationals, diameter=False, allocation=False, shortest=0):
    """Instances, often with zeros where ``values`` has them."""
    steps = draw(st.integers(shortest, longest))
    lists = st.lists(values, min_size=steps, max_size=steps)
    signed = st.lists(st.builds(Fraction, st.integers(-3, 6), st.integers(1, 3)), min_size=steps, max_size=steps)
    return Instance.from_arguments(
        steps=steps,
        gap=draw(lists),
        noise_variance=draw(lists),
        contraction=draw(lists),
        start_shift=draw(rationals),
        diameter=draw(rationals) if diameter else None,
        allocation=draw(signed) if allocation else None,
    )


def fraction(value):
    return Fraction(int(value.p), int(value.q))


def shifts(instance, allocation, restart=0, start=None):
    """z_restart..z_T by the definition."""
    z = [fraction(instance.start_shift) if start is None else start]
    for t in range(restart, instance.steps):
        z.append(fraction(instance.contraction[t]) * z[-1] + fraction(instance.gap[t]) - allocation[t])
    return z


def distance(instance, first, second):
    """sum (a - b)^2 / sigma^2 over the steps with noise."""
    parts = zip(first, second, map(fraction, instance.noise_variance), strict=True)
    return sum(((a - b) ** 2 / v for a, b, v in parts if v), Fraction(0))


@st.composite
def feasible_allocations(draw, instance, restart=0, start=None):
    """A feasible allocation of an instance whose last step has noise: any share of the shift, the rest at the end."""
    z, payments = fraction(instance.start_shift) if start is None else start, [Fraction(0)] * restart
    for t in range(restart, instance.steps):
        z = fraction(instance.contraction[t]) * z + fraction(instance.gap[t])
        share = Fraction(draw(st.integers(0, 4)), 4) if t + 1 < instance.steps else Fraction(1)
        payments.append(share * z if instance.noise_variance[t] else Fraction(0))
        z -= payments[-1]
    return payments
