package dev.tengen.arena.host;

import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.store.GameId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The games in progress. Thread-safe. */
public final class LiveGameRegistry {
    private final Map<GameId, LiveGame> games = new ConcurrentHashMap<>();

    /** Returns the game {@code id}; empty if it is not in progress. */
    public Optional<LiveGame> find(GameId id) {
        return Optional.ofNullable(games.get(id));
    }

    /** Returns all games in progress, oldest first. */
    public List<LiveGame> list() {
        return games.values().stream()
                .sorted(Comparator.comparing(LiveGame::startedAt)
                        .thenComparing(game -> game.id().tournament())
                        .thenComparing(game -> game.id().number()))
                .toList();
    }

    /** Returns the number of games in progress. */
    public int count() {
        return games.size();
    }

    /** Returns the number of games of {@code tournament} in progress. */
    public int count(String tournament) {
        return of(tournament).size();
    }

    /** Returns the games of {@code tournament} in progress. */
    Map<GameId, LiveGame> of(String tournament) {
        Map<GameId, LiveGame> found = new HashMap<>(games);
        found.keySet().removeIf(id -> !id.tournament().equals(tournament));
        return found;
    }

    LiveGame add(GameId id, RefereedGame game) {
        LiveGame live = new LiveGame(id, game, Instant.now());
        games.put(id, live);
        return live;
    }

    void remove(GameId id) {
        games.remove(id);
    }

    /** Removes all games of {@code tournament}. */
    void removeAll(String tournament) {
        games.keySet().removeIf(id -> id.tournament().equals(tournament));
    }
}
