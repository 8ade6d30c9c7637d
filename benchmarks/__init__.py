"""Speed and memory, measured by scripts that print their figures."""
