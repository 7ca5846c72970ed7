package dev.tengen.arena.game;

import dev.tengen.analysis.SettledArea;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import java.util.List;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/** Ends one game by the rules of its {@link Adjudication}. Not thread-safe. */
final class GameAdjudicator {
    private final Adjudication rules;
    private final Game game;
    private final List<Estimate> estimates;
    private final Optional<SettledArea> settledArea;

    /**
     * Creates an adjudicator.
     *
     * @param game the game, which changes with each move
     * @param estimates the estimates that came with its moves, in order, which grow with it
     */
    GameAdjudicator(Adjudication rules, Game game, List<Estimate> estimates) {
        this.rules = rules;
        this.game = game;
        this.estimates = estimates;
        settledArea = rules.settled() ? Optional.of(new SettledArea(game.grid())) : Optional.empty();
    }

    /** Returns the outcome if a rule ends the game after its last move. The game is not over by its own rules. */
    Optional<GameOutcome> judge() {
        return resignation().or(this::draw).or(this::settlement);
    }

    private Optional<GameOutcome> resignation() {
        int mover = game.mover(game.moveNumber());
        return rules.resignRule()
                .filter(rule -> game.moveNumber() >= rule.fromMove())
                .flatMap(rule -> IntStream.of(mover, Color.opponent(mover))
                        .filter(color -> resigns(rule, color))
                        .mapToObj(GameOutcome::byResignRule)
                        .findFirst());
    }

    private boolean resigns(ResignRule rule, int color) {
        return lastAll(color, rule.moveCount(), value -> value < rule.below())
                && (!rule.bothAgree()
                        || lastAll(Color.opponent(color), rule.moveCount(), value -> value > 1 - rule.below()));
    }

    private Optional<GameOutcome> draw() {
        return rules.drawRule()
                .filter(rule -> game.moveNumber() >= rule.fromMove())
                .filter(rule -> lastAll(Color.EMPTY, rule.moveCount(), value -> Math.abs(value - 0.5) <= rule.margin()))
                .map(rule -> GameOutcome.byDrawRule());
    }

    private Optional<GameOutcome> settlement() {
        return settledArea.filter(area -> area.isSettled(game)).map(area -> GameOutcome.bySettledScore(game));
    }

    /**
     * Returns whether the win probability at each of the last {@code count} moves of {@code color}, or of both colors
     * if it is {@link Color#EMPTY}, is known and passes {@code test}.
     */
    private boolean lastAll(int color, int count, DoublePredicate test) {
        int left = count;
        for (int number = game.moveNumber(); number > 0 && left > 0; number--) {
            if (color == Color.EMPTY || game.mover(number) == color) {
                Estimate estimate = estimates.get(number - 1);
                if (estimate.winProbability().isEmpty()
                        || !test.test(estimate.winProbability().getAsDouble())) {
                    return false;
                }
                left--;
            }
        }
        return left == 0;
    }
}
