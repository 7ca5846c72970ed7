"""A small transformer that learns capturing races from the gateway's boards of text."""
