package dev.tengen.cli.gtp;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.player.MonteCarloAnalysis;
import dev.tengen.player.MoveFilter;
import dev.tengen.player.Player;
import dev.tengen.player.SearchingPlayer;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The player that chooses the engine's moves. */
final class EnginePlayer {
    private final EngineGame game;
    private final Function<Grid, Player> players;
    private final SplitMix64 random;
    private Optional<GridPlayer> current = Optional.empty();

    /** Creates it. {@code players} creates the player for a grid; {@code random} is its random source. */
    EnginePlayer(EngineGame game, Function<Grid, Player> players, SplitMix64 random) {
        this.game = game;
        this.players = players;
        this.random = random;
    }

    /** Returns the random source of the next move, as a copy. */
    SplitMix64 randomCopy() {
        return new SplitMix64(random.state());
    }

    /** Returns a copy of the game with {@code color} to move. Throws {@link GtpFailure} if no move can follow. */
    Game position(int color) {
        Game position = game.asIf(color);
        if (position.isOver()) {
            throw new GtpFailure("a repetition has ended the game");
        }
        return position;
    }

    /** Returns the player's choice for {@code color}, without playing it. */
    int chooseMove(int color, SplitMix64 source) {
        Game position = position(color);
        return player().chooseMove(position, source);
    }

    /** Plays the player's choice, unless that is to resign, and returns it. */
    int genmove(int color) {
        return played(color, chooseMove(color, random));
    }

    /**
     * Plays the player's choice, unless that is to resign, and returns it. A player that searches reports each playout
     * to {@code listener}; others report nothing. Throws {@link GtpFailure} if the player cannot apply {@code filter}.
     */
    int genmove(int color, MoveFilter filter, Consumer<MonteCarloAnalysis> listener) {
        Game position = position(color);
        Player player = player();
        if (player instanceof SearchingPlayer searching) {
            return played(color, searching.chooseMove(position, random, filter, listener));
        }
        if (filter != MoveFilter.NONE) {
            throw new GtpFailure("this player does not search, so it cannot avoid moves");
        }
        return played(color, player.chooseMove(position, random));
    }

    private int played(int color, int move) {
        if (move != Player.RESIGN) {
            game.play(color, move);
        }
        return move;
    }

    /** Returns a move as in responses. */
    String name(int move) {
        return move == Player.RESIGN ? "resign" : game.grid().name(move);
    }

    private Player player() {
        if (current.filter(known -> known.grid == game.grid()).isEmpty()) {
            current = Optional.of(new GridPlayer(game.grid(), players.apply(game.grid())));
        }
        return current.orElseThrow().player;
    }

    /** A player for games on one grid. */
    private record GridPlayer(Grid grid, Player player) {}
}
