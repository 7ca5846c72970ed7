"""Compares Go environments with the exact rules.

    python -m tengen.conformance gymnasium:tengen/Go9x9-v1
    python -m tengen.conformance pettingzoo:tengen.pettingzoo --arguments '{"size": 5}'

It plays random games in a Gymnasium or PettingZoo environment, or one that another program plays
in, and the same moves in a session of Tengen. Unless other rules are given, these are Tromp-Taylor
rules: positional superko, suicide, and area scoring after two passes. For each kind of difference,
it reports what differs, how often, and the moves that lead to the first occurrence.
"""

from tengen.conformance.adapters import (
    EnvironmentAdapter,
    GymnasiumAdapter,
    PettingZooAdapter,
    Timestep,
)
from tengen.conformance.check import check_environment
from tengen.conformance.command import CommandAdapter, CommandError
from tengen.conformance.reference import ReferenceGame
from tengen.conformance.report import Fault, Report

__all__ = [
    "CommandAdapter",
    "CommandError",
    "EnvironmentAdapter",
    "Fault",
    "GymnasiumAdapter",
    "PettingZooAdapter",
    "ReferenceGame",
    "Report",
    "Timestep",
    "check_environment",
]
