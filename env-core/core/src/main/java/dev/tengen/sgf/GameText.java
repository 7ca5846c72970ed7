package dev.tengen.sgf;

/** The game information that is a line of text, in the order in which it is written. */
public enum GameText {
    /** The rules (RU), such as {@code Japanese}. */
    RULES("RU"),
    /** The name of Black (PB). */
    BLACK_PLAYER("PB"),
    /** The rank of Black (BR), such as {@code 9p}. */
    BLACK_RANK("BR"),
    /** The name of White (PW). */
    WHITE_PLAYER("PW"),
    /** The rank of White (WR). */
    WHITE_RANK("WR"),
    /** The result (RE), such as {@code B+3.5} or {@code W+Resign}. */
    RESULT("RE"),
    /** The days on which the game was played (DT), such as {@code 2003-04-17,18}. */
    DATE("DT"),
    /** The name of the game (GN). */
    NAME("GN"),
    /** The event (EV), such as a tournament. */
    EVENT("EV"),
    /** The round of the event (RO). */
    ROUND("RO"),
    /** The place (PC). */
    PLACE("PC"),
    /** The main time of each player (TM), in seconds if the record conforms to FF[4]. */
    TIME_LIMIT("TM"),
    /** The overtime, which follows the main time (OT), such as {@code 5x30 byo-yomi}. */
    OVERTIME("OT"),
    /** What an episode has and SGF lacks (TENGEN), a private property; see {@link RecordedEpisode}. */
    EPISODE("TENGEN");

    private final String identifier;

    GameText(String identifier) {
        this.identifier = identifier;
    }

    /** Returns the identifier of the property. */
    public String identifier() {
        return identifier;
    }
}
