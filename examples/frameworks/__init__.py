"""The same small task in several frameworks: learn 5x5 Go against the player "random".

Each program trains with PPO, plays 200 test games after each stage, and writes a learning curve.
See docs/guide/frameworks.md.
"""
