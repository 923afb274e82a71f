"""Divergences of laws and contraction coefficients of Markov kernels, as certified numbers."""
