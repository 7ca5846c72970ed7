package dev.tengen.race.count;

import dev.tengen.base.CooperativeThread;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.race.Race;
import java.util.ArrayList;
import java.util.List;

/** Finds the races on a board: pairs of enclosed chains that can be captured and that touch or share a liberty. */
final class RaceFinder {
    private final Board board;
    private final PointSet unplayable;
    private final SafeChains safe;

    RaceFinder(Board board, PointSet unplayable) {
        this.board = board;
        this.unplayable = unplayable;
        safe = new SafeChains(board, unplayable);
    }

    /** Returns the races, sorted by the smallest point of Black's and then of White's essential chain. */
    List<Race> find() {
        List<Race> races = new ArrayList<>();
        for (PointSet black : chains(unsafe(Color.BLACK))) {
            for (PointSet white : chains(near(black))) {
                CooperativeThread.offerTurn(); // A crowded board has hundreds of pairs, at some 50 microseconds each.
                Race race = new Race(board, unplayable, black.first(), white.first());
                if (new RaceDecomposition(race, safe)
                        .regions(Region.Kind.NOT_ENCLOSED)
                        .isEmpty()) {
                    races.add(race);
                }
            }
        }
        return races;
    }

    /**
     * Returns the chains that contain one of {@code stones}, except chains without a liberty, which only a setup can
     * leave. Empties {@code stones}.
     */
    private List<PointSet> chains(PointSet stones) {
        List<PointSet> chains = new ArrayList<>();
        while (!stones.isEmpty()) {
            PointSet chain = new PointSet(board.grid());
            board.addChain(stones.first(), chain);
            stones.removeAll(chain);
            if (!liberties(chain).isEmpty()) {
                chains.add(chain);
            }
        }
        return chains;
    }

    private PointSet unsafe(int color) {
        return board.points(color).difference(safe.stones(color));
    }

    private PointSet liberties(PointSet chain) {
        return chain.neighbors().intersection(board.points(Color.EMPTY));
    }

    /** Returns the white stones that can be captured and that touch the black chain or one of its liberties. */
    private PointSet near(PointSet black) {
        PointSet around = black.neighbors();
        around.addNeighborsOf(liberties(black));
        around.retainAll(unsafe(Color.WHITE));
        return around;
    }
}
