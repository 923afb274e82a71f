"""Instances as arrays of floats: from arguments of functions, from rationals, and from files."""
