package dev.tengen.web;

import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.MonteCarlo;
import dev.tengen.player.Players;

/** The strengths that the form for a new game offers, weakest first. Each is a built-in player under a plain name. */
enum Strength {
    /** Loses to anybody who knows how to capture. */
    BEGINNER("Beginner", Players.EYE_SAFE_RANDOM, "plays at random, but never into its own eyes"),
    /** Sees one move ahead. */
    NOVICE("Novice", Players.GREEDY, "takes the most area it can with each move"),
    /** Sees short fights. */
    CASUAL("Casual", new MonteCarlo(200), "searches 200 playouts for each move"),
    /** Plays a small board decently. */
    INTERMEDIATE("Intermediate", new MonteCarlo(500), "searches 500 playouts for each move"),
    /** The strongest that answers at once on every board. */
    STRONG("Strong", new MonteCarlo(2000), "searches 2,000 playouts for each move"),
    /** Takes its time on large boards. */
    STRONGEST("Strongest", new MonteCarlo(10_000), "searches 10,000 playouts for each move; about a second on 19×19");

    private final String displayName;
    private final BuiltInPlayer player;
    private final String summary;

    Strength(String displayName, BuiltInPlayer player, String summary) {
        this.displayName = displayName;
        this.player = player;
        this.summary = summary;
    }

    /** Returns the name that the form shows. */
    String displayName() {
        return displayName;
    }

    /** Returns the player. */
    BuiltInPlayer player() {
        return player;
    }

    /** Returns how it plays, in a few words that follow the name. */
    String summary() {
        return summary;
    }
}
