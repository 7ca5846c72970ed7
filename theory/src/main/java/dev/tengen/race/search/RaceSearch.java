package dev.tengen.race.search;

import dev.tengen.analysis.SearchBudget;
import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Exhaustive search of a race: what comes of it under perfect play, and which moves are perfect.
 *
 * <p>Players move in turn at empty points that are played, and may pass. No play may recreate an earlier coloring of the
 * board (positional superko), of which that of the race is the first. Whose essential chain is captured loses the race, also
 * if it was the owner who took its last liberty; two passes in a row are a seki. Points of captured stones are played again.
 *
 * <p>A search keeps what it has proven, in at most a hundred megabytes, so that the next answer for the same race is a
 * matter of looking it up. It takes races of up to {@value #MAX_POINT_COUNT} points that can change, which are the empty
 * points that are played and the stones that can be captured without an end of the race; of others it knows nothing. Not
 * thread-safe.
 *
 * <pre>{@code
 * RaceSearch search = new RaceSearch(race);
 * RaceSearchResult answer = search.solve(Color.BLACK, SearchLimits.ofNodes(1_000_000));
 * answer.result().ifPresent(System.out::println);
 * }</pre>
 */
public final class RaceSearch {
    /** The most points that can change in a race that is searched. */
    public static final int MAX_POINT_COUNT = RaceRegion.MAX_POINT_COUNT;

    private final Race race;
    private final Suicide suicide;
    private final Optional<RaceRegion> region;
    private final Optional<RaceProofSearch> prover;

    /** Makes a search in which suicide is forbidden. */
    public RaceSearch(Race race) {
        this(race, Suicide.FORBIDDEN);
    }

    /**
     * Makes a search.
     *
     * @param race not to be changed
     * @param suicide which suicides are allowed; a suicide of one stone leaves the coloring as it was, so superko bars it
     */
    public RaceSearch(Race race, Suicide suicide) {
        this.race = race;
        this.suicide = suicide;
        region = RaceRegion.of(race);
        prover = region.map(points -> new RaceProofSearch(points, suicide));
    }

    /** Returns the race. */
    public Race race() {
        return race;
    }

    /** Returns what comes of the race if {@code first} moves first. */
    public RaceSearchResult solve(int first, SearchLimits limits) {
        return solve(first, List.of(), limits);
    }

    /**
     * Returns what comes of the race after {@code moves}.
     *
     * @param first who made the first of the moves, or makes it now
     * @param moves points or passes, by the players in turn
     * @throws InvalidValueException if {@code first} is no player, or a move is not legal
     * @throws IllegalStateException if the race is over after these moves
     */
    public RaceSearchResult solve(int first, List<Integer> moves, SearchLimits limits) {
        Color.requirePlayer(first);
        if (region.isEmpty()) {
            int mover = moves.size() % 2 == 0 ? first : Color.opponent(first);
            return new RaceSearchResult(mover, Optional.empty(), false, List.of(), List.of(), 0, 0);
        }
        RacePosition position = new RacePosition(race, region.orElseThrow(), suicide, first);
        moves.forEach(position::play);
        if (position.isOver()) {
            throw new IllegalStateException("the race is over");
        }
        return new Question(position, prover.orElseThrow(), limits).answer();
    }

    /**
     * Returns how the race stands, by a search for each player to move first, as {@link RaceSearchResult#status} tells.
     *
     * @param limits those of each of the two searches
     */
    public RaceStatus status(SearchLimits limits) {
        return RaceSearchResult.status(solve(Color.BLACK, limits), solve(Color.WHITE, limits));
    }

    /** One position, and the search for what comes of it. */
    private static final class Question {
        private final RacePosition position;
        private final RaceProofSearch prover;
        private final SearchBudget budget;
        private final int mover;
        private final int enemy;
        private boolean isKoFree;

        Question(RacePosition position, RaceProofSearch prover, SearchLimits limits) {
            this.position = position;
            this.prover = prover;
            budget = new SearchBudget(limits, spent -> {});
            mover = position.playerToMove();
            enemy = Color.opponent(mover);
        }

        RaceSearchResult answer() {
            Optional<RaceResult> result = result();
            List<Integer> optimal = new ArrayList<>();
            List<Integer> open = new ArrayList<>();
            if (result.isPresent()) {
                for (int move : position.legalMoves()) {
                    int keeper = keeper(move, result.get());
                    if (keeper == Color.EMPTY) {
                        open.add(move);
                    } else if (keeper == mover) {
                        optimal.add(move);
                    }
                }
            }
            return new RaceSearchResult(mover, result, isKoFree, optimal, open, budget.nodes(), budget.deepest());
        }

        private Optional<RaceResult> result() {
            RaceProof capture = prove(mover, RepetitionRule.BARRED);
            if (!capture.isFound()) {
                return Optional.empty();
            }
            if (capture.winner() == mover) {
                isKoFree = holdsUnderAnyRule(capture, mover);
                return Optional.of(RaceResult.captureBy(mover));
            }
            RaceProof loss = prove(enemy, RepetitionRule.BARRED);
            if (!loss.isFound()) {
                return Optional.empty();
            }
            isKoFree = holdsUnderAnyRule(loss, enemy);
            if (loss.winner() == enemy) {
                return Optional.of(RaceResult.captureBy(enemy));
            }
            isKoFree &= holdsUnderAnyRule(capture, mover);
            return Optional.of(RaceResult.SEKI);
        }

        /** Returns whether who wins {@code proof}, of whether {@code attacker} captures, wins whatever repetition means. */
        private boolean holdsUnderAnyRule(RaceProof proof, int attacker) {
            return proof.isKoFree()
                    || prove(attacker, RepetitionRule.failing(proof.winner())).winner() == proof.winner();
        }

        private RaceProof prove(int attacker, RepetitionRule repetition) {
            return position.prove(prover, new RaceGoal(attacker, repetition), budget);
        }

        /** Returns who gets what the result gives the mover if {@code move} is made: the mover, if it keeps the result. */
        private int keeper(int move, RaceResult result) {
            if (result.valueFor(mover) < 0) {
                return mover;
            }
            int attacker = result == RaceResult.SEKI ? enemy : mover;
            RacePosition next = position.after(move);
            RaceGoal question = new RaceGoal(attacker, RepetitionRule.BARRED);
            if (next.isOver()) {
                return next.winner() == Color.EMPTY ? question.defender() : next.winner();
            }
            return next.prove(prover, question, budget).winner();
        }
    }
}
