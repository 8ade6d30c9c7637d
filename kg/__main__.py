"""`python -m kg` is `kg`."""

from kg.cli.main import main

if __name__ == "__main__":
    main()
