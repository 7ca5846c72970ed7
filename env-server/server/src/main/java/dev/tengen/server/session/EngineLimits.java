package dev.tengen.server.session;

import dev.tengen.base.InvalidValueException;
import dev.tengen.gtp.driver.EngineSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The engines that may be opponents, and limits on their processes.
 *
 * @param engines the engines, with different names
 * @param maxCountEach maximum of running processes of one engine
 * @param maxCount maximum of running processes of all engines
 */
public record EngineLimits(List<EngineSpec> engines, int maxCountEach, int maxCount) {
    /** No engine. */
    public static final EngineLimits NONE = new EngineLimits(List.of(), 4, 8);

    private static final int MAX_PROCESS_COUNT = 1000;

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if a value is out of range or two engines have the same name
     */
    public EngineLimits {
        engines = List.copyOf(engines);
        requireCount("max_engines_each", maxCountEach);
        requireCount("max_engines", maxCount);
        Set<String> names = new HashSet<>();
        for (EngineSpec engine : engines) {
            if (!names.add(engine.name())) {
                throw InvalidValueException.not("engine", "\"" + engine.name() + "\"", "named once");
            }
        }
    }

    private static void requireCount(String field, int count) {
        if (count < 1 || count > MAX_PROCESS_COUNT) {
            throw InvalidValueException.outside(field, count, 1, MAX_PROCESS_COUNT);
        }
    }
}
