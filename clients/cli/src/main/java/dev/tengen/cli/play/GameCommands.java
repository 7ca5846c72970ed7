package dev.tengen.cli.play;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Game;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** The commands that play and undo moves and go through the game. */
final class GameCommands {
    private final BoardSession session;
    private final SplitMix64 random;

    GameCommands(BoardSession session, SplitMix64 random) {
        this.session = session;
        this.random = random;
    }

    void addTo(CommandRegistry list) {
        list.add(When.GAME, "play POINT...", "play there, in turn; a point alone does the same", this::play);
        list.add(When.GAME, "pass", "pass", arguments -> play(List.of("pass")));
        list.add(
                When.GAME,
                "dead POINT...",
                "propose dead chains, once play has ended under rules with agreement; \"pass\" proposes none",
                this::dead);
        list.addSimple(When.GAME, "resume", "resume a game that passes have ended", arguments -> resume());
        list.addSimple(When.GAME, "resign", "resign for the player to move", arguments -> resign());
        list.addSimple(When.GAME, "undo [N]", "undo N moves; with an opponent, until it is your turn", this::undo);
        list.addSimple(When.GAME, "redo [N]", "redo N undone moves", this::redo);
        list.addSimple(When.GAME, "goto N", "go to move N, to \"start\" or to \"end\"", this::goTo);
        list.addSimple(When.GAME, "moves", "list the moves", arguments -> moves());
        list.add(When.GAME, "go [PLAYER]", "let a built-in player play one move", this::go);
        list.add(
                When.GAME,
                "opponent NAME [COLOR]",
                "set the opponent: " + String.join(", ", Players.choices()) + " or none; it plays White, or COLOR",
                this::opponent);
    }

    private List<CommandResult> play(List<String> arguments) {
        Game game = session.game();
        List<Integer> moves = arguments.stream().map(game.grid()::point).toList();
        if (moves.isEmpty()) {
            throw InvalidValueException.not("point", "\"\"", "a point, as in C3");
        }
        List<CommandResult> results = new ArrayList<>();
        for (int move : moves) {
            CommandResult result = playOne(move);
            results.add(result);
            if (result.isError()) {
                break;
            }
        }
        letOpponentMove(results);
        return results;
    }

    private CommandResult playOne(int move) {
        String explanation = PositionExplainer.ofMove(session.game(), move);
        return session.play(move).isLegal()
                ? CommandResult.withBoard(describeLastMove(), session)
                : CommandResult.error(explanation);
    }

    private List<CommandResult> dead(List<String> arguments) {
        Game game = session.game();
        if (!game.isInAgreement()) {
            return List.of(CommandResult.error("Dead stones cannot be proposed now."));
        }
        List<Integer> points = arguments.stream()
                .map(word -> CommandArguments.point(game.grid(), word))
                .toList();
        if (points.isEmpty()) {
            throw InvalidValueException.not("point", "\"\"", "a point, as in C3");
        }
        session.propose(PositionExplainer.chains(game, points));
        List<CommandResult> results = new ArrayList<>(List.of(CommandResult.withBoard(describeLastMove(), session)));
        letOpponentMove(results);
        return results;
    }

    private CommandResult resume() {
        if (!session.isEndedByPasses()) {
            return CommandResult.error("Only a game that passes have ended can be resumed.");
        }
        session.resume();
        return CommandResult.withBoard("The game continues.", session);
    }

    /** Describes the last move. */
    private String describeLastMove() {
        Game game = session.game();
        return DeadStoneProposals.isProposal(game, game.moveNumber())
                ? DeadStoneProposals.describe(game)
                : describeMove(game);
    }

    private static String describeMove(Game game) {
        int count = game.removedCount();
        boolean isPass = game.move(game.moveNumber()) == game.grid().pass();
        String text = isPass
                ? Color.name(game.mover(game.moveNumber())) + " passes"
                : PositionExplainer.moveName(game, game.moveNumber());
        if (count > 0) {
            boolean isSuicide = game.colorAt(game.move(game.moveNumber())) == Color.EMPTY;
            text += (isSuicide ? " removes its own " : " captures ") + PositionExplainer.stones(count);
        }
        return text
                + game.outcome()
                        .map(outcome -> ". The game is over: " + outcome.text())
                        .orElse(game.isInAgreement() ? ". Play has ended; the players propose dead stones" : "")
                + ".";
    }

