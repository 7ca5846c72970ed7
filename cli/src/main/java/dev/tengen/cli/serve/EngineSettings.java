package dev.tengen.cli.serve;

import dev.tengen.board.InvalidValueException;
import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Engines as settings name them: pairs of a name and a value. */
final class EngineSettings {
    /** What stands between pairs in one text, as in an environment variable: the one thing that no command contains. */
    static final String SEPARATOR = "\n";

    private EngineSettings() {}

    /** Returns the engines whose commands are {@code commands}. Throws {@link InvalidValueException}. */
    static List<EngineSpec> specs(Map<String, String> commands, Map<String, String> deadStones) {
        deadStones.keySet().stream().filter(name -> !commands.containsKey(name)).forEach(name -> {
            throw InvalidValueException.not("engine_dead_stones", "\"" + name + "\"", "one of " + commands.keySet());
        });
        return commands.entrySet().stream()
                .map(entry -> EngineSpec.of(entry.getKey(), entry.getValue()))
                .map(spec -> spec.withDeadStones(
                        choice(deadStones.getOrDefault(spec.name(), DeadStones.AS_THEY_STAND.choice()))))
                .toList();
    }

    private static DeadStones choice(String text) {
        return Arrays.stream(DeadStones.values())
                .filter(choice -> choice.choice().equals(text))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(
                        "engine_dead_stones",
                        "\"" + text + "\"",
                        "one of " + List.of(DeadStones.AS_THEY_STAND, DeadStones.CAPTURED)));
    }
}
