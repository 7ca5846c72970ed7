package dev.tengen.race.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.layout.RaceClass;
import dev.tengen.race.layout.RaceLayout;
import dev.tengen.race.layout.RaceLayoutGenerator;
import dev.tengen.race.layout.RaceShape;
import dev.tengen.race.layout.RaceSide;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RaceSearchTest {
    private static final SearchLimits LIMITS = SearchLimits.ofNodes(2_000_000);

    private static RaceSearch search(int size, RaceSide black, RaceSide white, int shared) {
        return new RaceSearch(new RaceLayout(size, black, white, shared).race());
    }

    private static List<String> names(RaceSearch search, List<Integer> moves) {
        return moves.stream().map(search.race().board().grid()::name).toList();
    }

    @Test
    void solve_equalLiberties_firstPlayerCaptures() {
        RaceSearch search = search(9, RaceSide.plain(2), RaceSide.plain(2), 0);

        RaceSearchResult black = search.solve(Color.BLACK, LIMITS);

        assertThat(black.result()).contains(RaceResult.BLACK_CAPTURES);
        assertThat(black.certainty()).isEqualTo(RaceCertainty.EXACT);
        assertThat(names(search, black.winningMoves())).containsExactly("H3", "J3");
        assertThat(black.isComplete()).isTrue();
        assertThat(search.status(LIMITS)).isEqualTo(RaceStatus.FIRST_PLAYER_CAPTURES);
    }

    @Test
    void solve_twoSharedLiberties_passIsTheOnlyMoveOfSeki() {
        RaceSearch search = search(9, RaceSide.plain(0), RaceSide.plain(0), 2);

        RaceSearchResult answer = search.solve(Color.WHITE, LIMITS);

        assertThat(answer.result()).contains(RaceResult.SEKI);
        assertThat(names(search, answer.optimalMoves())).containsExactly("pass");
        assertThat(answer.winningMoves()).isEmpty();
    }

    @Test
    void solve_afterMoves_solvesThatPosition() {
        RaceSearch search = search(9, RaceSide.plain(2), RaceSide.plain(2), 0);
        Grid grid = search.race().board().grid();

        RaceSearchResult answer = search.solve(Color.BLACK, List.of(grid.pass(), grid.point("A7")), LIMITS);

        assertThat(answer.playerToMove()).isEqualTo(Color.BLACK);
        assertThat(answer.result()).contains(RaceResult.WHITE_CAPTURES);
    }

    @Test
    void solve_badMove_isRefused() {
        RaceSearch search = search(9, RaceSide.plain(1), RaceSide.plain(1), 0);
        Grid grid = search.race().board().grid();

        assertThatThrownBy(() -> search.solve(Color.BLACK, List.of(0), LIMITS))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("move A9 is not legal, as number 1 of the race");
        assertThatThrownBy(() -> search.solve(Color.BLACK, List.of(grid.pass(), 99), LIMITS))
                .hasMessage("move 99 is not legal, as number 2 of the race");
        assertThatThrownBy(() -> search.solve(0, LIMITS)).hasMessage("color 0 is not 1 (Black) or 2 (White)");
    }

    @Test
    void solve_afterTheEnd_isRefused() {
        RaceSearch search = search(9, RaceSide.plain(1), RaceSide.plain(1), 0);
        Grid grid = search.race().board().grid();

        assertThatThrownBy(() -> search.solve(Color.BLACK, List.of(grid.point("J3")), LIMITS))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> search.solve(Color.BLACK, List.of(grid.pass(), grid.pass()), LIMITS))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void solve_noNodes_knowsNothing() {
        RaceSearch search = search(9, RaceSide.plain(3), RaceSide.plain(3), 3);

        RaceSearchResult answer = search.solve(Color.BLACK, SearchLimits.ofNodes(1));

        assertThat(answer.result()).isEmpty();
        assertThat(answer.certainty()).isEqualTo(RaceCertainty.UNKNOWN);
        assertThat(answer.isComplete()).isFalse();
        assertThat(search.status(SearchLimits.ofNodes(1))).isEqualTo(RaceStatus.UNSUPPORTED_TOO_LARGE);
    }

    @Test
    void solve_moreNodesLater_findsTheResult() {
        RaceSearch search = search(9, RaceSide.plain(3), RaceSide.plain(3), 3);
        search.solve(Color.BLACK, SearchLimits.ofNodes(20));

        assertThat(search.solve(Color.BLACK, LIMITS))
                .extracting(RaceSearchResult::result, RaceSearchResult::optimalMoves)
                .containsExactly(
                        Optional.of(RaceResult.SEKI),
                        search(9, RaceSide.plain(3), RaceSide.plain(3), 3)
                                .solve(Color.BLACK, LIMITS)
                                .optimalMoves());
    }

    @Test
    void solve_interruptedThread_stops() {
        Race race = wholeBoard(7);
        Thread.currentThread().interrupt();

        RaceSearchResult answer =
                new RaceSearch(race).solve(Color.BLACK, new SearchLimits(Long.MAX_VALUE, Duration.ofMinutes(5)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer.result()).isEmpty();
    }

    @Test
    void solve_tooManyPoints_knowsNothing() {
        RaceSearchResult answer = new RaceSearch(wholeBoard(9)).solve(Color.WHITE, LIMITS);

        assertThat(answer.certainty()).isEqualTo(RaceCertainty.UNKNOWN);
        assertThat(answer.playerToMove()).isEqualTo(Color.WHITE);
        assertThat(answer.nodes()).isZero();
    }

    /** Returns a race of one stone against one on an otherwise empty board. */
    private static Race wholeBoard(int size) {
        Grid grid = Grid.square(size);
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(PointSet.of(grid, 0), PointSet.of(grid, size + 1));
        return new Race(board, new PointSet(grid), 0, size + 1);
    }

    @Test
    void solve_koThatDecidesNothing_isExact() {
        RaceSearch search = search(13, RaceSide.plain(0).with(RaceShape.KO), RaceSide.plain(2), 0);

        assertThat(search.solve(Color.BLACK, LIMITS))
                .extracting(RaceSearchResult::result, RaceSearchResult::certainty)
                .containsExactly(Optional.of(RaceResult.WHITE_CAPTURES), RaceCertainty.EXACT);
    }

    @Test
    void solve_koThatDecides_isConditional() {
        RaceSide side = RaceSide.plain(0).with(RaceShape.KO);
        RaceSearch search = search(13, side, side, 1);

        assertThat(search.solve(Color.BLACK, LIMITS))
                .extracting(RaceSearchResult::result, RaceSearchResult::certainty)
                .containsExactly(Optional.of(RaceResult.BLACK_CAPTURES), RaceCertainty.KO_CONDITIONAL);
        assertThat(search.status(LIMITS)).isEqualTo(RaceStatus.UNSUPPORTED_KO);
    }

    @Test
    void status_suicideAllowed_changesNothing() {
        SplitMix64 random = new SplitMix64(11);
        RaceLayoutGenerator layouts = new RaceLayoutGenerator(9, RaceClass.ONE, 9);
        for (int i = 0; i < 20; i++) {
            RaceLayout layout = layouts.next(random);
            RaceStatus status = new RaceSearch(layout.race()).status(LIMITS);

            assertThat(new RaceSearch(layout.race(), Suicide.ANY).status(LIMITS))
                    .as(layout.toString())
                    .isEqualTo(status);
        }
    }

    @Test
    void solve_swapAndSymmetries_giveTheSameAnswer() {
        SplitMix64 random = new SplitMix64(7);
        for (RaceClass raceClass : RaceClass.values()) {
            RaceLayoutGenerator layouts = new RaceLayoutGenerator(13, raceClass, 10);
            for (int i = 0; i < 5; i++) {
                compareSymmetries(layouts.next(random));
            }
        }
    }

    private static RaceLayout placed(RaceLayout layout, boolean isSwapped, int symmetry) {
        return new RaceLayout(layout.size(), layout.black(), layout.white(), layout.shared(), isSwapped, symmetry);
    }

    private static void compareSymmetries(RaceLayout layout) {
        RaceSearchResult planned = new RaceSearch(placed(layout, false, 0).race()).solve(Color.BLACK, LIMITS);
        for (int symmetry = 0; symmetry < RaceLayout.SYMMETRY_COUNT; symmetry++) {
            for (boolean isSwapped : new boolean[] {false, true}) {
                RaceLayout turned = placed(layout, isSwapped, symmetry);
                RaceSearchResult answer =
                        new RaceSearch(turned.race()).solve(isSwapped ? Color.WHITE : Color.BLACK, LIMITS);

                assertThat(answer.result().map(result -> isSwapped ? result.swapped() : result))
                        .as(turned.toString())
                        .isEqualTo(planned.result());
                assertThat(answer.optimalMoves().stream()
                                .map(move -> drawnAs(turned, move))
                                .sorted())
                        .as(turned.toString())
                        .isEqualTo(planned.optimalMoves());
                assertThat(answer.isKoFree()).isEqualTo(planned.isKoFree());
            }
        }
    }

    /** Returns the move on the layout without symmetry that corresponds to {@code move} on the layout with it. */
    private static int drawnAs(RaceLayout layout, int move) {
        Grid grid = Grid.square(layout.size());
        if (move == grid.pass()) {
            return move;
        }
        int last = layout.size() - 1;
        int row = (layout.symmetry() & 2) == 0 ? grid.row(move) : last - grid.row(move);
        int column = (layout.symmetry() & 4) == 0 ? grid.column(move) : last - grid.column(move);
        return (layout.symmetry() & 1) == 0 ? grid.point(row, column) : grid.point(column, row);
    }

    @Test
    void status_randomPlainLayouts_isWhatCountingSays() {
        compareWithCounting(1, 150);
    }

    @Test
    @Tag("long")
    void status_twoThousandPlainLayouts_isWhatCountingSays() {
        compareWithCounting(2, 2_000);
    }

    private static void compareWithCounting(long seed, int count) {
        SplitMix64 random = new SplitMix64(seed);
        int[] statusCounts = new int[RaceStatus.values().length];
        for (int i = 0; i < count; i++) {
            int size = 9 + 2 * random.nextInt(3);
            RaceClass raceClass = random.nextInt(2) == 0 ? RaceClass.ZERO : RaceClass.ONE;
            RaceLayout layout = new RaceLayoutGenerator(size, raceClass, 13).next(random);
            RaceStatus status = new RaceSearch(layout.race()).status(SearchLimits.NONE);

            assertThat(status).as("seed " + seed + ", layout " + layout).isEqualTo(CountedLayout.status(layout));
            statusCounts[status.compareTo(RaceStatus.SETTLED_BLACK)]++;
        }
        assertThat(IntStream.of(statusCounts).limit(6).min().orElseThrow())
                .as("the rarest status")
                .isPositive();
    }
}
