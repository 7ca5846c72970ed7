package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.board.RecordFile;
import dev.tengen.cli.board.RecordedGame;
import dev.tengen.cli.play.CommandList.When;
import dev.tengen.game.Game;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.RecordedMove;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Commands that read and write files. */
final class FileCommands {
    private final Table table;

    FileCommands(Table table) {
        this.table = table;
    }

    void addTo(CommandList list) {
        list.addSimple(When.GAME, "load FILE", "read a game (SGF) or a diagram, and go to its end", this::load);
        list.addSimple(
                When.GAME, "save FILE", "write the game up to this move as SGF; never over another file", this::save);
    }

    private Reply load(List<String> words) {
        GameRecord record;
        Path file = path(words);
        try {
            record = RecordFile.read(file);
        } catch (RecordException e) {
            return Reply.refusal(file + " cannot be read: " + e.getMessage());
        }
        Rules rules = record.komi().isPresent()
                ? table.game().rules().withKomi(record.komi().getAsDouble())
                : table.game().rules();
        RecordedGame played = RecordedGame.play(record, rules, record.moves().size());
        table.take(played.game());
        String text = file + ": " + record.grid() + ", " + record.moves().size() + " moves.";
        return Reply.withBoard(
                text
                        + played.problem()
                                .map(problem -> " The game stops here, " + problem)
                                .orElse(""),
                table);
    }

    private Reply save(List<String> words) {
        Path file = path(words);
        byte[] sgf = record().toSgf().getBytes(StandardCharsets.UTF_8);
        try {
            Files.write(file, sgf, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            return Reply.refusal(file + " is there already; choose another name.");
        } catch (IOException e) {
            return Reply.refusal(file + " cannot be written: " + e.getMessage());
        }
        return Reply.of(file + ": " + table.game().moveNumber() + " moves written.");
    }

    private GameRecord record() {
        Game game = table.game();
        List<RecordedMove> moves = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            moves.add(new RecordedMove(game.mover(number), game.move(number)));
        }
        return new GameRecord(
                game.setup(),
                0,
                OptionalDouble.of(game.rules().komi()),
                moves,
                game.outcome().map(Outcome::text),
                Optional.empty(),
                player(Color.BLACK),
                player(Color.WHITE));
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
