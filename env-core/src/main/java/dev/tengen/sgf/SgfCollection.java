package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The games of an SGF file, as trees. Immutable.
 *
 * <p>Collections are equal if their games are; warnings do not matter.
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
     * @throws IllegalArgumentException if there are none: a file has one at least
     */
    public static SgfCollection of(List<SgfGame> games) {
        if (games.isEmpty()) {
            throw new IllegalArgumentException("a collection has one game at least");
        }
        return new SgfCollection(games, List.of());
    }

    /**
     * Reads all games in {@code sgf}, the bytes of an SGF file. A byte order mark tells the charset, or else the property
     * CA of the first game; without both it is ISO-8859-1. CA is then left out of the first node of each game.
     *
     * @param sgf the bytes, any version from FF[1] to FF[4]; text around the games does not matter
     * @throws SgfException if there is no game, one breaks the grammar, or there are more than 2,000,000 nodes or
     *     4,000,000 values
     */
    public static SgfCollection parse(byte[] sgf) throws SgfException {
        SgfWarnings warnings = new SgfWarnings();
        return parse(SgfDecoder.decode(sgf, warnings), warnings);
    }

    /**
     * Reads all games in {@code sgf}. The property CA is left out of the first node of each.
     *
     * @param sgf the text, any version from FF[1] to FF[4]; what stands around the games does not matter
     * @throws SgfException as {@link #parse(byte[])} does
     */
    public static SgfCollection parse(String sgf) throws SgfException {
        return parse(sgf, new SgfWarnings());
    }

    private static SgfCollection parse(String sgf, SgfWarnings warnings) throws SgfException {
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
        return new SgfException(SgfPosition.START, "no game: \"(;\" is nowhere in the text");
    }

    /** Returns the games in the order of the file; there is at least one. */
    public List<SgfGame> games() {
        return games;
    }

    /**
     * Returns what is odd in the text but could be read, up to 100 warnings. What is odd in what a line says of its game
     * {@link SgfLine#reading} tells.
     */
    public List<SgfWarning> warnings() {
        return warnings;
    }

    /** Returns the games as the text of an FF[4] file in UTF-8, which reads back as an equal collection. */
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
