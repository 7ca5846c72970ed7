package dev.tengen.client.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.RunningServer;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.error.TengenException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Analyses at a real server. */
class AnalysisTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    /** Black has two liberties in the top left corner, White two in the bottom right corner. */
    private static final AnalyzedPosition RACE = AnalyzedPosition.drawn(
            "_ O _ O O O O",
            "O O O O O O O",
            ". . X X X X X",
            "X X X X X X X",
            "O O O O O O O",
            "O O O O O . .",
            "X X X X X X X",
            "X X X X _ X _");

    private final TengenClient client = SERVER.client();

    @Test
    void solve_drawing_reportsMarginMovesAndRegrets() {
        PositionSolution solution = client.solve(AnalyzedPosition.drawn(". . ."), AnalysisLimits.DEFAULT, 1, 0, 3);

        assertThat(solution.margin()).hasValue(3);
        assertThat(solution.isComplete()).isTrue();
        assertThat(solution.bestActions()).containsExactly(1);
        assertThat(solution.regrets())
                .containsExactly(
                        new PositionSolution.Regret(1, OptionalInt.of(0)),
                        new PositionSolution.Regret(0, OptionalInt.of(6)),
                        new PositionSolution.Regret(3, OptionalInt.of(6)));
        assertThat(solution.nodeCount()).isPositive();
        assertThat(solution.playerToMove()).isEqualTo(Color.BLACK);
    }

    @Test
    void solve_drawingWithAPast_looksBackAtIt() {
        AnalyzedPosition drawn = AnalyzedPosition.drawn(".O");
        AnalyzedPosition played = AnalyzedPosition.drawn("..").after(0).after(1);

        assertThat(client.solve(drawn, AnalysisLimits.DEFAULT).margin()).hasValue(2);
        assertThat(client.solve(played, AnalysisLimits.DEFAULT).margin()).hasValue(-2);
        assertThat(client.solve(drawn.toMove(Color.WHITE), AnalysisLimits.DEFAULT)
                        .playerToMove())
                .isEqualTo(Color.WHITE);
    }

    @Test
    void solve_record_standsAfterItsMoves() {
        byte[] sgf = "(;SZ[3:1];B[];W[ba])".getBytes(StandardCharsets.UTF_8);

        assertThat(client.solve(AnalyzedPosition.recorded(sgf), AnalysisLimits.DEFAULT)
                        .margin())
                .hasValue(-3);
        assertThat(client.solve(AnalyzedPosition.recorded(sgf, 0), AnalysisLimits.DEFAULT)
                        .margin())
                .hasValue(3);
    }

    @Test
    void solve_session_isAsTheAgentSeesIt() {
        SessionSpec spec =
                SessionSpec.builder(2, 1).symmetry(Symmetry.FLIP_COLUMNS).build();
        try (TengenSession session = client.createSession(spec)) {
            Timestep timestep = session.step(1);
            PositionSolution solution = session.solve(AnalysisLimits.DEFAULT, 0);

            assertThat(solution.symmetry()).isEqualTo(Symmetry.FLIP_COLUMNS);
            assertThat(solution.stateHash()).isEqualTo(timestep.stateHash());
            assertThat(solution.moveNumber()).isEqualTo(1);
            assertThat(solution.bestActions()).contains(0);
            assertThat(solution.regrets().get(0).points()).hasValue(0);
            assertThat(session.async().solve(AnalysisLimits.DEFAULT, 0).join())
                    .usingRecursiveComparison()
                    .ignoringFields("nodeCount", "longestLine")
                    .isEqualTo(solution);
        }
    }

    @Test
    void solve_limits_areKept() {
        AnalyzedPosition line = AnalyzedPosition.drawn(".........");

        PositionSolution few = client.solve(line, AnalysisLimits.ofNodes(50));
        PositionSolution soon = client.solve(line, AnalysisLimits.ofTime(Duration.ofNanos(1)));
        PositionSolution all =
                client.solve(AnalyzedPosition.drawn(".."), new AnalysisLimits(-1, Duration.ofDays(36_500)));

        assertThat(few.isExact()).isFalse();
        assertThat(few.margin()).isEmpty();
        assertThat(few.openActions()).hasSize(10);
        assertThat(few.lower()).isLessThan(few.upper());
        assertThat(soon.isExact()).isFalse();
        assertThat(all.isComplete()).isTrue();
        assertThatThrownBy(() -> AnalysisLimits.ofTime(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max time PT-0.000000001S is negative");
    }

    /** The client's deadline must not cut off analyses whose limits allow more time. */
    @Test
    void solve_longerThanOtherCallsMayTake_isWaitedFor() {
        try (TengenClient hasty = TengenClient.connect(SERVER.address(), Duration.ofSeconds(2))) {
            AnalyzedPosition line = AnalyzedPosition.drawn(".........");

            PositionSolution solution = hasty.solve(line, AnalysisLimits.ofTime(Duration.ofMillis(2500)));

            assertThat(solution.isExact()).isFalse();
        }
    }

    @Test
    void solve_nonsense_saysWhatIsWrong() {
        assertThat(failure(AnalyzedPosition.drawn("XX")).getMessage()).contains("has no liberty");
        assertThat(failure(AnalyzedPosition.drawn("....", "....", "....", "...."))
                        .getMessage())
                .contains("size 4x4");
        assertThat(failure(AnalyzedPosition.ofSession("gone")).reason()).isEqualTo("SESSION_NOT_FOUND");
        assertThatThrownBy(() -> AnalyzedPosition.ofSession("gone").after(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the position is not a drawing");
    }

    private TengenException failure(AnalyzedPosition position) {
        return catchThrowableOfType(TengenException.class, () -> client.solve(position, AnalysisLimits.DEFAULT));
    }

    @Test
    void analyzeRace_plainRace_reportsAllOfIt() {
        List<RaceAnalysis> found = client.analyzeRace(RACE, RaceQuery.DEFAULT);
        List<RaceAnalysis> named =
                client.analyzeRace(RACE, RaceQuery.DEFAULT.between(16, 35).withoutSearch());

        RaceAnalysis race = found.get(0);
        assertThat(named).isEqualTo(found);
        assertThat(race.status()).isEqualTo(RaceStatus.FIRST_PLAYER_CAPTURES);
        assertThat(race.status().isSupported()).isTrue();
        assertThat(race.method()).isEqualTo(RaceMethod.FORMULA);
        assertThat(race.declined()).isEqualTo(RaceStatus.NONE);
        assertThat(race.first(Color.BLACK))
                .isEqualTo(
                        new RaceAnalysis.Outcome(Optional.of(RaceResult.BLACK_CAPTURES), Optional.of(List.of(40, 41))));
        assertThat(race.first(Color.WHITE))
                .isEqualTo(
                        new RaceAnalysis.Outcome(Optional.of(RaceResult.WHITE_CAPTURES), Optional.of(List.of(14, 15))));
        assertThat(race.black().externalPoints()).containsExactly(14, 15);
        assertThat(race.white().chainPoints()).hasSize(12);
        assertThat(race.sum().orElseThrow().delta()).hasValue(0);
        assertThat(race.sum().orElseThrow().components())
                .extracting(RaceAnalysis.Component::value)
                .containsExactlyInAnyOrder("2", "-2");
        assertThat(client.async().analyzeRace(RACE, RaceQuery.DEFAULT).join()).isEqualTo(found);
    }

    @Test
    void analyzeRace_openBoard_saysWhyNothingIsKnown() {
        RaceQuery question =
                RaceQuery.DEFAULT.between(12, 13).withoutSearch().within(AnalysisLimits.ofTime(Duration.ofSeconds(1)));

        RaceAnalysis race = client.analyzeRace(
                        AnalyzedPosition.drawn(".....", ".....", "..XO.", ".....", "....."), question)
                .get(0);

        assertThat(race.status()).isEqualTo(RaceStatus.UNSUPPORTED_NOT_ENCLOSED);
        assertThat(race.status().isSupported()).isFalse();
        assertThat(race.declinedReason()).isNotEmpty();
        assertThat(race.blackFirst()).isEqualTo(new RaceAnalysis.Outcome(Optional.empty(), Optional.empty()));
        assertThat(race.sum()).isEmpty();
    }

    @Test
    void analyzeRace_session_isOfItsBoard() {
        try (TengenSession session = client.createSession(SessionSpec.of(5, 5))) {
            session.step(12);

            assertThat(session.analyzeRace(RaceQuery.DEFAULT)).isEmpty();
            assertThat(session.async().analyzeRace(RaceQuery.DEFAULT).join()).isEmpty();
            assertThat(catchThrowableOfType(
                                    TengenException.class, () -> session.analyzeRace(RaceQuery.DEFAULT.between(12, 13)))
                            .getMessage())
                    .contains("white_essential D3 is not a white stone");
        }
    }
}
