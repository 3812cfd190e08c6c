"""How a change looks."""
