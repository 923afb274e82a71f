"""The shapes, the most special first: each recognises a process and builds the proof of its bound, which the kernel replays."""

from __future__ import annotations

from pabisym.derivation.shapes import bounded_epochs, bounded_events, epochs, events, every_step, restart, start
from pabisym.derivation.shapes.problem import Shape

SHAPES: tuple[Shape, ...] = (
    restart.EQUAL, restart.CONTRACTIVE, bounded_events.SINGLE, bounded_events.CONTRACTIVE, bounded_events.START, bounded_epochs.SHAPE,
    start.SHAPE, events.SINGLE, epochs.SHAPE, epochs.CONTRACTIVE, events.AFTER_START, every_step.BLOCK, every_step.AT_ONCE,
)
"""All shapes, in the order in which they are tried; those that make use of a diameter come first."""
