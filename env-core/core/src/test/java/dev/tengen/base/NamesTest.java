package dev.tengen.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
    private static final List<String> NAMES =
            List.of("random", "eye-safe-random", "greedy", "monte-carlo:playouts=1 to monte-carlo:playouts=1000000");

    @ParameterizedTest
    @CsvSource({"eye-safe-random", "Eye_Safe_Random", "EYESAFERANDOM", "eye_safe-random"})
    void find_otherSpelling_isTheSameName(String name) {
        assertThat(Names.find(NAMES, Function.identity(), name)).contains("eye-safe-random");
    }

    @Test
    void fold_number_keepsItsSign() {
        assertThat(Names.fold("Katago-V7:pass_alive_under_suicide=-1")).isEqualTo("katagov7:passaliveundersuicide=-1");
    }

    @Test
    void find_exactSpelling_comesFirst() {
        assertThat(Names.find(List.of("GnuGo", "gnugo"), Function.identity(), "gnugo"))
                .contains("gnugo");
    }

    @Test
    void find_unknown_isEmpty() {
        assertThat(Names.find(NAMES, Function.identity(), "gredy")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gredy, greedy",
        "gereedy, greedy",
        "randmo, random",
        "monte-carol, monte-carlo",
        "montecalro:playouts=100, monte-carlo:playouts=100",
    })
    void suggestion_misspelled_isTheNearest(String name, String expected) {
        assertThat(Names.suggestion(name, NAMES)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"alphago", "x", "''", "monte-carlo:playouts=many"})
    void suggestion_nothingNear_isEmpty(String name) {
        assertThat(Names.suggestion(name, NAMES)).isEmpty();
    }

    @Test
    void suggestion_longText_isEmpty() {
        assertThat(Names.suggestion("greedy".repeat(1000), NAMES)).isEmpty();
    }

    @Test
    void notOneOf_misspelled_suggests() {
        assertThat(Names.notOneOf("Gredy", List.of("greedy", "random")))
                .isEqualTo("\"Gredy\" is not one of [greedy, random]; did you mean \"greedy\"?");
    }
}
