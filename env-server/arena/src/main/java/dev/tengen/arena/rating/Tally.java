package dev.tengen.arena.rating;

/**
 * Numbers of games, from the view of one player.
 *
 * @param wins games won
 * @param losses games lost
 * @param draws games drawn
 */
public record Tally(int wins, int losses, int draws) {
    /** No games. */
    public static final Tally NONE = new Tally(0, 0, 0);

    /** Returns the tally of one game with {@code points}: 1, ½ or 0. */
    static Tally of(double points) {
        return new Tally(points == 1 ? 1 : 0, points == 0 ? 1 : 0, points == 0.5 ? 1 : 0);
    }

    /** Returns the sum of this tally and {@code other}. */
    public Tally plus(Tally other) {
        return new Tally(wins + other.wins, losses + other.losses, draws + other.draws);
    }

    /** Returns the number of games. */
    public int games() {
        return wins + losses + draws;
    }

    /** Returns 1 point for each win and half a point for each draw. */
    public double points() {
        return wins + 0.5 * draws;
    }
}
