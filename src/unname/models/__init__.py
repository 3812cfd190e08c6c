"""What the rooms compute with; the only room that loads weights."""
