package dev.tengen.cli.play;

import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.cli.play.CommandRegistry.When;
import dev.tengen.game.Game;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** CommandInterpreter that make moves, take them back and walk through the game. */
final class GameCommands {
    private final BoardSession table;
    private final SplitMix64 random;

    GameCommands(BoardSession table, SplitMix64 random) {
        this.table = table;
        this.random = random;
    }

    void addTo(CommandRegistry list) {
        list.add(
                When.GAME,
                "play POINT...",
                "play there, one color after the other; a bare point does the same",
                this::play);
        list.add(When.GAME, "pass", "pass", words -> play(List.of("pass")));
        list.add(
                When.GAME,
                "dead POINT...",
                "once play has ended by rules that ask: say that the chains there are dead; \"pass\" says that none are",
                this::dead);
        list.addSimple(When.GAME, "resume", "go on with a game that passes have ended", words -> resume());
        list.addSimple(When.GAME, "resign", "give up for the player to move", words -> resign());
        list.addSimple(When.GAME, "undo [N]", "take back N moves; with an opponent, until it is your turn", this::undo);
        list.addSimple(When.GAME, "redo [N]", "play N of the moves taken back", this::redo);
        list.addSimple(When.GAME, "goto N", "go to move N, to \"start\" or to \"end\"", this::goTo);
        list.addSimple(When.GAME, "moves", "list the moves", words -> moves());
        list.add(When.GAME, "go [PLAYER]", "let a built-in player make one move for the side to move", this::go);
        list.add(
                When.GAME,
                "opponent NAME [COLOR]",
                "seat " + String.join(", ", Players.choices()) + " or none; it plays White, or the color named",
                this::opponent);
    }

    private List<CommandResult> play(List<String> words) {
        Game game = table.game();
        List<Integer> moves = words.stream().map(game.grid()::point).toList();
        if (moves.isEmpty()) {
            throw InvalidValueException.not("point", "\"\"", "a point, as in C3");
        }
        List<CommandResult> replies = new ArrayList<>();
        for (int move : moves) {
            CommandResult reply = playOne(move);
            replies.add(reply);
            if (reply.isError()) {
                break;
            }
        }
        answer(replies);
        return replies;
    }

    private CommandResult playOne(int move) {
        String refusal = PositionExplainer.ofMove(table.game(), move);
        return table.play(move).isLegal() ? CommandResult.withBoard(said(), table) : CommandResult.refusal(refusal);
    }

    private List<CommandResult> dead(List<String> words) {
        Game game = table.game();
        if (!game.isInAgreement()) {
            return List.of(CommandResult.refusal("Nobody is asked for dead stones now."));
        }
        List<Integer> points =
                words.stream().map(word -> CommandArguments.point(game.grid(), word)).toList();
        if (points.isEmpty()) {
            throw InvalidValueException.not("point", "\"\"", "a point, as in C3");
        }
        table.propose(PositionExplainer.chains(game, points));
        List<CommandResult> replies = new ArrayList<>(List.of(CommandResult.withBoard(said(), table)));
        answer(replies);
        return replies;
    }

    private CommandResult resume() {
        if (!table.isEndedByPasses()) {
            return CommandResult.refusal("Only a game that passes have ended can be resumed.");
        }
        table.resume();
        return CommandResult.withBoard("The game goes on.", table);
    }

    /** Returns what the last move did. */
    private String said() {
        Game game = table.game();
        return DeadStoneProposals.isProposal(game, game.moveNumber()) ? DeadStoneProposals.said(game) : saidOfMove(game);
    }

    private static String saidOfMove(Game game) {
        int count = game.capturedCount();
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
                        .orElse(game.isInAgreement() ? ". Play has ended; the players say which stones are dead" : "")
                + ".";
    }

    /** Lets the opponent move where it is its turn. */
    private void answer(List<CommandResult> replies) {
        table.opponentToMove().ifPresent(player -> replies.add(playOne(player.chooseMove(table.game()))));
    }

