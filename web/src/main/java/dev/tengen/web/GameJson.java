package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.game.Legality;
import dev.tengen.game.Score;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Games as JSON for {@code board.js}: the stones of the start, and each move with all that it captured, so that browsers
 * know no rules.
 */
final class GameJson {
    /** Longer games are shown from so many moves before their end: they come from programs, and nobody goes through them. */
    static final int MAX_MOVE_COUNT = 2000;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private GameJson() {}

    /** Returns {@code shown} as JSON. */
    static ObjectNode of(DisplayedGame shown) {
        Game game = shown.game();
        ObjectNode json = NODES.objectNode()
                .put("episode", shown.episode())
                .put("width", game.grid().width())
                .put("height", game.grid().height())
                .put("rules", shown.rules())
                .put("komi", game.rules().komi());
        addMoves(game, json);
        json.put("turn", shown.isOver() ? Color.EMPTY : game.playerToMove())
                .put("human", shown.human())
                .put("isOver", shown.isOver())
                .put("isAgreement", !shown.isOver() && game.isInAgreement())
                .put("result", shown.result())
                .put("ending", shown.ending())
                .put("message", shown.message());
        json.putObject("players").put("black", shown.black()).put("white", shown.white());
        if (shown.isOver()) {
            json.set("score", score(game.score()));
        } else {
            json.set("illegal", illegal(game));
        }
        shown.clocks().ifPresent(clocks -> {
            ArrayNode list = json.putArray("clocks");
            clocks.forEach(clock -> list.addObject()
                    .put("millis", clock.millis())
                    .put("text", clock.text())
                    .put("isRunning", clock.isRunning()));
        });
        return json;
    }

    /** Returns the last position of {@code shown}, for a small board. */
    static ObjectNode position(DisplayedGame shown) {
        Game game = shown.game();
        ObjectNode json = NODES.objectNode().put("result", shown.result()).put("moveNumber", game.moveNumber());
        json.putObject("players").put("black", shown.black()).put("white", shown.white());
        ArrayNode stones = json.putArray("stones");
        for (int point = 0; point < game.grid().pointCount(); point++) {
            stones.add(game.colorAt(point));
        }
        int last = game.moveNumber() == 0 ? game.grid().pass() : game.move(game.moveNumber());
        boolean isThere = last != game.grid().pass() && game.colorAt(last) != Color.EMPTY;
        return isThere ? json.put("lastMove", last) : json.putNull("lastMove");
    }

    private static void addMoves(Game game, ObjectNode json) {
        List<ObjectNode> moves = new ArrayList<>();
        HistoryCursor past = new HistoryCursor(game.grid());
        past.startAt(game);
        int skipped = Math.max(0, game.moveNumber() - MAX_MOVE_COUNT);
        for (int number = game.moveNumber(); number > skipped; number--) {
            moves.add(move(game, number, past));
        }
        Collections.reverse(moves);
        json.put("skipped", skipped);
        json.set("black", points(past.stones(Color.BLACK)));
        json.set("white", points(past.stones(Color.WHITE)));
        json.putArray("moves").addAll(moves);
    }

    /** Returns move {@code number}, and takes it back on {@code past}, which stands after it. */
    private static ObjectNode move(Game game, int number, HistoryCursor past) {
        PointSet after = past.stones(Color.BLACK).copy();
        after.addAll(past.stones(Color.WHITE));
        past.stepBack(game);
        ObjectNode json = NODES.objectNode().put("color", game.mover(number));
        PointSet captured = past.stones(Color.BLACK).copy();
        captured.addAll(past.stones(Color.WHITE));
        if (game.move(number) == game.grid().pass()) {
            return json.putNull("point").set("captured", NODES.arrayNode());
        }
        captured.add(game.move(number));
        captured.removeAll(after);
        return json.put("point", game.move(number)).set("captured", points(captured));
    }

    /** Returns the empty points that may not be played, each with why. */
    private static ArrayNode illegal(Game game) {
        ArrayNode list = NODES.arrayNode();
        PointSet points = game.board().points(Color.EMPTY).copy();
        PointSet legal = new PointSet(game.grid());
        game.legalPoints(legal);
        points.removeAll(legal);
        points.forEach(point -> {
            Legality legality = game.legality(point);
            ObjectNode json = list.addObject().put("point", point).put("reason", legality.name());
            if (legality == Legality.REPETITION) {
                json.put("repeats", game.repeatedMoveNumber(point));
            }
        });
        return list;
    }

    /** Returns a score as JSON, with the owner of each point. */
    static ObjectNode score(Score score) {
        ObjectNode json = NODES.objectNode()
                .put("text", score.text())
                .put("black", score.blackTally().points())
                .put("white", score.whiteTally().points() + score.handicapBonus())
                .put("komi", score.komi());
        ArrayNode owner = json.putArray("owner");
        for (byte color : score.owners()) {
            owner.add((int) color);
        }
        return json;
    }

    /** Returns points as a list of numbers. */
    static ArrayNode points(PointSet points) {
        ArrayNode list = NODES.arrayNode();
        points.forEach(point -> list.add(point));
        return list;
    }
}
