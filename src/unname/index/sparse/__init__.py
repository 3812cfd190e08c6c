"""An inverted index over a population, searched with tf-idf, BM25 or BMX."""

from unname.index.sparse.index import SparseIndex
from unname.index.sparse.weighting import BM25, BMX, TfIdf, Weighting, weighting_from

__all__ = ["BM25", "BMX", "SparseIndex", "TfIdf", "Weighting", "weighting_from"]
