"""The command `ranksure`: `main` starts it, or says what to install."""

import sys
from collections.abc import Sequence
from typing import NoReturn

INTERRUPTED = 130  # 128 + SIGINT, as shells say it


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """
    Run the command line and leave the interpreter with its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after `ranksure`; those of the process by default.

    Notes
    -----
    Exit codes: 0 done, 1 `--verify` found a difference, `check` something to look at or `gate` a
    failure, 3 `gate` is undecided, 2 unusable arguments or data, 130 interrupted. Needs the extra
    ``cli``.
    """
    try:
        import click
        import rich  # noqa: F401  (asked for here, so that it is missed at once and not after work)
    except ModuleNotFoundError as error:
        if error.name not in ("click", "rich"):
            raise
        print(f"error: {error.name} is missing: pip install 'ranksure[cli]'", file=sys.stderr)
        raise SystemExit(2) from None
    from .commands import program

    # click's own mode would answer Ctrl-C with "Aborted!" and 1.
    try:
        code = program.main(arguments, prog_name="ranksure", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    raise SystemExit(code or 0)
