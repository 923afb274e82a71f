"""What an Opacus ``PrivacyEngine`` and a data loader know, as a configuration.

The document is JSON with keys that have the names of Opacus and PyTorch:

=================================  ==========================================================================
``dataset_size``                   examples: ``len(loader.dataset)``
``batch_size``                     batch: ``optimizer.expected_batch_size``
``sample_rate``                    with Poisson sampling: ``1/len(loader)``
``epochs`` or ``steps``            passes over the loader, or ``len(optimizer.accountant.history)`` steps
``noise_multiplier``               ``optimizer.noise_multiplier``
``max_grad_norm``                  clip: ``optimizer.max_grad_norm``, for ``clipping = "flat"``
``poisson_sampling``               true: Poisson; false: ``shuffle`` says whether the loader shuffles
``lr``, ``momentum``,              those of the optimiser
``weight_decay``
``target_delta``, ``delta``        delta
``target_epsilon``                 the epsilon for which noise is sought
``loss_reduction``                 ``"mean"`` and ``"sum"``: only the learning rate differs
``secure_mode``                    is read and changes nothing
=================================  ==========================================================================

With ``"sum"`` the learning rate is of the sum, so that it is multiplied by the batch size.
"""

from __future__ import annotations

from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.lang.reader import WrittenFloat, nearest
from pabisym.spec.configuration import CYCLIC, POISSON, SHUFFLED, TARGET

NAMES = {
    "dataset_size": "examples", "batch_size": "batch", "epochs": "epochs", "steps": "steps", "noise_multiplier": "noise_multiplier",
    "max_grad_norm": "clip", "lr": "learning_rate", "momentum": "momentum", "weight_decay": "weight_decay", "target_delta": "delta",
    "delta": "delta", "target_epsilon": TARGET, "sample_rate": "sample_rate", "loss": "loss", "smoothness": "smoothness",
    "strong_convexity": "strong_convexity", "diameter": "diameter", "release": "release", "adjacency": "adjacency",
}  # fmt: skip
"""The names that Opacus and PyTorch have for what a configuration says, and what may be promised beside."""
FLAGS = ("poisson_sampling", "shuffle", "secure_mode")
WORDS = ("clipping", "loss_reduction")


def from_opacus(document: object, place: str = "--from") -> dict[str, object]:
    """The configuration in a JSON document; ``place`` is named in errors.

    Raises :class:`~pabisym.errors.InputError` for keys that are none, for clipping that is not flat, and values of the wrong kind.
    """
    known = (*NAMES, *FLAGS, *WORDS)
    if not isinstance(document, dict):
        raise InputError(place, "is no JSON object", f"write {{…}} with keys such as {', '.join(known[:4])}")
    for key in document:
        if key not in known:
            raise InputError(f"{place}: {str(key)[:60]}", "is not a key here", nearest(key, known, f"the keys are {', '.join(known)}"))
    for key in FLAGS:
        if not isinstance(document.get(key, False), bool):
            raise InputError(f"{place}: {key}", "is neither true nor false", "write true or false")
    if document.get("clipping", "flat") != "flat":
        problem = f"{str(document['clipping'])[:40]!r} is not the clipping of whole gradients"
        raise InputError(f"{place}: clipping", problem, 'only "flat" is known here')
    found: dict[str, object] = {}
    for key, value in document.items():
        if key in NAMES:
            if NAMES[key] in found:
                raise InputError(f"{place}: {key}", "is given twice, under two names", "leave one of them out")
            found[NAMES[key]] = value.text if isinstance(value, WrittenFloat) else value
    poisson = document.get("poisson_sampling", True)
    found["sampling"] = POISSON if poisson else SHUFFLED if document.get("shuffle", True) else CYCLIC
    if not poisson:
        found.pop("sample_rate", None)
    reduction = document.get("loss_reduction", "mean")
    if reduction not in ("mean", "sum"):
        raise InputError(f"{place}: loss_reduction", f"{str(reduction)[:40]!r} is not known", 'write "mean" or "sum"')
    if reduction == "sum" and "learning_rate" in found:
        if "batch" not in found:
            raise InputError(f"{place}: batch_size", "is missing", "the learning rate of a sum needs it")
        found["learning_rate"] = rational(found["learning_rate"], f"{place}: lr") * rational(found["batch"], f"{place}: batch_size")
    return found
