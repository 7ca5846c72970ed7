package dev.tengen.cli.data;

/** The format of the files of games in a rollout. */
public enum GameFileFormat {
    /** Length-delimited protocol buffers with moves and results, see {@code rollout.proto}. */
    MOVES("pb"),
    /** Collections of game records. */
    SGF("sgf");

    private final String extension;

    GameFileFormat(String extension) {
        this.extension = extension;
    }

    /** Returns the extension of file names. */
    String extension() {
        return extension;
    }
}
