package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.Seat;
import dev.tengen.board.SplitMix64;
import dev.tengen.player.BuiltInPlayer;
import java.util.concurrent.Executor;

/**
 * A built-in player in a tournament. The same seed gives the same moves.
 *
 * @param name its name there
 * @param player the kind of player
 * @param slow where it is asked for moves if it thinks; one that moves at once is asked by whoever brought its turn
 */
public record BuiltInEntrant(String name, BuiltInPlayer player, Executor slow) implements Entrant {
    @Override
    public Seat sit(SeatRequest invitation) {
        Executor executor = player.isSlow() ? slow : Runnable::run;
        GameSpec game = invitation.spec();
        return PlayerSeat.of(
                name, player.create(game.opening().setup(), game.rules()), new SplitMix64(invitation.seed()), executor);
    }
}
