package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.analysis.OverlaySpec;
import dev.tengen.analysis.Overlays;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.Encodings;
import io.javalin.http.Context;
import java.util.List;

/** What can be laid over a position: its score, legal plays, a plane of an encoding, an analysis, its races. */
final class OverlayJson {
    private static final List<String> KINDS = List.of("score", "legal", "plane", "analysis", "races");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** A stone so many moves old is half as bright as the last one. */
    private static final double HALF_AGE = 8;

    private OverlayJson() {}

    /** Returns what {@code call} asks to see of a position of {@code shown}. Throws {@link InvalidValueException} and others. */
    static ObjectNode of(DisplayedGame shown, Context call) {
        int move = PageHandlers.number(call, "move", 0, shown.game().moveNumber());
        String kind = PageHandlers.text(call, "show", "");
        Game game = shown.game().replayTo(move);
        ObjectNode json = switch (kind) {
            case "score" -> GameJson.score(game.score());
            case "legal" -> legal(game);
            case "plane" -> plane(game, call);
            case "analysis" -> analysis(game, PageHandlers.text(call, "name", ""));
            case "races" -> RaceJson.of(game);
            default -> throw InvalidValueException.not("show", "\"" + kind + "\"", "one of " + KINDS);
        };
        return json.put("move", move).put("episode", shown.episode());
    }

    private static ObjectNode legal(Game game) {
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        ObjectNode json = NODES.objectNode().put("count", legal.size()).put("turn", game.playerToMove());
        ArrayNode mask = json.putArray("mask");
        for (int point = 0; point < game.grid().pointCount(); point++) {
            mask.add(legal.contains(point));
        }
        return json;
    }

    private static ObjectNode plane(Game game, Context call) {
        String name = PageHandlers.text(call, "encoding", Encodings.names().get(0));
        EncodingSpec spec = Encodings.spec("encoding", name);
        int plane = PageHandlers.number(call, "plane", 0, spec.planeCount() - 1);
        Encoding encoding = Encodings.named(name, game.grid()).orElseThrow();
        byte[] bits = encoding.observation(game);
        EncodingSpec.Feature feature = spec.planes().get(plane);
        ObjectNode json = NODES.objectNode().put("name", feature.name()).put("meaning", feature.meaning());
        ArrayNode values = json.putArray("values");
        int pointCount = game.grid().pointCount();
        for (int bit = plane * pointCount; bit < (plane + 1) * pointCount; bit++) {
            values.add(bits[bit >> 3] >> (7 - (bit & 7)) & 1);
        }
        return json;
    }

    private static ObjectNode analysis(Game game, String name) {
        OverlaySpec spec = Overlays.spec("name", name);
        int[] numbers = Overlays.named(name, game.grid()).orElseThrow().values(game);
        ObjectNode json = NODES.objectNode().put("name", name).put("meaning", spec.meaning());
        ArrayNode values = json.putArray("values");
        for (int number : numbers) {
            values.add(brightness(number, spec));
        }
        return json;
    }

    private static double brightness(int number, OverlaySpec spec) {
        if (spec.max() < Integer.MAX_VALUE) {
            return (double) number / spec.max();
        }
        return number < 0 ? 0 : HALF_AGE / (HALF_AGE + number);
    }
}
