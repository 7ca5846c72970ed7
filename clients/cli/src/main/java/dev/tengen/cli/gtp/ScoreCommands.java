package dev.tengen.cli.gtp;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cli.board.PositionExplainer;
import dev.tengen.game.Score;
import java.util.ArrayList;
import java.util.List;

/** The commands for scores and stones. No stone is dead. */
final class ScoreCommands {
    private final EngineGame game;

    ScoreCommands(EngineGame game) {
        this.game = game;
    }

    void addTo(GtpCommandRegistry registry) {
        registry.add("final_score", "the score of the current position, at any time", () -> {
            Score score = game.game().score();
            return score.winner() == Color.EMPTY ? "0" : score.text();
        });
        registry.add(
                "final_status_list alive|dead|seki",
                "the chains with that status, one per line; all are alive",
                this::statusList);
        registry.add(
                "list_stones COLOR",
                "the stones of a color",
                arguments -> PositionExplainer.names(
                        game.grid(),
                        game.game().board().points(arguments.requireCount(1, 1).color(0))));
        registry.add("captures COLOR", "the number of stones that a color has captured", arguments -> {
            int color = arguments.requireCount(1, 1).color(0);
            return Integer.toString(game.game().takenCount(Color.opponent(color)));
        });
        registry.add("all_legal COLOR", "the legal points of a color; without the pass", arguments -> {
            PointSet legal = new PointSet(game.grid());
            game.asIf(arguments.requireCount(1, 1).color(0)).legalPoints(legal);
            return PositionExplainer.names(game.grid(), legal);
        });
        registry.add("is_legal COLOR VERTEX", "whether a move is legal: 1 or 0", arguments -> {
            int color = arguments.requireCount(2, 2).color(0);
            int vertex = arguments.vertex(1, game.grid());
            return game.asIf(color).legality(vertex).isLegal() ? "1" : "0";
        });
    }

    private String statusList(GtpArguments arguments) {
        return switch (arguments.requireCount(1, 1).word(0)) {
            case "alive" -> String.join("\n", chains());
            case "dead", "seki" -> "";
            default -> throw GtpFailure.syntaxError();
        };
    }

    private List<String> chains() {
        List<String> chains = new ArrayList<>();
        PointSet listed = new PointSet(game.grid());
        for (int point = 0; point < game.grid().pointCount(); point++) {
            if (game.game().colorAt(point) != Color.EMPTY && !listed.contains(point)) {
                PointSet chain = new PointSet(game.grid());
                game.game().board().addChain(point, chain);
                listed.addAll(chain);
                chains.add(PositionExplainer.names(game.grid(), chain));
            }
        }
        return chains;
    }
}
