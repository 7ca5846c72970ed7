package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The built-in players by name. */
public enum Players implements PlayerMaker {
    /** Uniform over all legal moves. */
    RANDOM("random", "Uniformly random among all legal moves, the pass among them.", RandomPlayer::new),

    /** Uniform over the points that fill no own eye. */
    EYE_SAFE_RANDOM(
            "eye-safe-random",
            "Uniformly random among the points that fill no eye of its own; passes only if there is none.",
            EyeSafeRandomPlayer::new),

    /** The greatest area margin after the move. */
    GREEDY(
            "greedy",
            "The point with the greatest area margin after it; never fills an eye of its own.",
            GreedyPlayer::new),

    /** Perfect, on the smallest boards. */
    ORACLE(
            "oracle",
            "Perfect play under Tromp-Taylor rules, on boards of up to 9 points (1x6 at most); no other board or rules.",
            OraclePlayer::new);

    private final String playerName;
    private final String summary;

    private final Function<Grid, Player> maker;

    Players(String playerName, String summary, Function<Grid, Player> maker) {
        this.playerName = playerName;
        this.summary = summary;
        this.maker = maker;
    }

    /** Returns the kind of player called {@code name}, if there is one. */
    public static Optional<Players> named(String name) {
        return Arrays.stream(values())
                .filter(player -> player.playerName.equals(name))
                .findFirst();
    }

    /** Returns the names of all players. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Players::playerName).toList();
    }

    @Override
    public String playerName() {
        return playerName;
    }

    @Override
    public String summary() {
        return summary;
    }

    /**
     * Returns a new player for games on {@code grid}. Throws {@link dev.tengen.board.InvalidValueException} where it does not play
     * on such a board.
     */
    public Player make(Grid grid) {
        return maker.apply(grid);
    }

    @Override
    public Player make(Setup setup, Rules rules) {
        requirePlayable(setup, rules);
        return make(setup.grid());
    }

    @Override
    public void requirePlayable(Setup setup, Rules rules) {
        if (this == ORACLE) {
            OraclePlayer.requirePlayable(setup.grid(), rules);
        }
    }
}
