package dev.tengen.cli.replay;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.arena.settings.InputFile;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.cli.replay.Replayer.IllegalMove;
import dev.tengen.client.env.Score;
import dev.tengen.client.error.TengenException;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import dev.tengen.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen replay}: checks and scores game records at a server. */
@Command(
        name = "replay",
        description = "Replay game records (SGF) at a server. Print for each whether every move is legal, and the"
                + " score of the last position.",
        sortOptions = false,
        footer = {
            "",
            "The rules are those of the file (RU), or Tromp-Taylor if it has none that are known; --rules",
            "overrides them. Komi is that of the file, or else of the rules. A pass is inserted before a",
            "move out of turn, and a move after the end of a game resumes it, each with a warning. No stone",
            "is dead. A score is followed by \"=\" if the recorded result is the same and by \"!\" if it is",
            "different; a resignation is neither. Moves count from 1; the repetition of move 0 is one of the",
            "start.",
            "The exit code is 1 if a file cannot be read or has an illegal move."
        })
public final class ReplayCommand extends BaseCommand {
    /** Reasons of errors that concern one record. After them, the next file is replayed. */
    private static final Set<String> IS_ABOUT_THE_RECORD =
            Set.of("MESSAGE_TOO_LARGE", "RECORD_UNREADABLE", "INVALID_VALUE", "TOO_MANY_MOVES", "OUT_OF_MEMORY_BUDGET");

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Game records.")
    private List<Path> files = List.of();

    @Option(
            names = "--rules",
            paramLabel = "PRESET",
            description =
                    "Rule preset; overrides that of the file. tengen info lists them. Default: the file's rules, or"
                            + " else tromp-taylor.")
    private @Nullable String preset;

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @Mixin
    private final ServerConnection connection = new ServerConnection();

    @Option(
            names = "--json",
            description = "Print one JSON object per file: file, moves, rules, legal, score, recorded, agrees,"
                    + " warnings; if a move is illegal also illegal_move, reason, repeats_move; if the file"
                    + " cannot be read, file and error.")
    private boolean isJson;

    @Override
    public Integer call() throws Exception {
        boolean isAllWell = true;
        try (connection;
                Progress progress = Progress.of("replay", files.size())) {
            Replayer replayer = new Replayer(connection.open(), Optional.ofNullable(preset));
            int done = 0;
            for (Path file : files) {
                isAllWell &= replay(replayer, file);
                progress.stepTo(++done);
            }
        }
        return isAllWell ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Returns whether the file was read and every move of it was legal. */
    private boolean replay(Replayer replayer, Path file) {
        PrintWriter out = out();
        Replayer.Result result;
        try {
            result = replayer.replay(InputFile.read(file, InputFile.MAX_RECORD_BYTES), records.mode());
        } catch (SgfException | IOException e) {
            printError(file, e);
            return false;
        } catch (TengenException e) {
            if (!IS_ABOUT_THE_RECORD.contains(e.reason())) {
                throw e;
            }
            printError(file, e);
            return false;
        }
        if (isJson) {
            printJson(ReplayJson.of(file, result));
        } else {
            out.println(VisibleText.line(line(file.toString(), result)));
            result.warnings().forEach(warning -> out.println(VisibleText.line("  warning: " + warning)));
        }
        return result.isLegal();
    }

    private void printError(Path file, Exception error) {
        String message =
                error instanceof NoSuchFileException ? "there is no such file" : String.valueOf(error.getMessage());
        printFileError(file, isJson ? message : "cannot be read: " + message, isJson);
    }

    /** Returns a summary of a result in one line. */
    public static String line(String name, Replayer.Result result) {
        GameRecord record = result.record();
        String head = name + ": " + record.grid() + ", " + record.moves().size() + " moves, " + result.rules() + ", ";
        String recorded = record.result().map(text -> "recorded " + text).orElse("no recorded result");
        return head + result.illegalMove().map(move -> illegal(record, move)).orElseGet(() -> "legal, " + score(result))
                + ", "
                + recorded;
    }

    private static String score(Replayer.Result result) {
        String mark = result.agrees().map(agrees -> agrees ? " =" : " !").orElse("");
        return result.score().map(Score::text).orElse("") + mark;
    }

    private static String illegal(GameRecord record, IllegalMove move) {
        String name =
                record.grid().name(record.moves().get(move.illegalMove() - 1).move());
        String text = "move " + move.illegalMove() + " (" + name + ") is illegal: " + move.reason();
        Integer repeated = move.repeatsMove();
        if (repeated == null) {
            return text;
        }
        return text + ", it repeats the position " + (repeated == 0 ? "at the start" : "after move " + repeated);
    }

    /** The object that {@code --json} prints. The keys of {@code illegalMove} are left out if all moves are legal. */
    private record ReplayJson(
            String file,
            int moves,
            String rules,
            boolean legal,
            @Nullable String score,
            @Nullable String recorded,
            @Nullable Boolean agrees,
            List<String> warnings,
            @JsonUnwrapped @Nullable IllegalMove illegalMove) {
        private static ReplayJson of(Path file, Replayer.Result result) {
            return new ReplayJson(
                    file.toString(),
                    result.record().moves().size(),
                    result.rules(),
                    result.isLegal(),
                    result.score().map(Score::text).orElse(null),
                    result.record().result().orElse(null),
                    result.agrees().orElse(null),
                    result.warnings(),
                    result.illegalMove().orElse(null));
        }
    }
}
