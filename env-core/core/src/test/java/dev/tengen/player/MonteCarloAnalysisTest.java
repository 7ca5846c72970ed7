package dev.tengen.player;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonteCarloAnalysisTest {
    private static Game randomGame(Grid grid, Rules rules, int moveCount, long seed) {
        Game game = new Game(Setup.empty(grid), rules);
        SplitMix64 random = new SplitMix64(seed);
        Player player = Players.EYE_SAFE_RANDOM.create(grid);
        while (game.moveNumber() < moveCount && !game.isOver()) {
            game.play(player.chooseMove(game, random));
        }
        return game;
    }

    private static MonteCarloAnalysis analyzed(Game game, int playoutCount, long seed) {
        return analyzed(game, playoutCount, seed, MoveFilter.NONE);
    }

    private static MonteCarloAnalysis analyzed(Game game, int playoutCount, long seed, MoveFilter filter) {
        MonteCarloAnalysis analysis = new MonteCarloAnalysis(game, new SplitMix64(seed), filter);
        for (int playout = 0; playout < playoutCount; playout++) {
            analysis.addPlayout();
        }
        return analysis;
    }

    private static List<Integer> movesOf(MonteCarloAnalysis analysis) {
        return analysis.moves(0).stream().map(AnalyzedMove::move).toList();
    }

    /** The tree of the player's search: no filter, and nobody watches. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 30, 400})
    void moves_anyPosition_haveTheVisitsValuesAndVariationsOfThePlayersTree(int playoutCount) {
        for (long seed = 1; seed <= 4; seed++) {
            Game game = randomGame(Grid.of(5, 4), Rules.TROMP_TAYLOR.withKomi(1), (int) seed * 4, seed);
            UctTree tree = new UctTree();
            int best = new UctSearch(game.copy(), tree, new SplitMix64(seed)).bestMove(playoutCount);

            MonteCarloAnalysis analysis = analyzed(game, playoutCount, seed);

            assertThat(analysis.bestMove()).isEqualTo(best);
            assertThat(analysis.visits()).isEqualTo(playoutCount);
            assertThat(analysis.winrate()).isEqualTo(1 - tree.meanValue(UctTree.ROOT));
            List<AnalyzedMove> moves = analysis.moves(0);
            assertThat(moves.get(0).move()).isEqualTo(best);
            assertThat(moves).extracting(AnalyzedMove::visits).isSortedAccordingTo((a, b) -> b - a);
            int childCount = 0;
            for (int child = tree.firstChild(UctTree.ROOT); child >= 0; child = tree.nextSibling(child)) {
                int move = tree.move(child);
                AnalyzedMove analyzed = moves.stream()
                        .filter(one -> one.move() == move)
                        .findFirst()
                        .orElseThrow();
                assertThat(analyzed.visits()).isEqualTo(tree.visits(child));
                assertThat(analyzed.winrate()).isEqualTo(tree.meanValue(child));
                assertThat(analyzed.variation()).isEqualTo(variation(tree, child));
                childCount++;
            }
            assertThat(moves).hasSize(childCount);
            assertThat(moves)
                    .extracting(AnalyzedMove::order)
                    .isEqualTo(IntStream.range(0, childCount).boxed().toList());
        }
    }

    private static List<Integer> variation(UctTree tree, int from) {
        List<Integer> moves = new ArrayList<>();
        for (int node = from; node >= 0; ) {
            moves.add(tree.move(node));
            int best = tree.firstChild(node);
            for (int child = best; child >= 0; child = tree.nextSibling(child)) {
                boolean isMoreVisited = tree.visits(child) > tree.visits(best);
                boolean isBetter =
                        tree.visits(child) == tree.visits(best) && tree.meanValue(child) > tree.meanValue(best);
                best = isMoreVisited || isBetter ? child : best;
            }
            node = best;
        }
        return moves;
    }

    @Test
    void chooseMove_watched_isTheMoveOfThePlayer() {
        for (long seed = 1; seed <= 6; seed++) {
            Game game = randomGame(Grid.square(5), Rules.TROMP_TAYLOR, (int) seed * 5, seed);
            SearchingPlayer player = (SearchingPlayer) new MonteCarlo(50).create(game.grid());
            List<Integer> visits = new ArrayList<>();

            int watched = player.chooseMove(
                    game, new SplitMix64(seed), MoveFilter.NONE, analysis -> visits.add(analysis.visits()));

            assertThat(watched).isEqualTo(player.chooseMove(game, new SplitMix64(seed)));
            assertThat(visits).isEqualTo(IntStream.rangeClosed(1, 50).boxed().toList());
        }
    }

    @Test
    void chooseMove_onlyEyesLeft_passesWithoutASearch() {
        Game game = Diagrams.game("""
                . X . X O
                X X X X O
                O O O O O
                . O . O .
                """);
        SearchingPlayer player = (SearchingPlayer) new MonteCarlo(50).create(game.grid());

        int move = player.chooseMove(game, new SplitMix64(1), MoveFilter.NONE, analysis -> {
            throw new AssertionError("searched");
        });

        assertThat(move).isEqualTo(game.grid().pass());
    }

    /** One playout has one margin, which determines its value. */
    @ParameterizedTest
    @ValueSource(ints = {BLACK, WHITE})
    void addPlayout_first_reportsItsMargin(int color) {
        Game game = Diagrams.game("""
                . . . .
                . X O .
                . . . .
                """, Rules.TROMP_TAYLOR.withKomi(0.5), color);

        for (long seed = 1; seed <= 20; seed++) {
            MonteCarloAnalysis analysis = analyzed(game, 1, seed);

            double lead = analysis.scoreLead();
            double share = Math.max(-1, Math.min(1, lead / 12));
            assertThat(analysis.winrate())
                    .isCloseTo(0.5 + 0.5 * (0.95 * Math.signum(lead) + 0.05 * share), within(1e-12));
            assertThat(analysis.scoreStdev()).isZero();
            assertThat(lead * 2 % 2).isNotZero();
        }
    }

    /** Under area rules the margin is the sum of the owners without komi. */
    @ParameterizedTest
    @ValueSource(ints = {BLACK, WHITE})
    void ownership_anyNumberOfPlayouts_addsUpToTheLead(int color) {
        Game game = Diagrams.game("""
                . . . . .
                . X O . .
                . X O . .
                . . . X .
                """, Rules.TROMP_TAYLOR.withKomi(2.5), color);
        double komi = color == BLACK ? 2.5 : -2.5;

        MonteCarloAnalysis analysis = analyzed(game, 300, 7);

        assertThat(Arrays.stream(analysis.ownership()).sum() - komi).isCloseTo(analysis.scoreLead(), within(1e-9));
        double[] sums = new double[game.grid().pointCount()];
        for (AnalyzedMove move : analysis.moves(0)) {
            double[] owners = analysis.ownership(move.move());
            assertThat(Arrays.stream(owners).sum() - komi).isCloseTo(move.scoreLead(), within(1e-9));
            for (int point = 0; point < sums.length; point++) {
                sums[point] += owners[point] * move.visits() / analysis.visits();
            }
        }
        assertThat(sums).containsExactly(analysis.ownership(), within(1e-9));
    }

    /** The pass of both sides ends games in the tree, whose score counts like that of playouts. */
    @Test
    void scoreLead_onlyPassesLeft_isTheScore() {
        Game game = Diagrams.game("""
                . X . X O
                X X X X O
                O O O O O
                . O . O .
                """, Rules.TROMP_TAYLOR.withKomi(0.5));

        MonteCarloAnalysis analysis = analyzed(game, 20, 1);

        AnalyzedMove pass = analysis.moves(0).get(0);
        assertThat(movesOf(analysis)).containsExactly(game.grid().pass());
        assertThat(pass.visits()).isEqualTo(20);
        assertThat(pass.variation())
                .containsExactly(game.grid().pass(), game.grid().pass());
        assertThat(pass.scoreLead()).isEqualTo(game.score().margin());
        assertThat(analysis.ownership()[0]).isEqualTo(1);
        assertThat(analysis.ownership()[4]).isEqualTo(-1);
    }

    /** Every reported move and every move of a variation is legal when it is played. */
    @Test
    void moves_positionsWithIllegalPoints_areLegalToTheEndOfVariations() {
        Map<Legality, Integer> illegal = new EnumMap<>(Legality.class);
        for (RulesPreset preset : RulesPreset.values()) {
            for (long seed = 1; seed <= 16; seed++) {
                Grid grid = seed % 2 == 0 ? Grid.square(3) : Grid.of(4, 2);
                Game game = fullGame(grid, preset.rules(grid), 8 + (int) seed * 3, seed);
                if (game.isOver()) {
                    continue;
                }
                countIllegal(game, illegal);

                for (AnalyzedMove move : analyzed(game, 60, seed).moves(99)) {
                    Game line = game.copy();
                    for (int next : move.variation()) {
                        assertThat(line.play(next).isLegal())
                                .as("%s, seed %d", preset, seed)
                                .isTrue();
                    }
                }
            }
        }
        assertThat(illegal.getOrDefault(Legality.SUICIDE, 0)).as("suicides").isGreaterThan(20);
        assertThat(illegal.getOrDefault(Legality.REPETITION, 0))
                .as("repetitions")
                .isGreaterThan(20);
    }

    /** Plays legal points at random, and passes only where there is none. */
    private static Game fullGame(Grid grid, Rules rules, int moveCount, long seed) {
        Game game = new Game(Setup.empty(grid), rules);
        SplitMix64 random = new SplitMix64(seed);
        PointSet legal = new PointSet(grid);
        while (game.moveNumber() < moveCount && !game.isOver()) {
            game.legalPoints(legal);
            game.play(legal.isEmpty() ? grid.pass() : legal.nth(random.nextInt(legal.size())));
        }
        return game;
    }

    private static void countIllegal(Game game, Map<Legality, Integer> illegal) {
        for (int point = 0; point < game.grid().pointCount(); point++) {
            Legality legality = game.legality(point);
            if (!legality.isLegal()) {
                illegal.merge(legality, 1, Integer::sum);
            }
        }
    }

    @Test
    void moves_fewerTriedThanAsked_continuesWithUntriedOnes() {
        Game game = new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);

        MonteCarloAnalysis analysis = analyzed(game, 1, 1);

        assertThat(analysis.moves(0)).hasSize(1);
        assertThat(analysis.moves(4)).extracting(AnalyzedMove::visits).containsExactly(1, 0, 0, 0);
        assertThat(analysis.moves(4)).extracting(AnalyzedMove::order).containsExactly(0, 1, 2, 3);
        assertThat(analysis.candidates()).hasSize(10);
        assertThat(analysis.moves(99))
                .hasSize(10)
                .extracting(AnalyzedMove::move)
                .doesNotHaveDuplicates();
        assertThat(analysis.moves(99).get(9).winrate()).isEqualTo(analysis.winrate());
    }

    @Test
    void filter_avoidedAtTheRoot_isPlayedLaterOnly() {
        Game game = new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
        int center = game.grid().point("B2");
        MoveFilter filter = MoveFilter.NONE.avoiding(game.grid(), BLACK, List.of(center), 1);

        MonteCarloAnalysis analysis = analyzed(game, 400, 1, filter);

        assertThat(movesOf(analysis)).hasSize(9).doesNotContain(center);
        assertThat(analysis.moves(0))
                .anySatisfy(move -> assertThat(move.variation()).element(1).isEqualTo(center));
    }

    @Test
    void filter_avoidedInTheWholeTree_isInNoVariation() {
        Game game = new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
        int center = game.grid().point("B2");
        MoveFilter filter = MoveFilter.NONE
                .avoiding(game.grid(), BLACK, List.of(center), 100)
                .avoiding(game.grid(), WHITE, List.of(center, game.grid().pass()), 100);

        MonteCarloAnalysis analysis = analyzed(game, 400, 1, filter);

        assertThat(analysis.moves(0))
                .hasSize(9)
                .allSatisfy(move -> assertThat(move.variation()).doesNotContain(center));
        assertThat(analysis.moves(0))
                .allSatisfy(move -> assertThat(move.variation().subList(1, 2))
                        .doesNotContain(game.grid().pass()));
    }

    @Test
    void filter_allowed_isTheOnlyChoice() {
        Game game = new Game(Setup.empty(Grid.square(5)), Rules.TROMP_TAYLOR);
        List<Integer> corner = List.of(game.grid().point("A1"), game.grid().point("B1"));
        MoveFilter filter = MoveFilter.NONE.allowing(game.grid(), BLACK, corner, 1);

        assertThat(movesOf(analyzed(game, 50, 1, filter))).containsExactlyInAnyOrderElementsOf(corner);
    }

    @Test
    void filter_excludesEverything_leavesThePass() {
        Game game = new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
        MoveFilter filter = MoveFilter.NONE.allowing(game.grid(), BLACK, List.of(), 1);
        SearchingPlayer player = (SearchingPlayer) new MonteCarlo(50).create(game.grid());

        assertThat(movesOf(analyzed(game, 50, 1, filter)))
                .containsExactly(game.grid().pass());
        assertThat(player.chooseMove(game, new SplitMix64(1), filter, analysis -> {}))
                .isEqualTo(game.grid().pass());
    }

    @Test
    void filter_depthBelowOne_throws() {
        Grid grid = Grid.square(3);

        assertThatThrownBy(() -> MoveFilter.NONE.avoiding(grid, BLACK, List.of(), 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("until_depth 0");
    }

    @Test
    void ownership_untriedMove_throws() {
        Game game = new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
        MonteCarloAnalysis analysis = analyzed(game, 1, 1);
        int untried = analysis.moves(2).get(1).move();

        assertThatThrownBy(() -> analysis.ownership(untried)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void addPlayout_interruptedThread_throwsAndLeavesTheAnalysis() {
        Game game = new Game(Setup.empty(Grid.square(3)), Rules.TROMP_TAYLOR);
        MonteCarloAnalysis analysis = analyzed(game, 3, 1);

        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(analysis::addPlayout).isInstanceOf(CancellationException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(analysis.visits()).isEqualTo(3);
    }

    @Test
    void new_position_isNotChanged() {
        Game game = randomGame(Grid.square(5), Rules.TROMP_TAYLOR, 12, 1);
        long hash = game.stateHash();
        PointSet black = game.board().points(Color.BLACK).copy();

        analyzed(game, 100, 1);

        assertThat(game.stateHash()).isEqualTo(hash);
        assertThat(game.board().points(Color.BLACK)).isEqualTo(black);
    }
}
