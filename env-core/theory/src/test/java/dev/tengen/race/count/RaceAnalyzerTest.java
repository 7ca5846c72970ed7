package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.WorkLimits;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.RaceOutcome;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import dev.tengen.testing.Diagrams;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RaceAnalyzerTest {
    private static final String HOT = """
            *O*OOOOOOOOOO
            OOOOOOOOOOOOO
            O...OOOOOOOOO
            OXXXOOOOOOOOO
            O.OOOOOOOOOOO
            XXXXXXXXXXXXX
            OOOOOOXXXXXXX
            OOOOOOOOOOOOO
            XXXXXXXXXXXX.
            XXXXXXXXXXXXX
            XXXXXXXXXXXXX
            XXXXXXXXXXXXX
            XXXXXXXXXX*X*
            """;
    private static final String KO = """
            *O*OOOOOOOOOO
            OOOOOOOOOOOOO
            OOOOOOOOOOOOO
            OO.OOOOOOOOOO
            OX.XOOOOOOOOO
            XXXXXXXXXXXXX
            OOOOOOXXXXXXX
            OOOOOOOOOOOOO
            XXXXXXXXXXX..
            XXXXXXXXXXXXX
            XXXXXXXXXXXXX
            XXXXXXXXXXXXX
            XXXXXXXXXX*X*
            """;

    private static Race race(String drawing) {
        Board board = Diagrams.board(drawing);
        return new Race(
                board,
                Diagrams.marked(drawing),
                board.grid().point("A8"),
                board.grid().point("A6"));
    }

    private static RaceAnalysis analyze(String drawing) {
        return new RaceAnalyzer(RaceBudget.STATIC).analyze(race(drawing));
    }

    private static RaceStatus declined(String drawing) {
        RaceAnalysis analysis = analyze(drawing);
        assertThat(analysis.method()).isEmpty();
        assertThat(analysis.blackFirst()).isEqualTo(RaceOutcome.UNKNOWN);
        assertThat(analysis.declined().orElseThrow().status()).isEqualTo(analysis.status());
        return analysis.status();
    }

    @Test
    void analyze_hotRegion_isASum() {
        RaceAnalysis analysis = analyze(HOT);

        assertThat(analysis.status()).isEqualTo(RaceStatus.FIRST_PLAYER_CAPTURES);
        assertThat(analysis.method()).contains(RaceMethod.CGT);
        assertThat(analysis.sum().orElseThrow().cooled()).isEqualTo("1/2");
        assertThat(analysis.sum().orElseThrow().delta()).isEmpty();
        assertThat(analysis.blackFirst().winningMoves().orElseThrow()).hasToString("[B9, N5]");
        assertThat(analysis.whiteFirst().winningMoves().orElseThrow()).hasToString("[B9]");
        assertThat(analysis.liberties().complex(Color.BLACK)).hasToString("[B11, C11, D11, B9]");
        assertThat(analysis.liberties().external(Color.WHITE)).hasToString("[N5]");
    }

    @Test
    void count_hotRegion_isAnalysisWithoutWinningMoves() {
        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).count(race(HOT));

        assertThat(analysis.status()).isEqualTo(RaceStatus.FIRST_PLAYER_CAPTURES);
        assertThat(analysis.blackFirst())
                .isEqualTo(new RaceOutcome(Optional.of(RaceResult.BLACK_CAPTURES), Optional.empty()));
        assertThat(analysis.sum().orElseThrow().cooled()).isEqualTo("1/2");
    }

    @Test
    void count_koWithNodesToSearch_isNotSearched() {
        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.of(SearchLimits.NONE)).count(race(KO));

        assertThat(analysis.status()).isEqualTo(RaceStatus.UNSUPPORTED_KO);
        assertThat(analysis.nodes()).isZero();
    }

    @Test
    void analyze_ko_saysSo() {
        assertThat(declined(KO)).isEqualTo(RaceStatus.UNSUPPORTED_KO);
    }

    @Test
    void analyze_koWithSearch_isAnsweredByTheSearch() {
        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.of(SearchLimits.NONE)).analyze(race(KO));

        assertThat(analysis.method()).contains(RaceMethod.SEARCH);
        assertThat(analysis.declined().orElseThrow().status()).isEqualTo(RaceStatus.UNSUPPORTED_KO);
        assertThat(analysis.whiteFirst().result()).contains(RaceResult.WHITE_CAPTURES);
        assertThat(analysis.nodes()).isPositive();
    }

    @Test
    void analyze_searchWithTooFewNodes_saysSo() {
        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.of(SearchLimits.ofNodes(1))).analyze(race(KO));

        assertThat(analysis.status()).isEqualTo(RaceStatus.UNSUPPORTED_TOO_LARGE);
        assertThat(analysis.blackFirst().winningMoves()).isEmpty();
        assertThat(analysis.nodes()).isLessThanOrEqualTo(2);
    }

    @Test
    void analyze_emptyEyeOfThree_isStillToBeMade() {
        Race race = EyeRaces.race(EyeRaces.shapes(3).iterator().next(), 0, 1, 0, 3);

        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).analyze(race);

        assertThat(analysis.status()).isEqualTo(RaceStatus.UNSUPPORTED_EYE);
        assertThat(analysis.liberties().eye(Color.BLACK).size()).isEqualTo(3);
    }

    @Test
    void analyze_regionOpenToASafeChainOfItsOwner_isNotEnclosed() {
        String open = HOT.replace("OOOOOOOOOOOOO\nXXXXXXXXXXXX.", "OOOOOOOOOOOO.\nXXXXXXXXXXXX.");

        assertThat(declined(open)).isEqualTo(RaceStatus.UNSUPPORTED_NOT_ENCLOSED);
    }

    @Test
    void analyze_fewLocalStates_isTooLarge() {
        RaceBudget small = new RaceBudget(SearchLimits.ofNodes(0), WorkLimits.DEFAULT, 3);

        RaceAnalysis analysis = new RaceAnalyzer(small).analyze(race(HOT));

        assertThat(analysis.status()).isEqualTo(RaceStatus.UNSUPPORTED_TOO_LARGE);
        assertThat(analysis.declined().orElseThrow().reason()).isEqualTo("the regions have more than 3 positions");
    }

    @Test
    void analyze_interruptedThread_stops() {
        Thread.currentThread().interrupt();

        RaceStatus status = analyze(HOT).status();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(status).isEqualTo(RaceStatus.UNSUPPORTED_TOO_LARGE);
    }

    @Test
    void analyze_fewSteps_isTooLarge() {
        RaceBudget small = new RaceBudget(SearchLimits.ofNodes(0), WorkLimits.DEFAULT.withSteps(5), 1000);

        assertThat(new RaceAnalyzer(small).analyze(race(HOT)).status()).isEqualTo(RaceStatus.UNSUPPORTED_TOO_LARGE);
    }

    @Test
    void analyze_hugeOpenRegion_endsWithAStatus() {
        String row = ".".repeat(19) + "\n";
        String open = "*O*" + "O".repeat(16) + "\n" + "O".repeat(19) + "\n" + row.repeat(4) + "X".repeat(19) + "\n"
                + "O".repeat(19) + "\n" + "." + "O".repeat(18) + "\n" + "X".repeat(19) + "\n" + "*X*" + "X".repeat(16);
        Board board = Diagrams.board(open);
        List<Race> races = new RaceAnalyzer(RaceBudget.STATIC).find(board, Diagrams.marked(open));

        RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).analyze(races.get(0));

        assertThat(races).hasSize(1);
        assertThat(analysis.status()).isEqualTo(RaceStatus.UNSUPPORTED_TOO_LARGE);
    }
}
