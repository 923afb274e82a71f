"""What an analyst writes: sequences over the steps, noises, contractive noisy iterations."""
