"""A language model plays Go against a built-in player.

Any callable that answers a prompt with text can play; see `Model` in `models.py`. Start reading
with `player.py`, which asks the model for a move and explains why an answer is rejected.
"""
