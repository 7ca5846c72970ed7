package dev.tengen.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.Sessions;
import dev.tengen.server.testing.Calls;
import dev.tengen.server.testing.Failure;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The answer to an internal error, here of the clock. */
class InternalErrorTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(StatusConverter.class);
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();

    /** Servers of other tests log at the same time, in other threads. */
    @BeforeEach
    void catchLog() {
        logged.list = new CopyOnWriteArrayList<>();
        logged.start();
        log.addAppender(logged);
        log.setAdditive(false);
    }

    @AfterEach
    void releaseLog() {
        log.detachAppender(logged);
        log.setAdditive(true);
    }

    private static Failure createSession(Ticker clock) {
        Sessions sessions = new Sessions(new SessionLimits(1, Duration.ofHours(1)), clock, ActivityListener.NONE);
        EnvironmentService service = new EnvironmentService(sessions, GetServerInfoResponse.getDefaultInstance());
        CompletableFuture<Object> answer = new CompletableFuture<>();
        StreamObserver<CreateSessionResponse> observer = new StreamObserver<>() {
            @Override
            public void onNext(CreateSessionResponse response) {
                answer.complete(response);
            }

            @Override
            public void onError(Throwable error) {
                answer.completeExceptionally(error);
            }

            @Override
            public void onCompleted() {}
        };
        CallContext.of(Principal.LOCAL)
                .in(Context.current())
                .run(() -> service.createSession(Calls.create(Calls.square(9)).build(), observer));
        return Failure.of(() -> {
            try {
                answer.getNow(null);
            } catch (CompletionException e) {
                throw e.getCause();
            }
        });
    }

    private static long brokenClock() {
        throw new IllegalStateException("secret");
    }

    @Test
    void call_unexpectedException_isInternal() {
        Failure failure = createSession(InternalErrorTest::brokenClock);

        assertThat(failure.code()).isEqualTo(Status.Code.INTERNAL);
        assertThat(failure.reason()).contains("INTERNAL");
    }

    @Test
    void call_unexpectedException_reportsTheLogEntryAndNoMore() {
        Failure failure = createSession(InternalErrorTest::brokenClock);

        String ownThread = Thread.currentThread().getName();
        List<ILoggingEvent> events = logged.list.stream()
                .filter(event -> event.getThreadName().equals(ownThread))
                .toList();
        assertThat(events).hasSize(1);
        String incident = events.get(0).getArgumentArray()[0].toString();
        assertThat(failure.description()).contains(incident).doesNotContain("secret");
        assertThat(events.get(0).getThrowableProxy().getMessage()).isEqualTo("secret");
    }

    /** Errors, such as failed assertions, were once not caught: gRPC then answers UNKNOWN without a reason. */
    @Test
    void call_error_isInternalToo() {
        Failure failure = createSession(() -> {
            throw new AssertionError("secret");
        });

        assertThat(failure.code()).isEqualTo(Status.Code.INTERNAL);
        assertThat(failure.reason()).contains("INTERNAL");
    }
}
