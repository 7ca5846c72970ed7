package dev.tengen.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PositionScore;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import java.io.PrintWriter;
import java.nio.file.Path;
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
        description = "Score game records (SGF) and diagrams as they stand, and draw whose each point is.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A diagram has a row of points a line, X for Black, O for White, . for empty; drawings of this",
            "program are diagrams, too. Komi is that of the file, or of the rules where it names none. No",
            "stone is taken for dead. In the drawing x and o mark the empty points of Black and White.",
            "The exit code is 1 if a file cannot be read, has an illegal move or ends before move N."
        })
final class ScoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Game records or diagrams.")
    private List<Path> files = List.of();

    @Mixin
    private final RulesOption rules = new RulesOption();

    @Option(
            names = "--move",
            paramLabel = "N",
            description = "Score the position after move N; 0 is the start. Default: the last.")
    private @Nullable Integer moveNumber;

    @Option(
            names = "--json",
            description = "Print one JSON object a file: file, size, rules, komi, move, margin, score, area_black,"
                    + " area_white, winner, owner (rows of X, O and .); where the file fails, file and error.")
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
        RecordedGame played;
        try {
            GameRecord record = RecordFile.read(file);
            int last = record.moves().size();
            if (moveNumber != null && moveNumber > last) {
                return fail(file, "move " + moveNumber + " is outside [0, " + last + "]");
            }
            played = RecordedGame.play(record, rules(record), moveNumber == null ? last : moveNumber);
        } catch (RecordException e) {
            return fail(file, "cannot be read: " + e.getMessage());
        }
        if (played.problem().isPresent()) {
            return fail(file, played.problem().get());
        }
        print(file, played.game());
        return true;
    }

    private Rules rules(GameRecord record) {
        Rules base = rules.rules(record.grid());
        return rules.komi().isPresent() || record.komi().isEmpty()
                ? base
                : base.withKomi(record.komi().getAsDouble());
    }

    /** Tells what is wrong with a file; returns false. */
    private boolean fail(Path file, String problem) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            JsonLines.print(out, JsonLines.object().put("file", file.toString()).put("error", problem));
        } else {
            out.println(file + ": " + problem);
            out.flush();
        }
        return false;
    }

    private void print(Path file, Game game) {
        PrintWriter out = spec.commandLine().getOut();
        PositionScore score = PositionScore.of(game);
        if (isJson) {
            JsonLines.print(out, json(file, game, score));
            return;
        }
        Grid grid = game.grid();
        int last = game.moveNumber() == 0 ? grid.pass() : game.move(game.moveNumber());
        out.println(file + ": " + grid + ", after move " + game.moveNumber() + ", " + rules.preset());
        out.print(BoardDrawing.draw(grid, score.symbols(), last));
        out.println(score.words());
        out.flush();
    }

    private ObjectNode json(Path file, Game game, PositionScore score) {
        ObjectNode object = JsonLines.object()
                .put("file", file.toString())
                .put("size", game.grid().toString())
                .put("rules", rules.preset())
                .put("komi", game.rules().komi())
                .put("move", game.moveNumber())
                .put("margin", score.margin())
                .put("score", score.text())
                .put("area_black", score.area(Color.BLACK))
                .put("area_white", score.area(Color.WHITE))
                .put("winner", winner(score.winner()));
        object.set(
                "owner",
                JsonLines.tree(IntStream.range(0, game.grid().height())
                        .mapToObj(score::ownerRow)
                        .toList()));
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
