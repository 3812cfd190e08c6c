"""Surrogates in Russian: names of people, places and organizations in the form in which the original stands."""
