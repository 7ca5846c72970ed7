package dev.tengen.race.count;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.cgt.WorkLimitException;
import dev.tengen.race.EyeShape;
import dev.tengen.race.Race;
import dev.tengen.race.RaceDecline;
import dev.tengen.race.RaceStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Counts races: computes the value of each region and the sum of the values. */
final class RaceCounter {
    /*
     * T. Nakamura, "Counting Liberties in Go Capturing Races", Games of No Chance 3 (2009). A move anywhere is worth 1
     * to its player, and a move that does nothing for the race loses 1 more, so values are cooled by 2. If Black moves
     * first, its lead is the smallest integer that is at least the sum. If White moves first, it is the largest integer
     * that is at most the sum.
     */
    static final Dyadic COOLING_DEGREES = Dyadic.of(2);

    private final GameUniverse universe;
    private final RegionValues values;

    RaceCounter(GameUniverse universe, StateBudget budget) {
        this.universe = universe;
        values = new RegionValues(universe, budget);
    }

    /**
     * Counts a race.
     *
     * @throws DeclinedException if a region has no value
     */
    RaceCount count(Race race, RaceDecomposition decomposition) {
        checkChains(decomposition);
        EyeShape blackEye = eye(race, decomposition, Color.BLACK);
        EyeShape whiteEye = eye(race, decomposition, Color.WHITE);
        List<Region> regions = decomposition.regions().stream()
                .filter(region -> region.kind() != Region.Kind.SHARED)
                .toList();
        try {
            List<CanonicalGame> games = games(race, decomposition, regions);
            CanonicalGame sum = universe.zero();
            for (CanonicalGame game : games) {
                sum = universe.plus(sum, universe.cool(game, COOLING_DEGREES));
            }
            int shared = decomposition.liberties().shared().size();
            int leadBlackFirst = Math.toIntExact(universe.ceiling(sum));
            int leadWhiteFirst = Math.toIntExact(universe.floor(sum));
            return new RaceCount(regions, games, sum, leadBlackFirst, leadWhiteFirst, shared, blackEye, whiteEye);
        } catch (WorkLimitException e) {
            throw tooLarge(e);
        }
    }

    static DeclinedException tooLarge(WorkLimitException e) {
        return new DeclinedException(
                RaceStatus.UNSUPPORTED_TOO_LARGE, "the values take more than " + e.max() + " " + e.limit());
    }

    private static void checkChains(RaceDecomposition decomposition) {
        decomposition.regions(Region.Kind.NOT_ENCLOSED).stream().findFirst().ifPresent(region -> {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_NOT_ENCLOSED, "the region at " + region.place() + " is not enclosed");
        });
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            if (decomposition.isSafe(color)) {
                throw new DeclinedException(
                        RaceStatus.UNSUPPORTED_EYE, Color.name(color) + "'s essential chain cannot be captured");
            }
        }
    }

    private static EyeShape eye(Race race, RaceDecomposition decomposition, int color) {
        List<Region> eyes = decomposition.regions(Region.Kind.EYE).stream()
                .filter(region -> region.owner() == color)
                .toList();
        if (eyes.size() > 1) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_EYE,
                    "%s has an eye at %s and one at %s"
                            .formatted(
                                    Color.name(color),
                                    eyes.get(0).place(),
                                    eyes.get(1).place()));
        }
        return eyes.isEmpty() ? EyeShape.NONE : RegionValues.shape(race, eyes.get(0));
    }

    /** Returns the value of each region. If several regions have none, a ko is the first reason reported. */
    private List<CanonicalGame> games(Race race, RaceDecomposition decomposition, List<Region> regions) {
        List<CanonicalGame> games = new ArrayList<>();
        List<DeclinedException> declined = new ArrayList<>();
        for (Region region : regions) {
            try {
                games.add(values.value(race, decomposition, region));
            } catch (DeclinedException e) {
                declined.add(e);
            }
        }
        declined.stream()
                .min(Comparator.comparing(reason -> reason.decline().status()))
                .ifPresent(reason -> {
                    throw reason;
                });
        return games;
    }

    /**
     * Returns why a race that could be counted is still undecided; empty if it is decided. The reason is a region that
     * is worth another number of liberties if it holds the last one, because the move that fills it captures and needs
     * no approach move. A chain with an eye has its last liberty in the eye, but such regions have been found to be
     * miscounted beside an eye as well.
     */
    Optional<RaceDecline> lastLibertyDecline(Race race, RaceDecomposition decomposition) {
        for (Region region : decomposition.regions(Region.Kind.COMPLEX)) {
            try {
                if (values.isOtherIfLast(race, decomposition, region)) {
                    return Optional.of(new RaceDecline(
                            RaceStatus.UNSUPPORTED_LAST_LIBERTY,
                            "the region at " + region.place() + " has another value if it holds the last liberty"));
                }
            } catch (DeclinedException e) {
                return Optional.of(e.decline());
            } catch (WorkLimitException e) {
                return Optional.of(tooLarge(e).decline());
            }
        }
        return Optional.empty();
    }
}
