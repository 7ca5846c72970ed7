"""An agent that learns to win capturing races from rewards only."""
