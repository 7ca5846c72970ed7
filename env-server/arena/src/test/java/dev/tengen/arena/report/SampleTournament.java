package dev.tengen.arena.report;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.GameReport;
import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.Schedule;
import dev.tengen.arena.pairing.TournamentProgress;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredPlayer;
import dev.tengen.arena.store.StoredResult;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.Winner;
import dev.tengen.arena.store.WorkerLease;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.Players;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Plays a tournament into a store. Each run plays the same games with the same times. */
final class SampleTournament {
    static final Provenance WRITER = new Provenance("Tengen 1.0", "17.0.1", "Linux 6.1", "Abacus 9000", 4);

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration BETWEEN_GAMES = Duration.ofSeconds(20);
    private static final TimeControl CLOCK = TimeControl.parse("5m+3s");
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(6);
    private static final int MAX_STEP_NANOS = 40_000_000;

    private final ArenaStore store;
    private final String name;
    private final Grid grid;
    private final List<String> players;
    private final int pairCount;

    /** Creates a tournament in which every two of {@code players} play {@code pairCount} pairs of games. */
    SampleTournament(ArenaStore store, String name, Grid grid, List<String> players, int pairCount) {
        this.store = store;
        this.name = name;
        this.grid = grid;
        this.players = players;
        this.pairCount = pairCount;
    }

    /**
     * Plays {@code gameLimit} games and leaves the next one running. If there are no more games, the tournament ends.
     */
    TournamentRecord play(int gameLimit) {
        List<StoredPlayer> stored = players.stream()
                .map(player -> new StoredPlayer(player, "{\"player\":\"built-in\"}"))
                .toList();
        String settings = "{\"size\":" + grid.width() + ",\"clock\":\"" + CLOCK + "\"}";
        store.tournaments().create(new StoredTournament(name, settings, 7, stored, START));
        List<PlannedPair> pairs =
                Schedule.roundRobin(players, pairCount, pairCount).next(TournamentProgress.NONE, Integer.MAX_VALUE);
        List<Opening> openings = new RandomOpenings(grid, RULES, 2, 1).draw(pairCount);
        WorkerLease lease =
                store.workers().join(name, new WorkerSettings("one", WorkerSettings.DEFAULT_LEASE, players, 1));
        for (StoredGame game : store.games().plan(name, pairs)) {
            if (game.id().number() <= gameLimit) {
                Instant time = START.plus(BETWEEN_GAMES.multipliedBy(game.id().number()));
                store.games().claim(lease, game.id(), time);
                if (game.id().number() < gameLimit) {
                    store.results()
                            .record(
                                    lease,
                                    result(
                                            game,
                                            play(game, openings.get(game.game().opening())),
                                            time.plusSeconds(9)));
                }
            }
        }
        if (gameLimit >= 2 * pairs.size()) {
            store.tournaments().finish(name);
        }
        return TournamentRecord.of(store, name).by(WRITER);
    }

    private GameReport play(StoredGame game, Opening opening) {
        int number = game.id().number();
        GameSpec spec = new GameSpec(opening, RULES, 0, CLOCK, Duration.ZERO);
        Seat black = seat(game.game().black(), 2 * number);
        Seat white = seat(game.game().white(), 2 * number + 1);
        SteppingTime time = new SteppingTime(number, MAX_STEP_NANOS);
        return new RefereedGame(game.id().toString(), game.game().pair(), spec, black, white, time)
                .start()
                .join();
    }

    private Seat seat(String player, int seed) {
        BuiltInPlayer kind = players.indexOf(player) == 0 ? Players.GREEDY : Players.EYE_SAFE_RANDOM;
        Player built = kind.create(Setup.empty(grid), RULES);
        return PlayerSeat.of(player, seed % 5 == 3 ? moody(built, seed) : built, new SplitMix64(seed), Runnable::run);
    }

    /** Returns {@code player}, which gives up at its third move in one of several ways. */
    private static Player moody(Player player, int seed) {
        return (game, random) -> {
            if (game.moveNumber() < 6) {
                return player.chooseMove(game, random);
            }
            return switch ((seed / 5 + 4) % 5) {
                case 0 -> Player.RESIGN;
                case 1 -> -7; // No move at all.
                case 2 -> throw new PlayerException(PlayerException.Kind.TIMEOUT, "it thought for ever");
                case 3 -> throw new PlayerException(PlayerException.Kind.FAILED, "it ended with status 1");
                default -> throw new PlayerException(PlayerException.Kind.REFUSED_MOVE, "illegal move");
            };
        };
    }

    private static StoredResult result(StoredGame game, GameReport report, Instant endedAt) {
        GameOutcome ending = report.outcome();
        Winner winner = ending.isVoid() ? Winner.VOID : Winner.of(ending.winner());
        return new StoredResult(
                game.id(), winner, ending.verdict().name(), report.movesHash(), report.toSgf(), endedAt);
    }
}
