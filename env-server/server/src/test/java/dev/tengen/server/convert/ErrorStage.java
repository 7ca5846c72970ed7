package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.square;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.RunningServer;
import java.time.Duration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The servers for the table of errors: one by default, one that is full, one whose sessions soon expire. */
final class ErrorStage implements BeforeAllCallback, AfterAllCallback {
    private static final Duration SOON = Duration.ofMillis(2500);

    private final RunningServer plain = RunningServer.withDefaults();
    private final RunningServer full = RunningServer.with(new SessionLimits(1, Duration.ofHours(1)));
    private final RunningServer forgetful = RunningServer.with(new SessionLimits(100, SOON));
    private String onlySession;
    private String closedSession;
    private String expiredSession;

    @Override
    public void beforeAll(ExtensionContext context) {
        closedSession = open(plain.start().stub(), square(9));
        Calls.close(plain.stub(), closedSession);
        onlySession = open(full.start().stub(), square(9));
        expiredSession = open(forgetful.start().stub(), square(9));
        await().forever().until(() -> forgetful.server().openSessionCount() == 0);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        plain.close();
        full.close();
        forgetful.close();
    }

    /** Returns the server with the default configuration, where {@link #closedSession()} has been closed. */
    RunningServer plain() {
        return plain;
    }

    String closedSession() {
        return closedSession;
    }

    /** Returns the server where {@link #onlySession()} is the only session allowed. */
    RunningServer full() {
        return full;
    }

    String onlySession() {
        return onlySession;
    }

    /** Returns the server where {@link #expiredSession()} has expired. */
    RunningServer forgetful() {
        return forgetful;
    }

    String expiredSession() {
        return expiredSession;
    }

    /** Creates a session of 9x9 on the plain server. */
    String openSession() {
        return openSession(square(9));
    }

    String openSession(EnvironmentSpec.Builder spec) {
        return open(plain.stub(), spec);
    }
}
