"""Postings in a folder: memory-mapped arrays, and a manifest that is replaced last, so that a crash changes nothing."""

import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from unname.core.errors import ConfigError, InputError
from unname.index.sparse.postings import Postings
from unname.text.ngrams import NGrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT, VERSION = "unname sparse index", 1
_MANIFEST = "manifest.json"


class MemorySink:
    """Gathers arrays in memory."""

    def __init__(self) -> None:
        self._arrays: dict[str, NDArray[Any]] = {}
        self._filled: dict[str, int] = {}

    def open(self, name: str, dtype: "np.dtype[Any]", size: int) -> None:
        """Make room for an array."""
        self._arrays[name] = np.empty(size, dtype)
        self._filled[name] = 0

    def write(self, name: str, piece: "NDArray[Any]") -> None:
        """Add the next piece of an array."""
        start = self._filled[name]
        self._filled[name] = start + len(piece)
        self._arrays[name][start : start + len(piece)] = piece

    def close(self) -> "dict[str, NDArray[Any]]":
        """The arrays."""
        return self._arrays


class FolderSink:
    """Writes arrays as .npy files, without holding them."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._types: dict[str, np.dtype[Any]] = {}

    def open(self, name: str, dtype: "np.dtype[Any]", size: int) -> None:
        """Write the head of an array."""
        self._types[name] = dtype
        header = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": (size,)}
        with open(self._path(name), "wb") as file:
            np.lib.format.write_array_header_1_0(file, header)

    def write(self, name: str, piece: "NDArray[Any]") -> None:
        """Write the next piece of an array."""
        with open(self._path(name), "ab") as file:
            file.write(np.ascontiguousarray(piece, self._types[name]).data)

    def close(self) -> "dict[str, NDArray[Any]]":
        """The arrays, safely on disk and memory-mapped."""
        for name in self._types:
            with open(self._path(name), "ab") as file:
                os.fsync(file.fileno())
        return {name: _mapped(self._path(name)) for name in self._types}

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.npy"


def next_generation(folder: Path) -> Path:
    """An empty folder for the arrays of the next state of an index; like what it tells, it is its owner's alone."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    current = read_manifest(folder)["generation"] if is_index(folder) else 0
    generation = folder / f"arrays-{current + 1}"
    if generation.exists():
        shutil.rmtree(generation)  # what a crash left
    generation.mkdir(mode=0o700)
    return generation


def publish(folder: Path, generation: Path, ngrams: NGrams, postings: Postings, digest: str) -> None:
    """Make a generation the one that is read, and remove the others."""
    number = int(generation.name.rpartition("-")[2])
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "generation": number,
        "documents": postings.n_documents,
        "postings": len(postings.documents),
        "ngrams": asdict(ngrams),
        "digest": digest,
    }
    draft = folder / f"{_MANIFEST}.new"
    draft.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    os.replace(draft, folder / _MANIFEST)
    for other in folder.glob("arrays-*"):
        if other != generation and other.name.removeprefix("arrays-").isdecimal():
            shutil.rmtree(other, ignore_errors=True)


def is_index(folder: Path) -> bool:
    """Whether there is an index in the folder."""
    return (folder / _MANIFEST).is_file()


def read_manifest(folder: Path) -> dict[str, Any]:
    """What the manifest says, checked."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"there is no index in {str(folder)!r}") from None
    except (OSError, ValueError):
        raise InputError(f"the manifest of the index in {str(folder)!r} cannot be read") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError(f"{str(folder)!r} holds no sparse index")
    if manifest.get("version") != VERSION:
        raise ConfigError(
            f"the index in {str(folder)!r} has format version {manifest.get('version')!r}, "
            f"this program reads {VERSION}; build it again"
        )
    return manifest


def read_index(folder: Path) -> tuple[NGrams, Postings, str]:
    """The settings, the memory-mapped postings and the digest of an index."""
    manifest = read_manifest(folder)
    try:
        arrays = folder / f"arrays-{manifest['generation']}"
        postings = Postings(**{name: _mapped(arrays / f"{name}.npy") for name in Postings.ARRAYS})
        n_documents, n_postings = manifest["documents"], manifest["postings"]
        ngrams, digest = NGrams(**manifest["ngrams"]), str(manifest["digest"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"the index in {str(folder)!r} is damaged or not complete; build it again") from None
    sizes = {len(postings.fingerprints), len(postings.documents), len(postings.counts), int(postings.offsets[-1])}
    if sizes != {n_postings} or {len(postings.lengths), len(postings.norms)} != {n_documents}:
        raise InputError(f"the arrays of the index in {str(folder)!r} do not fit each other; build it again")
    return ngrams, postings, digest


def _mapped(path: Path) -> "NDArray[Any]":
    # An array of nothing cannot be mapped.
    try:
        mapped: NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
    except ValueError:
        mapped = np.load(path, allow_pickle=False)
    return mapped.view(np.ndarray)
