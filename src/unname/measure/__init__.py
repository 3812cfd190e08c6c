"""The verdict: how well people are protected, and what it cost."""
