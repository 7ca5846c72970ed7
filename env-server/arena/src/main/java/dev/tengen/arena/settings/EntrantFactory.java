package dev.tengen.arena.settings;

import dev.tengen.arena.game.ScoreAdjudicator;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.base.InvalidValueException;

/** Creates the entrants of a tournament from the settings of its players. */
@FunctionalInterface
public interface EntrantFactory {
    /**
     * Returns the entrant for {@code player}, with its name.
     *
     * @throws InvalidValueException if there is no such player
     */
    Entrant create(PlayerSettings player);

    /**
     * Returns the adjudicator that is an engine.
     *
     * @param player the name of the engine as a player, such as "gtp:gnugo"
     * @throws InvalidValueException if there is no such engine; by default there is none
     */
    default ScoreAdjudicator adjudicator(String player) {
        throw InvalidValueException.not("adjudicator", '"' + player + '"', "an engine, but there is none");
    }
}
