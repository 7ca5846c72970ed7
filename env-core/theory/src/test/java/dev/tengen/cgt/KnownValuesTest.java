package dev.tengen.cgt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values from the literature. */
class KnownValuesTest {
    private final GameUniverse universe = new GameUniverse();

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{|}; 0",
                "{0|}; 1",
                "{|0}; -1",
                "{0|1}; 1/2",
                "{1/2|1}; 3/4",
                "{2|5}; 3",
                "{5/2|7/2}; 3",
                "{1/4|5/16}; 9/32",
                "{|3}; 0",
                "{-4|}; 0",
                "{-7|-3}; -4",
                "{-3|2}; 0",
                "*+*; 0",
                "*2+*3; *",
                "{0,*|0,*}; *2",
                "^+*; {0,*|0}",
                "^*; {0,*|0}",
                "^+^; {0|^*}",
                "^2; {0|^*}",
                "^2*; {0|^}",
                "{^|^}; ^2*",
                "^3; {0|^2*}",
                "{^|v}; *",
                "{0|v}; *",
                "{2|0||0}; Miny(2)",
                "{1|1}; 1*",
                "±1 + ±1; 0",
                "{4|0} - 2; ±2",
                "{3|1}; 2 + ±1",
                "{3||2|1} + {3||2|1} - {3||2|1}; {3||2|1}",
                // The sums of the four races.
                "2* + 4^ - 7; -1^*",
                "2* + 4^ - 7*; -1^",
                "2* + 4^ - 13/2; -1/2^*",
                "-13/2 + 23/8 + 11/4; -7/8",
            })
    void game_inEitherForm_isTheSame(String form, String value) throws NotationException {
        assertThat(universe.parse(form)).isSameAs(universe.parse(value));
    }

    @ParameterizedTest
    @CsvSource({
        "^, 0, GREATER",
        "^, *, CONFUSED",
        "^2, *, GREATER",
        "^*, 0, CONFUSED",
        "Tiny(1), Tiny(2), GREATER",
        "Tiny(2), 0, GREATER",
        "2* + 4^ - 7, -1, CONFUSED",
        "2* + 4^ - 7*, -1, GREATER",
        "2* + 4^ - 13/2, -1, GREATER",
        "-13/2 + 23/8 + 11/4, -1, GREATER",
        "v, 0, LESS",
        "{^|v}, *, EQUAL",
    })
    void relation_ofKnownGames_isKnown(String g, String h, Relation relation) throws NotationException {
        assertThat(universe.relation(universe.parse(g), universe.parse(h))).isEqualTo(relation);
    }

    @Test
    void tiny_twentyTimes_isStillLessThanUp() throws NotationException {
        CanonicalGame sum = universe.zero();
        for (int count = 0; count < 20; count++) {
            sum = universe.plus(sum, universe.parse("Tiny(1)"));
        }

        assertThat(universe.relation(sum, universe.parse("^"))).isEqualTo(Relation.LESS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{7|-3}; 2; 5; 7; -3",
                "{3||2|1}; 9/4; 3/4; 3; 2",
                "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}; -5/16; 21/16; 1/2; -1",
                "{4||-4|-10}; -3/2; 11/2; 4; -4",
                "{4||-4|-20}; -4; 8; 4; -4",
                "{4||-4|-100}; -4; 8; 4; -4",
                "{9||8|0}; 8; 1; 9; 8",
                "{14|2|||-2||-14|-16}; -1/4; 33/4; 2; -2",
                "5; 5; -1; 5; 5",
                "3/4; 3/4; -1/4; 3/4; 3/4",
                "^*; 0; 0; 0; 0",
            })
    void thermograph_ofKnownGames_isKnown(String text, String mean, String temperature, String left, String right)
            throws NotationException {
        CanonicalGame game = universe.parse(text);

        Thermograph thermograph = universe.thermograph(game);

        assertThat(List.of(thermograph.mean(), thermograph.temperature(), game.stop(Side.LEFT), game.stop(Side.RIGHT)))
                .extracting(Dyadic::toString)
                .containsExactly(mean, temperature, left, right);
    }

    @Test
    void walls_ofKnownGame_bendWhereKnown() throws NotationException {
        CanonicalGame game = universe.parse("{3/2*|1/2 || {0|-3},{-1*,{-1/2|-1*}|-5/2}}");

        Thermograph thermograph = universe.thermograph(game);

        assertThat(thermograph.left().pieces())
                .extracting(piece -> piece.from().toString())
                .containsExactly("0", "1/2", "21/16");
        assertThat(thermograph.right().pieces())
                .extracting(piece -> piece.from().toString())
                .containsExactly("0", "1/4", "7/8", "21/16");
    }

    @Test
    void birthday_ofKnownGame_isKnown() throws NotationException {
        assertThat(universe.parse("{3||2|1}").birthday()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{3||2*|1*}; 1/4; {11/4||2|3/2}",
                "{3||2*|1*}; 1/2; {5/2|2*}",
                "{3||2*|1*}; 5/8; {19/8|17/8}",
                "{3||2*|1*}; 3/4; 9/4*",
                "{3||2*|1*}; 70; 9/4",
                // Liberties of races.
                "{4|0}; 2; 2*",
                "{6||4|0}; 2; 4^",
                "{-5|-9}; 2; -7*",
                "{-5|-8}; 2; -13/2",
                "{3|0}; 2; 3/2",
                "{8|5|||3||||1}; 2; 3-1/8",
                "{6|3||1}; 2; 3-1/4",
            })
    void cool_ofKnownGames_isKnown(String game, String degrees, String cooled) throws NotationException {
        assertThat(universe.cool(universe.parse(game), degrees(degrees))).isSameAs(universe.parse(cooled));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "*; ±2",
                "*2; {2,{4|0}|-2,{0|-4}}",
                "^; {2||0|-4}",
                "^*; {2,{4|0}|-2}",
                "^2; {2||0,±2|-4}",
            })
    void heat_byTwo_isKnown(String game, String heated) throws NotationException {
        assertThat(universe.heat(universe.parse(game), Dyadic.of(2))).isSameAs(universe.parse(heated));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{4|0}; 2*",
                "{6||4|0}; 4^",
                "{-5|-9}; -7*",
                "{3||2*|1*}; 9/4*",
                "{9||8|0}; 8 + Tiny(6)",
                "^2*; ^2*",
                "3/4; 3/4",
                "-5; -5",
            })
    void freeze_ofKnownGames_isKnown(String game, String frozen) throws NotationException {
        assertThat(universe.freeze(universe.parse(game))).isSameAs(universe.parse(frozen));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0; {|}; NUMBER",
                "2; {1|}; NUMBER",
                "-2; {|-1}; NUMBER",
                "3/4; {1/2|1}; NUMBER",
                "*; {0|0}; NIMBER",
                "*2; {0,*|0,*}; NIMBER",
                "^; {0|*}; UP_STAR",
                "v2*; {v|0}; UP_STAR",
                "Tiny(2); {0||0|-2}; TINY",
                "Miny(1/2); {1/2|0||0}; MINY",
                "Tiny(2)+^; {^||^|-2^}; INFINITESIMAL",
                "3^; {3|3*}; TEPID",
                "2+Tiny(1); {2||2|1}; TEPID",
                "±2; {2|-2}; SWITCH",
                "{3|1}; {3|1}; SWITCH",
                "{3||2|1}; {3||2|1}; HOT",
                "±{3|1}; {3|1||-1|-3}; HOT",
            })
    void formAndKind_ofKnownGames_areKnown(String text, String form, GameKind kind) throws NotationException {
        CanonicalGame game = universe.parse(text);

        assertThat(universe.printForm(game)).isEqualTo(form);
        assertThat(game.kind()).isEqualTo(kind);
    }

    /** The player who moves first in a race may round in its own favor: Black up, White down. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "2* + 4^ - 7; 0; -2",
                "2* + 4^ - 7*; 0; -1",
                "2* + 4^ - 13/2; 0; -1",
                "-13/2 + 23/8 + 11/4; 0; -1",
                "3; 3; 3",
                "*; 1; -1",
                "^; 1; 0",
                "v; 0; -1",
            })
    void ceilingAndFloor_ofRaces_areKnown(String text, long ceiling, long floor) throws NotationException {
        CanonicalGame game = universe.parse(text);

        assertThat(universe.ceiling(game)).isEqualTo(ceiling);
        assertThat(universe.floor(game)).isEqualTo(floor);
    }

    private Dyadic degrees(String number) throws NotationException {
        return new NotationScanner(number).readNumber();
    }
}
