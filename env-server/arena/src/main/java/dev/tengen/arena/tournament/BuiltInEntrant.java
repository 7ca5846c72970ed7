package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.Seat;
import dev.tengen.base.SplitMix64;
import dev.tengen.player.BuiltInPlayer;
import java.util.concurrent.Executor;

/**
 * A built-in player in a tournament. Equal seeds give equal moves.
 *
 * @param name the name in the tournament
 * @param player the player
 * @param slow the executor for a player that thinks; a player that moves at once runs in the calling thread
 */
public record BuiltInEntrant(String name, BuiltInPlayer player, Executor slow) implements Entrant {
    @Override
    public Seat sit(SeatRequest request) {
        Executor executor = player.isSlow() ? slow : Runnable::run;
        GameSpec game = request.spec();
        return PlayerSeat.of(
                name, player.create(game.opening().setup(), game.rules()), new SplitMix64(request.seed()), executor);
    }
}
