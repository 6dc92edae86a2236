"""`python -m linksift` is the command `linksift`."""

from linksift.cli import main

if __name__ == "__main__":
    main()
