package dev.tengen.server.session;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.env.Environment;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;

/** Creates the call errors for illegal actions (OCCUPIED, SUICIDE, REPETITION, ...) and rejected proposals. */
final class IllegalActionErrors {
    private IllegalActionErrors() {}

    /**
     * Returns the error for {@code action}, which is illegal in {@code environment} for the given reason. The message
     * shows the number as the agent sent it, and in parentheses the name of the point on the board.
     */
    static CallException of(Environment environment, int action, Legality legality) {
        Game game = environment.game();
        int move = environment.onBoard(action);
        String name = game.grid().contains(move)
                ? "action " + action + " (" + game.grid().name(move) + ")"
                : "action " + action;
        CallException error = switch (legality) {
            case EPISODE_OVER -> episodeOver(environment);
            case OUT_OF_RANGE ->
                CallException.invalid(
                        Reason.OUT_OF_RANGE,
                        InvalidValueException.not(
                                "action", action, "within [0, " + game.grid().pass() + "] or -2"));
            case OCCUPIED -> CallException.of(Reason.OCCUPIED, name + " is illegal: a stone stands there");
            case SUICIDE ->
                CallException.of(
                        Reason.SUICIDE,
                        name + " is illegal: suicide under "
                                + environment.spec().rules().suicide());
            case AGREEMENT ->
                CallException.of(
                        Reason.AGREEMENT,
                        name + " is illegal: play has ended, and the players propose which stones are dead");
            case REPETITION -> repetition(game, move, name);
            case LEGAL -> throw new IllegalStateException(name + " is legal");
            case NO_AGREEMENT, NOT_WHOLE_CHAINS -> throw new IllegalStateException(name + " is not a proposal");
        };
        return error.with("field", "action").with("value", action);
    }

    private static CallException repetition(Game game, int move, String name) {
        int repeated = game.repeatedMoveNumber(move);
        String when = repeated == 0 ? "at the start" : "after move " + repeated;
        return CallException.of(Reason.REPETITION, name + " is illegal: it repeats the position " + when)
                .with("repeats_move", repeated);
    }

    /** Returns the error that the episode is over. */
    static CallException episodeOver(Environment environment) {
        return CallException.of(
                Reason.EPISODE_OVER, "the episode is over (" + environment.endReason() + "); reset it first");
    }

    /** Returns the error that dead stones cannot be proposed now. */
    static CallException noAgreement(Environment environment) {
        return CallException.of(
                Reason.NO_AGREEMENT,
                "dead stones cannot be proposed now: the rule for dead stones is "
                        + environment.spec().rules().deadStones() + ", and there are "
                        + environment.game().passCount() + " passes in a row");
    }

    /** Returns the error that no move can be taken back; {@code refusal} says why. */
    static CallException noUndo(String refusal) {
        return CallException.of(Reason.UNDO_UNAVAILABLE, "no move can be taken back: " + refusal);
    }

    /** Returns the error that {@code toMove}, the other color, is to move. */
    static CallException notYourTurn(int toMove) {
        return CallException.of(
                Reason.NOT_YOUR_TURN,
                (toMove == Color.BLACK ? "Black" : "White") + " is to move, and the token is that of the other seat");
    }

    /** Returns the error that the session is not in the episode that the caller expects. */
    static CallException wrongEpisode(long expected, long episode) {
        String value = Long.toUnsignedString(expected);
        return CallException.of(Reason.WRONG_EPISODE, "expected_episode " + value + " is not the session's " + episode)
                .with("field", "expected_episode")
                .with("value", value)
                .with("allowed", episode);
    }

    /** Returns the error that the episode is not at the move number that the caller expects. */
    static CallException wrongMoveNumber(int expected, int moveNumber) {
        String value = Integer.toUnsignedString(expected);
        return CallException.of(
                        Reason.WRONG_MOVE_NUMBER,
                        "expected_move_number " + value + " is not the episode's " + moveNumber)
                .with("field", "expected_move_number")
                .with("value", value)
                .with("allowed", moveNumber);
    }
}
