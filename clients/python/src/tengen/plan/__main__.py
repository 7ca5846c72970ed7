"""Runs the command line of the capacity model."""

from tengen._command_exit import exit_with
from tengen.plan.command import main

if __name__ == "__main__":
    exit_with(main)
