package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Locale;

/** CommandInterpreter that set up a position to start from. */
final class SetupCommands {
    private final BoardSession table;

    SetupCommands(BoardSession table) {
        this.table = table;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(When.GAME, "setup", "set up a position, beginning with the one on the board", words -> open());
        list.addSimple(When.SETUP, "black POINT...", "put black stones", words -> put(Color.BLACK, words));
        list.addSimple(When.SETUP, "white POINT...", "put white stones", words -> put(Color.WHITE, words));
        list.addSimple(When.SETUP, "erase POINT...", "take stones off", words -> put(Color.EMPTY, words));
        list.addSimple(When.SETUP, "clear", "take all stones off", words -> clear());
        list.addSimple(When.SETUP, "turn COLOR", "say who moves first", this::turn);
        list.addSimple(When.SETUP, "done", "begin a game from this position", words -> done());
        list.addSimple(When.SETUP, "cancel", "go back to the game", words -> cancel());
    }

    private CommandResult open() {
        table.openSheet();
        return CommandResult.withBoard("\"black\", \"white\", \"erase\", \"turn\"; then \"done\" or \"cancel\".", table);
    }

    private SetupEditor sheet() {
        return table.sheet().orElseThrow();
    }

    private CommandResult put(int color, List<String> words) {
        List<Integer> points = words.stream()
                .map(word -> CommandArguments.point(table.game().grid(), word))
                .toList();
        points.forEach(point -> sheet().put(color, point));
        return CommandResult.withBoard(Color.name(color) + ": " + points.size() + ".", table);
    }

    private CommandResult clear() {
        sheet().clear();
        return CommandResult.withBoard("The board is empty.", table);
    }

    private CommandResult turn(List<String> words) {
        sheet().turn(CommandArguments.color(CommandArguments.only(words, "color").toLowerCase(Locale.ROOT)));
        return CommandResult.withBoard(Color.name(sheet().playerToMove()) + " moves first.", table);
    }

    private CommandResult done() {
        Setup setup = sheet().setup();
        table.start(setup, table.game().rules(), List.of());
        return CommandResult.withBoard("A game begins here.", table);
    }

    private CommandResult cancel() {
        table.closeSheet();
        return CommandResult.withBoard("Back to the game.", table);
    }
}
