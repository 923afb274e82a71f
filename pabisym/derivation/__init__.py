"""From the description of a process to a theorem with a bound, proved for all parameters."""
