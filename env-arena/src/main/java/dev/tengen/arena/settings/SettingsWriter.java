package dev.tengen.arena.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.gtp.driver.EngineSpec;
import java.util.Optional;

/** Writes settings as JSON, with every value named and keys always in one order. */
final class SettingsWriter {
    private SettingsWriter() {}

    static ObjectNode write(TournamentSettings settings) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", settings.name());
        ArrayNode players = node.putArray("players");
        settings.players().forEach(player -> players.add(write(player)));
        write(settings.format(), node.putObject("format"));
        node.put("size", settings.grid().toString());
        RulesSettings.write(settings.rules(), node.putObject("rules"));
        node.set("openings", write(settings.openings()));
        node.put("clock", settings.timeControl().toString());
        node.put("network_allowance_ms", settings.networkAllowance().toMillis());
        node.put("max_moves", settings.maxMoves());
        node.put("concurrency", settings.concurrency());
        node.put("seed", settings.seed());
        return node;
    }

    private static ObjectNode write(PlayerSettings player) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", player.name());
        node.put("player", player.player());
        player.rating().ifPresent(rating -> node.put("rating", rating));
        return node;
    }

    /** Returns what is kept of a player, with the engine that it is, if it is one. */
    static ObjectNode write(PlayerSettings player, Optional<EngineSpec> engine) {
        ObjectNode node = write(player);
        engine.ifPresent(spec -> {
            ObjectNode program = node.putObject("engine");
            ArrayNode command = program.putArray("command");
            spec.command().forEach(command::add);
            program.put("dead_stones", spec.deadStones().choice());
            program.put("start_timeout_ms", spec.startTimeout().toMillis());
            program.put("move_timeout_ms", spec.moveTimeout().toMillis());
        });
        return node;
    }

    private static void write(FormatSettings format, ObjectNode node) {
        if (format instanceof FormatSettings.RoundRobin roundRobin) {
            node.putObject("round_robin").put("pairs", roundRobin.pairCount());
        } else if (format instanceof FormatSettings.Gauntlet gauntlet) {
            node.putObject("gauntlet").put("challenger", gauntlet.challenger()).put("pairs", gauntlet.pairCount());
        } else if (format instanceof FormatSettings.Swiss swiss) {
            node.putObject("swiss").put("meetings", swiss.meetingCount());
        } else if (format instanceof FormatSettings.Sprt sprt) {
            SprtSpec spec = sprt.spec();
            node.putObject("sprt")
                    .put("elo0", spec.elo0())
                    .put("elo1", spec.elo1())
                    .put("alpha", spec.alpha())
                    .put("beta", spec.beta());
        }
    }

    private static JsonNode write(OpeningSettings openings) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        if (openings instanceof OpeningSettings.RandomMoves random) {
            return node.put("random", random.moveCount());
        }
        if (openings instanceof OpeningSettings.Records records) {
            ArrayNode texts = node.putArray("records");
            records.sgf().forEach(texts::add);
            return node.put("moves", records.moveCount());
        }
        return TextNode.valueOf(OpeningSettings.Empty.NAME);
    }
}
