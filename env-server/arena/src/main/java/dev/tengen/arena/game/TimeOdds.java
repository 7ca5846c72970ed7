package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.clock.TimeControls;
import java.util.Map;

/**
 * Time controls of players that replace those of a game, with either color.
 *
 * @param controls the time controls by the names of the players that have their own
 */
public record TimeOdds(Map<String, TimeControl> controls) {
    /** No player has a time control of its own. */
    public static final TimeOdds NONE = new TimeOdds(Map.of());

    /** Creates odds. Copies the map. */
    public TimeOdds {
        controls = Map.copyOf(controls);
    }

    /** Returns {@code spec} with the time controls of the players {@code black} and {@code white}. */
    public GameSpec in(GameSpec spec, String black, String white) {
        TimeControls usual = spec.timeControls();
        return spec.withTimeControls(new TimeControls(
                controls.getOrDefault(black, usual.black()), controls.getOrDefault(white, usual.white())));
    }
}
