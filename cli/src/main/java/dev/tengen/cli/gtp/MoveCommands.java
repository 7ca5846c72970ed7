package dev.tengen.cli.gtp;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.gtp.GtpColor;
import dev.tengen.player.Player;
import dev.tengen.sgf.RecordedMove;
import java.util.Optional;
import java.util.function.Function;

/** Moves, made and taken back. */
final class MoveCommands {
    private final EngineGame game;
    private final Function<Grid, Player> players;
    private final SplitMix64 random;
    private Optional<Seat> seat = Optional.empty();

    /** Moves are chosen by what {@code players} makes for a grid, with chance from {@code random}. */
    MoveCommands(EngineGame game, Function<Grid, Player> players, SplitMix64 random) {
        this.game = game;
        this.players = players;
        this.random = random;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.addSilent("play COLOR VERTEX", "makes a move, whoever's turn it is", arguments -> {
            arguments.requireCount(2, 2);
            game.play(arguments.color(0), arguments.vertex(1, game.grid()));
        });
        registry.add("genmove COLOR", "makes a move of the engine's choice; which", this::generate);
        registry.add("reg_genmove COLOR", "the move that genmove would make, which is not made", arguments -> {
            int color = arguments.requireCount(1, 1).color(0);
            return name(choose(color, new SplitMix64(random.state())));
        });
        registry.add("kgs-genmove_cleanup COLOR", "the same as genmove", this::generate);
        registry.addSilent("undo", "takes back the last move, a pass too", arguments -> {
            arguments.requireNone();
            game.undo();
        });
        registry.addSilent(
                "gogui-play_sequence [COLOR VERTEX]...",
                "makes all the moves or, if one is illegal, none",
                arguments -> game.playAll(arguments.moves(game.grid())));
        registry.add("move_history", "the moves made, the last one first, one a line", arguments -> {
            arguments.requireNone();
            StringBuilder text = new StringBuilder();
            for (int index = game.turns().size() - 1; index >= 0; index--) {
                RecordedMove turn = game.turns().get(index);
                text.append(GtpColor.name(turn.color()))
                        .append(' ')
                        .append(game.grid().name(turn.move()))
                        .append(index > 0 ? "\n" : "");
            }
            return text.toString();
        });
    }

    private String generate(GtpArguments arguments) {
        int color = arguments.requireCount(1, 1).color(0);
        int move = choose(color, random);
        if (move != Player.RESIGN) {
            game.play(color, move);
        }
        return name(move);
    }

    private String name(int move) {
        return move == Player.RESIGN ? "resign" : game.grid().name(move);
    }

    private int choose(int color, SplitMix64 chance) {
        Game position = game.asIf(color);
        if (position.isOver()) {
            throw new GtpFailure("a repetition has ended the game");
        }
        if (seat.filter(taken -> taken.grid == game.grid()).isEmpty()) {
            seat = Optional.of(new Seat(game.grid(), players.apply(game.grid())));
        }
        return seat.orElseThrow().player.chooseMove(position, chance);
    }

    /** A player of games on one grid. */
    private record Seat(Grid grid, Player player) {}
}
