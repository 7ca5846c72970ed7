package dev.tengen.race.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.cgt.CanonicalGame;
import dev.tengen.cgt.Dyadic;
import dev.tengen.cgt.GameUniverse;
import dev.tengen.cgt.NotationException;
import dev.tengen.race.RaceResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FreezingTest {
    private final GameUniverse universe = new GameUniverse();

    private List<CanonicalGame> games(String texts) throws NotationException {
        List<CanonicalGame> games = new ArrayList<>();
        for (String text : texts.isEmpty() ? new String[0] : texts.split(" ")) {
            games.add(universe.parse(text));
        }
        return games;
    }

    @ParameterizedTest(name = "moves of the owner to {0}, of the enemy to {1}")
    @CsvSource({
        "0, 0, 1",
        "'', 4, 5",
        "3, 1, 2",
        "2, 1, 2",
        "3, 2, 3",
        "2, 0, 1",
        "3, 0, {3|0}",
        "4, 0, {4|0}",
        "'2 4', '3 1', {4|1}",
        "5, '0 {5|0}', '{5|0,{5|0}}'",
        "2, {5|0}, 5",
        "1, {2|0}, 2"
    })
    void value_ofARegion_isANumberUnlessHot(String owner, String enemy, String expected) throws NotationException {
        CanonicalGame value = new Freezing(universe).value(Color.BLACK, games(owner), games(enemy));

        assertThat(value).isSameAs(universe.parse(expected));
    }

    @ParameterizedTest(name = "moves of the owner to {0}, of the enemy to {1}")
    @CsvSource({"0, 0", "'', 4", "3, 1", "3, 0", "2, {5|0}", "'2 4', '3 1'"})
    void value_ofWhitesRegion_isTheNegative(String owner, String enemy) throws NotationException {
        CanonicalGame black = new Freezing(universe).value(Color.BLACK, games(owner), games(enemy));

        CanonicalGame white = new Freezing(universe)
                .value(
                        Color.WHITE,
                        games(enemy).stream().map(universe::negate).toList(),
                        games(owner).stream().map(universe::negate).toList());

        assertThat(white).isSameAs(universe.negate(black));
    }

    /** Problems of Nakamura's lecture. Black, to move, wins each; a sum of regions is given by its cooled values. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"2* + 4^ - 7, -2", "2* + 4^ - 7*, -1", "2* + 4^ - 13/2, -1", "-13/2 + 23/8 + 11/4, -1"})
    void problem_ofTheLecture_isWonByWhoMovesFirst(String sum, int leadWhiteFirst) throws NotationException {
        CanonicalGame cooled = universe.parse(sum);

        assertThat(universe.ceiling(cooled)).isZero();
        assertThat(universe.floor(cooled)).isEqualTo(leadWhiteFirst);
        assertThat(DecisionTable.result(0, 0, 0, 0, Color.BLACK)).isEqualTo(RaceResult.BLACK_CAPTURES);
        assertThat(DecisionTable.result(leadWhiteFirst, 0, 0, 0, Color.WHITE)).isEqualTo(RaceResult.WHITE_CAPTURES);
    }

    @Test
    void cooled_regionsOfTheLecture_areTheirSummands() throws NotationException {
        List<CanonicalGame> hot = games("{4|0} {6||4|0} {-5|-9} {-5|-8} {3|0} {{{8|5}|3}|1} {{6|3}|1}");

        List<String> cooled = hot.stream()
                .map(game -> universe.print(universe.cool(game, Dyadic.of(2))))
                .toList();

        assertThat(cooled).containsExactly("2*", "4^", "-7*", "-13/2", "3/2", "23/8", "11/4");
    }
}
