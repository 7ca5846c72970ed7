package dev.tengen.cgt;

/** What a game looks like from afar: its family and whether it is worth moving in it. */
public enum GameKind {
    /** A number. Nobody wants to move in it: it is cold. */
    NUMBER,
    /** A nimber, {@code *} or {@code *n}: an infinitesimal in which both players have the same moves. */
    NIMBER,
    /** A multiple of up plus a nimber: {@code ^}, {@code v2}, {@code ^3*}. */
    UP_STAR,
    /** Tiny of a number: {@code {0||0|-x}}. */
    TINY,
    /** Miny of a number, the negative of tiny. */
    MINY,
    /** Any other infinitesimal: both stops are 0. */
    INFINITESIMAL,
    /** A number other than 0 plus an infinitesimal: both stops are the same number. */
    TEPID,
    /** A switch: two numbers, and Left's is greater. The mean is halfway between them. */
    SWITCH,
    /** Any other hot game: the left stop is greater than the right stop, so both players want to move. */
    HOT;

    /** Returns the kind of {@code game}. */
    static GameKind of(CanonicalGame game) {
        if (game.isNumber()) {
            return NUMBER;
        }
        Dyadic left = game.stop(Side.LEFT);
        if (!left.equals(game.stop(Side.RIGHT))) {
            boolean isSwitch = isOnlyNumber(game, Side.LEFT) && isOnlyNumber(game, Side.RIGHT);
            return isSwitch ? SWITCH : HOT;
        }
        return left.signum() == 0 ? infinitesimal(game) : TEPID;
    }

    private static boolean isOnlyNumber(CanonicalGame game, Side side) {
        return game.options(side).size() == 1 && game.options(side).get(0).isNumber();
    }

    private static GameKind infinitesimal(CanonicalGame game) {
        if (game.numberUpStar().isPresent()) {
            return game.numberUpStar().get().ups() == 0 ? NIMBER : UP_STAR;
        }
        if (GamePrinter.threat(Side.LEFT, game).isPresent()) {
            return TINY;
        }
        return GamePrinter.threat(Side.RIGHT, game).isPresent() ? MINY : INFINITESIMAL;
    }
}
