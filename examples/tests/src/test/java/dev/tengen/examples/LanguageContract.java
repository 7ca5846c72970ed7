package dev.tengen.examples;

import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.env.bridge.Bridge;
import dev.tengen.env.bridge.BridgedEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Runs the contract of environments against code that a language generates from the proto files, and a server. */
@Tag("full")
@TestInstance(Lifecycle.PER_CLASS)
abstract class LanguageContract implements EnvironmentContract {
    private final Language language;
    private ExampleServer server;
    private Bridge bridge;

    LanguageContract(Language language) {
        this.language = language;
    }

    @BeforeAll
    void start() throws Exception {
        language.requireBuilt();
        server = new ExampleServer();
        bridge = new Bridge(language.bridge(server.address()));
    }

    @AfterAll
    void stop() throws Exception {
        if (bridge != null) {
            bridge.stop();
        }
        if (server != null) {
            server.close();
        }
    }

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new BridgedEnvironment(bridge, spec, seed);
    }
}
