package dev.tengen.arena.host;

import dev.tengen.board.InvalidValueException;

/**
 * What the arena of a server may use.
 *
 * @param url where tournaments are kept, as {@link dev.tengen.arena.store.ArenaStore#open} takes it
 * @param agents who may come
 * @param maxTournamentCount tournaments that may run at once, those that wait for players included: 1 to 1,000
 * @param maxGameCount games that all tournaments that run may play at once, 1 to 100,000
 */
public record ArenaSettings(String url, AgentSettings agents, int maxTournamentCount, int maxGameCount) {
    private static final int GREATEST_TOURNAMENT_COUNT = 1000;
    private static final int GREATEST_GAME_COUNT = 100_000;

    /** Makes settings. Throws {@link InvalidValueException} where a value is out of range. */
    public ArenaSettings {
        require("max_tournaments", maxTournamentCount, GREATEST_TOURNAMENT_COUNT);
        require("max_arena_games", maxGameCount, GREATEST_GAME_COUNT);
    }

    /** Makes settings with the usual limits: those of {@link AgentSettings#DEFAULT}, 32 tournaments, 2,048 games. */
    public ArenaSettings(String url) {
        this(url, AgentSettings.DEFAULT, 32, 2048);
    }

    private static void require(String field, int count, int max) {
        if (count < 1 || count > max) {
            throw InvalidValueException.outside(field, count, 1, max);
        }
    }
}
