"""The tasks to learn."""

from __future__ import annotations

TASKS = ("race-class0", "race-class1")
