package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.SplitMix64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The notation, parsed and printed. */
class GameParserTest {
    private final GameUniverse universe = new GameUniverse();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-5/16",
                "*",
                "*3",
                "^",
                "v2*3",
                "3/2^2*",
                "-1^*",
                "±1",
                "±3/2",
                "Tiny(2)",
                "Miny(1/2)",
                "{4|0}",
                "{3||2|1}",
                "{14|2|||-2||-14|-16}",
                "{3|2||1}",
                "{2,{4|0}|-2,{0|-4}}",
                "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
                "9223372036854775807",
            })
    void text_inShortestForm_isWrittenAgain(String text) throws NotationException {
        assertThat(universe.print(universe.parse(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{ 3 || 2 | 1 }; {3||2|1}",
                "{{4|0},2|{0|-4},-2}; {2,{4|0}|-2,{0|-4}}",
                "{{3|2}|1}; {3|2||1}",
                "{3|||2||1}; {3||2|1}",
                "-(1^); -1v",
                "-1^; -1^",
                "-^; v",
                "--2; 2",
                "2--1; 3",
                "±(1*); {1*|-1*}",
                "1-2^+*2; -1v*2",
                "{1|0,*,1,^}; {1|0,*}",
                "+-2; ±2",
                "2+-1; 1",
                "2++-1; {3|1}",
                "2.^; ^2",
                "3.^*; ^3*",
                "2.^*2; ^2*2",
                "2.^3; ^6",
                "-2.^; v2",
                "3.v; v3",
                "0.^*; *",
                "3.*2; *2",
                "2.*2; 0",
                "1-2.^+*; 1v2*",
                "3.{2|0}; {4|2}",
                "-3.{2|0}; {-2|-4}",
                "2.±1; 0",
                "3.+-1; ±1",
                "2.(1/2*); 1",
                "tiny(2); Tiny(2)",
                "MINY(1/2); Miny(1/2)",
            })
    void text_inOtherForm_isTheSameGame(String text, String shortest) throws NotationException {
        assertThat(universe.print(universe.parse(text))).isEqualTo(shortest);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "''; column 1: expected a game, not the end",
                "'   '; column 4: expected a game, not the end",
                "{0}; column 3: expected \"|\", not \"}\"",
                "{0|1; column 5: expected \"}\", not the end",
                "{0|1|2}; column 5: expected \"}\", not \"|\"",
                "{0||1||2}; column 6: expected \"}\", not \"|\"",
                "{0,|1}; column 4: expected a game, not \"|\"",
                "0}; column 2: expected the end, not \"}\"",
                "1 2; column 3: expected the end, not \"2\"",
                "2 *; column 3: expected the end, not \"*\"",
                "2 + ; column 4: expected a game, not the end",
                "(1; column 3: expected \")\", not the end",
                "1/3; column 3: denominator 3 is not a power of 2",
                "1/0; column 3: denominator 0 is not a power of 2",
                "1/; column 3: expected a digit, not the end",
                "0.5; 'column 2: a decimal point; write a fraction, such as 1/2'",
                "{1/2.^|0}; column 2: a multiple takes an integer, not 1/2",
                "3.; column 3: expected a game, not the end",
                "3. ^; column 3: expected a game, not U+0020",
                "3.-1; column 3: expected a game, not \"-\"",
                "2.*2*; column 5: expected the end, not \"*\"",
                "1 + *0; column 6: count 0 is outside [1, 999999999]",
                "^9999999999; column 2: count 9999999999 is outside [1, 999999999]",
                "1 + 9223372036854775808; column 5: a number of 19 digits is outside [0, 9223372036854775807]",
                "Tiny(-1); column 6: the threat -1 is not above 0",
                "Tiny(*); column 6: the threat * is not above 0",
                "tine(1); column 1: expected a game, not \"t\"",
                "1 + ∞; column 5: expected a game, not U+221E",
                "+1; column 1: expected a game, not \"+\"",
            })
    void text_ofNoGame_isRefusedWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> universe.parse(text))
                .isInstanceOf(NotationException.class)
                .hasMessage(message);
    }

    @Test
    void column_ofError_isReported() {
        assertThatThrownBy(() -> universe.parse("{0|x}")).isInstanceOfSatisfying(NotationException.class, e -> {
            assertThat(e.column()).isEqualTo(4);
            assertThat(e.problem()).isEqualTo("expected a game, not \"x\"");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "(", "-", "±", "+-", "Tiny(", "{0|", "{|", "-{", "2.(", "2.±"})
    void text_nestedTooDeep_isRefused(String opening) {
        assertThatThrownBy(() -> universe.parse(opening.repeat(10_000)))
                .isInstanceOf(NotationException.class)
                .hasMessageContaining("nested more than 400 deep");
    }

    @Test
    void text_withLongerAndLongerBars_isReadOrTooDeep() throws NotationException {
        String text = longerAndLongerBars(150);

        CanonicalGame game = universe.parse(text);

        assertThat(game.depth()).isEqualTo(150);
        assertThat(universe.print(game)).isEqualTo(text);
        assertThatThrownBy(() -> universe.parse(longerAndLongerBars(250)))
                .isInstanceOf(WorkLimitException.class)
                .hasMessage("the answer takes more than 200 moves in a game");
    }

    private static String longerAndLongerBars(int count) {
        StringBuilder text = new StringBuilder("{0");
        for (int bars = 1; bars <= count; bars++) {
            text.append("|".repeat(bars)).append(-bars);
        }
        return text.append("}").toString();
    }

    @Test
    void text_withShorterAndShorterBars_isReadOrTooDeep() throws NotationException {
        String text = shorterAndShorterBars(150);

        assertThat(universe.print(universe.parse(text))).isEqualTo(text);
        GameUniverse shallow = new GameUniverse(WorkLimits.DEFAULT.withDepth(60));
        assertThatThrownBy(() -> shallow.parse(text))
                .isInstanceOf(NotationException.class)
                .hasMessageContaining("nested more than 120 deep");
    }

    private static String shorterAndShorterBars(int count) {
        StringBuilder text = new StringBuilder("{" + count);
        for (int bars = count; bars >= 1; bars--) {
            text.append("|".repeat(bars)).append(bars - 1);
        }
        return text.append("}").toString();
    }

    /** Seed 41: texts of valid characters in any order. */
    @Test
    @Tag("full")
    void text_ofRandomLetters_isReadOrRefused() {
        SplitMix64 random = new SplitMix64(41);
        List<String> words =
                List.of("{", "}", "|", "||", ",", "0", "1", "2/4", "*", "^", "v", "-", "+", "±", "(", ")", ".", " ");
        int games = 0;
        int tooDeep = 0;

        for (int count = 0; count < 200_000; count++) {
            StringBuilder text = new StringBuilder(random.nextInt(2) == 0 ? "{" : "");
            for (int length = random.nextInt(9); length >= 0; length--) {
                text.append(words.get(random.nextInt(words.size())));
            }
            try {
                CanonicalGame game = new GameUniverse().parse(text.toString());
                assertThat(game.birthday()).isNotNegative();
                games++;
            } catch (NotationException e) {
                assertThat(e.column()).isBetween(1, text.length() + 1);
            } catch (WorkLimitException e) {
                assertThat(e.limit()).isEqualTo("moves in a game");
                tooDeep++;
            }
        }

        assertThat(List.of(games, tooDeep)).isEqualTo(List.of(6_413, 5));
    }
}
