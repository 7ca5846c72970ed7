package dev.tengen.cli.data;

/** The format of the files of games in a rollout. */
public enum GameFileFormat {
    /** Length-delimited protocol buffers with moves and results, see {@code rollout.proto}. */
    MOVES("pb"),
    /** Collections of game records. */
    SGF("sgf"),
    /** Apache Parquet, one row per game. The Python package converts files in {@link #MOVES} to it. */
    PARQUET("parquet"),
    /** Archives of NumPy arrays. The Python package converts files in {@link #MOVES} to it. */
    NPZ("npz");

    private final String extension;

    GameFileFormat(String extension) {
        this.extension = extension;
    }

    /** Returns the extension of file names. */
    String extension() {
        return extension;
    }

    /** Returns whether the Python package writes the files of games, from files in {@link #MOVES}. */
    public boolean isConverted() {
        return this == PARQUET || this == NPZ;
    }
}
