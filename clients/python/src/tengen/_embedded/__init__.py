"""The server inside this process, and its channel."""
