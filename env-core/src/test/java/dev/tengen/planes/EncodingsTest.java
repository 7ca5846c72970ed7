package dev.tengen.planes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodingsTest {
    @Test
    void names_all_startWithTheDefault() {
        assertThat(Encodings.names()).startsWith("alphazero-17").doesNotHaveDuplicates();
    }

    @Test
    void specs_all_areNamedAsTheCatalogueSays() {
        assertThat(Encodings.specs()).extracting(EncodingSpec::name).isEqualTo(Encodings.names());
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.Encodings#names")
    void named_nameOfTheCatalogue_isThatEncoding(String name) {
        assertThat(Encodings.named(name, Grid.square(9)).orElseThrow().spec().name())
                .isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AlphaZero-17", "alphazero", "alphazero-17 "})
    void named_unknownName_isNothing(String name) {
        assertThat(Encodings.named(name, Grid.square(9))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.Encodings#specs")
    void spec_every_hasAMeaningForEachPlane(EncodingSpec spec) {
        assertThat(spec.planes())
                .isNotEmpty()
                .allSatisfy(plane -> assertThat(plane.meaning()).isNotBlank());
    }

    @ParameterizedTest
    @MethodSource("dev.tengen.planes.Encodings#specs")
    void spec_every_namesItsPlanesDifferently(EncodingSpec spec) {
        assertThat(spec.planes()).extracting(EncodingSpec.Plane::name).doesNotHaveDuplicates();
    }

    @Test
    void spec_planesChangedAfterwards_keepsTheFirst() {
        List<EncodingSpec.Plane> planes = new ArrayList<>(List.of(new EncodingSpec.Plane("a", "b")));
        EncodingSpec spec = new EncodingSpec("name", 1, "summary", planes);

        planes.clear();

        assertThat(spec.planeCount()).isEqualTo(1);
    }
}
