"""A second route to the noise of a step: from that of the gradient, before the step size multiplies it."""

from __future__ import annotations

from pabisym.errors import InputError
from pabisym.process.iteration import GaussianNoise
from pabisym.process.sequence import EachStep, Listed, read_sequence, times


def of_gradient(*, std: object, step_size: object) -> GaussianNoise:
    """Noise added to the gradient: sigma_k = step_size * std; raises :class:`~pabisym.errors.InputError` for lists of two lengths."""
    sizes, noise = read_sequence(step_size, "step_size"), read_sequence(std, "noise.std")
    if isinstance(sizes, Listed) and isinstance(noise, Listed) and len(sizes.items) != len(noise.items):
        raise InputError("noise", f"{len(sizes.items)} step sizes for {len(noise.items)} deviations", "one per step each")
    if isinstance(sizes, Listed) and isinstance(noise, Listed):
        return GaussianNoise.on_iterate(std=Listed(tuple(times(*pair) for pair in zip(sizes.items, noise.items, strict=True))))
    return GaussianNoise.on_iterate(std=EachStep(times(sizes.term(), noise.term())))
