package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.google.common.base.Splitter;
import com.google.common.primitives.Ints;
import dev.tengen.analysis.OverlaySpec;
import dev.tengen.analysis.Overlays;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.race.Race;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import dev.tengen.server.error.CallException;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the page draws over a position: its score, its legal plays, a plane of an encoding, an analysis, or its races.
 *
 * @param content the overlay; its keys are written in line
 * @param move the number of moves before the position
 * @param episode the episode of the game
 */
record OverlayJson(@JsonUnwrapped OverlayJson.Content content, int move, long episode) {
    private static final List<String> KINDS = List.of("score", "legal", "plane", "analysis", "races");

    /** The age in moves at which a stone is half as bright as the last one. */
    private static final double HALF_AGE = 8;

    /** The keys of one kind of overlay. */
    interface Content {}

    /**
     * Returns the overlay that {@code call} asks for.
     *
     * @throws InvalidValueException if a parameter is unknown
     * @throws CallException if a number is missing or out of range
     */
    static OverlayJson of(DisplayedGame shown, Context call) {
        Game game = position(shown.game(), call);
        String kind = PageHandlers.text(call, "show", "");
        Content content = switch (kind) {
            case "score" -> GameJson.ScoreJson.of(score(game, call));
            case "legal" -> LegalPlays.of(game);
            case "plane" -> plane(game, call);
            case "analysis" -> analysis(game, PageHandlers.text(call, "name", ""));
            case "races" -> Races.of(game);
            default -> throw InvalidValueException.not("show", "\"" + kind + "\"", "one of " + KINDS);
        };
        return new OverlayJson(content, game.moveNumber(), shown.episode());
    }

    /** Returns whether {@code call} asks for races, which take long to analyze. */
    static boolean isOfRaces(Context call) {
        return PageHandlers.text(call, "show", "").equals("races");
    }

    /** Returns the position after the moves of {@code game}, or of a variation, that {@code call} names. */
    private static Game position(Game game, Context call) {
        List<Variation> variations = Variation.list(call, "variation", game.grid());
        Game line = variations.isEmpty() ? game : variations.get(0).playedIn(game);
        return line.replayTo(PageHandlers.number(call, "move", 0, line.moveNumber()));
    }

    /** Returns the score, without the stones that {@code call} names as dead. */
    private static Score score(Game game, Context call) {
        String dead = PageHandlers.text(call, "dead", "");
        if (dead.isEmpty()) {
            return game.score();
        }
        List<Integer> points = new ArrayList<>();
        for (String part : Splitter.on('.').split(dead)) {
            Integer point = Ints.tryParse(part);
            if (point == null) {
                throw CallException.invalid("dead", '"' + part + '"', "points separated by dots");
            }
            points.add(point);
        }
        return game.score(DeadStonesRequest.stones("dead", points, game.grid()));
    }

    private static Values plane(Game game, Context call) {
        String name = PageHandlers.text(call, "encoding", Encodings.names().get(0));
        EncodingSpec spec = Encodings.spec("encoding", name);
        int plane = PageHandlers.number(call, "plane", 0, spec.planeCount() - 1);
        Encoding encoding = Encodings.named(name, game.grid()).orElseThrow();
        byte[] bits = encoding.observation(game);
        EncodingSpec.Feature feature = spec.planes().get(plane);
        int pointCount = game.grid().pointCount();
        List<Integer> values = IntStream.range(plane * pointCount, (plane + 1) * pointCount)
                .map(bit -> bits[bit >> 3] >> (7 - (bit & 7)) & 1)
                .boxed()
                .toList();
        return new Values(feature.name(), feature.meaning(), values);
    }

    private static Values analysis(Game game, String name) {
        OverlaySpec spec = Overlays.spec("name", name);
        int[] numbers = Overlays.named(name, game.grid()).orElseThrow().values(game);
        return new Values(
                name,
                spec.meaning(),
                Arrays.stream(numbers)
                        .mapToObj(number -> brightness(number, spec))
                        .toList());
    }

    private static double brightness(int number, OverlaySpec spec) {
        if (spec.max() < Integer.MAX_VALUE) {
            return (double) number / spec.max();
        }
        return number < 0 ? 0 : HALF_AGE / (HALF_AGE + number);
    }

    /**
     * The legal plays.
     *
     * @param count the number of legal plays
     * @param turn the player to move
     * @param mask whether each point may be played
     */
    record LegalPlays(int count, int turn, List<Boolean> mask) implements Content {
        private static LegalPlays of(Game game) {
            PointSet legal = new PointSet(game.grid());
            game.legalPoints(legal);
            return new LegalPlays(
                    legal.size(),
                    game.playerToMove(),
                    IntStream.range(0, game.grid().pointCount())
                            .mapToObj(legal::contains)
                            .toList());
        }
    }

    /**
     * A plane or an analysis.
     *
     * @param name the name
     * @param meaning what the values mean
     * @param values a value for each point, from −1 to 1
     */
    record Values(String name, String meaning, List<? extends Number> values) implements Content {}

    /**
     * The capturing races.
     *
     * @param count the number of races
     * @param races the first of them, analyzed within limits that keep the request short
     */
    record Races(int count, List<RaceJson> races) implements Content {
        private static final int MAX_RACE_COUNT = 8;
        private static final int MAX_STEPS = 2_000_000;
        private static final RaceBudget BUDGET = new RaceBudget(
                new SearchLimits(20_000, Duration.ofMillis(200)), WorkLimits.DEFAULT.withSteps(MAX_STEPS), 20_000);

        private static Races of(Game game) {
            RaceAnalyzer analyzer = new RaceAnalyzer(BUDGET);
            List<Race> races = analyzer.find(game.board(), new PointSet(game.grid()));
            return new Races(
                    races.size(),
                    races.stream()
                            .limit(MAX_RACE_COUNT)
                            .map(race -> RaceJson.of(analyzer.analyze(race)))
                            .toList());
        }
    }
}
