"""An agent that learns Go from nothing, by playing against itself: AlphaZero, small and whole.

Read in this order: `settings`, `network`, `self_play`, `replay`, `learner`, `match`, `checkpoint`,
and `train`, which puts them together.
"""
