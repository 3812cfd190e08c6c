"""Rules for other languages than English, one module each: `RULES`, and `REGIONS` for telephone numbers."""
