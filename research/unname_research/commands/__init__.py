"""What the command line of unname gains when this distribution is installed."""
