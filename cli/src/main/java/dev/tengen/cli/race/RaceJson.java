package dev.tengen.cli.race;

import dev.tengen.cli.output.JsonOutput;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that is known of a race, as a JSON object. */
final class RaceJson {
    private RaceJson() {}

    static ObjectNode object(String file, RaceInput scene, RaceAnalysis analysis) {
        ObjectNode object = JsonOutput.object()
                .put("file", file)
                .put("size", scene.board().grid().toString())
                .put("move", scene.moveNumber())
                .put("player_to_move", Color.name(scene.playerToMove()).toUpperCase(Locale.ROOT));
        addAnswer(object, analysis);
        addLiberties(object, analysis);
        addSum(object, analysis);
        return object.put("node_count", analysis.nodes());
    }

    private static void addAnswer(ObjectNode object, RaceAnalysis analysis) {
        object.put("status", analysis.status().name())
                .put("method", name(analysis.method()))
                .put("black_first", name(analysis.blackFirst().result()))
                .put("white_first", name(analysis.whiteFirst().result()));
        object.set("black_winning_moves", moves(analysis.blackFirst(), grid(analysis)));
        object.set("white_winning_moves", moves(analysis.whiteFirst(), grid(analysis)));
        object.put("conditional_on_ko", analysis.isConditionalOnKo())
                .put("declined", name(analysis.declined().map(RaceDecline::status)))
                .put(
                        "declined_reason",
                        analysis.declined().map(RaceDecline::reason).orElse(null));
    }

    private static @Nullable String name(Optional<? extends Enum<?>> value) {
        return value.isPresent() ? value.get().name() : null;
    }

    private static Grid grid(RaceAnalysis analysis) {
        return analysis.race().board().grid();
    }

    private static JsonNode moves(RaceOutcome outcome, Grid grid) {
        return outcome.winningMoves().isPresent()
                ? names(grid, outcome.winningMoves().get())
                : JsonOutput.object().nullNode();
    }

    private static void addLiberties(ObjectNode object, RaceAnalysis analysis) {
        for (int color : new int[] {Color.BLACK, Color.WHITE}) {
            String suffix = color == Color.BLACK ? "_black" : "_white";
            object.set(
                    color == Color.BLACK ? "black_essential_stones" : "white_essential_stones",
                    names(grid(analysis), analysis.race().essential(color)));
            object.set(
                    "external" + suffix,
                    names(grid(analysis), analysis.liberties().external(color)));
            object.set(
                    "eye" + suffix, names(grid(analysis), analysis.liberties().eye(color)));
            object.set(
                    "complex" + suffix,
                    names(grid(analysis), analysis.liberties().complex(color)));
            object.put("eye_liberties" + suffix, analysis.eyeLiberties(color));
        }
        object.set("shared", names(grid(analysis), analysis.liberties().shared()));
    }

    private static void addSum(ObjectNode object, RaceAnalysis analysis) {
        Optional<RaceSum> sum = analysis.sum();
        Integer delta = sum.isPresent() && sum.get().delta().isPresent()
                ? sum.get().delta().getAsInt()
                : null;
        object.put("delta", delta)
                .put(
                        "adjusted_black_first",
                        sum.map(RaceSum::adjustedBlackFirst).orElse(null))
                .put(
                        "adjusted_white_first",
                        sum.map(RaceSum::adjustedWhiteFirst).orElse(null))
                .put("sum_cooled", sum.map(RaceSum::cooled).orElse(null));
        List<ObjectNode> components = sum.map(RaceSum::components).orElse(List.of()).stream()
                .map(component -> object(component, grid(analysis)))
                .toList();
        object.set("components", JsonOutput.tree(components));
    }

    private static ObjectNode object(RaceComponent component, Grid grid) {
        ObjectNode object = JsonOutput.object()
                .put("at", grid.name(component.point()))
                .put("owner", component.owner() == Color.BLACK ? "B" : "W");
        object.set("points", names(grid, component.points()));
        return object.put("is_eye", component.isEye())
                .put("value", component.value())
                .put("cooled", component.cooled())
                .put("temperature", component.temperature().toString())
                .put("mean", component.mean().toString());
    }

    private static JsonNode names(Grid grid, PointSet points) {
        List<String> names = new ArrayList<>();
        points.forEach(point -> names.add(grid.name(point)));
        return JsonOutput.tree(names);
    }
}
