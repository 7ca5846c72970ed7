package dev.tengen.arena.tournament;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.pairing.Pairing;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.SwissPairing;
import dev.tengen.arena.rating.GamePair;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.store.GameId;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TournamentRunnerTest extends StoreFixture {
    private final ExecutorService thinkers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        thinkers.shutdownNow();
    }

    private Entrant builtIn(BuiltInPlayer player) {
        return new BuiltInEntrant(player.playerName(), player, thinkers);
    }

    private static TournamentConfig spec(
            int size, int openingCount, int concurrency, Format format, Entrant... entrants) {
        List<String> names = Stream.of(entrants).map(Entrant::name).toList();
        Grid grid = Grid.square(size);
        GameSpec game = new GameSpec(Opening.empty(grid), Rules.TROMP_TAYLOR.withKomi(0.5));
        List<Opening> openings = new RandomOpenings(grid, game.rules(), 2, 9).draw(openingCount);
        Pairing pairing = format.make(names, openingCount, openingCount);
        return new TournamentConfig(List.of(entrants), pairing, game, openings, concurrency, 4);
    }

    private List<GameReport> run(TournamentConfig spec) throws InterruptedException {
        return run(spec, report -> {});
    }

    /** Plays a new tournament and returns the reports in the order of their names. */
    private List<GameReport> run(TournamentConfig spec, Consumer<GameReport> listener) throws InterruptedException {
        String name = "cup " + store.tournaments().list().size();
        Cup.create(store, name, spec);
        List<GameReport> reports = new ArrayList<>();
        new StoredTournamentRunner(store, name, spec, time).run(new TournamentListener() {
            @Override
            public void ended(GameId id, GameReport report) {
                reports.add(report);
                listener.accept(report);
            }
        });
        reports.sort(Comparator.comparing(TournamentRunnerTest::name));
        return reports;
    }

    /** Returns the players and the opening of a game. */
    private static String name(GameReport report) {
        return report.black() + " v " + report.white() + ", " + report.pair();
    }

    private static List<GameResult> results(List<GameReport> reports) {
        return reports.stream().flatMap(report -> report.result().stream()).toList();
    }

    /**
     * A regression test: the thread that waited for an absent player woke before the stop was visible, and then waited
     * forever. Without other activity this happened in about half of the runs.
     */
    @Test
    @Tag("full")
    void stop_50TimesWithoutPlayers_ends() throws InterruptedException {
        HeldEntrant absent = new HeldEntrant("absent");
        absent.present(false);
        TournamentConfig spec = spec(5, 1, 1, Schedule::roundRobin, absent, builtIn(Players.RANDOM));
        Cup.create(store, "cup", spec);
        for (int round = 0; round < 50; round++) {
            StoredTournamentRunner tournament = new StoredTournamentRunner(store, "cup", spec, time);
            Thread thread = new Thread(() -> {
                try {
                    tournament.run(new TournamentListener() {});
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            thread.start();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }

            tournament.stop();

            thread.join(60_000);
            boolean isEnded = !thread.isAlive();
            thread.interrupt();
            assertThat(isEnded).as("round " + round).isTrue();
        }
    }

    @Test
    void run_playersOfKnownOrder_areRatedInIt() throws InterruptedException {
        TournamentConfig spec = spec(
                7,
                12,
                2,
                Schedule::roundRobin,
                builtIn(Players.EYE_SAFE_RANDOM),
                builtIn(Players.RANDOM),
                builtIn(Players.GREEDY));

        List<GameReport> reports = run(spec);

        List<GameResult> results = results(reports);
        assertThat(reports).hasSize(72);
        assertThat(results).as("games that are not void").hasSizeGreaterThan(60);
        assertThat(GamePair.group(results).stream().filter(GamePair::isComplete).count())
                .isGreaterThan(25);
        Standings standings = Standings.of(results, RatingOptions.DEFAULT);
        assertThat(standings.rows())
                .extracting(row -> row.rating().player())
                .containsExactly("greedy", "eye-safe-random", "random");
        assertThat(standings.rows().get(0).superiorityToNext()).isGreaterThan(0.95);
        assertThat(standings.rows().get(1).superiorityToNext()).isGreaterThan(0.95);
    }

    @Test
    void run_moreGamesAtOnce_givesTheSameReports() throws InterruptedException {
        Entrant[] entrants = {
            builtIn(Players.RANDOM),
            builtIn(Players.named("monte-carlo:playouts=10").orElseThrow())
        };

        List<GameReport> one = run(spec(5, 5, 1, Schedule::roundRobin, entrants));
        List<GameReport> four = run(spec(5, 5, 4, Schedule::roundRobin, entrants));

        assertThat(four)
                .hasSize(10)
                .extracting(report -> name(report) + ": " + report.movesHash())
                .containsExactlyElementsOf(one.stream()
                        .map(report -> name(report) + ": " + report.movesHash())
                        .toList());
        assertThat(one).extracting(GameReport::movesHash).doesNotHaveDuplicates();
    }

    /** The slow player answers only once the others have played all their games. */
    @Test
    void run_slowPlayer_doesNotBlockOthers() throws InterruptedException {
        HeldEntrant slow = new HeldEntrant("held");
        TournamentConfig spec =
                spec(5, 6, 3, Schedule::roundRobin, slow, builtIn(Players.RANDOM), builtIn(Players.EYE_SAFE_RANDOM));
        AtomicInteger others = new AtomicInteger();

        List<GameReport> reports = run(spec, report -> {
            boolean isOfSlow = report.black().equals("held") || report.white().equals("held");
            if (!isOfSlow && others.incrementAndGet() == 12) {
                slow.release();
            }
        });

        assertThat(reports).hasSize(36);
        assertThat(others).hasValue(12);
    }

    @Test
    void run_engines_playOrFailEachGame() throws InterruptedException {
        EngineSpec missing = EngineSpec.of("missing", "/no/such/engine");
        TournamentConfig spec = spec(
                5,
                1,
                2,
                Schedule::roundRobin,
                builtIn(Players.GREEDY),
                new EngineEntrant(FakeEngine.spec(Fault.PASS), thinkers),
                new EngineEntrant(missing, thinkers));

        List<GameReport> reports = run(spec);

        assertThat(reports).hasSize(6);
        for (GameReport report : reports) {
            boolean isOfMissing =
                    report.black().equals("missing") || report.white().equals("missing");
            assertThat(report.outcome().verdict())
                    .as(report.id() + ": " + report.outcome().summary())
                    .isEqualTo(isOfMissing ? Verdict.ENGINE_FAILURE : Verdict.PASSES);
            if (isOfMissing) {
                assertThat(report.outcome().summary()).contains("could not be started");
                assertThat(results(List.of(report)).get(0).points("missing")).isZero();
            }
        }
    }

    @Test
    void new_valuesOutOfRange_areRefused() {
        Entrant random = builtIn(Players.RANDOM);
        Entrant greedy = builtIn(Players.GREEDY);

        assertThatThrownBy(() -> spec(5, 1, 0, Schedule::gauntlet, random, greedy))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("concurrency 0 is outside [1, 1024]");
        TournamentConfig good = spec(5, 1, 1, Schedule::gauntlet, random, greedy);
        assertRefused(
                good,
                List.of(random),
                good.openings(),
                "entrants [random] is not two or more players with distinct names");
        assertRefused(
                good,
                List.of(random, random, greedy),
                good.openings(),
                "entrants [random, random, greedy] is not two or more players with distinct names");
        assertRefused(
                good,
                List.of(random, builtIn(Players.EYE_SAFE_RANDOM)),
                good.openings(),
                "pairing \"greedy\" is not one of the entrants [random, eye-safe-random]");
        assertRefused(good, good.entrants(), List.of(), "openings [] is not one or more openings with distinct ids");
        assertRefused(
                good,
                good.entrants(),
                List.of(Opening.empty(Grid.square(9))),
                "size of opening empty 9x9 is not 5x5, the size of the game");
        TournamentConfig two = spec(5, 2, 1, Schedule::gauntlet, random, greedy);
        assertRefused(two, two.entrants(), good.openings(), "opening of the pairing 1 is outside [0, 0]");
    }

    private static void assertRefused(
            TournamentConfig good, List<Entrant> entrants, List<Opening> openings, String message) {
        assertThatThrownBy(() -> new TournamentConfig(entrants, good.pairing(), good.game(), openings, 1, 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(message);
    }

    /** Swiss pairs depend on results, so fewer games than allowed run until a game ends. */
    @Test
    void run_swiss_everybodyPlaysEnough() throws InterruptedException {
        Entrant[] entrants = {
            builtIn(Players.RANDOM),
            builtIn(Players.GREEDY),
            builtIn(Players.EYE_SAFE_RANDOM),
            builtIn(Players.named("monte-carlo:playouts=5").orElseThrow())
        };

        List<GameReport> reports = run(spec(5, 3, 8, SwissPairing::new, entrants));

        for (Entrant entrant : entrants) {
            assertThat(reports.stream()
                            .filter(report -> report.black().equals(entrant.name())
                                    || report.white().equals(entrant.name())))
                    .hasSizeGreaterThanOrEqualTo(6);
        }
        assertThat(reports).extracting(GameReport::id).doesNotHaveDuplicates();
        assertThat(GamePair.group(results(reports))).isNotEmpty();
    }

    /** Creates a pairing from players, a number of openings and a number of meetings. */
    private interface Format {
        Pairing make(List<String> players, int openingCount, int count);
    }
}
