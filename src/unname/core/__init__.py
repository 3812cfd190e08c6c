"""What everybody shares; standard library only."""
