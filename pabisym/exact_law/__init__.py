"""Exact laws of final iterates, against which bounds are tested."""
