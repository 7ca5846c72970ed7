package dev.tengen.cli.score;

import dev.tengen.cli.option.RulesOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PositionScore;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordRules;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Scores positions and records. */
@Command(
        name = "score",
        description = "Score game records (SGF) and diagrams, and draw whose each point is.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A diagram has a row of points a line, X for Black, O for White, . for empty; drawings of this",
            "program are diagrams, too. Rules and komi are those of the file, where it names them. No stone",
            "is taken for dead but those of --dead. In the drawing x and o mark points of Black and White",
            "that hold no stone. What is odd in a record is told as a warning.",
            "The exit code is 1 if a file cannot be read, has an illegal move, ends before move N or has no",
            "stone at a point of --dead."
        })
final class ScoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Game records or diagrams.")
    private List<Path> files = List.of();

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Option(
            names = "--move",
            paramLabel = "N",
            description = "Score the position after move N; 0 is the start. Default: the last.")
    private @Nullable Integer moveNumber;

    @Option(
            names = "--dead",
            paramLabel = "POINTS",
            split = "[, ]+",
            description = "Take the chains at these points off first, as in D4,Q16: one stone of each is enough.")
    private List<String> dead = List.of();

    @Option(
            names = "--json",
            description = "Print one JSON object a file: file, size, rules, komi, move, margin, score, area, points,"
                    + " prisoners and tax (..._black, ..._white), handicap_bonus, winner, owner (rows of X, O and .),"
                    + " warnings; where the file fails, file and error.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        rules.requireValid();
        if (moveNumber != null && moveNumber < 0) {
            throw new ParameterException(spec.commandLine(), "--move " + moveNumber + " is negative");
        }
        boolean isAllWell = true;
        for (Path file : files) {
            isAllWell &= score(file);
        }
        return isAllWell ? ExitCode.OK : ExitCode.FAILED;
    }

    private boolean score(Path file) {
        RecordRules chosen;
        RecordedGame played;
        try {
            ParsedRecord reading = RecordFile.read(file);
            int last = reading.record().moves().size();
            if (moveNumber != null && moveNumber > last) {
                return fail(file, "move " + moveNumber + " is outside [0, " + last + "]");
            }
            chosen = rules.rules(reading.record());
            played = RecordedGame.play(reading, chosen, moveNumber == null ? last : moveNumber);
        } catch (RecordException e) {
            return fail(file, "cannot be read: " + e.getMessage());
        }
        if (played.problem().isPresent()) {
            return fail(file, played.problem().get());
        }
        try {
            print(file, played, chosen.name(), score(played.game()));
        } catch (InvalidValueException e) {
            return fail(file, String.valueOf(e.getMessage()));
        }
        return true;
    }

    /** Throws {@link InvalidValueException} where a point of --dead has no stone or is none. */
    private PositionScore score(Game game) {
        if (dead.isEmpty()) {
            return PositionScore.of(game);
        }
        Grid grid = game.grid();
        List<Integer> points = new ArrayList<>();
        for (String name : dead) {
            int point = grid.point(name);
            if (point == grid.pass()) {
                throw InvalidValueException.not("dead point", "\"" + name + "\"", "a point, as in A1");
            }
            points.add(point);
        }
        return PositionScore.of(game, PositionExplainer.chains(game, points));
    }

    /** Tells what is wrong with a file; returns false. */
    private boolean fail(Path file, String problem) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            JsonOutput.print(out, JsonOutput.object().put("file", file.toString()).put("error", problem));
        } else {
            out.println(file + ": " + problem);
            out.flush();
        }
        return false;
    }

    private void print(Path file, RecordedGame played, String rulesName, PositionScore score) {
        PrintWriter out = spec.commandLine().getOut();
        Game game = played.game();
        if (isJson) {
            JsonOutput.print(out, json(file, played, rulesName, score));
            return;
        }
        Grid grid = game.grid();
        int last = game.moveNumber() == 0 ? grid.pass() : game.move(game.moveNumber());
        out.println(file + ": " + grid + ", after move " + game.moveNumber() + ", " + rulesName);
        played.warnings().forEach(warning -> out.println("Warning: " + warning));
        out.print(BoardDrawing.draw(grid, score.symbols(), last));
        out.println(score.words());
        out.flush();
    }

    private static ObjectNode json(Path file, RecordedGame played, String rulesName, PositionScore position) {
        Game game = played.game();
        Score score = position.score();
        ObjectNode object = JsonOutput.object()
                .put("file", file.toString())
                .put("size", game.grid().toString())
                .put("rules", rulesName)
                .put("komi", score.komi())
                .put("move", game.moveNumber())
                .put("margin", score.margin())
                .put("score", score.text())
                .put("area_black", score.blackArea())
                .put("area_white", score.whiteArea())
                .put("points_black", score.blackTally().points())
                .put("points_white", score.whiteTally().points())
                .put("prisoners_black", score.blackTally().prisoners())
                .put("prisoners_white", score.whiteTally().prisoners())
                .put("tax_black", score.blackTally().tax())
                .put("tax_white", score.whiteTally().tax())
                .put("handicap_bonus", score.handicapBonus())
                .put("winner", winner(score.winner()));
        object.set(
                "owner",
                JsonOutput.tree(IntStream.range(0, game.grid().height())
                        .mapToObj(position::ownerRow)
                        .toList()));
        object.set("warnings", JsonOutput.tree(played.warnings()));
        return object;
    }

    private static String winner(int color) {
        return switch (color) {
            case Color.BLACK -> "black";
            case Color.WHITE -> "white";
            default -> "nobody";
        };
    }
}
