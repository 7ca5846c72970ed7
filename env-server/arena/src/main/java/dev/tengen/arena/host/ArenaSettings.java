package dev.tengen.arena.host;

import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.base.InvalidValueException;
import java.util.Optional;

/**
 * The settings of a server's arena.
 *
 * @param url the URL of the store, see {@link dev.tengen.arena.store.ArenaStore#open}
 * @param agents the limits on agents
 * @param maxTournamentCount the maximum number of running tournaments, including those that wait for players, 1 to
 *     1,000
 * @param maxGameCount the maximum number of concurrent games of all tournaments together, 1 to 100,000
 * @param ladder the settings of the ladder; empty for none
 */
public record ArenaSettings(
        String url,
        AgentSettings agents,
        int maxTournamentCount,
        int maxGameCount,
        Optional<TournamentSettings> ladder) {
    private static final int MAX_TOURNAMENT_COUNT = 1000;
    private static final int MAX_GAME_COUNT = 100_000;

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public ArenaSettings {
        InvalidValueException.requireWithin("max_tournaments", maxTournamentCount, 1, MAX_TOURNAMENT_COUNT);
        InvalidValueException.requireWithin("max_arena_games", maxGameCount, 1, MAX_GAME_COUNT);
    }

    /** Creates settings without a ladder. */
    public ArenaSettings(String url, AgentSettings agents, int maxTournamentCount, int maxGameCount) {
        this(url, agents, maxTournamentCount, maxGameCount, Optional.empty());
    }

    /** Returns these settings with a ladder. */
    public ArenaSettings withLadder(TournamentSettings newLadder) {
        return new ArenaSettings(url, agents, maxTournamentCount, maxGameCount, Optional.of(newLadder));
    }

    /** Creates settings with the default limits: {@link AgentSettings#DEFAULT}, 32 tournaments, 2,048 games. */
    public ArenaSettings(String url) {
        this(url, AgentSettings.DEFAULT, 32, 2048);
    }
}
