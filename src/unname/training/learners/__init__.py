"""What users train on their own data for a task of their own: names, classes, answers."""
