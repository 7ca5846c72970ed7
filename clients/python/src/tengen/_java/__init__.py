"""Java: its runtime, its virtual machine inside this process, and the jar of the server."""
