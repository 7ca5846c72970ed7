"""The table of faults of other Go environments: see `fault_table.py`."""
