package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.GameText;
import dev.tengen.sgf.ParsedRecord;
import dev.tengen.sgf.RecordRules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/** CommandInterpreter that read and write files. */
final class FileCommands {
    private final BoardSession table;
    private final boolean isRulesNamed;

    /** Makes the commands; {@code isRulesNamed} if records are played by the table's rules and not by those they name. */
    FileCommands(BoardSession table, boolean isRulesNamed) {
        this.table = table;
        this.isRulesNamed = isRulesNamed;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(When.GAME, "load FILE", "read a game (SGF) or a diagram, and go to its end", this::load);
        list.addSimple(
                When.GAME, "save FILE", "write the game up to this move as SGF; never over another file", this::save);
    }

    private CommandResult load(List<String> words) {
        ParsedRecord reading;
        Path file = path(words);
        try {
            reading = RecordFile.read(file);
        } catch (RecordException e) {
            return CommandResult.refusal(file + " cannot be read: " + e.getMessage());
        }
        GameRecord record = reading.record();
        RecordedGame played =
                RecordedGame.play(reading, rules(record), record.moves().size());
        table.take(played.game());
        StringBuilder text = new StringBuilder();
        text.append(file + ": " + record.grid() + ", " + record.moves().size() + " moves.");
        played.problem()
                .ifPresent(problem -> text.append(" The game stops here, ").append(problem));
        played.warnings().forEach(warning -> text.append("\nWarning: ").append(warning));
        return CommandResult.withBoard(text.toString(), table);
    }

    /** Returns the rules of a record, for which those of the table stand in. */
    private RecordRules rules(GameRecord record) {
        Rules present = table.game().rules();
        if (!isRulesNamed) {
            return RecordRules.of(record, present);
        }
        Rules rules = record.komi().isPresent() ? present.withKomi(record.komi().getAsDouble()) : present;
        return new RecordRules(rules, Optional.empty(), Optional.empty());
    }

    private CommandResult save(List<String> words) {
        Path file = path(words);
        byte[] sgf = record().toSgf().getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file, sgf, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            return CommandResult.refusal(file + " is there already; choose another name.");
        } catch (IOException e) {
            return CommandResult.refusal(file + " cannot be written: " + e.getMessage());
        }
        return CommandResult.of(file + ": " + table.game().moveNumber() + " moves written.");
    }

    private GameRecord record() {
        return GameRecord.of(table.game())
                .with(GameText.BLACK_PLAYER, player(Color.BLACK))
                .with(GameText.WHITE_PLAYER, player(Color.WHITE));
    }

    private Optional<String> player(int color) {
        return table.opponent().filter(player -> player.color() == color).map(Opponent::name);
    }

    private static Path path(List<String> words) {
        String name = String.join(" ", words);
        try {
            if (!name.isEmpty()) {
                return Path.of(name);
            }
        } catch (InvalidPathException e) {
            // Told below, as no name is.
        }
        throw InvalidValueException.not("file", "\"" + name + "\"", "the name of a file");
    }
}
