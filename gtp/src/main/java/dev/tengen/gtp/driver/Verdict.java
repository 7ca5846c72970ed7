package dev.tengen.gtp.driver;

import dev.tengen.player.PlayerException;
import java.util.Optional;

/** What came of asking an engine for a move. */
public enum Verdict {
    /** It made a legal move. */
    MOVE,
    /** It resigned. */
    RESIGNATION,
    /** It took longer than allowed; its process was ended. */
    TIMEOUT,
    /** Its process ended, or could not be started. */
    DEATH,
    /** It said something that is no response, not the one asked for, or no vertex; its process was ended. */
    GARBAGE,
    /** It answered that it failed. */
    ERROR_REPLY,
    /** It chose a point of the board on which the rules forbid the play. */
    ILLEGAL_MOVE,
    /** It chose a vertex that this board does not have. */
    OFF_BOARD,
    /** It does not accept a move of the game that the rules allow. */
    REFUSED_MOVE;

    /** Returns how a player with this verdict has failed, or nothing if it has not. */
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
