"""A small, complete AlphaZero: an agent that learns Go from scratch by self-play.

Read in this order: `settings`, `network`, `self_play`, `replay`, `learner`, `match`, `checkpoint`,
`training`, and `train`.
"""
