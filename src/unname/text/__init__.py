"""What a string is: words, sentences, n-grams, masks, scripts, spans."""
