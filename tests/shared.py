"""Where the shared test material lies; a user's checkout does not have it."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("RANKSURE_SHARED", ROOT.parent / "shared"))

# Tests of a wheel have the tests and examples beside them, and no sources.
in_checkout = pytest.mark.skipif(not (ROOT / "cpp").exists(), reason="needs a checkout")


def shared(*parts: str) -> Path:
    """A path below the shared material; the calling test is skipped where it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"shared test material is absent: {'/'.join(parts)}")
    return path
