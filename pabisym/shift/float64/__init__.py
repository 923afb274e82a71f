"""Allocations in double precision, for speed where that is asked for."""
