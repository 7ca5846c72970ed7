package dev.tengen.server.session;

import static dev.tengen.server.testing.Calls.create;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.proto.v1.ChooseActionRequest;
import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Opponent;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final Duration ALMOST_IDLE = IDLE.minusNanos(1);
    private static final CreateSessionRequest REQUEST = create(square(1)).build();

    private final FakeTicker ticker = new FakeTicker();
    private final Sessions sessions = new Sessions(new SessionLimits(3, IDLE), ticker, SessionListener.NONE);

    private String open() {
        return sessions.create(REQUEST).getSessionId();
    }

    private static Reason reason(ThrowingCallable call) {
        return catchThrowableOfType(CallException.class, call).reason();
    }

    @Test
    void create_manyTimes_givesDifferentIdsOf32HexadecimalDigits() {
        Sessions many = new Sessions(new SessionLimits(1000, IDLE), ticker, SessionListener.NONE);

        List<String> ids = IntStream.range(0, 1000)
                .mapToObj(number -> many.create(REQUEST).getSessionId())
                .toList();

        assertThat(new HashSet<>(ids)).hasSize(1000);
        assertThat(ids).allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    /** Ids that counted up, or kept some digits, could be guessed from one another. */
    @Test
    void create_manyTimes_variesEveryDigitOfTheId() {
        Sessions many = new Sessions(new SessionLimits(1000, IDLE), ticker, SessionListener.NONE);

        List<String> ids = IntStream.range(0, 1000)
                .mapToObj(number -> many.create(REQUEST).getSessionId())
                .toList();

        for (int place = 0; place < 32; place++) {
            Set<Character> digits = new HashSet<>();
            for (String id : ids) {
                digits.add(id.charAt(place));
            }
            assertThat(digits).as("digits at place " + place).hasSize(16);
        }
    }

    /** Returns the name of the thread in which {@code executor} runs a call. */
    private static String threadOf(Executor executor) throws InterruptedException {
        BlockingQueue<String> name = new LinkedBlockingQueue<>();
        executor.execute(() -> name.add(Thread.currentThread().getName()));
        return name.take();
    }

    private static ChooseActionRequest asking(String session, String player) {
        return ChooseActionRequest.newBuilder()
                .setSessionId(session)
                .setPlayer(player)
                .build();
    }

    @Test
    void executorFor_slowPlayer_isAnotherThread() throws InterruptedException {
        EnvironmentSpec slow = square(3)
                .setOpponent(Opponent.newBuilder().setPlayer("monte-carlo:playouts=3"))
                .build();
        String id = sessions.create(
                        CreateSessionRequest.newBuilder().setSpec(slow).build())
                .getSessionId();

        assertThat(threadOf(sessions.executorFor(slow))).startsWith("slow-calls-");
        assertThat(threadOf(sessions.get(id).executor())).startsWith("slow-calls-");
        assertThat(threadOf(sessions.executorFor(asking(open(), "monte-carlo"))))
                .startsWith("slow-calls-");
    }

    @Test
    void executorFor_playerThatMovesAtOnce_isTheCaller() throws InterruptedException {
        String here = Thread.currentThread().getName();
        String id = open();

        assertThat(threadOf(sessions.executorFor(REQUEST.getSpec()))).isEqualTo(here);
        assertThat(threadOf(sessions.get(id).executor())).isEqualTo(here);
        assertThat(threadOf(sessions.executorFor(asking(id, "greedy")))).isEqualTo(here);
        assertThat(threadOf(sessions.executorFor(asking(id, "nobody")))).isEqualTo(here);
    }

    @Test
    void get_idleForLessThanTheTimeout_isTheSession() {
        String id = open();

        ticker.advance(ALMOST_IDLE);

        assertThat(sessions.get(id).id()).isEqualTo(id);
    }

    @Test
    void get_idleForTheTimeout_isNotFound() {
        String id = open();

        ticker.advance(IDLE);

        assertThat(reason(() -> sessions.get(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void get_usedNowAndThen_neverExpires() {
        String id = open();

        for (int count = 0; count < 10; count++) {
            ticker.advance(ALMOST_IDLE);
            sessions.get(id);
        }

        assertThat(sessions.get(id).id()).isEqualTo(id);
    }

    @Test
    void close_idleForTheTimeout_isNotFound() {
        String id = open();

        ticker.advance(IDLE);

        assertThat(reason(() -> sessions.close(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void close_again_isNotFoundAndCountsOnce() {
        String id = open();
        open();
        sessions.close(id);

        assertThat(reason(() -> sessions.close(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
        assertThat(sessions.openCount()).isEqualTo(1);
    }

    /** Whoever holds a session while another closes it can do nothing more to it. */
    @Test
    void close_sessionHeldByACall_refusesItsNextCall() {
        String id = open();
        Session held = sessions.get(id);

        sessions.close(id);

        assertThat(reason(held::describe)).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void create_asManyAsAllowed_areOpen() {
        open();
        open();
        open();

        assertThat(sessions.openCount()).isEqualTo(3);
    }

    @Test
    void create_oneMoreThanAllowed_isRefusedForASecond() {
        open();
        open();
        open();

        CallException error = catchThrowableOfType(CallException.class, this::open);

        assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_SESSIONS);
        assertThat(error.retryDelay()).contains(Duration.ofSeconds(1));
        assertThat(sessions.openCount()).isEqualTo(3);
    }

    @Test
    void create_afterOneIsClosed_hasAPlace() {
        open();
        open();
        sessions.close(open());

        assertThat(open()).isNotEmpty();
    }

    @Test
    void create_afterAllExpired_hasPlacesAtOnce() {
        open();
        open();
        open();

        ticker.advance(IDLE);

        assertThat(open()).isNotEmpty();
        assertThat(sessions.openCount()).isEqualTo(1);
    }

    @Test
    void create_badSpec_takesNoPlace() {
        assertThatThrownBy(() -> sessions.create(create(square(26)).build()))
                .hasMessage("height 26 is outside [1, 25]");

        assertThat(sessions.openCount()).isZero();
    }

    @Test
    void create_faultOfTheServer_takesNoPlace() {
        Ticker clock = () -> {
            throw new IllegalStateException("no time");
        };
        Sessions broken = new Sessions(new SessionLimits(1, IDLE), clock, SessionListener.NONE);

        assertThatThrownBy(() -> broken.create(REQUEST)).hasMessage("no time");

        assertThat(broken.openCount()).isZero();
    }

    @Test
    void create_sameRequestIdWithinTenMinutes_isTheSameSession() {
        CreateSessionRequest request = REQUEST.toBuilder().setRequestId("a").build();
        String id = sessions.create(request).getSessionId();

        ticker.advance(Duration.ofMinutes(10).minusNanos(1));

        assertThat(sessions.create(request).getSessionId()).isEqualTo(id);
    }

    @Test
    void create_sameRequestIdAfterTenMinutes_isAnotherSession() {
        CreateSessionRequest request = REQUEST.toBuilder().setRequestId("a").build();
        String id = sessions.create(request).getSessionId();

        ticker.advance(Duration.ofMinutes(10));

        assertThat(sessions.create(request).getSessionId()).isNotEqualTo(id);
    }

    /** A retry is answered though the server is full by now, and though the session has been closed since. */
    @Test
    void create_sameRequestIdOnAFullServer_isTheSameSession() {
        CreateSessionRequest request = REQUEST.toBuilder().setRequestId("a").build();
        String id = sessions.create(request).getSessionId();
        open();
        open();

        assertThat(sessions.create(request).getSessionId()).isEqualTo(id);
    }

    @Test
    void create_requestIdOfARefusedCall_isNotRemembered() {
        CreateSessionRequest request = REQUEST.toBuilder().setRequestId("a").build();
        open();
        open();
        String third = open();
        assertThat(reason(() -> sessions.create(request))).isEqualTo(Reason.TOO_MANY_SESSIONS);

        sessions.close(third);

        assertThat(sessions.create(request).getSessionId()).isNotEmpty();
    }
}
