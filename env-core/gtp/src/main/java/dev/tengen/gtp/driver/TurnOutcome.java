package dev.tengen.gtp.driver;

import dev.tengen.player.PlayerException;
import java.util.Optional;

/** The outcome of asking an engine for a move. */
public enum TurnOutcome {
    /** A legal move. */
    MOVE,
    /** A resignation. */
    RESIGNATION,
    /** The engine exceeded its time limit; its process was ended. */
    TIMEOUT,
    /** The process of the engine ended or could not be started. */
    DEATH,
    /** The engine wrote no response, not the expected one, or no vertex; its process was ended. */
    GARBAGE,
    /** The engine responded with an error. */
    ERROR_REPLY,
    /** The engine chose a point of the board on which the rules forbid the play. */
    ILLEGAL_MOVE,
    /** The engine chose a vertex outside the board. */
    OFF_BOARD,
    /** The engine rejected a legal move of the game. */
    REFUSED_MOVE;

    /** Returns how a player with this outcome has failed; empty if it has not. */
    public Optional<PlayerException.Kind> failure() {
        return switch (this) {
            case MOVE, RESIGNATION -> Optional.empty();
            case TIMEOUT -> Optional.of(PlayerException.Kind.TIMEOUT);
            case DEATH, GARBAGE, ERROR_REPLY -> Optional.of(PlayerException.Kind.FAILED);
            case ILLEGAL_MOVE, OFF_BOARD -> Optional.of(PlayerException.Kind.ILLEGAL_MOVE);
            case REFUSED_MOVE -> Optional.of(PlayerException.Kind.REFUSED_MOVE);
        };
    }
}
