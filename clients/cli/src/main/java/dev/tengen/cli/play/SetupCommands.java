package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Locale;

/** The commands that set up a start position. */
final class SetupCommands {
    private final BoardSession session;

    SetupCommands(BoardSession session) {
        this.session = session;
    }

    void addTo(CommandRegistry list) {
        list.addSimple(When.GAME, "setup", "set up a position, starting with the current one", arguments -> open());
        list.addSimple(When.SETUP, "black POINT...", "place black stones", arguments -> put(Color.BLACK, arguments));
        list.addSimple(When.SETUP, "white POINT...", "place white stones", arguments -> put(Color.WHITE, arguments));
        list.addSimple(When.SETUP, "erase POINT...", "remove stones", arguments -> put(Color.EMPTY, arguments));
        list.addSimple(When.SETUP, "clear", "remove all stones", arguments -> clear());
        list.addSimple(When.SETUP, "turn COLOR", "set the player to move", this::turn);
        list.addSimple(When.SETUP, "done", "start a game from this position", arguments -> done());
        list.addSimple(When.SETUP, "cancel", "return to the game", arguments -> cancel());
    }

    private CommandResult open() {
        session.openSetup();
        return CommandResult.withBoard(
                "\"black\", \"white\", \"erase\", \"turn\"; then \"done\" or \"cancel\".", session);
    }

    private SetupEditor editor() {
        return session.setupEditor().orElseThrow();
    }

    private CommandResult put(int color, List<String> arguments) {
        List<Integer> points = arguments.stream()
                .map(word -> CommandArguments.point(session.game().grid(), word))
                .toList();
        points.forEach(point -> editor().put(color, point));
        return CommandResult.withBoard(Color.name(color) + ": " + points.size() + ".", session);
    }

    private CommandResult clear() {
        editor().clear();
        return CommandResult.withBoard("The board is empty.", session);
    }

    private CommandResult turn(List<String> arguments) {
        editor().turn(CommandArguments.color(
                CommandArguments.only(arguments, "color").toLowerCase(Locale.ROOT)));
        return CommandResult.withBoard(Color.name(editor().playerToMove()) + " moves first.", session);
    }

    private CommandResult done() {
        Setup setup = editor().setup();
        session.start(setup, session.game().rules(), List.of());
        return CommandResult.withBoard("A game starts here.", session);
    }

    private CommandResult cancel() {
        session.closeSetup();
        return CommandResult.withBoard("Back to the game.", session);
    }
}
