package dev.tengen.player;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The registry of built-in players by name. The constants move at once. {@link MonteCarlo} is a family of players that search,
 * distinguished by a number in their names. Other modules provide more as services of the type {@link BuiltInPlayer}: the
 * oracle comes with the module {@code tengen-theory}.
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
            GreedyPlayer::new);

    /** The players of other modules that errors know by name, and their modules. */
    private static final Map<String, String> MODULES = Map.of("oracle", "tengen-theory");

    private static final List<BuiltInPlayer> PROVIDED =
            ServiceLoader.load(BuiltInPlayer.class, Players.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

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
        return listed().stream()
                .filter(player -> player.playerName().equals(name))
                .findFirst()
                .or(() -> MonteCarlo.named(name));
    }

    /**
     * Returns the kind of player called {@code name}, listed or of a family.
     *
     * @param field what the message calls the name
     * @throws InvalidValueException if there is no such player, or its module is not on the class path
     */
    public static BuiltInPlayer named(String field, String name) {
        return named(name).orElseThrow(() -> unknown(field, name));
    }

    private static InvalidValueException unknown(String field, String name) {
        String quoted = "\"" + name + "\"";
        return Optional.ofNullable(MODULES.get(name))
                .map(module -> InvalidValueException.needsModule(field, quoted, module))
                .orElseGet(() -> InvalidValueException.not(field, quoted, "one of " + choices()));
    }

    /** Returns all players that have a name of their own; of a family that is the one with the default number. */
    public static List<BuiltInPlayer> listed() {
        List<BuiltInPlayer> players = new ArrayList<>(List.of(values()));
        players.addAll(PROVIDED);
        players.add(MonteCarlo.DEFAULT);
        return players;
    }

    /** Returns what may be named, as errors tell it: the names that are listed, and those of each family as a range. */
    public static List<String> choices() {
        return Stream.concat(listed().stream().map(PlayerFactory::playerName), Stream.of(MonteCarlo.nameRange()))
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
    public Player create(Grid grid) {
        return maker.apply(grid);
    }
}
