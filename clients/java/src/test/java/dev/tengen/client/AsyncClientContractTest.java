package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.client.env.Position;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.TengenException;
import dev.tengen.env.EnvironmentContract;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TestedEnvironment;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs the contract test of environments against sessions of the asynchronous client. */
@Tag("full")
class AsyncClientContractTest implements EnvironmentContract {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private final AsyncTengenClient client = SERVER.client().async();

    @Override
    public TestedEnvironment open(EnvironmentSpec spec, long seed) {
        return new Waiting(await(client.createSession(ClientEnvironment.toClient(spec, seed))));
    }

    /** Returns the result of {@code future}, or throws its exception. */
    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw (TengenException) e.getCause();
        }
    }

    private final class Waiting extends ClientEnvironment {
        private final AsyncTengenSession session;

        Waiting(AsyncTengenSession session) {
            super(session.firstTimestep());
            this.session = session;
        }

        @Override
        Timestep callReset(long seed) {
            return await(session.reset(seed));
        }

        @Override
        Timestep callStep(int action) {
            return await(session.step(action));
        }

        @Override
        Timestep callUndo(int moveCount) {
            return await(session.undo(moveCount));
        }

        @Override
        SessionState callState() {
            return await(session.state());
        }

        @Override
        Position callObserve() {
            return await(session.observe());
        }

        @Override
        public TestedEnvironment imported() {
            byte[] sgf = await(session.exportRecord()).getBytes(StandardCharsets.UTF_8);
            AsyncTengenSession imported =
                    await(client.importRecord(sgf, SessionSpec.recordBuilder().build()));
            assertThat(imported.warnings()).isEmpty();
            return new Waiting(imported);
        }

        @Override
        Score callScore() {
            return await(session.score());
        }
    }
}
