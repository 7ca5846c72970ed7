package dev.tengen.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An agent's turn.
 *
 * @param game the game
 * @param moveNumber moves made before
 * @param actions all moves so far, those of the opening among them
 * @param actionMask the legal actions
 * @param observations the position in the encodings asked for, in their order
 * @param allowed the time from the sending of the turn within which the answer must be at the server; nothing for no limit
 * @param left what the agent's clock has left; nothing for no limit
 * @param opponentLeft what the opponent's clock has left, likewise
 * @param stateHash 64 bits over everything that legality and scores depend on
 */
public record AgentTurn(
        AgentGame game,
        int moveNumber,
        List<Integer> actions,
        ActionMask actionMask,
        List<Observation> observations,
        Optional<Duration> allowed,
        Optional<ClockTime> left,
        Optional<ClockTime> opponentLeft,
        long stateHash) {
    /** Makes a turn; the lists are copied. */
    public AgentTurn {
        actions = List.copyOf(actions);
        observations = List.copyOf(observations);
    }

    /**
     * What a clock has left.
     *
     * @param time of the main time, of the present period, or of the move, whichever the player is in
     * @param periodCount periods left, the present one included; 0 where there are none
     */
    public record ClockTime(Duration time, int periodCount) {}
}
