"""Sweeps: one quantity at many points, in chunks, on any executor, resumed where a run was ended."""
