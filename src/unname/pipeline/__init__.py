"""The product: one document, or a corpus, from text to release."""
