package dev.tengen.cli.gtp;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.gtp.GtpColor;
import dev.tengen.player.Player;
import dev.tengen.sgf.RecordedMove;
import java.util.Optional;
import java.util.function.Function;

/** The commands to play, generate and undo moves. */
final class MoveCommands {
    private final EngineGame game;
    private final Function<Grid, Player> players;
    private final SplitMix64 random;
    private Optional<GridPlayer> current = Optional.empty();

    /** Creates the commands. {@code players} creates the player for a grid; {@code random} is its random source. */
    MoveCommands(EngineGame game, Function<Grid, Player> players, SplitMix64 random) {
        this.game = game;
        this.players = players;
        this.random = random;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.addSilent("play COLOR VERTEX", "plays a move, in or out of turn", arguments -> {
            arguments.requireCount(2, 2);
            game.play(arguments.color(0), arguments.vertex(1, game.grid()));
        });
        registry.add("genmove COLOR", "plays a move of the engine's choice; returns it", this::generate);
        registry.add("reg_genmove COLOR", "returns the move that genmove would play, without playing it", arguments -> {
            int color = arguments.requireCount(1, 1).color(0);
            return name(choose(color, new SplitMix64(random.state())));
        });
        registry.add("kgs-genmove_cleanup COLOR", "the same as genmove", this::generate);
        registry.addSilent("undo", "undoes the last move or pass", game::undo);
        registry.addSilent(
                "gogui-play_sequence [COLOR VERTEX]...",
                "plays all moves, or none if one is illegal",
                arguments -> game.playAll(arguments.moves(game.grid())));
        registry.add("move_history", "the moves, last one first, one per line", () -> {
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

    private int choose(int color, SplitMix64 source) {
        Game position = game.asIf(color);
        if (position.isOver()) {
            throw new GtpFailure("a repetition has ended the game");
        }
        if (current.filter(known -> known.grid == game.grid()).isEmpty()) {
            current = Optional.of(new GridPlayer(game.grid(), players.apply(game.grid())));
        }
        return current.orElseThrow().player.chooseMove(position, source);
    }

    /** A player for games on one grid. */
    private record GridPlayer(Grid grid, Player player) {}
}
