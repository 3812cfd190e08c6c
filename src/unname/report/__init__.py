"""Reports that people read: pages that stand alone, their plots and tables."""
