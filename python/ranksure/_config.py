"""Facts about this build, for bug reports, and the choice of instruction set."""

import os
import platform
import sys

import numpy as np

from . import _core
from ._validate import arguments as check

VARIABLE = "RANKSURE_INSTRUCTION_SET"


def use_environment() -> None:
    """Use the instruction set that the environment variable names, if there is one."""
    name = os.environ.get(VARIABLE)
    if name and not _core.use_instruction_set(name):
        check.choice(name, VARIABLE, _core.instruction_sets())


def show_config() -> None:
    """Print versions, compiler, platform, threads and instruction set.

    The environment variable ``RANKSURE_INSTRUCTION_SET`` forces one of those available; it changes
    the time, never a bit of an answer.
    """
    available = ", ".join(_core.instruction_sets())
    facts = {
        "ranksure": _core.__version__,
        "compiler": _core.compiler,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "platform": platform.platform(),
        "threads": check.threads(None),
        "instructions": f"{_core.instruction_set()} (available: {available})",
    }
    for name, fact in facts.items():
        print(f"{name:13}{fact}")
