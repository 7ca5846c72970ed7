package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.SequentialTest;
import dev.tengen.arena.pairing.SwissPairing;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * A tournament of built-in players on a small board without a clock, so that its games depend only on its seed. Some
 * games reach the move limit and are void.
 *
 * @param format the pairing
 * @param concurrency the maximum number of concurrent games
 * @param seed the seed
 */
record Cup(Format format, int concurrency, long seed) {
    private static final Grid GRID = Grid.square(5);
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(0.5);
    private static final int MOVE_LIMIT = 40;
    private static final int OPENING_COUNT = 4;

    /** The pairing. */
    enum Format {
        ROUND_ROBIN((players, concurrency) -> Schedule.roundRobin(players, OPENING_COUNT, 2)),
        ROUND_ROBIN_OF_180((players, concurrency) -> Schedule.roundRobin(players, OPENING_COUNT, 30)),
        ROUND_ROBIN_OF_600((players, concurrency) -> Schedule.roundRobin(players, OPENING_COUNT, 100)),
        /** Players that search: about a second of one core for ten games. */
        SEARCHES_OF_2004(
                (players, concurrency) -> Schedule.roundRobin(players, OPENING_COUNT, 334),
                List.of(search(300), search(150), Players.EYE_SAFE_RANDOM)),
        /**
         * Searches that wait for 5 ms before each move without a processor, as if each worker were a machine of its
         * own.
         */
        THINKING_OF_300(
                (players, concurrency) -> Schedule.roundRobin(players, OPENING_COUNT, 50),
                List.of(search(4), search(2), Players.EYE_SAFE_RANDOM),
                CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS)),
        SWISS((players, concurrency) -> new SwissPairing(players, OPENING_COUNT, 5)),
        TEST((players, concurrency) ->
                new SequentialTest(new SprtSpec(0, 300), players.get(0), players.get(2), OPENING_COUNT, concurrency));

        private final BiFunction<List<String>, Integer, Pairing> pairing;

        private final List<BuiltInPlayer> players;

        private final Executor executor;

        Format(BiFunction<List<String>, Integer, Pairing> pairing) {
            this(pairing, List.of(Players.GREEDY, Players.RANDOM, Players.EYE_SAFE_RANDOM));
        }

        Format(BiFunction<List<String>, Integer, Pairing> pairing, List<BuiltInPlayer> players) {
            this(pairing, players, Runnable::run);
        }

        Format(BiFunction<List<String>, Integer, Pairing> pairing, List<BuiltInPlayer> players, Executor executor) {
            this.pairing = pairing;
            this.players = players;
            this.executor = executor;
        }

        private static BuiltInPlayer search(int playoutCount) {
            return Players.named("monte-carlo:playouts=" + playoutCount).orElseThrow();
        }
    }

    TournamentConfig spec() {
        return spec(format.players.stream()
                .map(player -> (Entrant) new BuiltInEntrant(player.playerName(), player, format.executor))
                .toList());
    }

    /** Returns a copy of the spec with these players. */
    TournamentConfig spec(List<Entrant> entrants) {
        List<Opening> openings = new RandomOpenings(GRID, RULES, 2, seed).draw(OPENING_COUNT);
        GameSpec game =
                new GameSpec(openings.get(0), RULES, MOVE_LIMIT, MoveLimitRule.VOID, TimeControl.NONE, Duration.ZERO);
        Pairing pairing =
                format.pairing.apply(entrants.stream().map(Entrant::name).toList(), concurrency);
        return new TournamentConfig(entrants, pairing, game, openings, concurrency, seed);
    }

    /** Creates the tournament {@code name} with these players. */
    void create(ArenaStore store, String name) {
        create(store, name, spec());
    }

    static void create(ArenaStore store, String name, TournamentConfig spec) {
        List<StoredPlayer> players = spec.entrants().stream()
                .map(entrant -> new StoredPlayer(entrant.name(), "{}"))
                .toList();
        store.tournaments().create(new StoredTournament(name, "{}", spec.seed(), players, Instant.EPOCH));
    }

    /** Returns the games of an uninterrupted run, with a store in {@code folder}: players, opening and moves. */
    Map<String, Long> games(Path folder) throws InterruptedException {
        try (SystemTimeSource time = new SystemTimeSource();
                ArenaStore store = ArenaStore.open(folder.resolve("alone.db").toString())) {
            create(store, "alone");
            new StoredTournamentRunner(store, "alone", spec(), time).run(new TournamentListener() {});
            return games(store, "alone");
        }
    }

    /** Returns the games with a result in {@code store}. */
    static Map<String, Long> games(ArenaStore store, String name) {
        Map<String, Long> games = new TreeMap<>();
        for (StoredGame stored : store.games().list(name)) {
            PlannedGame game = stored.game();
            store.results()
                    .find(stored.id())
                    .ifPresent(result -> games.put(key(game.black(), game.white(), game.pair()), result.movesHash()));
        }
        return games;
    }

    private static String key(String black, String white, String pair) {
        return black + " v " + white + ", " + pair;
    }

    /** Checks that the tournament is over, each planned game was played, and records, results and standings agree. */
    void check(ArenaStore store, String name) {
        TournamentConfig spec = spec();
        assertThat(spec.pairing().isOver(store.results().progress(name))).isTrue();
        if (spec.pairing() instanceof Schedule schedule) {
            assertThat(store.games().pairs(name))
                    .containsExactlyInAnyOrderElementsOf(schedule.next(TournamentProgress.NONE, Integer.MAX_VALUE));
        }
        new RecordAudit(store, name, spec).check();
    }
}
