package dev.tengen.python;

import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract of environments against the Python client and the server that it launches. */
class PythonContractIT implements EnvironmentContract {
    private static Bridge bridge;

    @BeforeAll
    static void start() throws IOException {
        bridge = new Bridge();
    }

    @AfterAll
    static void stop() throws Exception {
        bridge.stop();
    }

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new PythonEnvironment(bridge, spec, seed);
    }
}
