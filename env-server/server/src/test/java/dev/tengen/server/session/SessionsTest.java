package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.testing.FakeTicker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionsTest {
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final Duration ALMOST_IDLE = IDLE.minusNanos(1);
    private static final EnvironmentSpec SPEC = EnvironmentSpec.of(Grid.square(1), Rules.TROMP_TAYLOR);

    private final FakeTicker ticker = new FakeTicker();
    private final Sessions sessions = new Sessions(new SessionLimits(3, IDLE), ticker, ActivityListener.NONE);

    private String open() {
        return create(sessions);
    }

    private static String create(Sessions sessions) {
        return create(sessions, IDLE);
    }

    private static String create(Sessions sessions, Duration idleTimeout) {
        try (SessionLease lease = sessions.create(SPEC, RulesPreset.TROMP_TAYLOR, OptionalLong.empty(), idleTimeout)) {
            return lease.session().id();
        }
    }

    /** Uses a session for a moment. */
    private void use(String id) {
        sessions.lease(id).close();
    }

    private static Reason reason(ThrowingCallable call) {
        return catchThrowableOfType(CallException.class, call).reason();
    }

    /**
     * The id of another principal's session is like one that was never given out, also when the session has expired.
     */
    @Test
    void lease_byAnotherPrincipal_isLikeAnUnknownId() {
        Principal owner = new Principal("ann", Role.AGENT);
        Principal other = new Principal("bob", Role.ORCHESTRATOR);
        String id;
        try (SessionLease lease = sessions.create(owner, SPEC, RulesPreset.TROMP_TAYLOR, OptionalLong.empty(), IDLE)) {
            id = lease.session().id();
        }

        assertThat(reason(() -> sessions.lease(other, id))).isEqualTo(Reason.SESSION_NOT_FOUND);
        assertThat(sessions.directory().newest(other, 9)).isEmpty();
        assertThat(sessions.openCount(other)).isZero();
        assertThat(sessions.directory().newest(owner, 9))
                .extracting(SessionEntry::id)
                .containsExactly(id);
        assertThat(sessions.openCount(owner)).isEqualTo(1);
        sessions.lease(owner, id).close();
        sessions.lease(Principal.LOCAL, id).close();
        ticker.advance(IDLE.plusSeconds(1));
        assertThat(reason(() -> sessions.lease(other, id))).isEqualTo(Reason.SESSION_NOT_FOUND);
        assertThat(reason(() -> sessions.lease(owner, id))).isEqualTo(Reason.SESSION_EXPIRED);
    }

    @Test
    void create_manyTimes_givesDifferentIdsOf32HexadecimalDigits() {
        Sessions many = new Sessions(new SessionLimits(1000, IDLE), ticker, ActivityListener.NONE);

        List<String> ids =
                IntStream.range(0, 1000).mapToObj(number -> create(many)).toList();

        assertThat(new HashSet<>(ids)).hasSize(1000);
        assertThat(ids).allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    /** Ids that counted up, or had constant digits, could be guessed from one another. */
    @Test
    void create_manyTimes_variesEveryDigitOfTheId() {
        Sessions many = new Sessions(new SessionLimits(1000, IDLE), ticker, ActivityListener.NONE);

        List<String> ids =
                IntStream.range(0, 1000).mapToObj(number -> create(many)).toList();

        for (int place = 0; place < 32; place++) {
            Set<Character> digits = new HashSet<>();
            for (String id : ids) {
                digits.add(id.charAt(place));
            }
            assertThat(digits).as("digits at place " + place).hasSize(16);
        }
    }

    /** Returns the name of the thread on which {@code executor} runs a call. */
    private String threadOf(CallExecutor executor) throws InterruptedException {
        BlockingQueue<String> name = new LinkedBlockingQueue<>();
        executor.execute(
                new CallToken(this), () -> name.add(Thread.currentThread().getName()));
        return name.take();
    }

    @Test
    void executorFor_playerThatMayBlock_isAnotherThread() throws InterruptedException {
        EnvironmentSpec blocking = EnvironmentSpec.builder(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR)
                .opponent(Optional.of(new Opponent(sessions.opponent("monte-carlo:playouts=3"), Color.WHITE)))
                .build();
        Session session = sessions.create(blocking, RulesPreset.TROMP_TAYLOR, OptionalLong.empty(), IDLE)
                .session();

        assertThat(threadOf(sessions.executors().forOpening("monte-carlo:playouts=3", false, false)))
                .startsWith("tengen-blocking-rows-");
        assertThat(threadOf(sessions.executors().forOpening("", true, false))).startsWith("tengen-blocking-rows-");
        assertThat(threadOf(session.executor())).startsWith("tengen-blocking-rows-");
        assertThat(threadOf(sessions.executors().forFork(session))).startsWith("tengen-blocking-rows-");
        assertThat(threadOf(
                        sessions.executors().forPlayer(sessions.lease(open()).session(), "monte-carlo")))
                .startsWith("tengen-blocking-rows-");
    }

    @Test
    void executorFor_playerThatMovesAtOnce_isTheCaller() throws InterruptedException {
        String here = Thread.currentThread().getName();
        Session session = sessions.lease(open()).session();

        assertThat(threadOf(sessions.executors().forOpening("", false, false))).isEqualTo(here);
        assertThat(threadOf(sessions.executors().forOpening("greedy", false, false)))
                .isEqualTo(here);
        assertThat(threadOf(session.executor())).isEqualTo(here);
        assertThat(threadOf(sessions.executors().forFork(session))).isEqualTo(here);
        assertThat(threadOf(sessions.executors().forPlayer(session, "greedy"))).isEqualTo(here);
        assertThat(threadOf(sessions.executors().forPlayer(session, "nobody"))).isEqualTo(here);
    }

    @Test
    void executorFor_longGame_isAnotherThread() throws InterruptedException {
        assertThat(threadOf(sessions.executors().forOpening("", false, true))).startsWith("tengen-long-calls-");
        assertThat(threadOf(sessions.executors().forOpening("greedy", false, true)))
                .startsWith("tengen-long-calls-");
    }

    @Test
    void lease_idleForLessThanTheTimeout_isOfTheSession() {
        String id = open();

        ticker.advance(ALMOST_IDLE);

        assertThat(sessions.lease(id).session().id()).isEqualTo(id);
    }

    @Test
    void lease_idleForTheTimeout_isExpired() {
        String id = open();

        ticker.advance(IDLE);

        assertThat(reason(() -> sessions.lease(id))).isEqualTo(Reason.SESSION_EXPIRED);
        assertThat(sessions.openCount()).isZero();
    }

    @Test
    void lease_usedInTime_neverExpires() {
        String id = open();

        for (int count = 0; count < 10; count++) {
            ticker.advance(ALMOST_IDLE);
            use(id);
        }

        assertThat(sessions.lease(id).session().id()).isEqualTo(id);
    }

    @Test
    void lease_heldForLong_keepsTheSessionUntilTheTimeoutAfterItsEnd() {
        String id = open();
        SessionLease call = sessions.lease(id);

        ticker.advance(IDLE.multipliedBy(10));
        use(id);
        call.close();
        ticker.advance(ALMOST_IDLE);
        use(id);
        ticker.advance(IDLE);

        assertThat(reason(() -> use(id))).isEqualTo(Reason.SESSION_EXPIRED);
    }

    /** The end of a short call once started the idle time, although another call was still running. */
    @Test
    void lease_otherCallEndsMeanwhile_keepsTheSession() {
        String id = open();
        SessionLease call = sessions.lease(id);
        use(id);

        ticker.advance(IDLE);
        open();
        open();
        CallException full = catchThrowableOfType(CallException.class, this::open);

        assertThat(full.reason()).isEqualTo(Reason.TOO_MANY_SESSIONS);
        assertThat(call.session().view().game().moveNumber()).isZero();
    }

    @Test
    void lease_closedTwice_endsOnce() {
        String id = open();
        SessionLease first = sessions.lease(id);
        SessionLease second = sessions.lease(id);

        second.close();
        second.close();
        ticker.advance(IDLE);

        use(id);
        first.close();
        assertThat(sessions.openCount()).isEqualTo(1);
    }

    @Test
    void leaseWithoutUse_heldAndClosed_keepsTheSessionButDoesNotExtendItsTimeout() {
        String id = open();
        ticker.advance(ALMOST_IDLE);
        SessionLease watching = sessions.leaseWithoutUse(Principal.LOCAL, id);
        ticker.advance(IDLE);
        boolean isOpenMeanwhile =
                sessions.directory().newest(Principal.LOCAL, 1).size() == 1;

        watching.close();

        assertThat(isOpenMeanwhile).isTrue();
        assertThat(reason(() -> use(id))).isEqualTo(Reason.SESSION_EXPIRED);
    }

    @Test
    void create_ownIdleTimeout_expiresAfterThat() {
        String id = create(sessions, Duration.ofSeconds(2));
        String other = open();

        ticker.advance(Duration.ofSeconds(2));

        assertThat(reason(() -> use(id))).isEqualTo(Reason.SESSION_EXPIRED);
        use(other);
    }

    @Test
    void create_leaseHeld_doesNotExpire() {
        SessionLease creation = sessions.create(SPEC, RulesPreset.TROMP_TAYLOR, OptionalLong.empty(), IDLE);

        ticker.advance(IDLE);

        assertThat(creation.session().view().episode()).isZero();
    }

    @Test
    void idleTimeout_zero_isTheMaximum() {
        assertThat(sessions.idleTimeout(0)).isEqualTo(IDLE);
        assertThat(sessions.idleTimeout(1)).isEqualTo(Duration.ofMillis(1));
        assertThat(sessions.idleTimeout(IDLE.toMillis())).isEqualTo(IDLE);
    }

    @ParameterizedTest
    @ValueSource(longs = {300_001, Long.MAX_VALUE, -1})
    void idleTimeout_aboveTheMaximum_isInvalid(long millis) {
        assertThatThrownBy(() -> sessions.idleTimeout(millis))
                .hasMessage("idle_timeout_ms " + Long.toUnsignedString(millis) + " is outside [0, 300000]");
    }

    @Test
    void lease_expiredAnHourAgo_isNotFound() {
        String id = open();
        ticker.advance(IDLE);
        assertThat(reason(() -> use(id))).isEqualTo(Reason.SESSION_EXPIRED);

        ticker.advance(Duration.ofHours(1));

        assertThat(reason(() -> use(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void close_idleForTheTimeout_isExpired() {
        String id = open();

        ticker.advance(IDLE);

        assertThat(reason(() -> sessions.close(id))).isEqualTo(Reason.SESSION_EXPIRED);
    }

    @Test
    void close_thenTheTimeout_staysNotFound() {
        String id = open();
        sessions.close(id);

        ticker.advance(IDLE);
        open();

        assertThat(reason(() -> use(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void newest_idleForTheTimeout_areNotListed() {
        open();
        ticker.advance(IDLE);
        String other = open();

        assertThat(sessions.directory().newest(Principal.LOCAL, 9))
                .extracting(SessionEntry::id)
                .containsExactly(other);
    }

    /** Nothing calls the server, so only its timer can notice. */
    @Test
    void timer_sessionsOfAllTimeouts_expireWithoutACall() {
        Sessions real = new Sessions(new SessionLimits(1000, IDLE), Ticker.systemTicker(), ActivityListener.NONE);
        SessionLease held = real.create(SPEC, RulesPreset.TROMP_TAYLOR, OptionalLong.empty(), Duration.ofMillis(1));
        IntStream.rangeClosed(1, 300).forEach(millis -> create(real, Duration.ofMillis(millis)));

        await().forever().until(() -> real.openCount() == 1);
        held.close();

        await().forever().until(() -> real.openCount() == 0);
    }

    @Test
    void close_again_isNotFoundAndCountsOnce() {
        String id = open();
        open();
        sessions.close(id);

        assertThat(reason(() -> sessions.close(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
        assertThat(sessions.openCount()).isEqualTo(1);
    }

    @Test
    void close_sessionHeldByACaller_rejectsItsNextCall() {
        String id = open();
        Session held = sessions.lease(id).session();

        sessions.close(id);

        assertThat(reason(held::view)).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void create_asManyAsAllowed_areOpen() {
        open();
        open();
        open();

        assertThat(sessions.openCount()).isEqualTo(3);
    }

    @Test
    void create_oneMoreThanAllowed_isRejectedForASecond() {
        open();
        open();
        open();

        CallException error = catchThrowableOfType(CallException.class, this::open);

        assertThat(error.reason()).isEqualTo(Reason.TOO_MANY_SESSIONS);
        assertThat(error.retryDelay()).contains(Duration.ofSeconds(1));
        assertThat(sessions.openCount()).isEqualTo(3);
    }

    @Test
    void create_afterOneIsClosed_isAllowed() {
        open();
        open();
        sessions.close(open());

        assertThat(open()).isNotEmpty();
    }

    @Test
    void create_afterAllExpired_isAllowedAtOnce() {
        open();
        open();
        open();

        ticker.advance(IDLE);

        assertThat(open()).isNotEmpty();
        assertThat(sessions.openCount()).isEqualTo(1);
    }

    @Test
    void open_environmentThatCannotBeMade_isNotCounted() {
        assertThatThrownBy(() -> sessions.open(
                        new SessionOpening(Principal.LOCAL, IDLE), SPEC, 0, RulesPreset.TROMP_TAYLOR, () -> {
                            throw new IllegalStateException("on purpose");
                        }))
                .hasMessage("on purpose");

        assertThat(sessions.openCount()).isZero();
    }

    @Test
    void newest_afterThreeWereOpened_areTheLastNewestFirst() {
        open();
        String second = open();
        String third = open();

        assertThat(sessions.directory().newest(Principal.LOCAL, 2))
                .extracting(SessionEntry::id)
                .containsExactly(third, second);
    }

    @Test
    void step_ofACallerInThisProcess_playsAndIsInTheView() {
        Session session = sessions.lease(open()).session();
        ExpectedState start = new ExpectedState(OptionalLong.of(0), OptionalInt.of(0));

        assertThat(session.step(1, start)).isEqualTo(Legality.LEGAL);

        assertThat(session.view().game().moveNumber()).isEqualTo(1);
        assertThat(reason(() -> session.step(1, start))).isEqualTo(Reason.WRONG_MOVE_NUMBER);
    }

    @Test
    void step_otherEpisodeAndMoveNumber_namesTheEpisode() {
        Session session = sessions.lease(open()).session();
        ExpectedState other = new ExpectedState(OptionalLong.of(1), OptionalInt.of(7));

        CallException error = catchThrowableOfType(CallException.class, () -> session.step(1, other));

        assertThat(error.reason()).isEqualTo(Reason.WRONG_EPISODE);
        assertThat(error.metadata()).isEqualTo(Map.of("field", "expected_episode", "value", "1", "allowed", "0"));
        assertThat(session.view().game().moveNumber()).isZero();
    }

    @Test
    void fork_session_isAnotherSessionInTheSameState() {
        Session source = sessions.lease(open()).session();
        source.step(1, ExpectedState.ANY);

        Session fork = sessions.fork(source, Duration.ofSeconds(3)).session();

        assertThat(fork.id()).isNotEqualTo(source.id());
        assertThat(fork.idleTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(fork.<Long>read(Environment::stateHash)).isEqualTo(source.<Long>read(Environment::stateHash));
    }

    @Test
    void create_internalError_isNotCounted() {
        Ticker clock = () -> {
            throw new IllegalStateException("no time");
        };
        Sessions broken = new Sessions(new SessionLimits(1, IDLE), clock, ActivityListener.NONE);

        assertThatThrownBy(() -> create(broken)).hasMessage("no time");

        assertThat(broken.openCount()).isZero();
    }
}
