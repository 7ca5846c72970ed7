package dev.tengen.examples;

import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.env.bridge.Bridge;
import dev.tengen.env.bridge.BridgedEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Runs the contract of environments against code that Go generates from the proto files, and a server. */
class GoContractIT implements EnvironmentContract {
    private static ExampleServer server;
    private static Bridge bridge;

    @BeforeAll
    static void start() throws Exception {
        Language.GO.requireBuilt();
        server = new ExampleServer();
        bridge = new Bridge(Language.GO.bridge(server.address()));
    }

    @AfterAll
    static void stop() throws Exception {
        if (bridge != null) {
            bridge.stop();
            server.close();
        }
    }

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new BridgedEnvironment(bridge, spec, seed);
    }
}
