"""How each model is trained; needs the extra `train`."""
