package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.cgt.NotationException;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceExample;
import dev.tengen.race.RaceMethod;
import dev.tengen.race.RaceResult;
import dev.tengen.race.RaceStatus;
import dev.tengen.race.RaceSum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Analyzes races that another program has counted and searched. Skipped if they are not available. */
class RaceAnalyzerExamplesTest {
    private static final RaceBudget WITH_SEARCH = RaceBudget.of(SearchLimits.ofNodes(1_000_000));

    private static List<RaceExample> examples() throws IOException {
        Optional<List<RaceExample>> found = RaceExample.all();
        assumeThat(found).as("examples").isPresent();
        return found.orElseThrow();
    }

    @Test
    void analyze_countingAlone_isAsExpected() throws IOException {
        int supported = 0;
        for (RaceExample example : examples()) {
            RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).analyze(example.race());

            String expected = example.json().get("expected_static").asText();
            if (expected.equals("SUPPORTED")) {
                supported++;
                expected = RaceStatus.of(example.result(Color.BLACK), example.result(Color.WHITE))
                        .name();
            }
            assertThat(analysis.status().name()).as(example.id()).isEqualTo(expected);
            assertThat(analysis.nodes()).isZero();
        }
        assertThat(supported).isGreaterThanOrEqualTo(11);
    }

    @Test
    void analyze_withSearch_hasEachResultAndWinningMove() throws IOException {
        for (RaceExample example : examples()) {
            RaceAnalysis analysis = new RaceAnalyzer(WITH_SEARCH).analyze(example.race());

            Grid grid = example.race().board().grid();
            for (int first = Color.BLACK; first <= Color.WHITE; first++) {
                String name = example.id() + ", " + Color.name(first) + " first";
                RaceResult result = example.result(first);
                assertThat(analysis.first(first).result()).as(name).contains(result);
                List<String> winning =
                        result == RaceResult.captureBy(first) ? example.optimalMoves(first) : List.<String>of();
                List<String> found = new ArrayList<>();
                analysis.first(first).winningMoves().orElseThrow().forEach(point -> found.add(grid.name(point)));
                assertThat(found).as(name).containsExactlyInAnyOrderElementsOf(winning);
            }
        }
    }

    @Test
    void analyze_countedExample_hasItsLibertiesAndLead() throws IOException {
        int counted = 0;
        for (RaceExample example : examples()) {
            if (example.json().has("delta_black")) {
                RaceAnalysis analysis = new RaceAnalyzer(RaceBudget.STATIC).analyze(example.race());

                counted++;
                assertThat(analysis.method()).contains(RaceMethod.FORMULA);
                assertThat(analysis.sum().orElseThrow().delta())
                        .hasValue(example.json().get("delta_black").asInt());
                assertThat(analysis.liberties().shared().size())
                        .isEqualTo(example.json().get("S").asInt());
                for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                    String player = color == Color.BLACK ? "black" : "white";
                    assertThat(analysis.eyeLiberties(color))
                            .isEqualTo(example.json()
                                    .get("eye_liberties_" + player)
                                    .asInt());
                    assertThat(analysis.liberties().external(color).size())
                            .isEqualTo(example.json().get("external_" + player).size());
                }
            }
        }
        assertThat(counted).isGreaterThanOrEqualTo(7);
    }

    @Test
    void analyze_sum_hasItsValues() throws IOException, NotationException {
        int components = 0;
        for (RaceExample example : examples()) {
            JsonNode expected = example.json().get("components");
            if (expected != null) {
                RaceSum sum = new RaceAnalyzer(RaceBudget.STATIC)
                        .analyze(example.race())
                        .sum()
                        .orElseThrow();

                assertThat(sum.components()).as(example.id()).hasSize(expected.size());
                for (JsonNode component : expected) {
                    compare(example, sum, component);
                    components++;
                }
                assertSameGame(sum.cooled(), example.json().get("sum_cooled").asText());
                assertThat(sum.adjustedBlackFirst())
                        .isEqualTo(example.json().get("adjusted_black_first").asInt());
                assertThat(sum.adjustedWhiteFirst())
                        .isEqualTo(example.json().get("adjusted_white_first").asInt());
            }
        }
        assertThat(components).isGreaterThanOrEqualTo(12);
    }

    private static void compare(RaceExample example, RaceSum sum, JsonNode expected) throws NotationException {
        int point = example.race().board().grid().point(expected.get("at").asText());
        RaceComponent component = sum.components().stream()
                .filter(one -> one.point() == point)
                .findFirst()
                .orElseThrow();
        assertSameGame(component.value(), expected.get("value").asText());
        assertSameGame(component.cooled(), expected.get("cooled").asText());
        assertThat(component.temperature())
                .hasToString(expected.get("temperature").asText());
        assertThat(component.mean()).hasToString(expected.get("mean").asText());
        assertThat(component.owner()).isEqualTo(expected.get("owner").asText().equals("B") ? Color.BLACK : Color.WHITE);
    }

    private static void assertSameGame(String actual, String expected) throws NotationException {
        GameUniverse universe = new GameUniverse();
        assertThat(universe.parse(actual)).isSameAs(universe.parse(expected));
    }
}
