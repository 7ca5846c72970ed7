"""An agent that learns to win capturing races, from rewards alone."""
