package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.error.TengenException;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls whose answer is lost: the exception says that they may have been executed, and they can be repeated. */
class UnknownOutcomeTest {
    private static final HeldCalls CALLS = new HeldCalls();

    @RegisterExtension
    static final RunningServer SERVER = new RunningServer(CALLS);

    /** The calls that change a session, after two moves. */
    private enum Change {
        STEP("Step", "the action may have been played", session -> session.step(4)),
        ASYNC_STEP(
                "Step",
                "the action may have been played",
                session -> session.async().step(4).join()),
        RESET("Reset", "a new episode may have started", session -> session.reset(7)),
        UNDO("Undo", "the moves may have been taken back", session -> session.undo(1));

        private final String rpc;
        private final String outcome;
        private final Function<TengenSession, ?> call;

        Change(String rpc, String outcome, Function<TengenSession, ?> call) {
            this.rpc = rpc;
            this.outcome = outcome;
            this.call = call;
        }
    }

    /** A client that waits for a lost answer only shortly. */
    private static TengenClient hasty;

    private TengenSession session;

    @BeforeAll
    static void connect() {
        hasty = TengenClient.connect(SERVER.address(), Duration.ofSeconds(2)).awaitReady(Duration.ofMinutes(1));
        SERVER.client().createSession(SessionSpec.of(3, 3)).step(0);
    }

    @AfterAll
    static void disconnect() {
        hasty.close();
    }

    @BeforeEach
    void open() {
        session = hasty.createSession(SessionSpec.builder(3, 3).seed(1).build());
        session.step(0);
        session.step(1);
    }

    @AfterEach
    void forget() {
        CALLS.forget();
    }

    private static TengenException failure(Runnable call) {
        Throwable thrown = catchThrowable(call::run);
        return (TengenException) (thrown instanceof TengenException ? thrown : thrown.getCause());
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void change_answerLost_saysThatItMayHaveBeenExecutedAndIsRepeatedOnce(Change change) {
        CALLS.loseAnswerAndHoldRetries(change.rpc);

        TengenException error = failure(() -> change.call.apply(session));

        assertThat(error.status()).isEqualTo("UNAVAILABLE");
        String id = error.metadata().get("request_id");
        assertThat(error)
                .hasMessageContaining("; " + change.outcome + "; TengenSession.state shows ")
                .hasMessageContaining("after withRequestId(\"" + id + "\") repeats the call without ");
        assertThat(error.metadata()).containsEntry("session_id", session.sessionId());
        CALLS.forget();
        SessionState after = session.state();
        change.call.apply(session.withRequestId(id));
        assertThat(session.state().actions()).isEqualTo(after.actions());
        assertThat(session.state().timestep().episode())
                .isEqualTo(after.timestep().episode());
    }

    @Test
    void step_deadlinePassed_saysThatItMayHaveBeenPlayed() throws Exception {
        CALLS.hold("Step");

        TengenException error = failure(() -> session.step(4));

        assertThat(error.status()).isEqualTo("DEADLINE_EXCEEDED");
        assertThat(error).hasMessageContaining("; the action may have been played; ");
        CALLS.awaitHeld();
    }

    @Test
    void step_refusedByTheServer_doesNotSaySo() {
        CALLS.reject(Integer.MAX_VALUE, "SHUTTING_DOWN");

        TengenException error = failure(() -> session.step(4));

        CALLS.reject(0);
        assertThat(error.reason()).isEqualTo("SHUTTING_DOWN");
        assertThat(error.getMessage()).doesNotContain("may have been");
        assertThat(session.state().actions()).hasSize(2);
    }

    @Test
    void createSession_noServer_doesNotSaySo() {
        try (TengenClient nowhere = TengenClient.connect("127.0.0.1:1", Duration.ofSeconds(2))) {
            TengenException error = failure(() -> nowhere.createSession(SessionSpec.of(3, 3)));

            assertThat(error.status()).isEqualTo("UNAVAILABLE");
            assertThat(error.getMessage()).doesNotContain("may have been");
            assertThat(error.metadata()).doesNotContainKey("request_id");
        }
    }

    @Test
    void score_answerLost_doesNotSpeakOfChanges() {
        CALLS.loseAnswerAndHoldRetries("Score");

        assertThat(failure(session::score).getMessage()).doesNotContain("may have");
    }

    @Test
    void withRequestId_otherAction_isRejected() {
        TengenSession named = session.withRequestId("mine");
        named.step(4);

        TengenException error = catchThrowableOfType(TengenException.class, () -> named.step(5));

        assertThat(error.reason()).isEqualTo("REQUEST_ID_REUSED");
        assertThat(named.step(4).moveNumber()).isEqualTo(3);
        assertThat(session.state().actions()).containsExactly(0, 1, 4);
        assertThat(session.async().withRequestId("mine").step(4).join().moveNumber())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ääääääääääääääääääääääääääääääääx"})
    void withRequestId_invalid_isRejected(String requestId) {
        assertThatThrownBy(() -> session.withRequestId(requestId + requestId))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not 1 to 64 bytes long");
    }
}
