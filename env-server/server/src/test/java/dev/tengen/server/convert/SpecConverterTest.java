package dev.tengen.server.convert;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.Rules;
import dev.tengen.server.error.CallException;
import dev.tengen.server.testing.SpecPair;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpecConverterTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void toCore_randomSpecOfSeed_isTheSpecWrittenByHand(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        for (int count = 0; count < 200; count++) {
            SpecPair pair = SpecPair.random(random).seen(random);

            assertThat(SpecConverter.toCore(pair.message())).isEqualTo(pair.core());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {6, 7, 8, 9, 10})
    void toProto_resolvedSpecOfSeed_meansTheSameAndResolvesToItself(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        for (int count = 0; count < 200; count++) {
            EnvironmentSpec message = SpecPair.random(random).seen(random).message();

            EnvironmentSpec resolved = resolve(message);

            assertThat(SpecConverter.toCore(resolved).rules())
                    .isEqualTo(SpecConverter.toCore(message).rules());
            assertThat(SpecConverter.toCore(resolved).moveLimit())
                    .isEqualTo(SpecConverter.toCore(message).moveLimit());
            assertThat(SpecConverter.toCore(resolved).form())
                    .isEqualTo(SpecConverter.toCore(message).form());
            assertThat(SpecConverter.toCore(resolved).symmetry())
                    .isEqualTo(SpecConverter.toCore(message).symmetry());
            assertThat(resolve(resolved)).isEqualTo(resolved);
        }
    }

    private static EnvironmentSpec resolve(EnvironmentSpec message) {
        return SpecConverter.toProto(SpecConverter.toCore(message), RulesConverter.preset(message.getRules()));
    }

    /** The error once named the field "count of encodings", which the contract does not have. */
    @Test
    void toCore_tooManyEncodings_throwsWithTheNameOfTheField() {
        EnvironmentSpec spec = square(9)
                .addAllEncodings(Collections.nCopies(17, "alphazero-17"))
                .build();

        assertThatThrownBy(() -> SpecConverter.toCore(spec))
                .isInstanceOfSatisfying(
                        CallException.class,
                        error -> assertThat(error.metadata()).containsEntry("field", "encodings"));
    }

    /** Numbers from 2^31, which Java keeps as negative ints, were once shown as negative numbers. */
    @Test
    void toCore_uint32BeyondInt_throwsWithTheNumberSent() {
        EnvironmentSpec wide = square(9).setWidth(-1).build();
        EnvironmentSpec patient =
                square(9).setRules(Rules.newBuilder().setPassesToEnd(-1)).build();

        assertThatThrownBy(() -> SpecConverter.toCore(wide))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("width 4294967295 is outside [1, 25]");
        assertThatThrownBy(() -> SpecConverter.toCore(patient))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("passes_to_end 4294967295 is outside [2, 3]");
    }
}
