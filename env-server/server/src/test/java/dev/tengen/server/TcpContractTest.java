package dev.tengen.server;

import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.ServedEnvironment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of environments, fulfilled by sessions over TCP. */
@Tag("full")
class TcpContractTest implements EnvironmentContract {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new ServedEnvironment(SERVER.stub(), spec, seed);
    }
}
