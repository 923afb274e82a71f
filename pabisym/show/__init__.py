"""What is read: text for terminals, LaTeX, data for JSON."""
