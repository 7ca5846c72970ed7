package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.testing.Diagrams;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PositionSearchTest {
    private static final Rules RULES = Rules.TROMP_TAYLOR.withKomi(0.5);

    private static EnvironmentSpec.Builder spec(Game game) {
        return EnvironmentSpec.builder(Setup.empty(game.grid()), game.rules()).encodings(List.of("alphazero-17"));
    }

    private static PositionSearch search(Game game, RootMethod method, EnvironmentSpec spec) {
        SearchSettings settings = method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL;
        return new PositionSearch(spec, settings.withLeavesPerRound(8), game, 1);
    }

    /** Searches with equal priors and values of 0, so that only the rules speak. */
    private static void run(PositionSearch search, int simulations) {
        LeafRows rows = new LeafRows(search.layout(), 8);
        search.deepen(simulations);
        while (!search.isComplete()) {
            int count = search.select(rows, 0);
            search.expand(
                    Evaluations.ofProbabilities(
                            new float[count * search.layout().actionCount()], new float[count]),
                    0);
        }
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void moves_passThatWins_isBestWithItsExactValue(RootMethod method) {
        Game game = Diagrams.game("""
                . X .
                X X X
                . X .
                """, RULES, Color.WHITE);
        game.play(game.grid().pass());
        PositionSearch search = search(game, method, spec(game).build());

        run(search, 60);

        PositionSearch.SearchedAction best = search.moves().get(0);
        assertThat(best.action()).isEqualTo(game.grid().pass());
        assertThat(best.value()).isEqualTo(1);
        assertThat(search.value()).isGreaterThan(0.5);
        assertThat(search.variation(best.action(), 10)).containsExactly(best.action());
        assertThat(search.policy()[best.action()]).isGreaterThan(0.5f);
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void moves_moveLimitReached_areScoredOnlyIfTheSpecSaysSo(RootMethod method) {
        Game game = new Game(Setup.empty(Grid.square(3)), RULES);
        for (boolean isScored : List.of(true, false)) {
            EnvironmentSpec spec =
                    spec(game).maxMoves(1).scoredOnTruncation(isScored).build();
            PositionSearch search = search(game, method, spec);

            run(search, 20);

            for (PositionSearch.SearchedAction move : search.moves()) {
                boolean isPass = move.action() == game.grid().pass();
                // A stone alone owns the board; without one White wins by komi.
                assertThat(move.value()).isEqualTo(!isScored ? 0 : isPass ? -1 : 1);
            }
        }
    }

    /** White takes the ko, and Black cannot take it back at once. */
    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void moves_superko_isNeverVisited(RootMethod method) {
        Game game = Diagrams.game("""
                . X O .
                X . X O
                . X O .
                . . . .
                """, RULES, Color.WHITE);
        game.play(game.grid().point("B3"));
        int back = game.grid().point("C3");
        assertThat(game.legality(back)).isEqualTo(Legality.REPETITION);
        PositionSearch search = search(game, method, spec(game).build());

        run(search, 100);

        assertThat(search.moves()).hasSizeGreaterThan(5).noneMatch(move -> move.action() == back);
    }

    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void moves_agreementPhase_hasThePassAlone(RootMethod method) {
        Rules rules = RULES.withDeadStones(DeadStones.AGREEMENT);
        Game game = Diagrams.game("""
                . X .
                X X X
                . X .
                """, rules);
        game.play(game.grid().pass());
        game.play(game.grid().pass());
        assertThat(game.isInAgreement()).isTrue();
        PositionSearch search = search(game, method, spec(game).build());

        run(search, 10);

        assertThat(search.moves()).hasSize(1);
        int pass = game.grid().pass();
        assertThat(search.moves().get(0).action()).isEqualTo(pass);
        // Black and then White propose nothing; Black to move wins.
        assertThat(search.variation(pass, 9)).containsExactly(pass, pass);
        assertThat(search.value()).isGreaterThan(0.5);
        search.advance(pass);
        search.advance(pass);
        assertThat(search.isOver()).isTrue();
        assertThatIllegalStateException().isThrownBy(() -> search.deepen(1));
    }

    @Test
    void advance_reusedTree_keepsTheVisitsOfTheMove() {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        PositionSearch search = search(game, RootMethod.PUCT, spec(game).build());
        run(search, 200);
        PositionSearch.SearchedAction best = search.moves().get(0);

        search.advance(best.action());

        int visits = search.moves().stream()
                .mapToInt(PositionSearch.SearchedAction::visitCount)
                .sum();
        assertThat(visits).isEqualTo(best.visitCount() - 1);
        assertThat(search.nodeCount()).isEqualTo(best.visitCount());
        assertThat(search.value()).isCloseTo(-best.value(), within(1e-6));
    }

    @Test
    void advance_illegalMove_isRefused() {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        game.play(3);
        PositionSearch search = search(game, RootMethod.PUCT, spec(game).build());

        assertThatThrownBy(() -> search.advance(3))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("OCCUPIED");
    }

    @Test
    void deepen_twice_addsVisits() {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        PositionSearch search = search(game, RootMethod.PUCT, spec(game).build());

        run(search, 50);
        run(search, 50);

        assertThat(search.moves().stream()
                        .mapToInt(PositionSearch.SearchedAction::visitCount)
                        .sum())
                .isEqualTo(100);
    }

    /** Returns everything that a search has found. */
    private static String found(PositionSearch search) {
        StringBuilder text = new StringBuilder();
        for (PositionSearch.SearchedAction move : search.moves()) {
            text.append(move).append(search.variation(move.action(), 9));
        }
        return text + " " + search.value() + " " + search.nodeCount() + " " + search.visitCount();
    }

    /** Positions with other rules and other starts share the tools of a thread, and take turns. */
    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void search_positionsOfOneFactoryInTurns_isThatOfEachAlone(RootMethod method) {
        SearchSettings settings = (method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL)
                .withLeavesPerRound(8)
                .withTreeReused(true);
        List<Game> games = List.of(
                new Game(Setup.empty(Grid.square(4)), RULES),
                Diagrams.game("""
                        . X O .
                        X . X O
                        . X O .
                        . . . .
                        """, RULES, Color.WHITE),
                new Game(Setup.empty(Grid.square(4)), RulesPreset.JAPANESE.rules(Grid.square(4))),
                Diagrams.game("""
                        . X . .
                        X X O O
                        . X O .
                        . . . .
                        """, RulesPreset.AGA.rules(Grid.square(4)), Color.BLACK));
        PositionSearchFactory factory =
                new PositionSearchFactory(spec(games.get(0)).build(), settings);
        List<PositionSearch> together = new ArrayList<>();
        List<PositionSearch> alone = new ArrayList<>();
        for (Game game : games) {
            together.add(factory.search(specOf(game), game, 5));
            alone.add(new PositionSearch(specOf(game), settings, game, 5));
        }
        HashedEvaluator evaluator = new HashedEvaluator(17, 3, 4);
        for (int move = 0; move < 3; move++) {
            deepenInTurns(together, evaluator);
            alone.forEach(search -> deepenInTurns(List.of(search), evaluator));

            assertThat(together.stream().map(PositionSearchTest::found))
                    .containsExactlyElementsOf(
                            alone.stream().map(PositionSearchTest::found).toList());
            for (int i = 0; i < games.size(); i++) {
                int action = alone.get(i).moves().get(0).action();
                together.get(i).advance(action);
                alone.get(i).advance(action);
            }
        }
    }

    private static EnvironmentSpec specOf(Game game) {
        return EnvironmentSpec.builder(game.setup(), game.rules())
                .encodings(List.of("alphazero-17"))
                .build();
    }

    /** Searches positions whose games are not over round by round. */
    private static void deepenInTurns(List<PositionSearch> searches, HashedEvaluator evaluator) {
        List<PositionSearch> open =
                searches.stream().filter(search -> !search.isOver()).toList();
        LeafRows rows = new LeafRows(searches.get(0).layout(), 8);
        open.forEach(search -> search.deepen(70));
        while (open.stream().anyMatch(search -> !search.isComplete())) {
            for (PositionSearch search : open) {
                if (!search.isComplete()) {
                    int count = search.select(rows, 0);
                    search.expand(evaluator.evaluate(rows, count), 0);
                }
            }
        }
    }

    @Test
    void search_otherBoardThanTheFactory_isRefused() {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        PositionSearchFactory factory = new PositionSearchFactory(specOf(game), SearchSettings.PUCT);
        Game other = new Game(Setup.empty(Grid.square(6)), RULES);

        assertThatThrownBy(() -> factory.search(specOf(other), other, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("size");
    }

    @Test
    void check_wrongValue_changesNothing() {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        PositionSearch search = search(game, RootMethod.PUCT, spec(game).build());
        LeafRows rows = new LeafRows(search.layout(), 8);
        search.deepen(5);
        int count = search.select(rows, 0);

        assertThatThrownBy(() ->
                        search.check(Evaluations.ofProbabilities(new float[count * 26], new float[] {Float.NaN}), 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("NaN in row 0");
        assertThat(search.leafCount()).isEqualTo(count);
        search.check(Evaluations.ofProbabilities(new float[count * 26], new float[count]), 0);
        assertThat(search.isEvaluated()).isFalse();
    }

    @Test
    void result_gameThatIsOver_isThatOfThePlayerToMove() {
        Game game = new Game(Setup.empty(Grid.square(5)), RULES);
        PositionSearch search = search(game, RootMethod.PUCT, spec(game).build());
        assertThatIllegalStateException().isThrownBy(search::result);
        search.advance(12);
        search.advance(25);
        search.advance(25);

        assertThat(search.isOver()).isTrue();
        assertThat(search.result()).isEqualTo(-1);
        assertThat(search.legality(3)).isEqualTo(Legality.EPISODE_OVER);
    }

    /**
     * A round reserves its bound before it begins: it must hold, and be close to what is used. Large trees once
     * reserved four times their size. Evaluators that like to pass have lines that end.
     */
    @ParameterizedTest
    @CsvSource({"PUCT, 0", "PUCT, 2", "GUMBEL, 0", "GUMBEL, 2"})
    void growthBytes_largeTrees_isCloseToWhatIsUsed(RootMethod method, float passPrior) {
        Game game = new Game(Setup.empty(Grid.square(9)), RULES);
        PositionSearch search = search(game, method, spec(game).build());
        LeafRows rows = new LeafRows(search.layout(), 8);
        HashedEvaluator evaluator = new HashedEvaluator(82, 3, 8);
        search.deepen(3_000);
        int count = search.select(rows, 0);
        int grown = 0;
        double greatest = 0;
        while (count > 0) {
            long before = search.memoryBytes();
            long bound = before + search.growthBytes(0);
            search.expand(evaluations(evaluator, rows, count, passPrior), 0);
            count = search.select(rows, 0);
            assertThat(search.memoryBytes()).isLessThanOrEqualTo(bound);
            if (search.nodeCount() > 500) {
                grown += search.memoryBytes() > before ? 1 : 0;
                greatest = Math.max(greatest, (double) bound / search.memoryBytes());
            }
        }

        assertThat(grown).isPositive();
        assertThat(greatest).isLessThan(2.2);
    }

    private static Evaluations evaluations(HashedEvaluator evaluator, LeafRows rows, int count, float passPrior) {
        Evaluations hashed = evaluator.evaluate(rows, count);
        float[] priors = new float[82 * count];
        hashed.priors().copy(0, priors, priors.length);
        for (int row = 0; row < count; row++) {
            priors[82 * row + 81] += passPrior;
        }
        return Evaluations.of(hashed.priorKind(), FloatNumbers.of(priors), hashed.values());
    }
}
