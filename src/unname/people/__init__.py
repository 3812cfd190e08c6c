"""Whom texts may be about: what is known of them, and the forms in which it is written."""
