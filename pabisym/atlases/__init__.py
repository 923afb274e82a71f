"""What is best known for each class of processes, how far it is from the lower bound beside it, and what is open."""
