package dev.tengen.cli.data;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Locale;

/**
 * What a rollout plays. It decides every game, together with the players. The file {@code _rollout.json} contains it.
 *
 * @param format {@link #FORMAT}
 * @param formatVersion {@link #FORMAT_VERSION}
 * @param tengenVersion the version of the program that plays: players may play differently in another version
 * @param games number of games, from 1 to {@link #MAX_GAMES}
 * @param gamesPerFile number of games in a file, from 1 to {@link #MAX_GAMES_PER_FILE}; the last file may have fewer
 * @param fileFormat the format of the files
 * @param width number of columns
 * @param height number of rows
 * @param rules the rules
 * @param maxMoves number of moves after which a game is truncated; -1 for unlimited
 * @param black the name of the black player
 * @param white the name of the white player
 * @param engines the engines among the players
 * @param policies the Python policies among the players
 * @param seed the seed, at least 0
 * @param writer the library that writes the files of games and its version, if the bytes depend on it; otherwise empty
 * @param planes the encoding whose planes the files have beside the moves; empty for none
 */
public record RolloutSpec(
        String format,
        int formatVersion,
        String tengenVersion,
        long games,
        int gamesPerFile,
        GameFileFormat fileFormat,
        int width,
        int height,
        Rules rules,
        int maxMoves,
        String black,
        String white,
        List<EngineIdentity> engines,
        List<PolicyIdentity> policies,
        long seed,
        String writer,
        String planes) {
    /** The name of the store's format. */
    public static final String FORMAT = "tengen-rollout";

    /** The version of the store's format that this program writes; it reads versions up to it. */
    public static final int FORMAT_VERSION = 1;

    /** Maximum number of games. */
    public static final long MAX_GAMES = 1_000_000_000_000L;

    /** Maximum number of games in a file. */
    public static final int MAX_GAMES_PER_FILE = 1_000_000;

    /** More files than this make folders slow; fewer make shards uneven. */
    private static final long USUAL_FILE_COUNT = 1000;

    private static final int LEAST_USUAL_GAMES_PER_FILE = 16;

    /** The parser of game records accepts so many nodes in a file. */
    private static final long MAX_SGF_NODES = 2_000_000;

    /**
     * Creates a spec.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public RolloutSpec {
        InvalidValueException.requireWithin("games", games, 1, MAX_GAMES);
        InvalidValueException.requireWithin("games_per_file", gamesPerFile, 1, MAX_GAMES_PER_FILE);
        InvalidValueException.requireWithin("seed", seed, 0, Long.MAX_VALUE);
        InvalidValueException.requireWithin("file count", (games + gamesPerFile - 1) / gamesPerFile, 1, 1_000_000);
        long nodeCount = gamesPerFile * (1L + Math.max(maxMoves, 0));
        if (fileFormat == GameFileFormat.SGF && nodeCount > MAX_SGF_NODES) {
            throw InvalidValueException.outside(
                    "games_per_file (with format sgf and max_moves " + maxMoves + ")",
                    gamesPerFile,
                    1,
                    MAX_SGF_NODES / (1L + maxMoves));
        }
        engines = List.copyOf(engines);
        policies = List.copyOf(policies);
    }

    /**
     * An engine of a rollout.
     *
     * @param name the name after "gtp:"
     * @param command its command line
     * @param reportedName its response to the command {@code name}
     * @param reportedVersion its response to the command {@code version}
     */
    public record EngineIdentity(String name, String command, String reportedName, String reportedVersion) {}

    /**
     * A Python policy of a rollout.
     *
     * @param name its name, as in "module:function"
     * @param encoding the encoding of the observations that it gets
     * @param version what distinguishes it from other versions of it
     */
    public record PolicyIdentity(String name, String encoding, String version) {}

    /**
     * Returns the usual number of games in a file: about a thousandth of all, so that the work can be divided among
     * many shards. It does not depend on the shards.
     *
     * @param moveLimit number of moves after which a game is truncated; -1 for unlimited
     */
    public static int usualGamesPerFile(long games, GameFileFormat format, int moveLimit) {
        long even = (games + USUAL_FILE_COUNT - 1) / USUAL_FILE_COUNT;
        long most = format == GameFileFormat.SGF ? MAX_SGF_NODES / (1L + Math.max(moveLimit, 999)) : MAX_GAMES_PER_FILE;
        return (int) Math.max(1, Math.min(most, Math.max(even, LEAST_USUAL_GAMES_PER_FILE)));
    }

    /** Returns the board. */
    Grid grid() {
        return Grid.of(width, height);
    }

    /** Returns the start of every game. */
    public Setup setup() {
        return Setup.empty(grid());
    }

    /** Returns the specification of the environment that the games are played in. */
    public EnvironmentSpec environment() {
        return EnvironmentSpec.builder(setup(), rules).maxMoves(maxMoves).build();
    }

    /** Returns the number of files. */
    public int fileCount() {
        return (int) ((games + gamesPerFile - 1) / gamesPerFile);
    }

    /** Returns the number of the first game in file {@code index}. */
    public long firstGame(int index) {
        return (long) index * gamesPerFile;
    }

    /** Returns the number of games in file {@code index}. */
    public int gameCount(int index) {
        return (int) Math.min(gamesPerFile, games - firstGame(index));
    }

    /** Returns the name of file {@code index}. */
    public String fileName(int index) {
        return stem(index) + "." + fileFormat.extension();
    }

    /**
     * Returns the name of file {@code index} in {@link GameFileFormat#MOVES}. If the files are
     * {@linkplain GameFileFormat#isConverted() converted}, the file exists until it is.
     */
    String movesName(int index) {
        return stem(index) + "." + GameFileFormat.MOVES.extension();
    }

    /** Returns the name of the file that collects the games of file {@code index} while they are played. */
    String journalName(int index) {
        return stem(index) + ".journal";
    }

    private static String stem(int index) {
        return String.format(Locale.ROOT, "games-%06d", index);
    }

    /**
     * Returns the seed of game {@code number}. It depends on the seed of the rollout and the number alone, so that any
     * process can play any game.
     */
    public long gameSeed(long number) {
        return SplitMix64.mix(SplitMix64.mix(seed) + number);
    }

    /** Returns the seed of the random generator of the player of {@code color} in a game with {@code gameSeed}. */
    public static long playerSeed(long gameSeed, int color) {
        return SplitMix64.mix(gameSeed + color);
    }

    /** Returns the spec as the content of {@code _rollout.json}. */
    public String toJson() {
        return StoreJson.text(this);
    }
}
