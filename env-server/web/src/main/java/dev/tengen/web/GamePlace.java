package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.arena.host.CasualGames;
import dev.tengen.arena.store.GameId;
import org.jspecify.annotations.Nullable;

/**
 * The place of a game in the arena.
 *
 * @param name the name of the tournament
 * @param number the number of the game, from 0, as everywhere in the arena
 * @param key the key of the tournament in paths; null if the game belongs to none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record GamePlace(String name, int number, @Nullable String key) {
    static GamePlace of(GameId id) {
        boolean isCasual = id.tournament().equals(CasualGames.NAME);
        return new GamePlace(id.tournament(), id.number(), isCasual ? null : PathKey.of(id.tournament()));
    }
}
