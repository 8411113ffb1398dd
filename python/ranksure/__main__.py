"""`python -m ranksure`: the command line without its entry point."""

from .cli import main

if __name__ == "__main__":
    main()
