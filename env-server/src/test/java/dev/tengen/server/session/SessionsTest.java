package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import dev.tengen.server.testing.FakeTicker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
    private static final EnvironmentSpec SPEC = EnvironmentSpec.of(Grid.square(1), Rules.TROMP_TAYLOR);

    private final FakeTicker ticker = new FakeTicker();
    private final Sessions sessions = new Sessions(new SessionLimits(3, IDLE), ticker, ActivityListener.NONE);

    private String open() {
        return create(sessions);
    }

    private static String create(Sessions sessions) {
        return sessions.create(SPEC, RulesPreset.TROMP_TAYLOR, OptionalLong.empty())
                .id();
    }

    private static Reason reason(ThrowingCallable call) {
        return catchThrowableOfType(CallException.class, call).reason();
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
    private static String threadOf(Executor executor) throws InterruptedException {
        BlockingQueue<String> name = new LinkedBlockingQueue<>();
        executor.execute(() -> name.add(Thread.currentThread().getName()));
        return name.take();
    }

    @Test
    void executorFor_playerThatMayBlock_isAnotherThread() throws InterruptedException {
        EnvironmentSpec blocking = EnvironmentSpec.builder(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR)
                .opponent(Optional.of(new Opponent(sessions.opponent("monte-carlo:playouts=3"), Color.WHITE)))
                .build();
        Session session = sessions.create(blocking, RulesPreset.TROMP_TAYLOR, OptionalLong.empty());

        assertThat(threadOf(sessions.executorFor("monte-carlo:playouts=3", false)))
                .startsWith("blocking-calls-");
        assertThat(threadOf(sessions.executorFor("", true))).startsWith("blocking-calls-");
        assertThat(threadOf(session.executor())).startsWith("blocking-calls-");
        assertThat(threadOf(sessions.executorForFork(session))).startsWith("blocking-calls-");
        assertThat(threadOf(sessions.executorFor(sessions.find(open()), "monte-carlo")))
                .startsWith("blocking-calls-");
    }

    @Test
    void executorFor_playerThatMovesAtOnce_isTheCaller() throws InterruptedException {
        String here = Thread.currentThread().getName();
        Session session = sessions.find(open());

        assertThat(threadOf(sessions.executorFor("", false))).isEqualTo(here);
        assertThat(threadOf(sessions.executorFor("greedy", false))).isEqualTo(here);
        assertThat(threadOf(session.executor())).isEqualTo(here);
        assertThat(threadOf(sessions.executorForFork(session))).isEqualTo(here);
        assertThat(threadOf(sessions.executorFor(session, "greedy"))).isEqualTo(here);
        assertThat(threadOf(sessions.executorFor(session, "nobody"))).isEqualTo(here);
    }

    @Test
    void find_idleForLessThanTheTimeout_isTheSession() {
        String id = open();

        ticker.advance(ALMOST_IDLE);

        assertThat(sessions.find(id).id()).isEqualTo(id);
    }

    @Test
    void find_idleForTheTimeout_isNotFound() {
        String id = open();

        ticker.advance(IDLE);

        assertThat(reason(() -> sessions.find(id))).isEqualTo(Reason.SESSION_NOT_FOUND);
    }

    @Test
    void find_usedInTime_neverExpires() {
        String id = open();

        for (int count = 0; count < 10; count++) {
            ticker.advance(ALMOST_IDLE);
            sessions.find(id);
        }

        assertThat(sessions.find(id).id()).isEqualTo(id);
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

    @Test
    void close_sessionHeldByACaller_rejectsItsNextCall() {
        String id = open();
        Session held = sessions.find(id);

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
        assertThatThrownBy(() -> sessions.open(RulesPreset.TROMP_TAYLOR, () -> {
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

        assertThat(sessions.newest(2)).extracting(SessionEntry::id).containsExactly(third, second);
    }

    @Test
    void step_ofACallerInThisProcess_playsAndIsInTheView() {
        Session session = sessions.find(open());

        assertThat(session.step(1, OptionalInt.of(0))).isEqualTo(Legality.LEGAL);

        assertThat(session.view().game().moveNumber()).isEqualTo(1);
        assertThat(reason(() -> session.step(1, OptionalInt.of(0)))).isEqualTo(Reason.WRONG_MOVE_NUMBER);
    }

    @Test
    void fork_session_isAnotherSessionInTheSameState() {
        Session source = sessions.find(open());
        source.step(1, OptionalInt.empty());

        Session fork = sessions.fork(source);

        assertThat(fork.id()).isNotEqualTo(source.id());
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
