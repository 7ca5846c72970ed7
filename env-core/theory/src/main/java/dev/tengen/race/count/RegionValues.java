package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.race.EyeShape;
import dev.tengen.race.Race;
import dev.tengen.race.RaceStatus;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes the values of regions in liberties: positive for Black's regions, negative for White's. Values are cached,
 * because a race and the races after its moves have most regions in common.
 */
final class RegionValues {
    private final GameUniverse universe;
    private final StateBudget budget;
    private final Map<Object, CanonicalGame> known = new HashMap<>();

    RegionValues(GameUniverse universe, StateBudget budget) {
        this.universe = universe;
        this.budget = budget;
    }

    /**
     * Returns the value of a region.
     *
     * @throws DeclinedException if it has none
     */
    CanonicalGame value(Race race, RaceDecomposition decomposition, Region region) {
        return switch (region.kind()) {
            case PLAIN -> owned(region, region.points().size());
            case COMPLEX -> ofGame(race, decomposition, region, false);
            case EYE -> ofEye(race, decomposition, region);
            case SHARED, NOT_ENCLOSED -> throw new IllegalArgumentException("no value for " + region);
        };
    }

    /** Returns whether a complex region has another value if its chain has no liberties elsewhere. */
    boolean isOtherIfLast(Race race, RaceDecomposition decomposition, Region region) {
        return ofGame(race, decomposition, region, true) != ofGame(race, decomposition, region, false);
    }

    private CanonicalGame ofGame(Race race, RaceDecomposition decomposition, Region region, boolean isLast) {
        if (region.points().size() > LocalBoard.MAX_POINT_COUNT) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_TOO_LARGE,
                    "the region at " + region.place() + " has more than " + LocalBoard.MAX_POINT_COUNT + " points");
        }
        LocalBoard board = new LocalBoard(race, decomposition.safe(), region, isLast);
        return known.computeIfAbsent(board.key(), key -> new LocalGame(universe, budget, board).value());
    }

    private CanonicalGame ofEye(Race race, RaceDecomposition decomposition, Region region) {
        EyeShape shape = shape(race, region);
        LocalBoard last = new LocalBoard(race, decomposition.safe(), region, true);
        return known.computeIfAbsent(last.key(), key -> {
            LocalBoard open = new LocalBoard(race, decomposition.safe(), region, false);
            if (!new EyeProof(open, last, budget).isWorth(shape.liberties())) {
                throw new DeclinedException(
                        RaceStatus.UNSUPPORTED_EYE, "the eye at " + region.place() + " can still become more or less");
            }
            return owned(region, shape.liberties());
        });
    }

    /**
     * Returns the shape of an eye.
     *
     * @throws DeclinedException if counting does not cover the shape
     */
    static EyeShape shape(Race race, Region region) {
        PointSet stones = region.points().difference(region.empty());
        int stoneCount = stones.size();
        stones.retainAll(race.board().points(region.owner()));
        int area = region.points().size();
        if (!stones.isEmpty() || area > EyeShape.MAX_AREA || !new EyeShape(area, stoneCount).isCounted()) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_EYE,
                    "the eye at %s has %d points with %d stones, %d of them its owner's"
                            .formatted(region.place(), area, stoneCount, stones.size()));
        }
        return new EyeShape(area, stoneCount);
    }

    private CanonicalGame owned(Region region, int liberties) {
        return universe.integer(region.owner() == Color.BLACK ? liberties : -liberties);
    }
}
