"""A language model plays Go against a built-in player.

Anything that answers a prompt with text can play: `Model` in `models.py` is a plain callable. Start
reading with `player.py`, which asks it for a move and tells it why an answer is refused.
"""
