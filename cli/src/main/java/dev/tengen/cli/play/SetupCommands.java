package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.cli.play.CommandList.When;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Locale;

/** Commands that set up a position to start from. */
final class SetupCommands {
    private final Table table;

    SetupCommands(Table table) {
        this.table = table;
    }

    void addTo(CommandList list) {
        list.addSimple(When.GAME, "setup", "set up a position, beginning with the one on the board", words -> open());
        list.addSimple(When.SETUP, "black POINT...", "put black stones", words -> put(Color.BLACK, words));
        list.addSimple(When.SETUP, "white POINT...", "put white stones", words -> put(Color.WHITE, words));
        list.addSimple(When.SETUP, "erase POINT...", "take stones off", words -> put(Color.EMPTY, words));
        list.addSimple(When.SETUP, "clear", "take all stones off", words -> clear());
        list.addSimple(When.SETUP, "turn COLOR", "say who moves first", this::turn);
        list.addSimple(When.SETUP, "done", "begin a game from this position", words -> done());
        list.addSimple(When.SETUP, "cancel", "go back to the game", words -> cancel());
    }

    private Reply open() {
        table.openSheet();
        return Reply.withBoard("\"black\", \"white\", \"erase\", \"turn\"; then \"done\" or \"cancel\".", table);
    }

    private SetupSheet sheet() {
        return table.sheet().orElseThrow();
    }

    private Reply put(int color, List<String> words) {
        List<Integer> points = words.stream()
                .map(word -> Words.point(table.game().grid(), word))
                .toList();
        points.forEach(point -> sheet().put(color, point));
        return Reply.withBoard(Color.name(color) + ": " + points.size() + ".", table);
    }

    private Reply clear() {
        sheet().clear();
        return Reply.withBoard("The board is empty.", table);
    }

    private Reply turn(List<String> words) {
        sheet().turn(Words.color(Words.only(words, "color").toLowerCase(Locale.ROOT)));
        return Reply.withBoard(Color.name(sheet().playerToMove()) + " moves first.", table);
    }

    private Reply done() {
        Setup setup = sheet().setup();
        table.start(setup, table.game().rules(), List.of());
        return Reply.withBoard("A game begins here.", table);
    }

    private Reply cancel() {
        table.closeSheet();
        return Reply.withBoard("Back to the game.", table);
    }
}
