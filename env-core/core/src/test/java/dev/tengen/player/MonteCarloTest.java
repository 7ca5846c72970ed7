package dev.tengen.player;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MonteCarloTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 999, 1001, 999_999, 1_000_000})
    void named_nameWithNumber_isThePlayer(int playoutCount) {
        String name = "monte-carlo:playouts=" + playoutCount;

        assertThat(new MonteCarlo(playoutCount).playerName()).isEqualTo(name);
        assertThat(Players.named(name)).isEqualTo(Optional.of(new MonteCarlo(playoutCount)));
    }

    @Test
    void named_plainName_isThePlayerWithTheDefaultCount() {
        assertThat(Players.named("monte-carlo")).isEqualTo(Optional.of(new MonteCarlo(1000)));
        assertThat(Players.named("monte-carlo:playouts=1000")).isEqualTo(Optional.of(MonteCarlo.DEFAULT));
        assertThat(MonteCarlo.DEFAULT.playerName()).isEqualTo("monte-carlo");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "monte-carlo:",
                "monte-carlo:playouts",
                "monte-carlo:playouts=",
                "monte-carlo:playouts=0",
                "monte-carlo:playouts=-5",
                "monte-carlo:playouts=+5",
                "monte-carlo:playouts=05",
                "monte-carlo:playouts=1000001",
                "monte-carlo:playouts=9999999",
                "monte-carlo:playouts=99999999999999999999",
                "monte-carlo:playouts=1e3",
                "monte-carlo:playouts=100 ",
                "monte-carlo:rollouts=100"
            })
    void named_otherNameOrNumberOutOfRange_isNothing(String name) {
        assertThat(Players.named(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1_000_001})
    void new_countOutOfRange_throws(int playoutCount) {
        assertThatThrownBy(() -> new MonteCarlo(playoutCount))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("playouts " + playoutCount + " is outside [1, 1000000]");
    }

    @Test
    void isSlow_thisFamilyAlone_is() {
        assertThat(Players.listed())
                .filteredOn(PlayerFactory::isSlow)
                .extracting(PlayerFactory::playerName)
                .containsExactly("monte-carlo");
    }
}
