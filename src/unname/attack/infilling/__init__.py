"""What stood behind the masks? Text about the same people is looked up, and what fits is put in their place."""
