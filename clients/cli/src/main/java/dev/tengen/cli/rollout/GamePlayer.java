package dev.tengen.cli.rollout;

import dev.tengen.cli.data.PlayedGame;
import dev.tengen.cli.data.RolloutSpec;
import dev.tengen.env.Environment;

/** Plays single games of a rollout between players of this program. Not thread-safe. */
final class GamePlayer {
    private final RolloutSpec spec;
    private final RolloutPlayer black;
    private final RolloutPlayer white;
    private final Environment environment;

    GamePlayer(RolloutSpec spec, RolloutPlayer black, RolloutPlayer white) {
        this.spec = spec;
        this.black = black;
        this.white = white;
        environment = new Environment(spec.environment(), 0);
    }

    /**
     * Plays game {@code number}. The result depends on the spec and the number alone, as far as the players do.
     *
     * @throws PlayerFaultException if an engine fails
     */
    PlayedGame play(long number) {
        try (LiveGame game = new LiveGame(spec, number, black, white, environment)) {
            game.advance();
            return game.result();
        }
    }
}
