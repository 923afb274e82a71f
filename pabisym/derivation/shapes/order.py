"""The shapes, the most special first: each recognises a process and builds the proof of its bound, which the kernel replays."""

from __future__ import annotations

from pabisym.derivation.shapes import bounded, unbounded
from pabisym.derivation.shapes.problem import Shape

SHAPES: tuple[Shape, ...] = (
    bounded.EQUAL_GAPS, bounded.CONTRACTIVE_GAPS, bounded.ONE_GAP, bounded.CONTRACTIVE_GAP, bounded.START_SHIFT, bounded.EPOCHS,
    unbounded.START_SHIFT, unbounded.ONE_GAP, unbounded.EPOCHS, unbounded.CONTRACTIVE_EPOCHS, unbounded.AFTER_START, unbounded.BLOCK,
    unbounded.AT_ONCE,
)
"""All shapes, in the order in which they are tried; those that make use of a diameter come first."""
