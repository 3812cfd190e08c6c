"""Hiding a person among others: at least k of them fit as well."""
