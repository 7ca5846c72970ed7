package dev.tengen.python;

/** The contract of environments, fulfilled by the Python client and the server that it launches. */
class PythonContractIT extends PythonContract {}
