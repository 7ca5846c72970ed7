package dev.tengen.cli.rollout;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.cli.data.RolloutSpec.EngineIdentity;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.PlayerException;
import dev.tengen.player.Players;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the players of a rollout. */
final class PlayerOptions {
    private static final String ENGINE_PREFIX = "gtp:";

    @Option(
            names = "--engine",
            paramLabel = "NAME=COMMAND",
            description = "A GTP engine, which plays as gtp:NAME; may be repeated. {seed} in the command stands for a"
                    + " number of its own in each game, from 0 to 2147483647.")
    private Map<String, String> engines = new LinkedHashMap<>();

    @Option(
            names = "--engine-move-seconds",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "Time limit of an engine for a move. Default: ${DEFAULT-VALUE}.")
    private int engineMoveSeconds;

    @Option(
            names = "--engine-start-seconds",
            paramLabel = "SECONDS",
            defaultValue = "10",
            description = "Time limit of an engine to start. Default: ${DEFAULT-VALUE}.")
    private int engineStartSeconds;

    /**
     * Returns the player called {@code name}.
     *
     * @param option the option that names it
     * @throws InvalidValueException if there is no such player, or it cannot play such games
     */
    RolloutPlayer player(String option, String name, PythonOptions python, Setup setup, Rules rules) {
        if (python.isPolicy(name)) {
            return new RolloutPlayer.Policy(name);
        }
        RolloutPlayer player = named(option, name);
        if (player instanceof RolloutPlayer.BuiltIn builtIn) {
            builtIn.player().create(setup, rules).close();
        }
        return player;
    }

    private RolloutPlayer named(String option, String name) {
        if (!name.startsWith(ENGINE_PREFIX)) {
            PythonOptions.rejectPolicy(option, name);
            BuiltInPlayer builtIn = Players.named(name)
                    .orElseThrow(() -> InvalidValueException.not(
                            option,
                            "\"" + name + "\"",
                            "one of " + Players.choices() + ", or " + ENGINE_PREFIX
                                    + "NAME for the engine of an option --engine NAME=COMMAND"
                                    + Names.hint(name, Players.choices())));
            return new RolloutPlayer.BuiltIn(builtIn);
        }
        String engine = name.substring(ENGINE_PREFIX.length());
        String command = engines.get(engine);
        if (command == null) {
            String known = engines.isEmpty() ? "; there is none" : "; there are " + engines.keySet();
            throw InvalidValueException.not(option, "\"" + name + "\"", "the name of an option --engine" + known);
        }
        EngineSpec spec = EngineSpec.of(engine, command)
                .withMoveTimeout(Duration.ofSeconds(engineMoveSeconds))
                .withStartTimeout(Duration.ofSeconds(engineStartSeconds));
        return new RolloutPlayer.Engine(name, spec);
    }

    /**
     * Starts each engine among the players once and returns what it says of itself, so that a rollout is not resumed
     * with another.
     *
     * @throws PlayerFaultException if an engine fails
     */
    List<EngineIdentity> identities(RolloutPlayer black, RolloutPlayer white, Setup setup, Rules rules) {
        return Stream.of(black, white)
                .filter(RolloutPlayer.Engine.class::isInstance)
                .map(RolloutPlayer.Engine.class::cast)
                .distinct()
                .map(engine -> identity(engine, setup, rules))
                .toList();
    }

    private EngineIdentity identity(RolloutPlayer.Engine engine, Setup setup, Rules rules) {
        String name = engine.spec().name();
        GtpPlayer asked = started(engine, setup, rules);
        try {
            Game start = new Game(setup, rules);
            return new EngineIdentity(
                    name,
                    String.valueOf(engines.get(name)),
                    asked.ask(start, GtpCommand.of("name")).text().strip(),
                    asked.ask(start, GtpCommand.of("version")).text().strip());
        } catch (EngineException e) {
            throw new PlayerFaultException(engine.name() + " does not say its name and version: " + e.getMessage(), e);
        } finally {
            asked.close();
        }
    }

    private static GtpPlayer started(RolloutPlayer.Engine engine, Setup setup, Rules rules) {
        try {
            return engine.start(setup, rules, 0);
        } catch (PlayerException e) {
            throw new PlayerFaultException(engine.name() + " does not start: " + e.getMessage(), e);
        }
    }
}
