package dev.tengen.race.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.budget.SearchBudget;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Exhaustive search of a race: its result under perfect play, and the optimal moves.
 *
 * <p>Players alternate; they play at playable empty points or pass. No play may recreate an earlier coloring of the
 * board (positional superko), including the starting one. The player whose essential chain is captured loses the race,
 * even if that player took its last liberty. Two passes in a row are a seki. Points of captured stones can be played
 * again.
 *
 * <p>A search stores its proofs, in at most a hundred megabytes, so a further search of the same race is mostly a
 * lookup. It accepts races of up to {@value #MAX_POINT_COUNT} points that can change: the playable empty points, and
 * the stones that can be captured without ending the race. It gives no result for larger races. Not thread-safe.
 *
 * <pre>{@code
 * RaceSearch search = new RaceSearch(race);
 * RaceSearchResult answer = search.solve(Color.BLACK, SearchLimits.ofNodes(1_000_000));
 * answer.result().ifPresent(System.out::println);
 * }</pre>
 */
public final class RaceSearch {
    /** The maximum number of points that can change in a race. */
    public static final int MAX_POINT_COUNT = RaceRegion.MAX_POINT_COUNT;

    private final Race race;
    private final Suicide suicide;
    private final Optional<RaceRegion> region;
    private final Optional<RaceProofSearch> proofSearch;

    /** Creates a search in which suicide is forbidden. */
    public RaceSearch(Race race) {
        this(race, Suicide.FORBIDDEN);
    }

    /**
     * Creates a search.
     *
     * @param race the race
     * @param suicide which suicides are allowed; a one-stone suicide leaves the coloring unchanged, so superko forbids
     *     it
     */
    public RaceSearch(Race race, Suicide suicide) {
        this.race = race;
        this.suicide = suicide;
        region = RaceRegion.of(race);
        proofSearch = region.map(points -> new RaceProofSearch(points, suicide));
    }

    public Race race() {
        return race;
    }

    /**
     * Returns the result of the race if {@code first} moves first.
     *
     * @throws InvalidValueException if {@code first} is no player
     */
    public RaceSearchResult solve(int first, SearchLimits limits) {
        return solve(first, List.of(), limits);
    }

    /**
     * Returns the result of the race after {@code moves}.
     *
     * @param first the player who made the first of the moves, or moves now
     * @param moves points or passes, alternating between the players
     * @param limits the limits of the search
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
        return new Request(position, proofSearch.orElseThrow(), limits).answer();
    }

    /**
     * Returns the status of the race, by a search for each player to move first. See {@link RaceSearchResult#status}.
     *
     * @param limits the limits of each of the two searches
     */
    public RaceStatus status(SearchLimits limits) {
        return RaceSearchResult.status(solve(Color.BLACK, limits), solve(Color.WHITE, limits));
    }

    /** The search of one position. */
    private static final class Request {
        private final RacePosition position;
        private final RaceProofSearch proofSearch;
        private final SearchBudget budget;
        private final int mover;
        private final int enemy;
        private boolean isKoFree;

        Request(RacePosition position, RaceProofSearch proofSearch, SearchLimits limits) {
            this.position = position;
            this.proofSearch = proofSearch;
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
                    int winnerAfter = winnerAfter(move, result.get());
                    if (winnerAfter == Color.EMPTY) {
                        open.add(move);
                    } else if (winnerAfter == mover) {
                        optimal.add(move);
                    }
                }
            }
            return new RaceSearchResult(mover, result, isKoFree, optimal, open, budget.nodes(), budget.deepest());
        }

        private Optional<RaceResult> result() {
            RaceProof capture = prove(RaceGoal.underSuperko(mover));
            if (!capture.isFound()) {
                return Optional.empty();
            }
            if (capture.winner() == mover) {
                isKoFree = holdsUnderAnyRule(capture, mover);
                return Optional.of(RaceResult.captureBy(mover));
            }
            RaceProof loss = prove(RaceGoal.underSuperko(enemy));
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

        /**
         * Returns whether the winner of {@code proof} wins under every rule about repetition. {@code attacker} is the
         * attacker of the goal that it proves.
         */
        private boolean holdsUnderAnyRule(RaceProof proof, int attacker) {
            return proof.isKoFree()
                    || prove(new RaceGoal(attacker, proof.winner())).winner() == proof.winner();
        }

        private RaceProof prove(RaceGoal goal) {
            return position.prove(proofSearch, goal, budget);
        }

        /**
         * Returns who wins after {@code move}, if the mover must get at least {@code result}: the mover if the move
         * keeps the result.
         */
        private int winnerAfter(int move, RaceResult result) {
            if (result.valueFor(mover) < 0) {
                return mover;
            }
            int attacker = result == RaceResult.SEKI ? enemy : mover;
            RacePosition next = position.after(move);
            RaceGoal goal = RaceGoal.underSuperko(attacker);
            if (next.isOver()) {
                return next.winner() == Color.EMPTY ? goal.defender() : next.winner();
            }
            return next.prove(proofSearch, goal, budget).winner();
        }
    }
}
