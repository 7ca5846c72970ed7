package dev.tengen.task;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.env.TaskEpisode;
import dev.tengen.env.TaskLabel;
import dev.tengen.game.Game;
import dev.tengen.game.Setup;
import dev.tengen.player.PlayerException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An episode of a race.
 *
 * @param task the task
 * @param site the race
 * @param firstPlayer who moves first
 * @param agentColor whose part the agent takes
 */
record RaceEpisode(RaceTask task, PlacedRace site, int firstPlayer, int agentColor) implements TaskEpisode {
    @Override
    public TaskLabel label() {
        return site.label();
    }

    @Override
    public Setup setup() {
        return site.setup(firstPlayer);
    }

    @Override
    public int moveLimit() {
        return site.moveLimit();
    }

    @Override
    public Optional<PointSet> region() {
        return task.isMaskRestricted() ? Optional.of(site.region()) : Optional.empty();
    }

    @Override
    public int optimalValue(int color) {
        int value = site.verdict(firstPlayer).orElseThrow().value();
        return color == firstPlayer ? value : -value;
    }

    @Override
    public int winner(Game game) {
        int loser = site.loser(game.board());
        return loser == Color.EMPTY ? Color.EMPTY : Color.opponent(loser);
    }

    @Override
    public boolean isJudged() {
        return task.isJudged();
    }

    @Override
    public Optional<Boolean> isOptimal(Game game, int move) {
        return verdict(game).flatMap(verdict -> {
            if (move == game.grid().pass() || site.region().contains(move)) {
                return Optional.of(verdict.optimalMoves().contains(move));
            }
            // Beside the race: it is as it was, with the turn at the other player.
            return afterPlay(game, move).map(next -> -next.value() == verdict.value());
        });
    }

    private Optional<RaceSolution> verdict(Game game) {
        return RaceOracle.verdict(site, game.board(), game.playerToMove(), game.passCount() > 0);
    }

    private Optional<RaceSolution> afterPlay(Game game, int point) {
        int mover = game.playerToMove();
        Board board = game.board().copy();
        board.place(point, mover);
        return RaceOracle.verdict(site, board, Color.opponent(mover), false);
    }

    /*
     * Where it wins, all winning moves are alike to the oracle. Where the race is a seki it plays on as long as that is safe, and
     * answers a pass by a pass. Where it loses it sets the hardest problem: the move after which the fewest replies win.
     */
    @Override
    public int chooseMove(Game game, SplitMix64 random) {
        RaceSolution verdict = verdict(game)
                .orElseThrow(() -> new PlayerException(
                        PlayerException.Kind.FAILED,
                        "the race was not solved within the states that a search may take"));
        int pass = game.grid().pass();
        if (game.passCount() > 0 && verdict.optimalMoves().contains(pass)) {
            return pass;
        }
        List<Integer> plays = new ArrayList<>(verdict.optimalMoves());
        plays.removeIf(move -> move == pass || !game.legality(move).isLegal());
        if (verdict.value() < 0) {
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

    /** Returns whether both chains stand after {@code play}; the oracle does not take its own last liberty. */
    private boolean isPlayedOn(Game game, int play) {
        Board board = game.board().copy();
        board.place(play, game.playerToMove());
        return site.isUndecided(board);
    }

    private record Problem(int play, int replyCount) {}
}
