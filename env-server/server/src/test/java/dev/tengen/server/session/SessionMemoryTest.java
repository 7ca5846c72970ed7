package dev.tengen.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.TaskOptions;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.testing.HeapUse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Scanner;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What sessions reserve against the heap in use before and after many were opened, with a full log of calls. A process
 * of its own measures: other tests of this one leave memory that is freed at any time, for example idle solvers.
 */
@Tag("full")
class SessionMemoryTest {
    private static final long MEASURED_BYTES = 32 << 20;

    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final ExpectedState ANY = new ExpectedState(OptionalLong.empty(), OptionalInt.empty());

    private final RowExecutor executor = new RowExecutor();
    private final MemoryBudget budget = new MemoryBudget(1L << 30, Map.of());
    private final Sessions sessions = new Sessions(
            new SessionLimits(100_000, IDLE, 100_000),
            Ticker.systemTicker(),
            ActivityListener.NONE,
            new Engines(EngineLimits.NONE),
            new CallPools(executor),
            budget);

    @AfterEach
    void close() {
        executor.close();
    }

    private Session open(EnvironmentSpec spec, long seed) {
        try (SessionLease lease = sessions.create(spec, RulesPreset.TROMP_TAYLOR, OptionalLong.of(seed), IDLE)) {
            return lease.session();
        }
    }

    private static RequestKey key(int number) {
        return RequestKey.of("request-" + number, "Step", new byte[] {(byte) number});
    }

    private static void play(Session session, int moveCount) {
        int pass = session.spec().grid().pass();
        for (int move = 0; move < moveCount; move++) {
            session.step(key(move), move % 2 == 0 ? move / 2 : pass, ANY, Session.Answer::currentEpisode);
        }
    }

    @ParameterizedTest(name = "{0}x{0}, {1} moves")
    @CsvSource({"5, 32", "9, 60", "19, 300", "25, 600"})
    void reserved_fullLogOfCalls_isWithinAFifthOfTheHeapInUse(int size, int moveCount) throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SessionMemoryTest.class.getName(),
                        Integer.toString(size),
                        Integer.toString(moveCount))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Scanner output = new Scanner(program.getInputStream(), StandardCharsets.UTF_8)) {
            long reserved = output.nextLong();
            long measured = output.nextLong();

            assertThat(reserved).isCloseTo(measured, Percentage.withPercentage(20));
        } finally {
            program.destroyForcibly();
        }
    }

    /**
     * Prints how many bytes sessions reserve, and how many they take. The arguments are the size of the board and the
     * count of moves.
     */
    public static void main(String[] arguments) {
        SessionMemoryTest test = new SessionMemoryTest();
        test.measure(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        test.close();
    }

    private void measure(int size, int moveCount) {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(size), Rules.TROMP_TAYLOR);
        play(open(spec, 0), moveCount); // Loads classes.
        long heapBefore = HeapUse.bytes();
        long reservedBefore = budget.reservedBytes(MemoryKind.SESSION);

        int count = 1;
        while (budget.reservedBytes(MemoryKind.SESSION) - reservedBefore < MEASURED_BYTES) {
            play(open(spec, count), moveCount);
            count++;
        }

        long measured = HeapUse.bytes() - heapBefore;
        assertThat(sessions.openCount()).isEqualTo(count);
        System.out.println(budget.reservedBytes(MemoryKind.SESSION) - reservedBefore + " " + measured);
    }

    @Test
    void proposals_areReservedAndReleased() {
        EnvironmentSpec spec = EnvironmentSpec.builder(
                        Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT))
                .maxMoves(EnvironmentSpec.UNLIMITED_MOVES)
                .build();
        Session session = open(spec, 1);
        play(session, 40);
        long before = budget.reservedBytes(MemoryKind.SESSION);
        long each = Environment.proposalBytes(spec, 20);

        for (int count = 0; count < 10; count++) {
            disagree(session);
        }
        long proposed = budget.reservedBytes(MemoryKind.SESSION);
        try (SessionLease fork = sessions.fork(session, IDLE)) {
            assertThat(budget.reservedBytes(MemoryKind.SESSION) - proposed).isGreaterThan(10 * each + 5_000);
            sessions.close(fork.session().id());
        }
        session.undo(RequestKey.NONE, 4, ANY, Session.Answer::currentEpisode);
        session.reset(RequestKey.NONE, OptionalLong.empty(), () -> TaskOptions.OPEN, Session.Answer::currentEpisode);
        for (int call = 0; call < RequestLog.CAPACITY; call++) {
            session.reset(
                    RequestKey.NONE, OptionalLong.empty(), () -> TaskOptions.OPEN, Session.Answer::currentEpisode);
        }

        assertThat(proposed - before).isBetween(10 * each, 10 * each + 4_000);
        assertThat(budget.reservedBytes(MemoryKind.SESSION)).isLessThanOrEqualTo(before);
        sessions.close(session.id());
        assertThat(budget.reservedBytes()).isZero();
    }

    /** Ends play by passes, and proposes different stones, so that play resumes. */
    private static void disagree(Session session) {
        while (!session.<Boolean>read(Environment::isInAgreement)) {
            session.step(RequestKey.NONE, session.spec().grid().pass(), ANY, Session.Answer::currentEpisode);
        }
        PointSet stones = session.read(
                environment -> environment.game().board().points(Color.BLACK).copy());
        session.proposeDead(RequestKey.NONE, () -> stones, ANY, Session.Answer::currentEpisode);
        session.proposeDead(
                RequestKey.NONE, () -> new PointSet(session.spec().grid()), ANY, Session.Answer::currentEpisode);
    }
}
