"""Which theorem is best at given parameters."""
