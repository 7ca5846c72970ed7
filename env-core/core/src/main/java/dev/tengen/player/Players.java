package dev.tengen.player;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The registry of built-in players by name.
 *
 * <p>The constants choose moves without a search. {@link MonteCarlo} is a family of MCTS players with a number in their
 * names. Other modules add players as services of type {@link BuiltInPlayer}: the oracle comes with the module
 * {@code tengen-theory}.
 */
public enum Players implements BuiltInPlayer {
    /** Plays uniformly at random among all legal moves. */
    RANDOM("random", "Uniformly random among all legal moves, passes included.", RandomPlayer::new),

    /** Plays uniformly at random among the points that do not fill its own eye. */
    EYE_SAFE_RANDOM(
            "eye-safe-random",
            "Uniformly random among the points that do not fill its own eye; passes only if there is none.",
            EyeSafeRandomPlayer::new),

    /** Plays the point with the greatest area margin after it. */
    GREEDY("greedy", "The point with the greatest area margin after it; never fills its own eye.", GreedyPlayer::new);

    /** The module of each player that is not in this one, for error messages. */
    private static final Map<String, String> MODULES = Map.of("oracle", "tengen-theory");

    private static final List<BuiltInPlayer> PROVIDED =
            ServiceLoader.load(BuiltInPlayer.class, Players.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private final String playerName;
    private final String summary;
    private final Function<Grid, Player> constructor;

    Players(String playerName, String summary, Function<Grid, Player> constructor) {
        this.playerName = playerName;
        this.summary = summary;
        this.constructor = constructor;
    }

    /**
     * Returns the player {@code name}, listed or of a family, if there is one. Spellings are those of {@link Names}.
     */
    public static Optional<BuiltInPlayer> named(String name) {
        return Names.<BuiltInPlayer>find(listed(), PlayerFactory::playerName, name)
                .or(() -> MonteCarlo.named(name));
    }

    /**
     * Returns the player {@code name}, listed or of a family.
     *
     * @param field the name of the field for the error message
     * @throws InvalidValueException if there is no such player, or its module is not on the class path
     */
    public static BuiltInPlayer named(String field, String name) {
        return named(name).orElseThrow(() -> unknown(field, name));
    }

    private static InvalidValueException unknown(String field, String name) {
        return Names.find(MODULES.entrySet(), Map.Entry::getKey, name)
                .map(entry -> InvalidValueException.needsModule(field, "\"" + name + "\"", entry.getValue()))
                .orElseGet(() -> InvalidValueException.notOneOf(field, name, choices()));
    }

    /** Returns all listed players. A family is listed by the player with the default number. */
    public static List<BuiltInPlayer> listed() {
        List<BuiltInPlayer> players = new ArrayList<>(List.of(values()));
        players.addAll(PROVIDED);
        players.add(MonteCarlo.DEFAULT);
        return players;
    }

    /** Returns the valid names for error messages: the listed names, then the range of each family. */
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
        return constructor.apply(grid);
    }
}
