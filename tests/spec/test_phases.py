"""A process written phase by phase is the process written with cases of the step."""

from typing import Any

import pytest

from pabisym.errors import InputError
from pabisym.spec.read import read_spec

LETTERS = {"M": "integer, M >= 1", "K": "integer, K >= 1", "g": "real, g > 0", "c": "real, 0 < c, c < 1", "v": "real, v > 0"}
PHASES = [{"steps": "M", "gap": "g", "noise": {"std": "2*v"}}, {"steps": "K", "contraction": "c", "gap": "g/2", "noise": {"variance": "v"}}]


def spec(**process: Any) -> dict[str, Any]:
    return {"symbols": LETTERS, "process": process, "goal": {"divergence": "gdp"}}


def test_phases_are_the_instance_they_describe() -> None:
    point = {"M": 2, "K": 3, "g": 4, "c": "1/2", "v": 3}
    assert read_spec(spec(phases=PHASES)).instance(**point) == {
        "steps": 5, "contraction": ["1", "1", "1/2", "1/2", "1/2"], "gap": ["4", "4", "2", "2", "2"],
        "noise_variance": ["36", "36", "3", "3", "3"], "start_shift": "0", "diameter": None}


def test_one_noise_may_stand_for_all_phases_and_other_gaps_beside_them() -> None:
    phases = [{"steps": "M"}, {"steps": "K", "gap": "g"}]
    found = read_spec(spec(phases=phases, noise={"variance": "v"}, gap=[{"at": "1", "size": "g"}]))
    assert found.instance(M=2, K=1, g=4, v=3)["gap"] == ["4", "0", "4"]
    assert found.instance(M=2, K=1, g=4, v=3)["noise_variance"] == "3"


@pytest.mark.parametrize(("process", "said"), [
    ({"phases": []}, "process.phases: "),
    ({"phases": PHASES, "steps": "M"}, "process.steps: is given beside phases; every phase has its own"),
    ({"phases": [{"steps": "M", "gap": "g"}]}, r"process.phases\[0\].noise: is missing"),
    ({"phases": [{"steps": "M", "noise": {"variance": "v"}}]}, "process.phases: have no gap"),
    ({"phases": [{"steps": "M", "gap": "g", "noise": {"law": "laplace", "scale": "v"}}]}, r"process.phases\[0\].noise: is not gaussian"),
    ({"phases": [{"gap": "g", "noise": {"variance": "v"}}]}, r"process.phases\[0\].steps: is missing"),
])
def test_unusable_phases_are_refused_by_field(process: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_spec(spec(**process))
