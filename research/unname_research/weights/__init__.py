"""Weights that only papers and benches need; unname finds them by the entry point `unname.weights`."""
