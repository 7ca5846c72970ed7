package dev.tengen.python;

import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.env.bridge.Bridge;
import dev.tengen.env.bridge.BridgedEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs the contract of environments against the Python client: {@code tests/contract_bridge.py} in the virtual
 * environment of {@code check.py}.
 */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PythonContract implements EnvironmentContract {
    private static final Path PYTHON = Path.of("target/venv/bin/python");
    private static final String PROGRAM = "tests/contract_bridge.py";

    private final List<String> arguments;
    private Bridge bridge;

    /** Takes the arguments of the program. */
    PythonContract(String... arguments) {
        this.arguments = List.of(arguments);
    }

    @BeforeAll
    void start() throws IOException {
        if (!Files.isExecutable(PYTHON)) {
            throw new IOException(
                    PYTHON.toAbsolutePath() + " is missing; create it with python3 check.py --environment");
        }
        List<String> command = new ArrayList<>(List.of(PYTHON.toString(), PROGRAM));
        command.addAll(arguments);
        bridge = new Bridge(command);
    }

    @AfterAll
    void stop() throws Exception {
        bridge.stop();
    }

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new BridgedEnvironment(bridge, spec, seed);
    }
}
