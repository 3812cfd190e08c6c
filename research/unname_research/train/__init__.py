"""How the shipped weights and word lists are made."""
