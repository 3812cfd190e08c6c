"""One module a paper: the published method, composed from the parts of unname."""
