package dev.tengen.cli.replay;

import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;
import dev.tengen.cli.output.Progress;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.cli.replay.Replayer.IllegalMove;
import dev.tengen.cli.replay.Replayer.Replay;
import dev.tengen.client.env.Score;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.SgfException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Referees game records. */
@Command(
        name = "replay",
        description = "Play game records (SGF) at a server and print, for each, whether every move is legal and the"
                + " score of the last position.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "The rules are those that the file names (RU), Tromp-Taylor's where it names none that is known;",
            "--rules says otherwise. Komi is that of the file, or of the rules where it names none. A pass",
            "is put before a move out of turn, and a move after the passes that end a game resumes it, each",
            "with a warning. No stone is taken for dead. \"=\" after a score means that the recorded result",
            "is the same, \"!\" that it is another; a resignation is neither. Moves count from 1; a repetition",
            "of move 0 is one of the start.",
            "The exit code is 1 if a file cannot be read or has an illegal move."
        })
final class ReplayCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Game records.")
    private List<Path> files = List.of();

    @Option(
            names = "--rules",
            paramLabel = "PRESET",
            description = "Rule preset to referee by, whatever a file says; tengen info lists them. Default: what the"
                    + " file says, else tromp-taylor.")
    private @Nullable String preset;

    @Mixin
    private final ServerConnection connection = new ServerConnection();

    @Option(
            names = "--json",
            description = "Print one JSON object a file: file, moves, rules, legal, score, recorded, agrees,"
                    + " warnings; where a move is"
                    + " illegal also illegal_move, reason, repeats_move; where the file cannot be read, error.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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
        PrintWriter out = spec.commandLine().getOut();
        Replay replay;
        try {
            replay = replayer.replay(Files.readAllBytes(file));
        } catch (SgfException | IOException e) {
            printError(file, e);
            return false;
        }
        if (isJson) {
            JsonOutput.print(out, json(file, replay));
        } else {
            out.println(line(file.toString(), replay));
            replay.warnings().forEach(warning -> out.println("  warning: " + warning));
            out.flush();
        }
        return replay.isLegal();
    }

    private void printError(Path file, Exception error) {
        String message =
                error instanceof NoSuchFileException ? "there is no such file" : String.valueOf(error.getMessage());
        if (isJson) {
            JsonOutput.print(
                    spec.commandLine().getOut(),
                    JsonOutput.object().put("file", file.toString()).put("error", message));
        } else {
            spec.commandLine().getOut().println(file + ": cannot be read: " + message);
            spec.commandLine().getOut().flush();
        }
    }

    private static ObjectNode json(Path file, Replay replay) {
        ObjectNode object = JsonOutput.object()
                .put("file", file.toString())
                .put("moves", replay.record().moves().size())
                .put("rules", replay.rules())
                .put("legal", replay.isLegal())
                .put("score", replay.score().map(Score::text).orElse(null))
                .put("recorded", replay.record().result().orElse(null))
                .put("agrees", replay.agrees().orElse(null));
        object.set("warnings", JsonOutput.tree(replay.warnings()));
        replay.illegalMove().ifPresent(move -> {
            object.put("illegal_move", move.number()).put("reason", move.reason());
            if (move.repeatsMove().isPresent()) {
                object.put("repeats_move", move.repeatsMove().getAsInt());
            } else {
                object.putNull("repeats_move");
            }
        });
        return object;
    }

    /** Returns what came of a record in one line. */
    static String line(String name, Replay replay) {
        GameRecord record = replay.record();
        String head = name + ": " + record.grid() + ", " + record.moves().size() + " moves, " + replay.rules() + ", ";
        String recorded = record.result().map(result -> "recorded " + result).orElse("no recorded result");
        return head + replay.illegalMove().map(move -> illegal(record, move)).orElseGet(() -> "legal, " + score(replay))
                + ", "
                + recorded;
    }

    private static String score(Replay replay) {
        String mark = replay.agrees().map(agrees -> agrees ? " =" : " !").orElse("");
        return replay.score().map(Score::text).orElse("") + mark;
    }

    private static String illegal(GameRecord record, IllegalMove move) {
        String name = record.grid().name(record.moves().get(move.number() - 1).move());
        String text = "move " + move.number() + " (" + name + ") is illegal: " + move.reason();
        if (move.repeatsMove().isEmpty()) {
            return text;
        }
        int repeated = move.repeatsMove().getAsInt();
        return text + ", it repeats the position " + (repeated == 0 ? "at the start" : "after move " + repeated);
    }
}
