package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tengen.client.env.Overlay;
import dev.tengen.client.env.Position;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Symmetry;
import dev.tengen.client.error.TengenException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OverlayTest {
    @RegisterExtension
    static final RunningServer SERVER = new RunningServer();

    private final TengenClient client = SERVER.client();

    @Test
    void serverInfo_overlays_reportMeaningAndRange() {
        assertThat(client.serverInfo().overlays())
                .contains(new ServerInfo.OverlaySpec("influence", "how far stones reach out", -66, 66))
                .extracting(ServerInfo.OverlaySpec::name)
                .containsExactly("pass-alive", "eyes", "ladders", "age", "influence");
    }

    @Test
    void observe_overlays_areRowsOfTheBoardAsItIs() {
        SessionSpec spec =
                SessionSpec.builder(3, 2).symmetry(Symmetry.FLIP_ROWS).build();
        try (TengenSession session = client.createSession(spec)) {
            session.step(0);
            session.step(1);

            Position position = session.observe(List.of("age", "influence"), "gymgo-6");

            assertThat(position.observations()).hasSize(1);
            assertThat(position.overlays()).extracting(Overlay::name).containsExactly("age", "influence");
            assertThat(position.overlays().get(0).values()).containsExactly(-1, -1, -1, 1, 0, -1);
            assertThat(position.overlays().get(1).values().get(4)).isNegative();
            assertThat(session.observe().overlays()).isEmpty();
        }
    }

    @Test
    void score_overlays_showDeadStonesToo() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 2))) {
            session.step(3);

            Score score = session.score(List.of(3), List.of("age"));

            assertThat(score.black().area()).isZero();
            assertThat(score.overlays()).containsExactly(new Overlay("age", List.of(-1, -1, -1, 0)));
            assertThat(session.score().overlays()).isEmpty();
        }
    }

    @Test
    void observe_unknownOverlay_namesTheChoices() {
        try (TengenSession session = client.createSession(SessionSpec.of(2, 2))) {
            TengenException error =
                    catchThrowableOfType(TengenException.class, () -> session.observe(List.of("shape")));

            assertThat(error.reason()).isEqualTo("UNKNOWN_OVERLAY");
            assertThat(error).hasMessageContaining("influence");
        }
    }
}
