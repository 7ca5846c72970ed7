package dev.tengen.gateway.game;

import dev.tengen.env.RewardMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What pays the client of an episode. */
public enum RewardKind {
    /** The result, at the end: 1, 0 or -1. */
    WIN(RewardMode.WIN),
    /** The margin of area, at the end. */
    MARGIN(RewardMode.MARGIN),
    /** The margin divided by the number of points, at the end. */
    MARGIN_PER_POINT(RewardMode.MARGIN_PER_POINT),
    /** The change of the margin, at each step. */
    AREA_DELTA(RewardMode.AREA_DELTA),
    /** What the client's move provably loses against perfect play, as a number that is not positive, at each step. */
    REGRET(RewardMode.WIN);

    private final RewardMode mode;

    RewardKind(RewardMode mode) {
        this.mode = mode;
    }

    /** Returns the reward mode of the environment. */
    public RewardMode mode() {
        return mode;
    }

    /** Returns the value in requests. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the values in requests. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(RewardKind::text).toList();
    }
}
