"""Words of training scripts and of other accounting libraries, and the option or method that takes each: what ``pabisym list WORD`` finds
beside theorems.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ScriptWords:
    """What takes some ``words``: an option of a command or a method, and what it is for."""

    words: str
    taken_by: str
    means: str

    @property
    def names(self) -> tuple[str, ...]:
        """The words, as scripts write them."""
        return tuple(one.strip() for one in self.words.split(","))


SCRIPT_WORDS = tuple(ScriptWords(*row) for row in (
    ("max_grad_norm, l2_norm_clip, clipping_norm, flat clipping",
     "privacy --clip C", "the norm to which the gradient of every example is clipped"),
    ("noise_multiplier, sigma, noise scale",
     "privacy --noise-multiplier Z", "the deviation of the noise on the sum of gradients, by the clipping norm"),
    ("batch_size, expected_batch_size, lot size", "privacy --batch B", "the (expected) size of a batch"),
    ("sample_rate, sampling probability, subsampling, Poisson sampling, UniformWithReplacementSampler",
     "privacy --sampling poisson --sample-rate Q", "each example joins each batch independently"),
    ("fixed batch size, sampling without replacement",
     "privacy --sampling fixed-size", "batches of a fixed size, drawn anew in every step"),
    ("DataLoader, shuffle=True, shuffling, drop_last",
     "privacy --sampling shuffled", "a new order in every epoch, which is no Poisson sampling"),
    ("round robin, cyclic, shuffle=False", "privacy --sampling cyclic", "the same order in every epoch"),
    ("full batch, gradient descent, DP-GD", "privacy --sampling full", "every step uses all examples"),
    ("num_epochs, epochs", "privacy --epochs E", "passes over the examples"),
    ("steps, iterations, num_updates", "privacy --steps T", "steps of the optimiser"),
    ("dataset_size, num_samples, number_of_examples", "privacy --examples N", "how many examples there are"),
    ("lr, learning rate, step size", "privacy --learning-rate ETA", "needed for bounds on the last iterate"),
    ("weight_decay, L2 regularisation", "privacy --weight-decay LAMBDA", "added to the gradient after clipping"),
    ("momentum, Adam", "privacy --momentum BETA", "bounds on all iterates hold with it, those on the last one do not"),
    ("projection, bounded domain, weight clipping", "privacy --diameter D", "every step projects onto a convex set"),
    ("target_epsilon, get_noise_multiplier, calibration",
     "privacy --target-epsilon E, calibrate --epsilon E --delta D", "the least noise for an epsilon"),
    ("target_delta, delta", "privacy --delta D", "the delta of (epsilon, delta)"),
    ("get_epsilon, compute_dp_sgd_privacy, get_privacy_spent", "privacy, Accountant.epsilon", "the certified epsilon"),
    ("get_delta", "convert --epsilon E, Accountant.delta", "the certified delta at an epsilon"),
    ("checkpoints, early stopping", "privacy --release checkpoints", "some models are released"),
    ("last iterate, final model, hidden state", "privacy --release last, privacy --map", "only the last model is released"),
    ("privacy statement, report, data-protection officer", "privacy --statement FILE.md, Accountant.report", "a statement to file"),
    ("privacy engine, PrivacyEngine, make_private",
     "OpacusAccountant, Accountant.compose, privacy --from RUN.json", "what Opacus knows of a run"),
    ("state_dict, history, RDPAccountant, PRVAccountant, GaussianAccountant",
     "Accountant.load_state_dict", "what an accountant of Opacus saved"),
    ("DpEvent, PLDAccountant, dp_accounting, SelfComposedDpEvent", "Accountant.compose, Accountant.dp_event", "events of dp-accounting"),
    ("phases, schedule, several runs, fine-tuning",
     "privacy RUN.toml with [[phase]], Accountant.step", "phases that are composed as they are"),
    ("gradient accumulation, virtual steps, BatchMemoryManager",
     "Accountant.step(accumulated=k), [[phase]] accumulated = k", "several batches for one step of noise"),
    ("adaptive clipping, quantile clipping, unclipped_num_std",
     "Accountant.step(clipping_noise=s), [[phase]] clipping_noise = s", "noise is split between gradients and the clipped count"),
    ("per-layer clipping, per_layer, layerwise",
     "Accountant.step(layers=…), [[phase]] layers = [[C, std], …]", "each layer is clipped by itself"),
    ("weighted sampling, WeightedRandomSampler, imbalanced",
     "Accountant.step(sample_rate=[…]), accounting.weighted_epsilons", "the largest rate of an example is accounted; all as a histogram"),
    ("user-level privacy, group privacy, several examples per user",
     "Accountant.step(group=k), [[phase]] group = k", "people with up to k examples"),
    ("federated learning, clients per round, DP-FedAvg",
     "privacy --sampling poisson, Accountant.step", "a round is a step, a client an example"),
    ("DP-FTRL, tree aggregation, cumulative sums", 'Accountant.tree, [[mechanism]] kind = "tree"', "noise on a tree of partial sums"),
    ("matrix mechanism, banded, BandMF, matrix factorization, correlated noise",
     'Accountant.matrix, [[mechanism]] kind = "matrix"', "the sensitivity is computed exactly from the matrix"),
    ("Gaussian mechanism, analytic Gaussian",
     "convert --gdp MU, calibrate --gaussian USES, Accountant.gaussian", "one release with Gaussian noise"),
    ("Laplace mechanism, noisy counts", "convert --laplace B, Accountant.laplace", "noise of Laplace on the line"),
    ("randomized response, randomised response, local privacy, RAPPOR",
     "convert --pure E, Accountant.randomised_response", "each record answers at random"),
    ("exponential mechanism, selection", "convert --exponential E, Accountant.exponential", "an answer is chosen by its score"),
    ("pure DP, epsilon-DP", "convert --pure E, Accountant.pure", "any mechanism with an epsilon and no delta"),
    ("discrete Gaussian, zCDP, concentrated",
     "convert --zcdp RHO, Accountant.zcdp, Accountant.discrete_gaussian", "Rényi divergences of rho times the order"),
    ("RDP, Rényi, alphas, orders", "convert --renyi FORMULA, Accountant.renyi", "a Rényi bound at its best order"),
    ("adjacency, neighboring relation, add-remove, replace-one, zero-out",
     "privacy --adjacency, Accountant(adjacency)", "when data sets are neighbours"),
))  # fmt: skip
"""The words, what takes them, and what that is."""


def takers_of(words: Sequence[str]) -> list[ScriptWords]:
    """What takes all these words, the nearest first."""
    wanted = [_plain(word) for word in words]
    found = list[tuple[bool, ScriptWords]]()
    for one in SCRIPT_WORDS:
        own = _plain(one.words)
        whole = f"{own} {_plain(one.taken_by)} {_plain(one.means)}"
        if all(word and word in whole for word in wanted):
            found.append((not all(word in own for word in wanted), one))
    return [one for _, one in sorted(found, key=lambda each: each[0])]


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[-_=]+", " ", text.lower().replace("é", "e")).split())
