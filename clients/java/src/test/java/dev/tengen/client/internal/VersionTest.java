package dev.tengen.client.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTest {
    @ParameterizedTest
    @CsvSource({
        "0.1.0, 0.2.0, true",
        "0.2.0, 0.1.9, false",
        "0.9.0, 0.10.0, true",
        "0.1.0, 0.1.0-SNAPSHOT, false",
        "0.1.0-SNAPSHOT, 0.1.0, false",
        "0.1, 0.1.1, true",
        "0.1.0, '', false",
        "'', 0.1.0, true",
        "0.1.0, unknown, false"
    })
    void isBefore_numbers_areCompared(String one, String other, boolean isBefore) {
        assertThat(Version.isBefore(one, other)).isEqualTo(isBefore);
    }

    @Test
    void current_always_isThatOfTheBuild() {
        assertThat(Version.current()).isEqualTo(dev.tengen.server.Version.current());
    }
}
