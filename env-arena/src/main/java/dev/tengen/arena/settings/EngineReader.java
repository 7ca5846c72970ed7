package dev.tengen.arena.settings;

import dev.tengen.gtp.driver.DeadStones;
import dev.tengen.gtp.driver.EngineSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads engines by their names: a command, or a command and limits. */
final class EngineReader {
    private static final int MAX_SECONDS = 3600;
    private static final List<DeadStones> CHOICES = List.of(DeadStones.AS_THEY_STAND, DeadStones.CAPTURED);

    private EngineReader() {}

    static List<EngineSpec> read(SettingNode node) {
        List<EngineSpec> engines = new ArrayList<>();
        for (String name : node.keys()) {
            engines.add(engine(name, node.require(name)));
        }
        return engines;
    }

    private static EngineSpec engine(String name, SettingNode node) {
        if (!node.isObject()) {
            String command = node.text();
            return node.make(() -> EngineSpec.of(name, command));
        }
        node.requireKeys("command", "dead_stones", "start_seconds", "move_seconds");
        String command = node.require("command").text();
        EngineSpec engine = node.make(() -> EngineSpec.of(name, command));
        return engine.withDeadStones(
                        node.field("dead_stones").map(EngineReader::deadStones).orElse(engine.deadStones()))
                .withStartTimeout(
                        node.field("start_seconds").map(EngineReader::seconds).orElse(engine.startTimeout()))
                .withMoveTimeout(
                        node.field("move_seconds").map(EngineReader::seconds).orElse(engine.moveTimeout()));
    }

    private static DeadStones deadStones(SettingNode node) {
        String text = node.text();
        return CHOICES.stream()
                .filter(choice -> choice.choice().equals(text))
                .findFirst()
                .orElseThrow(() -> node.error("one of " + CHOICES));
    }

    private static Duration seconds(SettingNode node) {
        return Duration.ofSeconds(node.integer(1, MAX_SECONDS));
    }
}
