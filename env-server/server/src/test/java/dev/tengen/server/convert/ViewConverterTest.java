package dev.tengen.server.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.board.Grid;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.SymmetryChoice;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.catalog.KomiAndTurn;
import dev.tengen.proto.v1.Observation;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class ViewConverterTest {
    @Test
    void observation_encodingWithGlobals_hasThemAsFloatsInAnyForm() {
        ObservationForm form = new ObservationForm(ObservationFormat.UINT8, ObservationLayout.HWC);
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(Grid.square(2)), Rules.TROMP_TAYLOR.withKomi(7.5))
                .form(form)
                .symmetry(SymmetryChoice.of(Symmetry.FLIP_COLUMNS))
                .build();
        Environment environment = new Environment(spec, 1);
        environment.step(0);

        Observation observation = ViewConverter.observation(environment, new KomiAndTurn(), form);

        assertThat(observation.getEncoding()).isEqualTo("komi-and-turn");
        assertThat(observation.getPlanes()).isEqualTo(ByteString.copyFrom(new byte[] {1, 0, 0, 0}));
        var globals = observation.getGlobals().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        assertThat(globals.remaining()).isEqualTo(8);
        assertThat(globals.getFloat(0)).isEqualTo(7.5f);
        assertThat(globals.getFloat(4)).isEqualTo(2);
    }
}
