"""How the papers are repeated, the models trained and the numbers measured."""
