package dev.tengen.gtp.driver;

/** How dead stones are treated at the end of a game with an engine. */
public enum DeadStones {
    /** The game ends at the passes and the board is scored as it stands. */
    AS_THEY_STAND("as-they-stand", "the board is scored as it stands at the passes"),

    /** The engine captures dead stones before it passes, by options of its command; the game ends at the passes. */
    CAPTURED("captured", "it captures dead stones before it passes");

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

    /** Returns what it means for the score, as a clause. */
    public String summary() {
        return summary;
    }

    /** Returns {@link #choice()}. */
    @Override
    public String toString() {
        return choice;
    }
}
