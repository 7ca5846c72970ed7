package dev.tengen.cli.gtp;

import dev.tengen.arena.settings.InputFile;
import dev.tengen.board.Color;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PointSymbols;
import dev.tengen.game.Outcome;
import dev.tengen.game.RulesText;
import dev.tengen.gtp.GtpColor;
import dev.tengen.sgf.GameInfo;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.LineRecords;
import dev.tengen.sgf.LineRecords.Segment;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands that draw, load and save the game. */
final class RecordCommands {
    private static final Logger LOG = LoggerFactory.getLogger(RecordCommands.class);
    private static final String CANNOT_LOAD = "cannot load file";

    private final EngineGame game;
    private final SgfMode mode;

    /** Creates the commands. {@code mode}: what to do with a record that breaks the format. */
    RecordCommands(EngineGame game, SgfMode mode) {
        this.game = game;
        this.mode = mode;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.add("showboard", "a drawing of the board, X for Black and O for White", this::drawing);
        registry.addSilent(
                "loadsgf FILE [MOVE]",
                "loads an SGF file, up to the move before MOVE; keeps the rules; set-up after moves starts anew",
                this::load);
        registry.add("printsgf [FILE]", "returns the game as SGF, or writes it to a file", this::print);
    }

    private String drawing() {
        int last = game.turns().isEmpty()
                ? game.grid().pass()
                : game.turns().get(game.turns().size() - 1).move();
        PointSymbols symbols = point -> PointSymbols.of(game.game().colorAt(point));
        return "\n" + BoardDrawing.draw(game.grid(), symbols, last)
                + "Next: " + GtpColor.name(game.game().playerToMove())
                + ". Captured by black " + game.game().takenCount(Color.WHITE)
                + ", by white " + game.game().takenCount(Color.BLACK) + ".";
    }

    private void load(GtpArguments arguments) {
        List<String> words = arguments.words();
        boolean isPart = words.size() > 1 && words.get(words.size() - 1).matches("[0-9]{1,9}");
        String file = String.join(" ", isPart ? words.subList(0, words.size() - 1) : words);
        if (file.isEmpty()) {
            throw GtpFailure.syntaxError();
        }
        int moveCount = Integer.MAX_VALUE;
        if (isPart) {
            moveCount = arguments.integer(words.size() - 1) - 1;
            if (moveCount < 0) {
                throw GtpFailure.syntaxError();
            }
        }
        Segment segment = read(file).segmentAt(moveCount);
        GameRecord record = segment.record();
        int count =
                Math.min(moveCount - segment.earlierMoveCount(), record.moves().size());
        List<RecordedMove> moves = record.moves().subList(0, count);
        try {
            game.load(record.start(), record.komi().orElse(game.rules().komi()), moves);
        } catch (GtpFailure e) {
            LOG.warn("Cannot load {}: {}", file, e.getMessage());
            throw new GtpFailure(CANNOT_LOAD);
        }
    }

    private LineRecords read(String file) {
        try {
            LineRecords records = LineRecords.parse(InputFile.read(Path.of(file), InputFile.MAX_RECORD_BYTES), mode);
            // The protocol has no place for warnings.
            records.warnings().forEach(warning -> LOG.warn("{}: {}", file, warning));
            return records;
        } catch (SgfException | IOException | InvalidPathException e) {
            LOG.warn("Cannot load {}: {}", file, e.toString());
            throw new GtpFailure(CANNOT_LOAD);
        }
    }

    private String print(GtpArguments arguments) {
        String sgf = record().toSgf().stripTrailing();
        if (arguments.count() == 0) {
            return sgf;
        }
        try {
            Files.writeString(Path.of(arguments.text()), sgf + "\n");
            return "";
        } catch (IOException | InvalidPathException e) {
            LOG.warn("Cannot write {}: {}", arguments.text(), e.toString());
            throw new GtpFailure("cannot write file");
        }
    }

    private GameRecord record() {
        GameInfo info = GameInfo.NONE
                .withKomi(game.rules().komi())
                .withHandicap(game.setup().handicap())
                .with(GameText.RULES, RulesText.name(game.rules()))
                .with(GameText.RESULT, game.game().outcome().map(Outcome::text));
        return new GameRecord(game.setup(), game.turns(), info);
    }
}
