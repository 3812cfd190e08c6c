"""What a model loses that learns from a release in place of the originals, on the user's own task."""
