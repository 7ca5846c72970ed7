package dev.tengen.python;

/** The contract of environments, fulfilled by the Python client with the server inside its process. */
class EmbeddedPythonContractIT extends PythonContract {
    EmbeddedPythonContractIT() {
        super("--embedded");
    }
}
