"""What Opacus and PyTorch know, read as data."""

from __future__ import annotations

import pytest
from flint import fmpq

from pabisym.errors import InputError
from pabisym.spec.configuration import Configuration
from pabisym.training.opacus import from_opacus

KNOWN = {"dataset_size": 60000, "batch_size": 256, "sample_rate": "1/235", "steps": 3525, "noise_multiplier": "1.1", "max_grad_norm": "1.0",
         "lr": "0.1", "momentum": 0, "poisson_sampling": True, "delta": "1e-5"}


def test_a_poisson_run() -> None:
    run = Configuration.of(from_opacus(KNOWN))
    assert (run.sampling, run.steps, run.rate, run.clip) == ("poisson", 3525, fmpq(1, 235), 1)


@pytest.mark.parametrize(("shuffle", "sampling"), [(True, "shuffled"), (False, "cyclic")])
def test_a_loader_that_does_not_draw(shuffle: bool, sampling: str) -> None:
    run = Configuration.of(from_opacus({**KNOWN, "poisson_sampling": False, "shuffle": shuffle}))
    assert (run.sampling, run.sample_rate) == (sampling, None)


def test_the_learning_rate_of_a_sum_is_that_of_the_mean_times_the_batch() -> None:
    run = Configuration.of(from_opacus({**KNOWN, "loss_reduction": "sum", "lr": "1/2560"}))
    assert run.learning_rate == Configuration.of(from_opacus(KNOWN)).learning_rate


@pytest.mark.parametrize(("document", "line"), [
    ([], "--from: is no JSON object"),
    ({"datasetsize": 1}, "--from: datasetsize: is not a key here; did you mean dataset_size?"),
    ({"poisson_sampling": "yes"}, "--from: poisson_sampling: is neither true nor false"),
    ({"clipping": "per_layer"}, "--from: clipping: 'per_layer' is not the clipping of whole gradients"),
    ({"delta": "1e-5", "target_delta": "1e-5"}, "--from: target_delta: is given twice"),
    ({"loss_reduction": "max"}, "--from: loss_reduction: 'max' is not known"),
    ({"loss_reduction": "sum", "lr": 1}, "--from: batch_size: is missing"),
])
def test_what_is_unusable_is_one_line(document: object, line: str) -> None:
    with pytest.raises(InputError) as caught:
        from_opacus(document)
    assert str(caught.value).startswith(line)
