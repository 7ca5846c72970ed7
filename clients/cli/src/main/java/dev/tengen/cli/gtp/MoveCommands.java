package dev.tengen.cli.gtp;

import dev.tengen.gtp.GtpColor;
import dev.tengen.sgf.RecordedMove;

/** The commands to play, generate and undo moves. */
final class MoveCommands {
    private final EngineGame game;
    private final EnginePlayer player;

    MoveCommands(EngineGame game, EnginePlayer player) {
        this.game = game;
        this.player = player;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.addSilent("play COLOR VERTEX", "plays a move, in or out of turn", arguments -> {
            arguments.requireCount(2, 2);
            game.play(arguments.color(0), arguments.vertex(1, game.grid()));
        });
        registry.add("genmove COLOR", "plays a move of the engine's choice; returns it", this::generate);
        registry.add("reg_genmove COLOR", "returns the move that genmove would play, without playing it", arguments -> {
            int color = arguments.requireCount(1, 1).color(0);
            return player.name(player.chooseMove(color, player.randomCopy()));
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
        return player.name(player.genmove(color));
    }
}
