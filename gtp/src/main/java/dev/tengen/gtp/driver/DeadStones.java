package dev.tengen.gtp.driver;

/** What becomes of dead stones when a game with an engine has come to its passes. */
public enum DeadStones {
    /** Nothing: the game ends at the passes and the board is scored as it stands. */
    AS_THEY_STAND("as-they-stand", "the board is scored as it stands at the passes"),

    /** The engine captures them before it passes, since its command says so; the game ends at the passes. */
    CAPTURED("captured", "it captures dead stones before it passes"),

    /** Play goes on after the passes, with {@code kgs-genmove_cleanup}, until the passes come again. Matches only. */
    CLEAN_UP("clean-up", "after the passes play goes on until dead stones are captured");

    private final String choice;
    private final String summary;

    DeadStones(String choice, String summary) {
        this.choice = choice;
        this.summary = summary;
    }

    /** Returns its name in settings, as in "as-they-stand". */
    public String choice() {
        return choice;
    }

    /** Returns what it means for the score, in half a sentence. */
    public String summary() {
        return summary;
    }

    /** Returns {@link #choice()}. */
    @Override
    public String toString() {
        return choice;
    }
}
