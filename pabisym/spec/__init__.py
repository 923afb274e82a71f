"""What an analyst writes: a process or an algorithm in letters, a goal, a claim."""
