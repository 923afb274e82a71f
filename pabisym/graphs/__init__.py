"""Markov-kernel graphs: what an observer of the last law learns, by contraction coefficients and by shifts."""