    /** Lets the opponent move if it is its turn. */
    private void letOpponentMove(List<CommandResult> results) {
        session.opponentToMove().ifPresent(player -> results.add(playOne(player.chooseMove(session.game()))));
    }

    private CommandResult resign() {
        if (session.game().isOver()) {
            return CommandResult.error("The game is over.");
        }
        String loser = Color.name(session.game().playerToMove());
        session.resign();
        return CommandResult.withBoard(loser + " resigns.", session);
    }

    private CommandResult undo(List<String> arguments) {
        int count = CommandArguments.count(arguments);
        int done = 0;
        while (done < count && session.undo()) {
            done++;
        }
        while (done > 0 && session.opponentToMove().isPresent() && session.undo()) {
            done++;
        }
        return done == 0
                ? CommandResult.error("There is no move to undo.")
                : CommandResult.withBoard("Undone: " + done + ".", session);
    }

    private CommandResult redo(List<String> arguments) {
        return redoUpTo(CommandArguments.count(arguments));
    }

    private CommandResult redoUpTo(int count) {
        int done = 0;
        while (done < count && session.nextMove().isPresent()) {
            int move = session.nextMove().get();
            String explanation = PositionExplainer.ofMove(session.game(), move);
            if (!session.redo().orElseThrow().isLegal()) {
                String text = "Move " + (session.game().moveNumber() + 1) + ": " + explanation;
                return done == 0 ? CommandResult.error(text) : CommandResult.withBoard(text, session);
            }
            done++;
        }
        return done == 0
                ? CommandResult.error("There is no move to redo.")
                : CommandResult.withBoard(describeLastMove(), session);
    }

    private CommandResult goTo(List<String> arguments) {
        int last = session.turns().size();
        int present = session.game().moveNumber();
        String word = CommandArguments.only(arguments, "move");
        int number = switch (word) {
            case "start" -> 0;
            case "end" -> last;
            default -> CommandArguments.number(word, "move", 0, last);
        };
        while (session.game().moveNumber() > number) {
            session.undo();
        }
        return number > present
                ? redoUpTo(number - present)
                : CommandResult.withBoard("At move " + session.game().moveNumber() + ".", session);
    }

    private CommandResult moves() {
        Game game = session.game();
        StringJoiner text = new StringJoiner(" ");
        int number = 0;
        for (ReplayableMove turn : session.turns()) {
            number++;
            String mark = number == game.moveNumber() + 1 ? "| " : "";
            String dead =
                    turn.dead().isEmpty() ? "" : "(dead: " + PositionExplainer.names(game.grid(), turn.dead()) + ")";
            text.add(mark + number + "." + game.grid().name(turn.move()) + dead);
        }
        return CommandResult.of(number == 0 ? "No moves." : text.toString());
    }

    private List<CommandResult> go(List<String> arguments) {
        if (session.game().isOver()) {
            return List.of(CommandResult.error("The game is over."));
        }
        Optional<BuiltInPlayer> named =
                CommandArguments.atMostOne(arguments, "player").map(GameCommands::kind);
        int color = session.game().playerToMove();
        Opponent player = named.map(
                        kind -> new Opponent(kind, color, session.game().grid(), random))
                .or(session::opponent)
                .orElseGet(
                        () -> new Opponent(Players.GREEDY, color, session.game().grid(), random));
        List<CommandResult> results = new ArrayList<>(List.of(playOne(player.chooseMove(session.game()))));
        letOpponentMove(results);
        return results;
    }

    private static BuiltInPlayer kind(String name) {
        return Players.named("player", name);
    }

    private List<CommandResult> opponent(List<String> arguments) {
        if (arguments.isEmpty() || arguments.size() > 2) {
            throw InvalidValueException.not(
                    "opponent", "\"" + String.join(" ", arguments) + "\"", "a name and optionally a color");
        }
        if (arguments.get(0).equals("none")) {
            session.setOpponent(Optional.empty());
            return List.of(CommandResult.of("No opponent."));
        }
        int color = arguments.size() == 2 ? CommandArguments.color(arguments.get(1)) : Color.WHITE;
        session.setOpponent(Optional.of(
                new Opponent(kind(arguments.get(0)), color, session.game().grid(), random)));
        List<CommandResult> results =
                new ArrayList<>(List.of(CommandResult.of(arguments.get(0) + " plays " + Color.name(color) + ".")));
        letOpponentMove(results);
        return results;
    }
}
