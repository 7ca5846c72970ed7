package dev.tengen.cli.score;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.board.PositionScore;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.option.RulesOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordRules;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen score}: scores game records and diagrams. */
@Command(
        name = "score",
        description = "Score game records (SGF) and diagrams, and draw the owner of each point.",
        sortOptions = false,
        footer = {
            "",
            "A diagram has one row of points per line: X for Black, O for White, . for empty. The boards",
            "that this program draws are diagrams, too. Rules and komi are those of the file, if it has any.",
            "Only the stones of --dead are dead. In the drawing, x and o mark points of Black and White",
            "without a stone. Problems in a record are printed as warnings.",
            "The exit code is 1 if a file cannot be read, has an illegal move, ends before move N, or has no",
            "stone at a point of --dead."
        })
public final class ScoreCommand extends BaseCommand {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Game records or diagrams.")
    private List<Path> files = List.of();

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @Option(
            names = "--move",
            paramLabel = "N",
            description = "Score the position after move N; 0 is the start. Default: the last.")
    private @Nullable Integer moveNumber;

    @Option(
            names = "--dead",
            paramLabel = "POINTS",
            split = "[, ]+",
            description = "Remove the chains at these points first, as in D4,Q16. One stone of each chain is enough.")
    private List<String> dead = List.of();

    @Option(
            names = "--json",
            description = "Print one JSON object per file: file, size, rules, komi, move, margin, score, area, points,"
                    + " prisoners and tax (..._black, ..._white), handicap_bonus, winner, owner (rows of X, O and .),"
                    + " warnings; if the file fails, file and error.")
    private boolean isJson;

    @Override
    public Integer call() {
        rules.requireValid();
        if (moveNumber != null && moveNumber < 0) {
            throw usageError("--move " + moveNumber + " is negative");
        }
        boolean isAllWell = true;
        for (Path file : files) {
            isAllWell &= score(file);
        }
        return isAllWell ? ExitCode.OK : ExitCode.FAILED;
    }

    private boolean score(Path file) {
        ParsedRecord reading;
        try {
            reading = RecordFile.read(file, records.mode());
        } catch (RecordException e) {
            return fail(file, "cannot be read: " + e.getMessage());
        }
        try {
            RecordRules chosen = rules.rules(reading.record());
            RecordedGame played = RecordedGame.playTo(reading, chosen, moveNumber);
            print(file, played, chosen.name(), score(played.game()));
            return true;
        } catch (RecordException | InvalidValueException e) {
            return fail(file, String.valueOf(e.getMessage()));
        }
    }

    /** Throws {@link InvalidValueException} if an entry of --dead is not a point or has no stone. */
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

    /** Prints what is wrong with a file. Returns false. */
    private boolean fail(Path file, String problem) {
        printFileError(file, problem, isJson);
        return false;
    }

    private void print(Path file, RecordedGame played, String rulesName, PositionScore score) {
        PrintWriter out = out();
        Game game = played.game();
        if (isJson) {
            printJson(ScoreJson.of(file, played, rulesName, score));
            return;
        }
        Grid grid = game.grid();
        int last = game.moveNumber() == 0 ? grid.pass() : game.move(game.moveNumber());
        out.println(file + ": " + grid + ", after move " + game.moveNumber() + ", " + rulesName);
        played.warnings().forEach(warning -> out.println("Warning: " + warning));
        out.print(BoardDrawing.draw(grid, score.symbols(), last));
        out.println(score.words());
    }

    private static String winnerName(int color) {
        return Color.isPlayer(color) ? Color.name(color).toLowerCase(Locale.ROOT) : "nobody";
    }

    /** The object that {@code --json} prints. */
    private record ScoreJson(
            String file,
            String size,
            String rules,
            double komi,
            int move,
            double margin,
            String score,
            int areaBlack,
            int areaWhite,
            int pointsBlack,
            int pointsWhite,
            int prisonersBlack,
            int prisonersWhite,
            int taxBlack,
            int taxWhite,
            int handicapBonus,
            String winner,
            List<String> owner,
            List<String> warnings) {
        private static ScoreJson of(Path file, RecordedGame played, String rulesName, PositionScore position) {
            Game game = played.game();
            Score score = position.score();
            return new ScoreJson(
                    file.toString(),
                    game.grid().toString(),
                    rulesName,
                    score.komi(),
                    game.moveNumber(),
                    score.margin(),
                    score.text(),
                    score.blackArea(),
                    score.whiteArea(),
                    score.blackTally().points(),
                    score.whiteTally().points(),
                    score.blackTally().prisoners(),
                    score.whiteTally().prisoners(),
                    score.blackTally().tax(),
                    score.whiteTally().tax(),
                    score.handicapBonus(),
                    winnerName(score.winner()),
                    IntStream.range(0, game.grid().height())
                            .mapToObj(position::ownerRow)
                            .toList(),
                    played.warnings());
        }
    }
}
