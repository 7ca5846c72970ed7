package dev.tengen.server.session;

import dev.tengen.env.EndReason;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.RulesPreset;

/**
 * The state of a session at one moment, for display.
 *
 * @param spec the spec of its environment
 * @param preset the rule preset it was created with
 * @param episode number of the episode; 0 until the first reset
 * @param game a copy of the game with its history; it belongs to the caller
 * @param endReason why the episode ended; {@link EndReason#NONE} while it lasts
 * @param result the result in the notation of game records, as in "B+3.5"; empty while the episode lasts
 * @param endMessage how an opponent failed, else empty
 * @param canUndo whether moves can be taken back
 */
public record SessionView(
        EnvironmentSpec spec,
        RulesPreset preset,
        long episode,
        Game game,
        EndReason endReason,
        String result,
        String endMessage,
        boolean canUndo) {}
