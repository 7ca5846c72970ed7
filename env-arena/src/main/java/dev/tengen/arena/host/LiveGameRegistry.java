package dev.tengen.arena.host;

import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.store.GameId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/** The games under way. Thread-safe. */
public final class LiveGameRegistry {
    private final Map<GameId, LiveGame> games = new ConcurrentHashMap<>();
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();

    /** Returns the game called {@code id}, if it is under way. */
    public Optional<LiveGame> find(GameId id) {
        return Optional.ofNullable(games.get(id));
    }

    /** Returns all games under way, the oldest first. */
    public List<LiveGame> list() {
        return games.values().stream()
                .sorted(Comparator.comparing(LiveGame::startedAt)
                        .thenComparing(game -> game.id().tournament())
                        .thenComparing(game -> game.id().number()))
                .toList();
    }

    /** Returns the count of games under way. */
    public int count() {
        return games.size();
    }

    /** Runs {@code listener}, which takes little time, whenever a game has begun or ended; returns what ends that. */
    public Runnable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns the count of games of {@code tournament} that are under way. */
    public int count(String tournament) {
        return (int) games.keySet().stream()
                .filter(id -> id.tournament().equals(tournament))
                .count();
    }

    /** Returns the games of {@code tournament} that are under way. */
    Map<GameId, LiveGame> of(String tournament) {
        Map<GameId, LiveGame> found = new HashMap<>(games);
        found.keySet().removeIf(id -> !id.tournament().equals(tournament));
        return found;
    }

    void add(GameId id, RefereedGame game) {
        games.put(id, new LiveGame(id, game, Instant.now()));
        listeners.forEach(Runnable::run);
    }

    void remove(GameId id) {
        if (games.remove(id) != null) {
            listeners.forEach(Runnable::run);
        }
    }

    /** Forgets all games of {@code tournament}, which plays no more. */
    void removeAll(String tournament) {
        if (games.keySet().removeIf(id -> id.tournament().equals(tournament))) {
            listeners.forEach(Runnable::run);
        }
    }
}
