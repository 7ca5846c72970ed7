package dev.tengen.web;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.game.Game;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceLiberties;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import java.time.Duration;
import java.util.List;

/** The capturing races of a position, with limits that keep a look at them short. */
final class RaceJson {
    private static final int MAX_RACE_COUNT = 8;
    private static final int MAX_STEPS = 2_000_000;
    private static final RaceBudget BUDGET = new RaceBudget(
            new SearchLimits(20_000, Duration.ofMillis(200)), WorkLimits.DEFAULT.withSteps(MAX_STEPS), 20_000);

    private RaceJson() {}

    /** Returns the races of the present position of {@code game}, the first few where there are many. */
    static ObjectNode of(Game game) {
        RaceAnalyzer analyzer = new RaceAnalyzer(BUDGET);
        List<Race> races = analyzer.find(game.board(), new PointSet(game.grid()));
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("count", races.size());
        ArrayNode list = json.putArray("races");
        races.stream().limit(MAX_RACE_COUNT).forEach(race -> add(analyzer.analyze(race), list.addObject()));
        return json;
    }

    private static void add(RaceAnalysis analysis, ObjectNode json) {
        json.put("status", analysis.status().name())
                .put("isKnown", analysis.status().isSupported())
                .put("isConditionalOnKo", analysis.isConditionalOnKo())
                .put("reason", analysis.declined().map(RaceDecline::reason).orElse(""));
        json.set("blackFirst", outcome(analysis.blackFirst()));
        json.set("whiteFirst", outcome(analysis.whiteFirst()));
        json.set("black", side(analysis, Color.BLACK));
        json.set("white", side(analysis, Color.WHITE));
        json.set("shared", GameJson.points(analysis.liberties().shared()));
    }

    private static ObjectNode outcome(RaceOutcome outcome) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("result", outcome.result().map(Enum::name).orElse(""));
        outcome.winningMoves().ifPresent(moves -> json.set("points", GameJson.points(moves)));
        return json;
    }

    private static ObjectNode side(RaceAnalysis analysis, int color) {
        RaceLiberties liberties = analysis.liberties();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("chain", GameJson.points(analysis.race().essential(color)));
        json.set("external", GameJson.points(liberties.external(color)));
        json.set("eye", GameJson.points(liberties.eye(color)));
        json.set("complex", GameJson.points(liberties.complex(color)));
        return json;
    }
}
