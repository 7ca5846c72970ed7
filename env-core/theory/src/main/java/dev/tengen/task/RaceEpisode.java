package dev.tengen.task;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.env.TaskEpisode;
import dev.tengen.env.TaskLabel;
import dev.tengen.game.Game;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An episode of a race.
 *
 * @param task the task
 * @param placed the race
 * @param firstPlayer the color that moves first
 * @param agentColor the color of the agent
 */
record RaceEpisode(RaceTask task, PlacedRace placed, int firstPlayer, int agentColor) implements TaskEpisode {
    @Override
    public TaskLabel label() {
        return placed.label();
    }

    @Override
    public Setup setup() {
        return placed.setup(firstPlayer);
    }

    @Override
    public int moveLimit() {
        return placed.moveLimit();
    }

    @Override
    public Optional<PointSet> region() {
        return task.isMaskRestricted() ? Optional.of(placed.region()) : Optional.empty();
    }

    @Override
    public int optimalValue(int color) {
        int value = placed.solution(firstPlayer).orElseThrow().value();
        return color == firstPlayer ? value : -value;
    }

    @Override
    public int winner(Game game) {
        int loser = placed.loser(game.board());
        return loser == Color.EMPTY ? Color.EMPTY : Color.opponent(loser);
    }

    @Override
    public boolean isJudged() {
        return task.isJudged();
    }

    @Override
    public Optional<Boolean> isOptimal(Game game, int move) {
        return solution(game).flatMap(solution -> {
            if (move == game.grid().pass() || placed.region().contains(move)) {
                return Optional.of(solution.optimalMoves().contains(move));
            }
            // A play outside the race leaves it unchanged, with the other player to move.
            return afterPlay(game, move).map(next -> -next.value() == solution.value());
        });
    }

    @Override
    public OptionalInt value(Game game, int color) {
        int winner = winner(game);
        if (winner != Color.EMPTY) {
            return OptionalInt.of(winner == color ? 1 : -1);
        }
        if (game.isOver()) {
            return OptionalInt.of(0);
        }
        Optional<RaceSolution> solution = solution(game);
        int sign = game.playerToMove() == color ? 1 : -1;
        return solution.isPresent() ? OptionalInt.of(sign * solution.get().value()) : OptionalInt.empty();
    }

    private Optional<RaceSolution> solution(Game game) {
        return RaceOracle.solution(placed, game.board(), game.playerToMove(), game.passCount() > 0);
    }

    private Optional<RaceSolution> afterPlay(Game game, int point) {
        int mover = game.playerToMove();
        Board board = game.board().copy();
        board.place(point, mover);
        return RaceOracle.solution(placed, board, Color.opponent(mover), false);
    }

    /*
     * The opponent. If it wins, it treats all winning moves alike. If the race is a seki, it keeps playing as long as
     * that is safe, and answers a pass with a pass. If it loses, it sets the hardest problem: a move after which the
     * fewest replies win.
     */
    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        RaceSolution solution = solution(game)
                .orElseThrow(() -> new PlayerException(
                        PlayerException.Kind.FAILED,
                        "the race was not solved within the states that a search may take"));
        int pass = game.grid().pass();
        if (game.passCount() > 0 && solution.optimalMoves().contains(pass)) {
            return pass;
        }
        List<Integer> plays = new ArrayList<>(solution.optimalMoves());
        plays.removeIf(move -> move == pass || !game.legality(move).isLegal());
        if (solution.value() < 0) {
            plays = hardest(game, plays);
        }
        return plays.isEmpty() ? pass : plays.get(random.nextInt(plays.size()));
    }

    private List<Integer> hardest(Game game, List<Integer> plays) {
        List<Problem> problems = new ArrayList<>();
        for (int play : plays) {
            if (isPlayedOn(game, play)) {
                afterPlay(game, play)
                        .ifPresent(next -> problems.add(
                                new Problem(play, next.optimalMoves().size())));
            }
        }
        int least = problems.stream()
                .min(Comparator.comparing(Problem::replyCount))
                .map(Problem::replyCount)
                .orElse(0);
        return problems.stream()
                .filter(problem -> problem.replyCount() == least)
                .map(Problem::play)
                .toList();
    }

    /** Returns whether both chains stand after {@code play}. The opponent does not take its own last liberty. */
    private boolean isPlayedOn(Game game, int play) {
        Board board = game.board().copy();
        board.place(play, game.playerToMove());
        return placed.isUndecided(board);
    }

    private record Problem(int play, int replyCount) {}
}
