"""The cheapest options that meet every demand."""
