"""``pabisym.course``: what the notebooks of the course use: exercises and their judge, pictures that move, claims that may be wrong."""

from pabisym.exercises.bank.claims import PROCESSES, claim
from pabisym.exercises.course import enrol
from pabisym.exercises.figures import style
from pabisym.exercises.judging import Judgement, number
from pabisym.show.interactive import movable, moving_errors, moving_string

__all__ = ["PROCESSES", "Judgement", "claim", "enrol", "movable", "moving_errors", "moving_string", "number", "style"]
