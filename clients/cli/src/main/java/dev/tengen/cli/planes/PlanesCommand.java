package dev.tengen.cli.planes;

import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.option.RulesOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.picture.ContactSheet;
import dev.tengen.cli.picture.ObservationPlanes;
import dev.tengen.cli.picture.PictureException;
import dev.tengen.cli.picture.PictureFormat;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen planes}: shows the planes of an encoding. */
@Command(
        name = "planes",
        description = "Show what an agent observes: all planes of a position, as a picture or as JSON.",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen planes game.sgf --out planes.svg",
            "  tengen planes game.sgf --move 30 --encoding leelazero-18 --out planes.png",
            "  tengen planes game.sgf --move 0 --move 30 --encoding alphazero:history=4 --json",
            "",
            "Rules and komi are those of the file, if it has any. The picture has the position, each plane with",
            "its number, name, count of ones and meaning over faint stones, and the global features. A PNG uses",
            "a system font; an SVG needs no font and is the same on every machine. If --move is repeated, the",
            "picture of move 30 is planes-30.png. An existing file is replaced.",
            "The JSON has the rows of each plane in the order of the encoding's own program: if first_row is",
            "BOTTOM, the bottom row comes first. FILE may also be a diagram.",
            "The exit code is 1 if the file cannot be read, has an illegal move or ends before move N, or if the",
            "picture cannot be drawn or written."
        })
public final class PlanesCommand extends BaseCommand {
    @Parameters(paramLabel = "FILE", description = "A game record (SGF) or a diagram.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--move",
            paramLabel = "N",
            description = "Show the position after move N; 0 is the start. May be repeated. Default: the last.")
    private List<Integer> moveNumbers = List.of();

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            defaultValue = "alphazero-17",
            description = "The encoding; tengen info lists them. Default: ${DEFAULT-VALUE}.")
    @SuppressWarnings("NullAway.Init")
    private String encoding;

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init")
    private Output output;

    /** The output: exactly one of the two. */
    private static final class Output {
        @Option(
                names = "--out",
                paramLabel = "PICTURE",
                description = "Draw a picture to this file, SVG or PNG by its extension.")
        private @Nullable Path picture;

        @Option(
                names = "--json",
                description = "Print one JSON object per position: file, move, encoding, layout (CHW, HWC), first_row,"
                        + " planes (each a list of rows of 0 and 1), globals (numbers), warnings; if the file"
                        + " fails, file and error.")
        private boolean isJson;
    }

    @Override
    public Integer call() {
        rules.requireValid();
        requireValid();
        ParsedRecord reading;
        try {
            reading = RecordFile.read(file, records.mode());
        } catch (RecordException e) {
            return fail(file, "cannot be read: " + e.getMessage());
        }
        try {
            RecordRules chosen = rules.rules(reading.record());
            // Compute all positions before printing the first, so that an error prints nothing else.
            List<Position> positions = positions(reading, chosen);
            if (output.picture == null) {
                positions.forEach(this::printPlanes);
            } else {
                draw(positions, chosen.name(), output.picture);
            }
            return ExitCode.OK;
        } catch (RecordException e) {
            return fail(file, String.valueOf(e.getMessage()));
        } catch (FailedException e) {
            return fail(e.subject, String.valueOf(e.getMessage()));
        }
    }

    /** Checks the options that do not depend on the file. */
    private void requireValid() {
        for (int number : moveNumbers) {
            if (number < 0) {
                throw usageError("--move " + number + " is negative");
            }
        }
        Encodings.spec("--encoding", encoding);
        if (output.picture != null) {
            PictureFormat.of("--out", output.picture);
        }
    }

    private List<Position> positions(ParsedRecord reading, RecordRules chosen) throws RecordException {
        int last = reading.record().moves().size();
        List<Position> positions = new ArrayList<>();
        for (int number : moveNumbers.isEmpty() ? List.of(last) : moveNumbers) {
            positions.add(new Position(number, RecordedGame.playTo(reading, chosen, number)));
        }
        return positions;
    }

    private int fail(Path subject, String problem) {
        printFileError(subject, problem, output.isJson);
        return ExitCode.FAILED;
    }

    private void printPlanes(Position position) {
        ObservationPlanes observation = ObservationPlanes.of(position.played().game(), encoding);
        EncodingSpec shown = observation.spec();
        printJson(new PlanesJson(
                file.toString(),
                position.number(),
                shown.name(),
                shown.peer().axes().name(),
                shown.peer().firstRow().name(),
                IntStream.range(0, shown.planeCount())
                        .mapToObj(observation::peerRows)
                        .toList(),
                observation.globals(),
                position.played().warnings()));
    }

    private void draw(List<Position> positions, String rulesName, Path picture) throws FailedException {
        PictureFormat format = PictureFormat.of("--out", picture);
        for (Position position : positions) {
            Path target = positions.size() == 1 ? picture : format.numbered(picture, position.number());
            ObservationPlanes observation =
                    ObservationPlanes.of(position.played().game(), encoding);
            ContactSheet sheet = new ContactSheet(position.played().game(), rulesName, observation);
            write(format, sheet, target);
            PrintWriter out = out();
            out.println(target + ": " + sheet.title());
            position.played().warnings().forEach(warning -> out.println("Warning: " + warning));
        }
    }

    private static void write(PictureFormat format, ContactSheet sheet, Path target) throws FailedException {
        try {
            Files.write(target, format.picture(sheet));
        } catch (PictureException e) {
            throw new FailedException(target, "cannot be drawn: " + e.getMessage());
        } catch (NoSuchFileException e) {
            throw new FailedException(target, "cannot be written: there is no such folder");
        } catch (IOException e) {
            throw new FailedException(target, "cannot be written: " + e.getMessage());
        }
    }

    /** The position after move {@code number} of the record. */
    private record Position(int number, RecordedGame played) {}

    /** A failure and the file that it is about. */
    private static final class FailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Path subject;

        private FailedException(Path subject, String problem) {
            super(problem);
            this.subject = subject;
        }
    }

    /** The object that {@code --json} prints for a position. */
    private record PlanesJson(
            String file,
            int move,
            String encoding,
            String layout,
            String firstRow,
            List<List<List<Integer>>> planes,
            List<Float> globals,
            List<String> warnings) {}
}
