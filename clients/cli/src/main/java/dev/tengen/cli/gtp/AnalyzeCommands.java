package dev.tengen.cli.gtp;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cli.picture.ObservationPlanes;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.gtp.GtpColor;
import dev.tengen.planes.catalog.Encodings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The commands for GoGui: what it can draw on its board, and its own queries. */
final class AnalyzeCommands {
    private final EngineGame game;

    /** Lines of gogui-analyze_commands: type of the response, label, command. %m is the color to move. */
    private final List<String> lines = new ArrayList<>(List.of(
            "string/Score/final_score",
            "string/Rules/kata-get-rules",
            "string/Moves/move_history",
            "plist/Legal Points/all_legal %m",
            "bwboard/Area/tengen-area",
            "dboard/Ownership/tengen-ownership",
            "bwboard/Action Mask/tengen-mask %m",
            "sboard/Illegal Because/tengen-legality %m"));

    AnalyzeCommands(EngineGame game) {
        this.game = game;
        Encodings.specs().forEach(spec -> {
            for (int plane = 0; plane < spec.planeCount(); plane++) {
                lines.add("dboard/Planes " + spec.name() + " " + plane + "/tengen-planes " + spec.name() + " " + plane);
            }
        });
    }

    void addTo(GtpCommandRegistry registry) {
        addBoards(registry);
        addQueries(registry);
    }

    private void addBoards(GtpCommandRegistry registry) {
        registry.add("tengen-area", "the owner of each point: black, white or empty", () -> {
            Score score = game.game().score();
            return board(point -> colorName(score.owner(point)));
        });
        registry.add("tengen-ownership", "the owner of each point: 1 Black, -1 White, 0 neither", () -> {
            Score score = game.game().score();
            return board(point -> ownerNumber(score.owner(point)));
        });
        registry.add("tengen-mask COLOR", "the legal points of a color, in its color", arguments -> {
            int color = arguments.requireCount(1, 1).color(0);
            PointSet legal = new PointSet(game.grid());
            game.asIf(color).legalPoints(legal);
            return board(point -> colorName(legal.contains(point) ? color : Color.EMPTY));
        });
        registry.add("tengen-legality COLOR", "why a point is illegal for a color: occ, sui or rep", arguments -> {
            Game position = game.asIf(arguments.requireCount(1, 1).color(0));
            return board(point -> reason(position, point));
        });
        registry.add(
                "tengen-planes ENCODING PLANE",
                "one plane of an encoding, counted from 0: 1 or 0 per point",
                this::plane);
    }

    private void addQueries(GtpCommandRegistry registry) {
        registry.add(
                "gogui-analyze_commands",
                "what GoGui can draw: type/label/command, one per line",
                () -> String.join("\n", lines));
        registry.add("gogui-rules_game_id", "the name of the game", () -> "Go");
        registry.addSilent("gogui-interrupt", "ends an analysis, as every line does", () -> {});
    }

    private String board(IntFunction<String> value) {
        return Vertices.board(game.grid(), value);
    }

    private static String colorName(int color) {
        return Color.isPlayer(color) ? GtpColor.name(color) : "empty";
    }

    private static String ownerNumber(int owner) {
        return switch (owner) {
            case Color.BLACK -> "1";
            case Color.WHITE -> "-1";
            default -> "0";
        };
    }

    /** Returns three letters, or GoGui's notation for an empty text. */
    private static String reason(Game position, int point) {
        return switch (position.legality(point)) {
            case OCCUPIED -> "occ";
            case SUICIDE -> "sui";
            case REPETITION -> "rep";
            default -> "\"\"";
        };
    }

    private String plane(GtpArguments arguments) {
        arguments.requireCount(2, 2);
        int plane = arguments.integer(1);
        ObservationPlanes observation = ObservationPlanes.of(game.game(), arguments.word(0));
        InvalidValueException.requireWithin(
                "plane", plane, 0, observation.spec().planeCount() - 1);
        return board(point -> observation.isOne(plane, point) ? "1" : "0");
    }
}
