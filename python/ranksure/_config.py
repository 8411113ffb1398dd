"""Facts about this build, for bug reports."""

import platform
import sys

import numpy as np

from . import _core
from ._validate import arguments as check


def show_config() -> None:
    """Print versions, compiler, platform and the number of threads used by default."""
    facts = {
        "ranksure": _core.__version__,
        "compiler": _core.compiler,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "platform": platform.platform(),
        "threads": check.threads(None),
    }
    for name, fact in facts.items():
        print(f"{name:10} {fact}")
