"""Claims decided: proved, refuted with an instance, or undecided."""
