"""From text to mentions."""
