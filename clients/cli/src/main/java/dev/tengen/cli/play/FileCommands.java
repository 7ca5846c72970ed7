package dev.tengen.cli.play;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordRules;
import dev.tengen.sgf.SgfMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** The commands that load and save files. */
final class FileCommands {
    private final BoardSession session;
    private final boolean isRulesNamed;
    private final SgfMode recordMode;

    /**
     * Creates the commands.
     *
     * @param isRulesNamed whether to replay records by the session's rules instead of their own
     * @param recordMode what to do with a record that breaks the format
     */
    FileCommands(BoardSession session, boolean isRulesNamed, SgfMode recordMode) {
        this.session = session;
        this.isRulesNamed = isRulesNamed;
        this.recordMode = recordMode;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(When.GAME, "load FILE", "load a game (SGF) or a diagram, and go to its end", this::load);
        list.addSimple(
                When.GAME, "save FILE", "save the game up to this move as SGF; never replaces a file", this::save);
    }

    private CommandResult load(List<String> arguments) {
        ParsedRecord reading;
        Path file = path(arguments);
        try {
            reading = RecordFile.read(file, recordMode);
        } catch (RecordException e) {
            return CommandResult.error(file + " cannot be read: " + e.getMessage());
        }
        GameRecord record = reading.record();
        RecordedGame played =
                RecordedGame.play(reading, rules(record), record.moves().size());
        session.load(played.game());
        StringBuilder text = new StringBuilder();
        text.append(file + ": " + record.grid() + ", " + record.moves().size() + " moves.");
        played.problem()
                .ifPresent(problem -> text.append(" The game stops here, ").append(problem));
        played.warnings().forEach(warning -> text.append("\nWarning: ").append(warning));
        return CommandResult.withBoard(text.toString(), session);
    }

    /** Returns the rules of a record. Those of the session replace missing ones. */
    private RecordRules rules(GameRecord record) {
        Rules present = session.game().rules();
        if (!isRulesNamed) {
            return RecordRules.of(record, present);
        }
        Rules rules = record.komi().isPresent() ? present.withKomi(record.komi().getAsDouble()) : present;
        return new RecordRules(rules, Optional.empty(), Optional.empty());
    }

    private CommandResult save(List<String> arguments) {
        Path file = path(arguments);
        byte[] sgf = record().toSgf().getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file, sgf, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            return CommandResult.error(file + " exists already; choose another name.");
        } catch (IOException e) {
            return CommandResult.error(file + " cannot be written: " + e.getMessage());
        }
        return CommandResult.of(file + ": " + session.game().moveNumber() + " moves written.");
    }

    private GameRecord record() {
        return GameRecord.of(session.game())
                .with(GameText.BLACK_PLAYER, player(Color.BLACK))
                .with(GameText.WHITE_PLAYER, player(Color.WHITE));
    }

    private Optional<String> player(int color) {
        return session.opponent().filter(player -> player.color() == color).map(Opponent::name);
    }

    private static Path path(List<String> arguments) {
        String name = String.join(" ", arguments);
        if (name.isEmpty()) {
            throw InvalidValueException.not("file", "\"\"", "the name of a file");
        }
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw InvalidValueException.not("file", "\"" + name + "\"", "the name of a file");
        }
    }
}
