"""Readers: files, mappings, arrays and frames, each as one table of documents by query."""

import os
from collections.abc import Mapping
from typing import Any

from .._validate import inputs
from . import arrays, frames


def form(value: Any, name: str) -> str:
    """What a run or a golden set is given as: "path", "mapping", "frame" or "array"."""
    if isinstance(value, str | os.PathLike):
        return "path"
    if isinstance(value, Mapping):
        return "mapping"
    if frames.is_frame(value):
        return "frame"
    if not arrays.is_table(value):
        inputs.input_kind(name, value)
    return "array"
