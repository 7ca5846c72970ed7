package dev.tengen.arena.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.rating.SprtState.Verdict;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequentialTestTest {
    private static final SprtSpec SPEC = new SprtSpec(0, 100);
    private static final List<String> PLAYERS = List.of("new", "old");

    private static SequentialTest test(SprtSpec spec, int maxOpen) {
        return new SequentialTest(spec, "new", "old", 3, maxOpen);
    }

    /** Returns the results of {@code pairs}; {@code points} are those of the candidate with Black and with White. */
    private static TournamentProgress progress(List<PlannedPair> pairs, double... points) {
        List<GameResult> results = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
            PlannedPair pair = pairs.get(i / 2);
            results.add(result(pair.games().get(i % 2), points[i]));
        }
        return new TournamentProgress(pairs, results);
    }

    private static GameResult result(PlannedPair.PlannedGame game, double points) {
        boolean isBlack = game.black().equals("new");
        int winner = points == 0.5 ? Color.EMPTY : (points == 1) == isBlack ? Color.BLACK : Color.WHITE;
        return new GameResult(game.black(), game.white(), winner, game.pair(), 0);
    }

    @Test
    void next_start_isAsManyPairsAsMayBeOpen() {
        SequentialTest test = test(SPEC, 4);

        assertThat(test.next(TournamentProgress.NONE, 100))
                .containsExactly(
                        new PlannedPair("new", "old", 0, 0),
                        new PlannedPair("new", "old", 1, 1),
                        new PlannedPair("new", "old", 2, 2),
                        new PlannedPair("new", "old", 3, 0));
        assertThat(test.next(TournamentProgress.NONE, 2)).hasSize(2);
        assertThat(test.next(TournamentProgress.NONE, Set.of("old"), 100)).isEmpty();
    }

    @Test
    void next_pairsUnderWay_countUntilBothGamesAreOver() {
        SequentialTest test = test(SPEC, 3);
        List<PlannedPair> pairs = test.next(TournamentProgress.NONE, 3);

        assertThat(test.next(progress(pairs, 1), 100)).isEmpty();
        assertThat(test.next(progress(pairs, 1, 0), 100)).containsExactly(new PlannedPair("new", "old", 3, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void playAll_strongerCandidate_passes(int maxOpen) {
        SequentialTest test = test(SPEC, maxOpen);
        TournamentRun run = new TournamentRun(test, PLAYERS, 1);

        run.playAll(100);

        assertThat(test.state(run.progress()).verdict()).isEqualTo(Verdict.ELO1);
        assertThat(test.isOver(run.progress())).isTrue();
        assertThat(test.next(run.progress(), 100)).isEmpty();
        assertThat(run.progress().started()).hasSizeBetween(5, 100);
    }

    @Test
    void course_wholeTest_isEachStateUpToTheVerdict() {
        SequentialTest test = test(SPEC, 5);
        TournamentRun run = new TournamentRun(test, PLAYERS, 1);
        run.playAll(100);

        List<SprtState> course = test.course(run.progress());

        assertThat(course.get(0)).isEqualTo(SprtState.start(SPEC));
        for (int i = 1; i < course.size(); i++) {
            SprtState before = course.get(i - 1);
            assertThat(before.verdict()).isEqualTo(Verdict.UNDECIDED);
            assertThat(course.get(i))
                    .isIn(before.after(0), before.after(0.5), before.after(1), before.after(1.5), before.after(2));
        }
        assertThat(course.get(course.size() - 1)).isEqualTo(test.state(run.progress()));
        assertThat(course).hasSizeGreaterThan(5);
    }

    @Test
    void playAll_weakerCandidate_fails() {
        SequentialTest test = new SequentialTest(SPEC, "old", "new", 1, 2);
        TournamentRun run = new TournamentRun(test, PLAYERS, 1);

        run.playAll(100);

        assertThat(test.state(run.progress()).verdict()).isEqualTo(Verdict.ELO0);
    }

    @ParameterizedTest
    @EnumSource(SprtSpec.Unit.class)
    void playAll_candidateThatNeverLoses_passes(SprtSpec.Unit unit) {
        SequentialTest test = test(new SprtSpec(0, 50, 0.05, 0.05, unit), 1);
        List<PlannedPair> pairs = new ArrayList<>();
        List<GameResult> results = new ArrayList<>();

        for (List<PlannedPair> next = test.next(TournamentProgress.NONE, 1);
                !next.isEmpty();
                next = test.next(new TournamentProgress(pairs, results), 1)) {
            pairs.addAll(next);
            next.get(0).games().forEach(game -> results.add(result(game, 1)));
        }

        assertThat(test.state(new TournamentProgress(pairs, results)).verdict()).isEqualTo(Verdict.ELO1);
        assertThat(pairs).hasSizeBetween(5, 60);
    }

    @ParameterizedTest
    @EnumSource(SprtSpec.Unit.class)
    void state_anyOrderOfResults_isThatOfPairsInTheirOrder(SprtSpec.Unit unit) {
        SprtSpec spec = new SprtSpec(-20, 100, 0.05, 0.05, unit);
        SequentialTest test = test(spec, 6);
        Random random = new Random(2);
        int decidedCount = 0;
        for (int seed = 0; seed < 30; seed++) {
            TournamentRun run = new TournamentRun(test, PLAYERS, seed);
            run.playAll(100);
            TournamentProgress progress = run.progress();
            List<GameResult> ordered = new ArrayList<>();
            for (PlannedPair pair : progress.started()) {
                for (PlannedPair.PlannedGame game : pair.games()) {
                    ordered.addAll(progress.results().stream()
                            .filter(result -> result.pair().equals(game.pair())
                                    && result.black().equals(game.black()))
                            .toList());
                }
            }
            List<GameResult> shuffled = new ArrayList<>(progress.results());
            Collections.shuffle(shuffled, random);

            SprtState expected = SprtState.of(spec, "new", "old", ordered);
            assertThat(test.state(new TournamentProgress(progress.started(), shuffled)))
                    .isEqualTo(expected);
            decidedCount +=
                    expected.observationCount() < progress.started().size() * (7 - unit.scoreCount()) / 2 ? 1 : 0;
        }
        assertThat(decidedCount).as("tests with games after the verdict").isPositive();
    }

    /** Otherwise the games of a side that wins quickly would count first. */
    @Test
    void state_pairBeforeOthersIsOpen_waitsForIt() {
        SequentialTest test = test(SPEC, 40);
        List<PlannedPair> pairs = test.next(TournamentProgress.NONE, 40);
        List<GameResult> results = new ArrayList<>();
        pairs.subList(1, 40).forEach(pair -> pair.games().forEach(game -> results.add(result(game, 1))));

        assertThat(test.state(new TournamentProgress(pairs, results))).isEqualTo(SprtState.start(SPEC));
        assertThat(test.next(new TournamentProgress(pairs, results), 100)).hasSize(39);
        pairs.get(0).games().forEach(game -> results.add(result(game, 0)));
        SprtState state = test.state(new TournamentProgress(pairs, results));
        assertThat(state.verdict()).isEqualTo(Verdict.ELO1);
        assertThat(state.counts().get(0)).isOne();
        assertThat(test.next(new TournamentProgress(pairs, results), 100)).isEmpty();
    }

    @Test
    void isOver_gamesAfterTheVerdict_arePlayedToTheirEnd() {
        SequentialTest test = test(SPEC, 40);
        List<PlannedPair> pairs = test.next(TournamentProgress.NONE, 40);
        double[] wins = new double[79];
        java.util.Arrays.fill(wins, 1);

        TournamentProgress before = progress(pairs, wins);
        assertThat(test.state(before).verdict()).isEqualTo(Verdict.ELO1);
        assertThat(test.isOver(before)).isFalse();
        List<GameResult> all = new ArrayList<>(before.results());
        all.add(result(pairs.get(39).games().get(1), 0));
        assertThat(test.isOver(new TournamentProgress(pairs, all))).isTrue();
        assertThat(test.state(new TournamentProgress(pairs, all))).isEqualTo(test.state(before));
    }

    @Test
    void state_voidGames_doNotCount() {
        List<PlannedPair> pairs = test(SPEC, 2).next(TournamentProgress.NONE, 2);
        List<GameResult> results = progress(pairs, 1, 1, 0).results();
        TournamentProgress progress = new TournamentProgress(
                pairs, results, List.of(pairs.get(1).games().get(1)));

        assertThat(test(SPEC, 2).state(progress).counts()).containsExactly(0L, 0L, 0L, 0L, 1L);
        SprtSpec games = new SprtSpec(0, 100, 0.05, 0.05, SprtSpec.Unit.GAME);
        assertThat(test(games, 2).state(progress).counts()).containsExactly(1L, 0L, 2L);
        assertThat(test(SPEC, 2).next(progress, 100)).hasSize(2);
    }

    @Test
    void next_allGamesVoid_isGivenUp() {
        SprtSpec spec = new SprtSpec(-500, 500, 0.25, 0.25, SprtSpec.Unit.PAIR);
        SequentialTest test = test(spec, 4);
        List<PlannedPair> pairs = new ArrayList<>();
        List<PlannedPair.PlannedGame> voided = new ArrayList<>();

        TournamentProgress progress = TournamentProgress.NONE;
        for (List<PlannedPair> next = test.next(progress, 100); !next.isEmpty(); next = test.next(progress, 100)) {
            assertThat(test.state(progress).verdict()).isEqualTo(Verdict.UNDECIDED);
            pairs.addAll(next);
            next.forEach(pair -> voided.addAll(pair.games()));
            progress = new TournamentProgress(pairs, List.of(), voided);
        }

        assertThat(pairs).hasSize((int) spec.maxObservations());
        assertThat(test.state(progress).verdict()).isEqualTo(Verdict.GIVEN_UP);
        assertThat(test.isOver(progress)).isTrue();
    }

    @Test
    void new_valuesOutOfRange_areRefused() {
        assertThatThrownBy(() -> new SequentialTest(SPEC, "new", "new", 1, 1))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("players \"new\" is not a unique name");
        assertThatThrownBy(() -> new SequentialTest(SPEC, "new", "old", 0, 1))
                .hasMessage("openingCount 0 is outside [1, 2147483647]");
        assertThatThrownBy(() -> new SequentialTest(SPEC, "new", "old", 1, 0))
                .hasMessage("maxOpen 0 is outside [1, 2147483647]");
        assertThatThrownBy(() -> test(SPEC, 1).next(TournamentProgress.NONE, -1))
                .hasMessage("count -1 is outside [0, 2147483647]");
    }
}
