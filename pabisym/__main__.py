"""``python -m pabisym`` is the command line."""

from pabisym.cli import main

if __name__ == "__main__":
    main()
