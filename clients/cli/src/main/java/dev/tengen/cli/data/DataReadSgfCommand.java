package dev.tengen.cli.data;

import dev.tengen.board.Color;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.RolloutHeader;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.LineRecords;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfCollection;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfGame;
import dev.tengen.sgf.SgfWarning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code tengen data read-sgf}: prints the games of collections as JSON for the Python package, which writes them to
 * files or verifies them. It keeps games that begin on the empty board and end by passes with the recorded winner, by a
 * resignation or by time, and all games of rollouts.
 */
@Command(name = "read-sgf", hidden = true, description = "Print the games of SGF files as JSON.")
final class DataReadSgfCommand extends BaseCommand {
    private static final Pattern RESULT = Pattern.compile("([BW])\\+(.*)");

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "SGF files, or folders of rollouts.")
    private List<Path> files = List.of();

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @Override
    public Integer call() throws IOException {
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                readRollout(file);
            } else {
                read(file);
            }
        }
        return ExitCode.OK;
    }

    /** Prints each game of a rollout, with its number from 1, or the problem of each file or of the spec. */
    private void readRollout(Path path) throws IOException {
        RolloutFolder folder;
        try {
            folder = RolloutFolder.open(path);
        } catch (DataFileException e) {
            printJson(new Rejected(
                    RolloutFolder.file(path, RolloutFolder.SPEC).toString(), 0, String.valueOf(e.getMessage())));
            return;
        }
        GameFileReader reader = new GameFileReader(folder);
        for (int index = 0; index < folder.spec().fileCount(); index++) {
            Path file = path.resolve(folder.spec().fileName(index));
            String header = folder.headerText(index);
            try {
                reader.read(index, game -> printJson(imported(file, header, game)));
            } catch (DataFileException e) {
                printJson(new Rejected(file.toString(), 0, String.valueOf(e.getMessage())));
            }
        }
    }

    private static Imported imported(Path file, String header, PlayedGame game) {
        return new Imported(
                file.toString(),
                game.number() + 1,
                header,
                game.moves(),
                game.endReason().name(),
                game.winner(),
                game.blackMargin());
    }

    private void read(Path file) {
        SgfCollection collection;
        try {
            collection = SgfCollection.parse(Files.readAllBytes(file), records.mode());
        } catch (SgfException | IOException e) {
            printJson(new Rejected(file.toString(), 0, String.valueOf(e.getMessage())));
            return;
        }
        if (!collection.warnings().isEmpty()) {
            printJson(new Warned(file.toString(), 0, texts(collection.warnings())));
        }
        List<SgfGame> games = collection.games();
        for (int i = 0; i < games.size(); i++) {
            try {
                LineRecords line = games.get(i).mainLine().records(records.mode());
                // Throws, as a record does, if the line has several.
                GameRecord record = games.get(i).mainLine().record(records.mode());
                printJson(imported(file, i + 1, record));
                List<String> warnings = new ArrayList<>(texts(line.warnings()));
                RecordRules.of(record, Rules.TROMP_TAYLOR).warning().ifPresent(warnings::add);
                if (!warnings.isEmpty()) {
                    printJson(new Warned(file.toString(), i + 1, warnings));
                }
            } catch (SgfException | RejectedGameException e) {
                printJson(new Rejected(file.toString(), i + 1, String.valueOf(e.getMessage())));
            }
        }
    }

    private static List<String> texts(List<SgfWarning> warnings) {
        return warnings.stream().map(SgfWarning::toString).toList();
    }

    private static Imported imported(Path file, int index, GameRecord record) throws RejectedGameException {
        requirePlain(record);
        Rules rules = RecordRules.of(record, Rules.TROMP_TAYLOR).rules();
        if (record.komi().isPresent()) {
            rules = rules.withKomi(record.komi().getAsDouble());
        }
        Environment environment = new Environment(
                EnvironmentSpec.builder(Setup.empty(record.grid()), rules)
                        .maxMoves(EnvironmentSpec.UNLIMITED_MOVES)
                        .build(),
                0);
        List<Integer> moves = record.moves().stream().map(RecordedMove::move).toList();
        play(moves, environment);
        End end = end(record.result().orElse("").strip().toUpperCase(Locale.ROOT), environment);
        return new Imported(
                file.toString(),
                index,
                header(record, rules),
                moves,
                end.reason.name(),
                end.winner,
                environment.game().score().margin());
    }

    private static void play(List<Integer> moves, Environment environment) throws RejectedGameException {
        for (int i = 0; i < moves.size(); i++) {
            if (environment.isOver()) {
                throw new RejectedGameException("move " + (i + 1) + " follows the end of the game");
            }
            if (!environment.step(moves.get(i)).isLegal()) {
                throw new RejectedGameException("move " + (i + 1) + " is illegal");
            }
        }
    }

    /** Returns a header in Base64. Its class is not in the signature, since picocli would load it for every command. */
    private static String header(GameRecord record, Rules rules) {
        RolloutHeader header = RolloutHeader.newBuilder()
                .setFormat(RolloutSpec.FORMAT)
                .setFormatVersion(RolloutSpec.FORMAT_VERSION)
                .setWidth(record.grid().width())
                .setHeight(record.grid().height())
                .setRules(RulesConverter.toProto(rules))
                .setMaxMoves(EnvironmentSpec.UNLIMITED_MOVES)
                .build();
        return Base64.getEncoder().encodeToString(header.toByteArray());
    }

    /** Rejects what a file of games cannot hold: another start than the empty board, and moves out of turn. */
    private static void requirePlain(GameRecord record) throws RejectedGameException {
        if (!record.start().equals(Setup.empty(record.grid()))) {
            throw new RejectedGameException("it does not begin on the empty board");
        }
        int color = Color.BLACK;
        for (RecordedMove move : record.moves()) {
            if (move.color() != color) {
                throw new RejectedGameException("a move is out of turn");
            }
            color = Color.opponent(color);
        }
    }

    private static End end(String result, Environment environment) throws RejectedGameException {
        Matcher matcher = RESULT.matcher(result);
        boolean isWon = matcher.matches();
        int winner = isWon ? (matcher.group(1).equals("B") ? Color.BLACK : Color.WHITE) : Color.EMPTY;
        String how = isWon ? matcher.group(2) : "";
        if (how.equals("R") || how.equals("RESIGN")) {
            return new End(EndReason.RESIGNATION, winner);
        }
        if (how.equals("T") || how.equals("TIME")) {
            return new End(EndReason.OPPONENT_TIMEOUT, winner);
        }
        if (!environment.isOver()) {
            throw new RejectedGameException("its moves do not end it, and its result is \"" + result + "\"");
        }
        boolean isKnown = isWon || result.equals("0") || result.equals("DRAW");
        if (isKnown && winner != environment.winner()) {
            throw new RejectedGameException("its result is \"" + result + "\", but the score of the last position is "
                    + environment.game().score().margin() + " for Black: stones may be dead");
        }
        return new End(environment.endReason(), environment.winner());
    }

    private record End(EndReason reason, int winner) {}

    /**
     * A game that was read. {@code header} is a RolloutHeader, without numbers and names if the game is of no rollout.
     */
    private record Imported(
            String file,
            long game,
            String header,
            List<Integer> moves,
            String endReason,
            int winner,
            double blackMargin) {}

    /** Warnings about a game, or with the number 0 about the text of a file. */
    private record Warned(String file, int game, List<String> warnings) {}

    /** A game, or with the number 0 a file, that is skipped. */
    private record Rejected(String file, int game, String error) {}

    /** Signals that a game is skipped. */
    private static final class RejectedGameException extends Exception {
        private static final long serialVersionUID = 1L;

        RejectedGameException(String message) {
            super(message);
        }
    }
}
