package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The built-in players by name. All but the oracle move at once; {@link MonteCarlo} is a family of players that think, which a
 * number in their names tells apart.
 */
public enum Players implements BuiltInPlayer {
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

    /** Returns the kind of player called {@code name}, listed or of a family, if there is one. */
    public static Optional<BuiltInPlayer> named(String name) {
        return Arrays.stream(values())
                .<BuiltInPlayer>map(player -> player)
                .filter(player -> player.playerName().equals(name))
                .findFirst()
                .or(() -> MonteCarlo.named(name));
    }

    /** Returns all players that have a name of their own; of a family that is the one with the default number. */
    public static List<BuiltInPlayer> listed() {
        return Stream.concat(Arrays.stream(values()), Stream.of(MonteCarlo.DEFAULT))
                .toList();
    }

    /** Returns what may be named, as errors tell it: the names that are listed, and those of each family as a range. */
    public static List<String> choices() {
        return Stream.concat(listed().stream().map(PlayerMaker::playerName), Stream.of(MonteCarlo.nameRange()))
                .toList();
    }

    @Override
    public String playerName() {
        return playerName;
    }

    @Override
    public String summary() {
        return summary;
    }

    @Override
    public Player make(Grid grid) {
        return maker.apply(grid);
    }

    @Override
    public boolean isSlow() {
        return this == ORACLE;
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
