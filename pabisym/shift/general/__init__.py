"""Allocations for noise other than Gaussian: convex costs, heavy tails, thresholds."""
