"""The files that the commands read, with the options that say how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .running import DataError

if TYPE_CHECKING:
    from ..qrels import Qrels
    from ..run import Run
    from .options import Options


def read_run_file(path: str, options: Options) -> Run:
    """A run."""
    from ..run import read_run

    return read_run(path, **options.run_file)


def read_golden(options: Options) -> Qrels:
    """The golden set; with chunks, from the evidence it gives."""
    from ..qrels import Qrels, read_qrels

    if options.chunks is None:
        return read_qrels(options.qrels, **options.qrels_file)
    try:
        return Qrels.from_evidence(options.qrels, options.chunks)
    except ModuleNotFoundError as error:
        raise DataError(str(error)) from error
