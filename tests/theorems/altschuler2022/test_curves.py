"""The curves of figures 1 and 2: bounds at named parameters."""

from __future__ import annotations

from pathlib import Path

import pytest
from pabisym_theorems.altschuler2022._figures import KINDS, Curves, Parameters, curves, draw

import pabisym
from pabisym.errors import InputError

SMALL = Parameters(n=4, b=1, L=1, D=1, eta=0.1, sigma=4, alpha=2, c=0.5)


@pytest.mark.parametrize("kind", KINDS)
def test_the_new_curve_grows_more_slowly_and_stays_below(kind: str) -> None:
    found = curves(kind, (1, 2, 8, 40), SMALL)  # type: ignore[arg-type]
    assert isinstance(found, Curves)
    assert all(new <= earlier for new, earlier in zip(found.new, found.earlier, strict=True))
    assert list(found.new) == sorted(found.new)


def test_one_step_of_sampled_batches_is_the_statement() -> None:
    at = {"alpha": "2", "w": "1/4", "s": "1/4"}
    value = pabisym.theorem("pabisym/sampled-step").at(**at).enclosure(digits=15)
    first = curves("sampled", (1,), SMALL).new[0]
    assert float(value.lower) == pytest.approx(first, rel=1e-12)


def test_cyclic_batches_do_not_grow_beyond_the_threshold() -> None:
    found = curves("cyclic", (160, 200), SMALL)
    assert found.new[0] == found.new[1] < found.earlier[1]


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_a_picture_is_written(tmp_path: Path, suffix: str) -> None:
    found = draw("sampled", tmp_path / f"figure{suffix}", (1, 10, 100), SMALL)
    assert (tmp_path / f"figure{suffix}").stat().st_size > 1000
    assert found.steps == (1, 10, 100)


@pytest.mark.parametrize("steps", [(), (0, 1)])
def test_steps_below_one_are_refused(steps: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="steps"):
        curves("sampled", steps)


def test_letters_outside_their_domains_are_refused() -> None:
    with pytest.raises(InputError, match="does not divide"):
        Parameters(n=10, b=3)
    with pytest.raises(InputError, match="domain"):
        Parameters(sigma=-1)
    with pytest.raises(InputError, match="figure"):
        curves("random", (1,))  # type: ignore[arg-type]
