package dev.tengen.server.session;

import dev.tengen.base.SplitMix64;
import dev.tengen.env.TaskEpisode;
import dev.tengen.game.Game;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.server.execution.MemoryReservation;
import java.util.Optional;

/**
 * The action that a built-in player chooses in a session.
 *
 * @param action the action as the agent numbers it
 * @param moveNumber the move number at which it was chosen
 * @param stateHash the state hash at which it was chosen
 * @param symmetry the symmetry of the agent's view
 */
public record ChosenAction(int action, int moveNumber, long stateHash, Symmetry symmetry) {
    /** What a player is asked: a position, and the symmetry in which the agent sees it. */
    private record Question(Game game, Symmetry symmetry, Optional<TaskEpisode> task, long stateHash) {}

    /**
     * Returns the action that {@code player} chooses. The session serves other calls meanwhile.
     *
     * @param expected the state in which the session must be
     * @throws dev.tengen.server.error.CallException if the episode is over or in another state
     */
    public static ChosenAction of(Session session, BuiltInPlayer player, long seed, ExpectedState expected) {
        Question question = session.read(current -> {
            expected.require(current);
            if (current.isOver()) {
                throw IllegalActionErrors.episodeOver(current);
            }
            // A copy: players may try moves, and the history of the game must not change meanwhile.
            return new Question(
                    current.game().copy(),
                    current.symmetry(),
                    player.isOracle() ? current.taskEpisode() : Optional.empty(),
                    current.stateHash());
        });
        Game game = question.game();
        int moveNumber = game.moveNumber();
        SplitMix64 random = new SplitMix64(seed);
        int move;
        try (MemoryReservation search = session.reserveSearch(player, moveNumber)) {
            assert search.bytes() >= 0 : "the player may use it";
            move = question.task().isPresent()
                    ? question.task().get().chooseMove(game, random)
                    : player.create(game.grid()).chooseMove(game, random);
        }
        int action = SymmetryMap.of(question.symmetry(), game.grid()).turned(move);
        return new ChosenAction(action, moveNumber, question.stateHash(), question.symmetry());
    }
}
