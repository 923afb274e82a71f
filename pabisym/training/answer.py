"""The function ``pabisym.privacy``: a configuration, or values that describe one, and what is known of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from pabisym.errors import InputError
from pabisym.lang.arguments import Exact, NumberLike, public
from pabisym.lang.budget import within
from pabisym.library.library import LibraryLike, open_library
from pabisym.spec.configuration import KEYS, TARGET, Adjacency, Configuration, Loss, Release, Sampling, read_file
from pabisym.training.known import Privacy, answer
from pabisym.training.questions import NOISE, solve


@public
def privacy(source: str | os.PathLike[str] | Mapping[str, object] | Configuration | None = None, /, *,
            examples: Exact | None = None, batch: Exact | None = None, epochs: Exact | None = None, steps: Exact | None = None,
            noise_multiplier: Exact | None = None, clip: Exact | None = None, learning_rate: Exact | None = None,
            loss: Loss | None = None, smoothness: Exact | None = None, strong_convexity: Exact | None = None,
            diameter: Exact | None = None, weight_decay: Exact | None = None, momentum: Exact | None = None,
            sampling: Sampling | None = None, sample_rate: Exact | None = None, adjacency: Adjacency | None = None,
            release: Release | None = None, checkpoints: str | int | None = None, drop_last: bool | None = None,
            shuffle_once: bool | None = None, delta: Exact | None = None,
            target_epsilon: Exact | None = None, library: LibraryLike = None, progress: Callable[[str], None] | None = None,
            seconds: NumberLike | None = None) -> Privacy:
    """The best certified epsilon of a training run, with what it assumes and what else is known.

    The run is a TOML file, a mapping, or options: ``examples``, ``batch``, ``epochs`` or ``steps``, ``noise_multiplier`` (the standard
    deviation of the noise on the sum of clipped gradients over the clipping norm), ``clip``, ``learning_rate``, ``loss`` (convex,
    strongly-convex, nonconvex, clipped), ``smoothness``, ``strong_convexity``, ``diameter``, ``weight_decay``, ``momentum``, ``sampling``
    (poisson, fixed-size, cyclic, shuffled, full), ``adjacency`` (add-remove, zero-out, replace), ``release`` (all, last, average,
    checkpoints; which ones say ``checkpoints``: "epochs", a number, or steps with commas), ``drop_last`` and ``shuffle_once`` of
    shuffled batches, ``delta``;
    options stand above the file.  With ``target_epsilon`` instead of ``noise_multiplier`` about the least noise multiplier is found first.
    Numbers are exact: integers, Fractions, or texts as "1.1"; epsilon is in nats.  What is not said of the loss is not promised.
    ``seconds`` of processor time are the most that it takes (None: :data:`pabisym.lang.budget.SECONDS`); of rows that were not computed by
    then ``unfinished`` of the answer says so.

    Raises :class:`~pabisym.errors.InputError` for unusable values, and :class:`~pabisym.errors.Undecided` where no noise multiplier is
    found.

    >>> from pabisym import privacy
    >>> found = privacy(examples=60000, batch=256, epochs=15, noise_multiplier="1.1", sampling="cyclic", adjacency="replace", delta="1e-5")
    >>> found.best.id, round(float(found.epsilon), 2)
    ('pabisym/composition', 54.05)
    """
    options = {key: value for key, value in locals().items() if key in (*KEYS, TARGET) and value is not None}
    given: dict[str, object] = {}
    if source is not None and not isinstance(source, Configuration):
        given = dict(source) if isinstance(source, Mapping) else read_file(source)
    given = {key: value for key, value in {**given, **options}.items() if value is not None}
    target = given.pop(TARGET, None)
    known = open_library(library)
    if isinstance(source, Configuration):
        if given or target is not None:
            raise InputError("configuration", "cannot be combined with options", "give one of them")
        run = source
    elif target is not None:
        with within(seconds):
            return solve(given, target, NOISE, known, progress)
    else:
        run = Configuration.of(given)
    with within(seconds):
        return answer(run, known, progress)


__all__ = ["Privacy", "answer", "privacy"]
