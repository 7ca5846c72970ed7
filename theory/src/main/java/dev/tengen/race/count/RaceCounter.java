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

/** Counts races: the value of each region, and their sum. */
final class RaceCounter {
    /*
     * T. Nakamura, "Counting Liberties in Go Capturing Races", Games of No Chance 3 (2009). A move anywhere is worth 1 to each
     * player, and 1 more is what a move that does nothing for the race loses, so values are cooled by 2. If Black moves first
     * it is ahead by the least integer that the sum is not above; if White does, by the greatest that it is not below.
     */
    static final Dyadic CHILL = Dyadic.of(2);

    private final GameUniverse universe;
    private final RegionValues values;

    RaceCounter(GameUniverse universe, StateBudget budget) {
        this.universe = universe;
        values = new RegionValues(universe, budget);
    }

    /** Counts a race. Throws {@link DeclinedException} where the regions have no value. */
    RaceCount count(Race race, RaceDecomposition map) {
        checkChains(map);
        EyeShape blackEye = eye(race, map, Color.BLACK);
        EyeShape whiteEye = eye(race, map, Color.WHITE);
        List<Region> regions = map.regions().stream()
                .filter(region -> region.kind() != RegionKind.SHARED)
                .toList();
        try {
            List<CanonicalGame> games = games(race, map, regions);
            CanonicalGame sum = universe.zero();
            for (CanonicalGame game : games) {
                sum = universe.plus(sum, universe.cool(game, CHILL));
            }
            int shared = map.liberties().shared().size();
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

    private static void checkChains(RaceDecomposition map) {
        map.regions(RegionKind.LOOSE).stream().findFirst().ifPresent(region -> {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_NOT_ENCLOSED, "the region at " + region.place() + " is not enclosed");
        });
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            if (map.isSafe(color)) {
                throw new DeclinedException(
                        RaceStatus.UNSUPPORTED_EYE, Color.name(color) + "'s essential chain cannot be captured");
            }
        }
    }

    private static EyeShape eye(Race race, RaceDecomposition map, int color) {
        List<Region> eyes = map.regions(RegionKind.EYE).stream()
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

    /** Returns the value of each region. A ko in any of them is the first reason to decline. */
    private List<CanonicalGame> games(Race race, RaceDecomposition map, List<Region> regions) {
        List<CanonicalGame> games = new ArrayList<>();
        List<DeclinedException> declined = new ArrayList<>();
        for (Region region : regions) {
            try {
                games.add(values.value(race, map, region));
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
     * Returns why a race that could be counted is not decided by that, if it is not: a region is worth another number of
     * liberties where it holds the last one, for the move that fills it captures and needs no preparation. A chain with an eye
     * has its last liberty there, but such regions have been found to be miscounted beside an eye as well.
     */
    Optional<RaceDecline> trap(Race race, RaceDecomposition map) {
        for (Region region : map.regions(RegionKind.COMPLEX)) {
            try {
                if (values.isOtherIfLast(race, map, region)) {
                    return Optional.of(new RaceDecline(
                            RaceStatus.UNSUPPORTED_LAST_LIBERTY,
                            "the region at " + region.place() + " has another value where it has the last liberty"));
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
