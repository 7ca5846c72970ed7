package dev.tengen.arena.host;

import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameFilter;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameWithResult;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The games of tournaments, from the store and from the games in progress. Methods call the store. Thread-safe. */
public final class TournamentGames {
    private final ArenaStore store;
    private final LiveGameRegistry games;

    TournamentGames(ArenaStore store, LiveGameRegistry games) {
        this.store = store;
        this.games = games;
    }

    /**
     * Returns the number of games of a tournament that {@code filter} selects.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public int count(String tournament, GameFilter filter) {
        requireTournament(tournament);
        return StoreCalls.call(() -> store.games().count(tournament, filter));
    }

    /**
     * Returns at most {@code count} games of a tournament, from number {@code from}.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public List<TournamentGame> page(String tournament, int from, int count) {
        requireTournament(tournament);
        // Before the store: a game leaves the registry only when its result is stored.
        Map<GameId, LiveGame> live = games.of(tournament);
        return entries(live, StoreCalls.call(() -> store.games().page(tournament, from, count)));
    }

    /**
     * Returns at most {@code count} games of a tournament that {@code filter} selects, after the first {@code from}.
     * The games that were started last come first.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public List<TournamentGame> latest(String tournament, GameFilter filter, int from, int count) {
        requireTournament(tournament);
        // Before the store: a game leaves the registry only when its result is stored.
        Map<GameId, LiveGame> live = games.of(tournament);
        return entries(live, StoreCalls.call(() -> store.games().latest(tournament, filter, from, count)));
    }

    /**
     * Returns at most {@code count} games of a tournament, newest first.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public List<TournamentGame> latest(String tournament, int count) {
        return latest(tournament, GameFilter.ALL, 0, count);
    }

    private void requireTournament(String name) {
        var unused = StoreCalls.call(() -> store.tournaments().get(name));
    }

    private static List<TournamentGame> entries(Map<GameId, LiveGame> live, List<GameWithResult> found) {
        return found.stream()
                .map(game ->
                        entry(game, Optional.ofNullable(live.get(game.game().id()))))
                .toList();
    }

    private static TournamentGame entry(GameWithResult found, Optional<LiveGame> live) {
        return new TournamentGame(found.game(), found.result().isPresent() ? Optional.empty() : live, found.result());
    }

    /**
     * Returns the game {@code id}.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND} or {@link Reason#ARENA_GAME_NOT_FOUND}
     */
    public TournamentGame find(String id) {
        GameId known = gameId(id);
        requireTournament(known.tournament());
        Optional<LiveGame> live = games.find(known);
        return StoreCalls.call(() -> store.games().find(known))
                .map(found -> entry(found, live))
                .orElseThrow(() -> noGame(id));
    }

    private static GameId gameId(String id) {
        try {
            return GameId.parse(id);
        } catch (InvalidValueException e) {
            throw noGame(id);
        }
    }

    private static CallException noGame(String id) {
        return CallException.of(Reason.ARENA_GAME_NOT_FOUND, "there is no game \"" + CallException.shown(id) + '"');
    }
}
