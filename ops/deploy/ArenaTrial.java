import dev.tengen.client.TengenClient;
import dev.tengen.client.arena.ArenaGame;
import dev.tengen.client.arena.TengenArena;
import dev.tengen.client.arena.TournamentFormat;
import dev.tengen.client.arena.TournamentSpec;
import dev.tengen.client.arena.TournamentState;
import dev.tengen.client.arena.TournamentStatus;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What {@code ops/deploy/try-image} does with the arena of a container: {@code java -cp clients/cli/target/tengen.jar
 * ops/deploy/ArenaTrial.java ADDRESS first|second}.
 *
 * <p>"first" plays a short tournament to its end and starts a long one. "second", after a restart, waits for the end of
 * the long one. Both print the results and records of the short one, which must be the same.
 */
public final class ArenaTrial {
    private static final String SHORT = "short";
    private static final String LONG = "long";
    private static final int SHORT_PAIRS = 3;
    private static final int LONG_PAIRS = 150;
    private static final long TIMEOUT_MS = 600_000;

    private ArenaTrial() {}

    /** Runs a part of the trial. Fails with an exception. */
    public static void main(String[] args) throws InterruptedException {
        // The machine may be busy.
        try (TengenClient client = TengenClient.connect(args[0], Duration.ofMinutes(2))) {
            TengenArena arena = client.arena();
            if (args[1].equals("first")) {
                arena.create(spec(SHORT, SHORT_PAIRS));
                await(arena, SHORT, status -> status.state() == TournamentState.ENDED);
                arena.create(spec(LONG, LONG_PAIRS));
                await(arena, LONG, status -> status.endedGameCount() > 0);
            } else {
                TournamentStatus before = arena.tournament(LONG);
                require(before.state() == TournamentState.RUNNING, "the long tournament ended before the restart");
                require(before.endedGameCount() > 0, "the long tournament has lost its games");
                await(arena, LONG, status -> status.state() == TournamentState.ENDED);
                require(arena.games(LONG).size() == 2 * LONG_PAIRS, "games of the long tournament are missing");
                require(gameCount(arena, LONG) == 2 * LONG_PAIRS, "results of the long tournament are missing");
            }
            require(gameCount(arena, SHORT) == 2 * SHORT_PAIRS, "results of the short tournament are missing");
            print(arena);
        }
    }

    private static TournamentSpec spec(String name, int pairs) {
        return TournamentSpec.builder(name, 9, 9, TournamentFormat.roundRobin(pairs))
                .player("greedy", "greedy")
                .player("random", "random")
                .randomOpenings(2)
                .concurrency(1)
                .seed(1)
                .build();
    }

    private static void await(TengenArena arena, String name, Predicate<TournamentStatus> condition)
            throws InterruptedException {
        long deadline = System.currentTimeMillis() + TIMEOUT_MS;
        while (!condition.test(arena.tournament(name))) {
            require(System.currentTimeMillis() < deadline, "waited too long for the tournament " + name);
            Thread.sleep(5);
        }
    }

    /** Returns the number of rated games of each player. */
    private static int gameCount(TengenArena arena, String name) {
        return arena.standings(name).rows().get(0).gameCount();
    }

    private static void print(TengenArena arena) {
        System.out.println(arena.standings(SHORT));
        for (ArenaGame game : arena.games(SHORT)) {
            System.out.println(game);
            System.out.println(arena.record(game.gameId()));
        }
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new IllegalStateException(problem);
        }
    }
}
