"""Allocations in rational and ball arithmetic, with their worst cases."""
