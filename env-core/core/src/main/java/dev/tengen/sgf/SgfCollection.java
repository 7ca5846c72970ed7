package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The games of an SGF file, as trees. Immutable.
 *
 * <p>Collections are equal if their games are equal. Warnings are ignored.
 */
public final class SgfCollection {
    private final List<SgfGame> games;
    private final List<SgfWarning> warnings;

    private SgfCollection(List<SgfGame> games, List<SgfWarning> warnings) {
        this.games = List.copyOf(games);
        this.warnings = warnings;
    }

    /**
     * Returns a collection of the given games.
     *
     * @throws IllegalArgumentException if {@code games} is empty
     */
    public static SgfCollection of(List<SgfGame> games) {
        if (games.isEmpty()) {
            throw new IllegalArgumentException("a collection must have at least one game");
        }
        return new SgfCollection(games, List.of());
    }

    /**
     * Parses all games in {@code sgf}. The charset is that of the byte order mark, else that of the property CA of the
     * first game, else the most likely one, with a warning. CA is then removed from the first node of each game.
     *
     * @param sgf the bytes of an SGF file, any version from FF[1] to FF[4]; text around the games is ignored
     * @throws SgfException if there is no game, a game breaks the grammar, or there are more than 2,000,000 nodes or
     *     4,000,000 values
     */
    public static SgfCollection parse(byte[] sgf) throws SgfException {
        return parse(sgf, SgfMode.TOLERANT);
    }

    /**
     * Parses all games in {@code sgf}. In strict mode the charset is ISO-8859-1 without a byte order mark and CA, and a
     * repair or a guess is an error.
     *
     * @param sgf the bytes of an SGF file, any version from FF[1] to FF[4]; text around the games is ignored
     * @throws SgfException if there is no game, a game breaks the grammar, or there are more than 2,000,000 nodes or
     *     4,000,000 values
     */
    public static SgfCollection parse(byte[] sgf, SgfMode mode) throws SgfException {
        SgfWarning.Collector warnings = new SgfWarning.Collector(mode);
        return parse(SgfDecoder.decode(sgf, warnings), warnings);
    }

    /**
     * Parses all games in {@code sgf}. The property CA is removed from the first node of each game.
     *
     * @param sgf the text, any version from FF[1] to FF[4]; text around the games is ignored
     * @throws SgfException if there is no game, a game breaks the grammar, or there are more than 2,000,000 nodes or
     *     4,000,000 values
     */
    public static SgfCollection parse(String sgf) throws SgfException {
        return parse(sgf, new SgfWarning.Collector());
    }

    private static SgfCollection parse(String sgf, SgfWarning.Collector warnings) throws SgfException {
        SgfParser parser = new SgfParser(sgf, warnings);
        List<SgfGame> games = new ArrayList<>();
        for (Optional<SgfGame> game = parser.nextGame(); game.isPresent(); game = parser.nextGame()) {
            games.add(game.get());
        }
        if (games.isEmpty()) {
            throw noGame();
        }
        return new SgfCollection(games, warnings.toList());
    }

    static SgfException noGame() {
        return new SgfException(SgfPosition.START, "no game: the text does not contain \"(;\"");
    }

    /** Returns the games in the order of the file, at least one. */
    public List<SgfGame> games() {
        return games;
    }

    /**
     * Returns the oddities of the text that could still be read, up to 100 warnings. {@link SgfLine#records} has those
     * of a line.
     */
    public List<SgfWarning> warnings() {
        return warnings;
    }

    /**
     * Returns the games as the text of an FF[4] file in UTF-8. {@link #parse(String)} reads it as an equal collection.
     */
    public String toSgf() {
        return SgfWriter.write(games);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SgfCollection that && games.equals(that.games);
    }

    @Override
    public int hashCode() {
        return games.hashCode();
    }

    /** Returns the first node of each game. */
    @Override
    public String toString() {
        return games.toString();
    }
}
