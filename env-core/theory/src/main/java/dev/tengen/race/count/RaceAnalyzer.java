package dev.tengen.race.count;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.RaceSum;
import dev.tengen.race.search.RaceSearchResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds races on a board and determines their results.
 *
 * <p>Create one for each request: it shares work between the moves of a race. Not thread-safe.
 */
public final class RaceAnalyzer {
    /**
     * An estimate of the greatest memory that the search of a race takes, in bytes: its table while it grows, and its
     * proofs.
     */
    public static final long SEARCH_BYTES = 96L << 20;

    private final RaceBudget budget;

    /** Creates an analyzer with the given budget for each race. */
    public RaceAnalyzer(RaceBudget budget) {
        this.budget = budget;
    }

    /**
     * Returns the races on a board: pairs of chains of opposite colors that can be captured and that touch or share a
     * liberty. Each pair is surrounded only by its own two chains, safe enemy chains and stones that decide nothing.
     *
     * @param board the board
     * @param unplayable empty points at which neither player moves
     */
    public List<Race> find(Board board, PointSet unplayable) {
        return new RaceFinder(board, unplayable).find();
    }

    /** Returns everything that the budget allows to find out about a race. */
    public RaceAnalysis analyze(Race race) {
        return new Request(race, false).analyze();
    }

    /**
     * Returns what counting finds out about a race. This is less work than {@link #analyze}: it never searches, even if
     * the budget allows it, and the winning moves of a player who captures by moving first are unknown.
     */
    public RaceAnalysis count(Race race) {
        return new Request(race, true).analyze();
    }

    /** The analysis of one race. */
    private final class Request {
        private final Race race;
        private final boolean isCount;
        private final RaceDecomposition decomposition;
        private final GameUniverse universe = new GameUniverse(budget.work());
        private final RaceCounter counter = new RaceCounter(universe, new StateBudget(budget.localStates()));
        private final Optional<SearchFallback> fallback;

        Request(Race race, boolean isCount) {
            this.race = race;
            this.isCount = isCount;
            decomposition = new RaceDecomposition(race);
            boolean isEnclosed = decomposition.regions(Region.Kind.NOT_ENCLOSED).isEmpty();
            fallback = isCount || budget.search().maxNodes() == 0
                    ? Optional.empty()
                    : Optional.of(new SearchFallback(
                            race,
                            isEnclosed ? Optional.of(decomposition.playable()) : Optional.empty(),
                            budget.search()));
        }

        RaceAnalysis analyze() {
            try {
                RaceCount count = counter.count(race, decomposition);
                Optional<RaceDecline> lastLibertyDecline = counter.lastLibertyDecline(race, decomposition);
                return lastLibertyDecline.isPresent()
                        ? declined(Optional.of(count), lastLibertyDecline.get())
                        : counted(count);
            } catch (DeclinedException e) {
                return declined(Optional.empty(), e.decline());
            }
        }

        private RaceAnalysis counted(RaceCount count) {
            RaceOutcome blackFirst = outcome(count, Color.BLACK);
            RaceOutcome whiteFirst = outcome(count, Color.WHITE);
            return new RaceAnalysis(
                    race,
                    RaceStatus.of(count.result(Color.BLACK), count.result(Color.WHITE)),
                    Optional.of(count.method()),
                    Optional.empty(),
                    decomposition.liberties(),
                    count.blackEye().liberties(),
                    count.whiteEye().liberties(),
                    Optional.of(sum(count)),
                    blackFirst,
                    whiteFirst,
                    false,
                    nodes());
        }

        /**
         * Returns the result and the winning moves. The moves are counted, or searched if counting does not decide
         * them.
         */
        private RaceOutcome outcome(RaceCount count, int color) {
            RaceResult result = count.result(color);
            Optional<PointSet> moves = Optional.of(new PointSet(race.board().grid()));
            if (result == RaceResult.captureBy(color)) {
                moves = isCount ? Optional.empty() : new WinningMoves(counter).find(race, decomposition, color);
                if (moves.isEmpty() && fallback.isPresent()) {
                    moves = fallback.get().outcome(fallback.get().answer(color)).winningMoves();
                }
            }
            return new RaceOutcome(Optional.of(result), moves);
        }

        private long nodes() {
            return fallback.map(SearchFallback::nodes).orElse(0L);
        }

        private RaceAnalysis declined(Optional<RaceCount> count, RaceDecline decline) {
            Optional<RaceSearchResult> black = fallback.map(search -> search.answer(Color.BLACK));
            Optional<RaceSearchResult> white = fallback.map(search -> search.answer(Color.WHITE));
            boolean isKnown = isKnown(black) || isKnown(white);
            return new RaceAnalysis(
                    race,
                    status(black, white, decline),
                    isKnown ? Optional.of(RaceMethod.SEARCH) : Optional.empty(),
                    Optional.of(decline),
                    decomposition.liberties(),
                    count.map(known -> known.blackEye().liberties()).orElse(0),
                    count.map(known -> known.whiteEye().liberties()).orElse(0),
                    count.map(this::sum),
                    searched(black),
                    searched(white),
                    isOnKo(black) || isOnKo(white),
                    nodes());
        }

        private RaceStatus status(
                Optional<RaceSearchResult> black, Optional<RaceSearchResult> white, RaceDecline decline) {
            return black.isPresent() && white.isPresent()
                    ? RaceSearchResult.status(black.get(), white.get())
                    : decline.status();
        }

        private boolean isKnown(Optional<RaceSearchResult> answer) {
            return answer.flatMap(RaceSearchResult::result).isPresent();
        }

        private boolean isOnKo(Optional<RaceSearchResult> answer) {
            return isKnown(answer) && !answer.get().isKoFree();
        }

        private RaceOutcome searched(Optional<RaceSearchResult> answer) {
            return answer.map(known -> fallback.orElseThrow().outcome(known)).orElse(RaceOutcome.UNKNOWN);
        }

        private RaceSum sum(RaceCount count) {
            List<RaceComponent> components = new ArrayList<>();
            for (int i = 0; i < count.regions().size(); i++) {
                components.add(component(count.regions().get(i), count.values().get(i)));
            }
            return new RaceSum(
                    components, universe.print(count.cooled()), count.leadBlackFirst(), count.leadWhiteFirst());
        }

        private RaceComponent component(Region region, CanonicalGame value) {
            return new RaceComponent(
                    region.owner(),
                    region.kind() == Region.Kind.EYE,
                    region.empty(),
                    universe.print(value),
                    universe.print(universe.cool(value, RaceCounter.COOLING_DEGREES)),
                    universe.thermograph(value));
        }
    }
}
