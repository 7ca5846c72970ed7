package dev.tengen.race.planes;

import dev.tengen.base.CooperativeThread;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.planes.EncodingSpec.Feature;
import dev.tengen.planes.PlaneBits;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceLiberties;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Feature planes of the capturing races on a board. Races are counted and never searched. Each plane shows all races
 * together.
 *
 * <p>Finding and counting races allocates. Not thread-safe.
 */
final class RacePlanes {
    /** The budget of each race: a few milliseconds, because a client may ask for an observation at every step. */
    static final RaceBudget BUDGET =
            new RaceBudget(SearchLimits.ofNodes(0), WorkLimits.DEFAULT.withSteps(10_000), 2_000);

    private final PointSet none;
    private final Map<Plane, PointSet> planes = new EnumMap<>(Plane.class);

    RacePlanes(Grid grid) {
        none = new PointSet(grid);
        for (Plane plane : Plane.values()) {
            planes.put(plane, new PointSet(grid));
        }
    }

    /** Returns the features of the planes. */
    static List<Feature> features() {
        return Arrays.stream(Plane.values()).map(plane -> plane.feature).toList();
    }

    /** Appends the planes of {@code board} in the perspective of the player to move, {@code own}. */
    void append(Board board, int own, PlaneBits bits) {
        planes.values().forEach(PointSet::clear);
        RaceAnalyzer analyzer = new RaceAnalyzer(BUDGET);
        for (Race race : analyzer.find(board, none)) {
            CooperativeThread.offerTurn();
            add(count(analyzer, race), own);
        }
        planes.values().forEach(bits::append);
    }

    /** Counts a race completely, even if the thread is interrupted: planes must depend on the position alone. */
    private static RaceAnalysis count(RaceAnalyzer analyzer, Race race) {
        boolean wasInterrupted = false;
        try {
            RaceAnalysis analysis;
            do {
                wasInterrupted |= Thread.interrupted();
                analysis = analyzer.count(race);
            } while (Thread.currentThread().isInterrupted());
            return analysis;
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void add(RaceAnalysis analysis, int own) {
        int opponent = Color.opponent(own);
        RaceLiberties liberties = analysis.liberties();
        PointSet ownChain = analysis.race().essential(own);
        PointSet opponentChain = analysis.race().essential(opponent);
        addToBoth(Plane.OWN_ESSENTIAL, ownChain);
        addToBoth(Plane.OPPONENT_ESSENTIAL, opponentChain);
        addToBoth(Plane.SHARED_LIBERTY, liberties.shared());
        addToBoth(Plane.OWN_EXTERNAL_LIBERTY, liberties.external(own));
        addToBoth(Plane.OPPONENT_EXTERNAL_LIBERTY, liberties.external(opponent));
        addToBoth(Plane.OWN_RACE_EYE, liberties.eye(own));
        addToBoth(Plane.OPPONENT_RACE_EYE, liberties.eye(opponent));
        add(Plane.RACE, liberties.complex(own));
        add(Plane.RACE, liberties.complex(opponent));
        if (analysis.status().isSupported()) {
            Plane result = Plane.ofStatus(analysis.status(), own);
            add(result, ownChain);
            add(result, opponentChain);
        }
    }

    /** Adds points to a plane and to the plane of all points of races. */
    private void addToBoth(Plane plane, PointSet points) {
        add(plane, points);
        add(Plane.RACE, points);
    }

    private void add(Plane plane, PointSet points) {
        Objects.requireNonNull(planes.get(plane)).addAll(points);
    }

    /** The planes in order. */
    private enum Plane {
        RACE(
                "race",
                "a point of a capturing race: a stone of its two essential chains, or a point that matters for its result"),
        OWN_ESSENTIAL("own_essential", "a stone of an essential chain of the player to move"),
        OPPONENT_ESSENTIAL("opponent_essential", "a stone of an essential chain of the other player"),
        SHARED_LIBERTY("shared_liberty", "a liberty of both essential chains of a race"),
        OWN_EXTERNAL_LIBERTY(
                "own_external_liberty",
                "a liberty of an essential chain of the player to move alone that needs no preparation to be filled"),
        OPPONENT_EXTERNAL_LIBERTY(
                "opponent_external_liberty",
                "a liberty of an essential chain of the other player alone that needs no preparation to be filled"),
        OWN_RACE_EYE(
                "own_race_eye",
                "a point of an eye of an essential chain of the player to move, empty or with an enemy stone"),
        OPPONENT_RACE_EYE(
                "opponent_race_eye",
                "a point of an eye of an essential chain of the other player, empty or with an enemy stone"),
        WIN("race_win", result("the player to move captures, no matter who moves first")),
        FIRST("race_first", result("the player who moves first captures")),
        WIN_OR_SEKI("race_win_or_seki", result("the player to move captures by moving first, else it is a seki")),
        SEKI("race_seki", result("a seki, no matter who moves first")),
        SEKI_OR_LOSS("race_seki_or_loss", result("a seki if the player to move moves first, else the other captures")),
        LOSS("race_loss", result("the other player captures, no matter who moves first"));

        private final Feature feature;

        Plane(String name, String meaning) {
            feature = new Feature(name, meaning);
        }

        private static String result(String result) {
            return "a stone of an essential chain of a race with this known result: " + result;
        }

        /** Returns the plane of a status with a known result, in the perspective of the player {@code own}. */
        static Plane ofStatus(RaceStatus status, int own) {
            boolean isBlack = own == Color.BLACK;
            return switch (status) {
                case SETTLED_BLACK -> isBlack ? WIN : LOSS;
                case SETTLED_WHITE -> isBlack ? LOSS : WIN;
                case FIRST_PLAYER_CAPTURES -> FIRST;
                case BLACK_FIRST_ELSE_SEKI -> isBlack ? WIN_OR_SEKI : SEKI_OR_LOSS;
                case WHITE_FIRST_ELSE_SEKI -> isBlack ? SEKI_OR_LOSS : WIN_OR_SEKI;
                case SEKI -> SEKI;
                default -> throw new IllegalArgumentException(status + " has no known result");
            };
        }
    }
}
