"""Words of training scripts and of other accounting libraries, and the option or method that takes each: what ``pabisym list WORD`` finds
beside theorems.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SHORT, NEAREST = 2, 3
"""Up to how many letters a word has to be all of another; how many rows are shown where none has all words."""


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
    ("max_grad_norm, l2_norm_clip, clipping_norm, flat clipping, ghost clipping, automatic clipping, per-sample gradient, grad_sample",
     "privacy --clip C", "the norm to which the gradient of every example is clipped"),
    ("microbatch, num_microbatches, microbatch_size",
     "Accountant.step(noise_multiplier=z/2)",
     "several examples are clipped as one: a record moves that by up to twice the norm, if the others stay in theirs"),
    ("augmentation multiplicity, augmult, data augmentation", "privacy", "averaged before clipping, copies of an example are one example"),
    ("noise_multiplier, z, sigma, noise scale",
     "privacy --noise-multiplier Z", "the deviation of the noise on the sum of gradients, by the clipping norm"),
    ("batch_size, expected_batch_size, train_batch_size, lot size, logical batch", "privacy --batch B", "the (expected) size of a batch"),
    ("effective batch size, world_size, multi-GPU, DistributedDataParallel, DDP, per_device_train_batch_size",
     "privacy --batch B", "the batch of a whole step: that of a device, times devices, times what is accumulated"),
    ("sample_rate, sampling probability, subsampling, amplification by sampling, Poisson sampling, DPDataLoader, "
     "UniformWithReplacementSampler",
     "privacy --sampling poisson --sample-rate Q", "each example joins each batch independently"),
    ("fixed batch size, sampling without replacement",
     "privacy --sampling fixed-size", "batches of a fixed size, drawn anew in every step"),
    ("DataLoader, shuffle=True, shuffling, amplification by shuffling, drop_last",
     "privacy --sampling shuffled", "a new order in every epoch, which is no Poisson sampling"),
    ("balls and bins, random allocation",
     "privacy --sampling shuffled", "one batch of every epoch has the record: composed without amplification"),
    ("truncated Poisson sampling, truncated_batch_size", "nothing", "not covered: who is in a batch that is cut depends on the others"),
    ("round robin, cyclic, shuffle=False, single pass, one epoch", "privacy --sampling cyclic", "the same order in every epoch"),
    ("full batch, gradient descent, DP-GD, Langevin, SGLD", "privacy --sampling full", "every step uses all examples"),
    ("num_epochs, epochs", "privacy --epochs E", "passes over the examples"),
    ("steps, iterations, num_updates, steps_per_epoch", "privacy --steps T", "steps of the optimiser"),
    ("dataset_size, num_samples, number_of_examples", "privacy --examples N", "how many examples there are"),
    ("lr, learning rate, step size", "privacy --learning-rate ETA", "needed for bounds on the last iterate"),
    ("lr_scheduler, warmup, learning rate schedule, decreasing step size, annealing",
     "privacy RUN.toml with [[phase]]", "all iterates reveal the same with any; for the last one each phase has its own"),
    ("noise schedule, noise decay", "privacy --schedule LOW HIGH, Accountant.step", "the best noise of each step, or your own"),
    ("logistic regression, linear regression, convex, strongly convex, smoothness, ridge regression, generalized linear model, GLM",
     "privacy --loss convex --smoothness M", "promised for bounds on the last iterate"),
    ("weight_decay, L2 regularisation, L2 regularization", "privacy --weight-decay LAMBDA", "added to the gradient after clipping"),
    ("momentum, Adam, AdamW, DP-Adam, RMSprop, AdaGrad, Nesterov, heavy ball, accelerated gradient",
     "privacy --momentum BETA", "bounds on all iterates hold with it, those on the last one do not"),
    ("projection, bounded domain, weight clipping", "privacy --diameter D", "every step projects onto a convex set"),
    ("target_epsilon, get_noise_multiplier, make_private_with_epsilon, calibration",
     "privacy --target-epsilon E, calibrate --epsilon E --delta D", "the least noise for an epsilon"),
    ("privacy budget, max_epsilon, max_steps, stop at a budget",
     "privacy --target-epsilon E --solve epochs, Accountant.epsilon", "the most epochs for an epsilon; what is spent, asked in the loop"),
    ("target_delta, delta", "privacy --delta D", "the delta of (epsilon, delta)"),
    ("get_epsilon, compute_epsilon, compute_dp_sgd_privacy, compute_dp_sgd_privacy_statement, DPKerasSGDOptimizer, get_privacy_spent",
     "privacy, Accountant.epsilon", "the certified epsilon"),
    ("get_delta", "convert --epsilon E, Accountant.delta", "the certified delta at an epsilon"),
    ("lower bound, auditing, empirical epsilon, membership inference, canary",
     "privacy, Accountant.epsilon", "the lower end: what some runs with these numbers reveal"),
    ("checkpoints, early stopping, save_steps, release every epoch", "privacy --release checkpoints", "some models are released"),
    ("last iterate, final model, hidden state, amplification by iteration",
     "privacy --release last, privacy --map", "only the last model is released"),
    ("EMA, exponential moving average, model averaging, Polyak averaging, iterate averaging",
     "privacy --release average", "computed from all iterates, which are accounted"),
    ("validation accuracy, metrics, evaluation",
     "Accountant.gaussian, Accountant.laplace", "a number computed from the records is a mechanism; one from public data costs nothing"),
    ("hyperparameter tuning, hyperparameter search, grid search, trials",
     "Accountant.step, Accountant.compose", "every trial on the same records is told; private selection is not covered"),
    ("LoRA, PEFT, frozen layers, pretrained, public data, LLM, number of parameters, dimension, high-dimensional, neural network, "
     "deep learning, transformer, GPT, GAN, VAE, autoencoder, diffusion model, pretraining",
     "privacy", "no bound depends on the model; weights that come from public data cost nothing"),
    ("post-processing, synthetic data, generative model, distillation, ensemble",
     "privacy", "what is computed from released models and public data alone reveals no more than these"),
    ("secure_mode, secure RNG, random seed",
     "privacy --from RUN.json", "always assumed: noise and batches come from randomness that nobody sees"),
    ("privacy statement, report, data-protection officer", "privacy --statement FILE.md, Accountant.report", "a statement to file"),
    ("privacy engine, PrivacyEngine, make_private",
     "OpacusAccountant, Accountant.compose, privacy --from RUN.json", "what Opacus knows of a run"),
    ("TF-Privacy, TensorFlow Privacy, JAX-Privacy, dp-accounting, autodp",
     "privacy, Accountant", "the page for those who come from other libraries has the same run in both"),
    ("Coq, formal proof, proof assistant, machine-checked", "export ID --coq DIR", "the proof of a statement as Coq compiles it"),
    ("certificate, proof file", "check FILE", "certificates and proofs are replayed by the kernel"),
    ("accountant, state_dict, history, RDPAccountant, PRVAccountant, GaussianAccountant",
     "Accountant.load_state_dict", "what an accountant of Opacus saved"),
    ("DpEvent, PLDAccountant, dp_accounting, GaussianDpEvent, PoissonSampledDpEvent, SelfComposedDpEvent, ComposedDpEvent",
     "Accountant.compose, Accountant.dp_event", "events of dp-accounting"),
    ("composition, sequential composition, advanced composition, numerical composition, Fourier accountant, FFT, "
     "privacy loss distribution, CLT, central limit theorem",
     "Accountant.compose, convert", "tight, by privacy loss distributions"),
    ("parallel composition, disjoint data, shards", "Accountant.epsilon", "the largest one, where a record is in one part only"),
    ("privacy filter, odometer, individual privacy, per-instance privacy, personalized privacy",
     "nothing", "not covered: what is certified holds for every record, and for numbers that are fixed before the run"),
    ("phases, two phases, schedule, several runs, fine-tuning, finetune, resume training, continue training, transfer learning",
     "privacy RUN.toml with [[phase]], Accountant.step", "phases that are composed as they are"),
    ("gradient accumulation, grad accumulation, virtual steps, max_physical_batch_size, BatchMemoryManager",
     "Accountant.step(accumulated=k), [[phase]] accumulated = k", "several batches for one step of noise"),
    ("adaptive clipping, dynamic clipping, quantile clipping, unclipped_num_std, target_unclipped_quantile",
     "Accountant.step(clipping_noise=s), [[phase]] clipping_noise = s", "noise is split between gradients and the clipped count"),
    ("per-layer clipping, per_layer, clip_per_layer, layerwise",
     "Accountant.step(layers=…), [[phase]] layers = [[C, std], …]", "each layer is clipped by itself"),
    ("weighted sampling, WeightedRandomSampler, imbalanced",
     "Accountant.step(sample_rate=[…]), accounting.weighted_epsilons", "the largest rate of an example is accounted; all as a histogram"),
    ("user-level privacy, group privacy, several examples per user",
     "Accountant.step(group=k), [[phase]] group = k", "people with up to k examples"),
    ("federated learning, rounds, num_rounds, clients per round, DP-FedAvg, secure aggregation, communication rounds",
     "privacy --sampling poisson, Accountant.step", "a round is a step, a client an example"),
    ("DP-FTRL, tree aggregation, cumulative sums, continual release, continual observation, streaming, tree restart",
     'Accountant.tree, [[mechanism]] kind = "tree"', "noise on a tree of partial sums"),
    ("matrix mechanism, banded, BandMF, matrix factorization, correlated noise, min_separation, max_participations",
     'Accountant.matrix, [[mechanism]] kind = "matrix"', "the sensitivity is computed exactly from the matrix"),
    ("Gaussian mechanism, analytic Gaussian, noise_std, stddev, L2 sensitivity, output perturbation, GDP, mu",
     "convert --gdp MU, calibrate --gaussian USES, Accountant.gaussian", "one release with Gaussian noise"),
    ("Laplace mechanism, noisy counts, counting query, L1 sensitivity",
     "convert --laplace B, Accountant.laplace", "noise of Laplace on the line"),
    ("randomized response, randomised response, local privacy, local DP, LDP, RAPPOR",
     "convert --pure E, Accountant.randomised_response", "each record answers at random"),
    ("exponential mechanism, selection", "convert --exponential E, Accountant.exponential", "an answer is chosen by its score"),
    ("pure DP, epsilon-DP, noisy histogram, report noisy max, sparse vector, SVT, above threshold, geometric mechanism, discrete Laplace",
     "convert --pure E, Accountant.pure", "any mechanism with an epsilon and no delta"),
    ("approximate DP, (epsilon, delta)-DP, PATE, objective perturbation",
     'Accountant.approximate, [[mechanism]] kind = "approximate"', "any mechanism with an epsilon and a delta"),
    ("discrete Gaussian, zCDP, concentrated",
     "convert --zcdp RHO, Accountant.zcdp, Accountant.discrete_gaussian", "Rényi divergences of rho times the order"),
    ("RDP, Rényi, alphas, orders, moments accountant, Skellam",
     "convert --renyi FORMULA, Accountant.renyi", "a Rényi bound at its best order"),
    ("adjacency, neighboring relation, add-remove, replace-one, zero-out, bounded DP, unbounded DP, substitution, substitute",
     "privacy --adjacency, Accountant(adjacency)", "when data sets are neighbours"),
))  # fmt: skip
"""The words, what takes them, and what that is."""


def takers_of(words: Sequence[str]) -> list[ScriptWords]:
    """What takes all these words, the nearest first."""
    wanted = _tokens(" ".join(words))
    found = [(like, one) for one in SCRIPT_WORDS if (like := _likeness(one, wanted)).whole or like.every == len(wanted) > 0]
    return [one for _, one in sorted(found, key=lambda each: each[0].rank)]


def nearest_takers(words: Sequence[str]) -> list[ScriptWords]:
    """What takes most of these words."""
    wanted = _tokens(" ".join(words))
    found = [(like, one) for one in SCRIPT_WORDS if (like := _likeness(one, wanted)).own > SHORT]
    return [one for _, one in sorted(found, key=lambda each: each[0].rank)][:NEAREST]


@dataclass(frozen=True)
class _Likeness:
    """Whether all words together are a name, or begin a part of one; the letters of those that names have, and how many a row has."""

    exact: bool
    whole: bool
    own: int
    every: int

    @property
    def rank(self) -> tuple[bool, bool, int]:
        return not self.exact, not self.whole, -self.own


def _likeness(one: ScriptWords, wanted: Sequence[str]) -> _Likeness:
    names, joined = [_tokens(name) for name in one.names], "".join(wanted)
    whole = joined != "" and any(_begins("".join(name[k:]), joined) for name in names for k in range(len(name)))
    own = {token for name in names for token in (*name, "".join(name))}
    every = own.union(_tokens(f"{one.taken_by} {one.means}"))
    mine, some = ([word for word in wanted if any(_begins(each, word) for each in have)] for have in (own, every))
    return _Likeness(wanted in names, whole, sum(map(len, mine)), len(some))


def _begins(text: str, word: str) -> bool:
    """Whether a word, or its singular, begins a text; a short one has to be all of it."""
    return text == word or (len(word) > SHORT and text.startswith(word.removesuffix("s")))


def _tokens(text: str) -> list[str]:
    """The words of a text; a capital after a small letter begins one, as in PrivacyEngine."""
    return re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).lower().replace("é", "e"))