    private CommandResult resign() {
        if (table.game().isOver()) {
            return CommandResult.refusal("The game is over.");
        }
        String loser = Color.name(table.game().playerToMove());
        table.resign();
        return CommandResult.withBoard(loser + " resigns.", table);
    }

    private CommandResult undo(List<String> words) {
        int count = CommandArguments.count(words);
        int done = 0;
        while (done < count && table.undo()) {
            done++;
        }
        while (done > 0 && table.opponentToMove().isPresent() && table.undo()) {
            done++;
        }
        return done == 0
                ? CommandResult.refusal("There is no move to take back.")
                : CommandResult.withBoard("Taken back: " + done + ".", table);
    }

    private CommandResult redo(List<String> words) {
        return redoUpTo(CommandArguments.count(words));
    }

    private CommandResult redoUpTo(int count) {
        int done = 0;
        while (done < count && table.nextMove().isPresent()) {
            int move = table.nextMove().get();
            String refusal = PositionExplainer.ofMove(table.game(), move);
            if (!table.redo().orElseThrow().isLegal()) {
                String text = "Move " + (table.game().moveNumber() + 1) + ": " + refusal;
                return done == 0 ? CommandResult.refusal(text) : CommandResult.withBoard(text, table);
            }
            done++;
        }
        return done == 0 ? CommandResult.refusal("There is no move to play again.") : CommandResult.withBoard(said(), table);
    }

    private CommandResult goTo(List<String> words) {
        int last = table.turns().size();
        int present = table.game().moveNumber();
        String word = CommandArguments.only(words, "move");
        int number = switch (word) {
            case "start" -> 0;
            case "end" -> last;
            default -> CommandArguments.number(word, "move", 0, last);
        };
        while (table.game().moveNumber() > number) {
            table.undo();
        }
        return number > present
                ? redoUpTo(number - present)
                : CommandResult.withBoard("At move " + table.game().moveNumber() + ".", table);
    }

    private CommandResult moves() {
        Game game = table.game();
        StringJoiner text = new StringJoiner(" ");
        int number = 0;
        for (ReplayableMove turn : table.turns()) {
            number++;
            String mark = number == game.moveNumber() + 1 ? "| " : "";
            String dead = turn.dead().isEmpty() ? "" : "(dead: " + PositionExplainer.names(game.grid(), turn.dead()) + ")";
            text.add(mark + number + "." + game.grid().name(turn.move()) + dead);
        }
        return CommandResult.of(number == 0 ? "No moves." : text.toString());
    }

    private List<CommandResult> go(List<String> words) {
        if (table.game().isOver()) {
            return List.of(CommandResult.refusal("The game is over."));
        }
        Optional<BuiltInPlayer> named = CommandArguments.atMostOne(words, "player").map(GameCommands::kind);
        int color = table.game().playerToMove();
        Opponent player = named.map(
                        kind -> new Opponent(kind, color, table.game().grid(), random))
                .or(table::opponent)
                .orElseGet(
                        () -> new Opponent(Players.GREEDY, color, table.game().grid(), random));
        List<CommandResult> replies = new ArrayList<>(List.of(playOne(player.chooseMove(table.game()))));
        answer(replies);
        return replies;
    }

    private static BuiltInPlayer kind(String name) {
        return Players.named(name)
                .orElseThrow(
                        () -> InvalidValueException.not("player", "\"" + name + "\"", "one of " + Players.choices()));
    }

    private List<CommandResult> opponent(List<String> words) {
        if (words.isEmpty() || words.size() > 2) {
            throw InvalidValueException.not(
                    "opponent", "\"" + String.join(" ", words) + "\"", "a name and maybe a color");
        }
        if (words.get(0).equals("none")) {
            table.seat(Optional.empty());
            return List.of(CommandResult.of("Nobody plays against you."));
        }
        int color = words.size() == 2 ? CommandArguments.color(words.get(1)) : Color.WHITE;
        table.seat(
                Optional.of(new Opponent(kind(words.get(0)), color, table.game().grid(), random)));
        List<CommandResult> replies = new ArrayList<>(List.of(CommandResult.of(words.get(0) + " plays " + Color.name(color) + ".")));
        answer(replies);
        return replies;
    }
}
