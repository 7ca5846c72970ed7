package dev.tengen.client.arena;

import dev.tengen.client.env.ActionMask;
import dev.tengen.client.env.Observation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An agent's turn in a game.
 *
 * @param game the game
 * @param moveNumber moves made so far
 * @param actions all moves so far, those of the opening included
 * @param actionMask the legal actions
 * @param observations the position in the requested encodings, in their order
 * @param allowed time limit from the sending of the turn until the answer reaches the server; empty for no limit
 * @param left the agent's remaining time; empty for no limit
 * @param opponentLeft the opponent's remaining time; empty for no limit
 * @param stateHash 64-bit hash of everything that legality and scores depend on
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
    /** Creates a turn with copies of the lists. */
    public AgentTurn {
        actions = List.copyOf(actions);
        observations = List.copyOf(observations);
    }

    /**
     * The remaining time of a clock.
     *
     * @param time time left of the main time, the current period, or the move, depending on the time control
     * @param periodCount periods left, the current one included; 0 if there are none
     */
    public record ClockTime(Duration time, int periodCount) {}
}
