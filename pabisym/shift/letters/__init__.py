"""The taut string in letters: the optimum of a process that is described piece by piece, for all parameters at once."""
