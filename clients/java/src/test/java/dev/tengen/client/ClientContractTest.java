package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.env.Position;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract test of environments against sessions of the blocking client. */
class ClientContractTest implements EnvironmentContract {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new Blocking(SERVER.client().createSession(ClientEnvironment.toClient(spec, seed)));
    }

    private static final class Blocking extends ClientEnvironment {
        private final TengenSession session;

        Blocking(TengenSession session) {
            super(session.firstTimestep());
            this.session = session;
        }

        @Override
        Timestep callReset(long seed) {
            return session.reset(seed);
        }

        @Override
        Timestep callStep(int action) {
            return session.step(action);
        }

        @Override
        Timestep callUndo(int moveCount) {
            return session.undo(moveCount);
        }

        @Override
        SessionState callState() {
            return session.state();
        }

        @Override
        Position callObserve() {
            return session.observe();
        }

        @Override
        public TestedEnvironment imported() {
            TengenSession imported = SERVER.client()
                    .importRecord(
                            session.exportRecord().getBytes(StandardCharsets.UTF_8),
                            SessionSpec.recordBuilder().build());
            assertThat(imported.warnings()).isEmpty();
            return new Blocking(imported);
        }

        @Override
        Score callScore() {
            return session.score();
        }
    }
}
