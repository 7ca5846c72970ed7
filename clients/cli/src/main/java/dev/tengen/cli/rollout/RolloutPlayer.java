package dev.tengen.cli.rollout;

import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import java.util.List;
import java.util.Optional;

/**
 * A player of a rollout. Each game gets its own instance, so that no game depends on the games before it. Thread-safe.
 */
sealed interface RolloutPlayer {
    /** Returns the name, as in "greedy" or "gtp:gnugo". */
    String name();

    /**
     * Creates the player for one game; empty if the Python package plays it.
     *
     * @param seed the seed of the player in the game
     * @throws PlayerException if an engine fails to start
     */
    Optional<Player> create(Setup setup, Rules rules, long seed);

    /**
     * A built-in player.
     *
     * @param player its factory
     */
    record BuiltIn(BuiltInPlayer player) implements RolloutPlayer {
        @Override
        public String name() {
            return player.playerName();
        }

        @Override
        public Optional<Player> create(Setup setup, Rules rules, long seed) {
            return Optional.of(player.create(setup, rules));
        }
    }

    /**
     * A GTP engine, with a process for each game.
     *
     * @param name the name with its prefix
     * @param spec the command, in whose words {@link #SEED} stands for the seed
     */
    record Engine(String name, EngineSpec spec) implements RolloutPlayer {
        /** The text in a command that is replaced by a number from 0 to 2,147,483,647, the seed of the game. */
        static final String SEED = "{seed}";

        @Override
        public Optional<Player> create(Setup setup, Rules rules, long seed) {
            return Optional.of(start(setup, rules, seed));
        }

        /**
         * Starts the engine.
         *
         * @throws PlayerException if it fails
         */
        GtpPlayer start(Setup setup, Rules rules, long seed) {
            try {
                return new GtpPlayer(seeded(seed), setup, rules);
            } catch (EngineException e) {
                throw new PlayerException(PlayerException.Kind.FAILED, String.valueOf(e.getMessage()));
            }
        }

        private EngineSpec seeded(long seed) {
            String number = Long.toString(seed >>> (Long.SIZE - Integer.SIZE + 1));
            List<String> command = spec.command().stream()
                    .map(word -> word.replace(SEED, number))
                    .toList();
            return spec.withCommand(command);
        }
    }

    /**
     * A policy of the Python package.
     *
     * @param name its name, as in "module:function"
     */
    record Policy(String name) implements RolloutPlayer {
        @Override
        public Optional<Player> create(Setup setup, Rules rules, long seed) {
            return Optional.empty();
        }
    }
}
