"""Looking up: n-grams over a population, ranks over vectors, search engines."""
