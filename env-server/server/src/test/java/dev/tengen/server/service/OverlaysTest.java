package dev.tengen.server.service;

import static dev.tengen.server.testing.Calls.open;
import static dev.tengen.server.testing.Calls.play;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.analysis.Overlays;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import dev.tengen.proto.v1.ObserveRequest;
import dev.tengen.proto.v1.ObserveResponse;
import dev.tengen.proto.v1.Overlay;
import dev.tengen.proto.v1.ScoreRequest;
import dev.tengen.proto.v1.ScoreResponse;
import dev.tengen.proto.v1.Symmetry;
import dev.tengen.server.testing.Drawing;
import dev.tengen.server.testing.RunningServer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Overlays over the wire equal those of the core, without the symmetry of the agent. */
class OverlaysTest {
    @RegisterExtension
    static final RunningServer SERVER = RunningServer.withDefaults();

    private final EnvironmentServiceBlockingStub stub = SERVER.stub();

    private ObserveResponse observe(String session, List<String> overlays) {
        return stub.observe(ObserveRequest.newBuilder()
                .setSessionId(session)
                .addAllOverlays(overlays)
                .build());
    }

    private ScoreResponse score(String session, List<String> overlays, Integer... deadPoints) {
        return stub.score(ScoreRequest.newBuilder()
                .setSessionId(session)
                .addAllDeadPoints(List.of(deadPoints))
                .addAllOverlays(overlays)
                .build());
    }

    private static int[] values(Overlay overlay) {
        int[] values = new int[overlay.getValues().size() / Integer.BYTES];
        overlay.getValues()
                .asReadOnlyByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(values);
        return values;
    }

    @Test
    void observe_everyOverlayOfRandomGameOfSeed1_isThatOfTheCore() {
        Grid grid = Grid.square(7);
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        String session = open(stub, square(7).setMaxMoves(-1));
        SplitMix64 random = new SplitMix64(1);
        Map<String, Integer> different = new HashMap<>();

        for (int move = 0; move < 300; move++) {
            int point = random.nextInt(grid.pointCount());
            if (!game.legality(point).isLegal()) {
                continue;
            }
            game.play(point);
            play(stub, session, point);
            for (Overlay overlay : observe(session, Overlays.names()).getOverlaysList()) {
                int[] expected =
                        Overlays.named(overlay.getName(), grid).orElseThrow().values(game);
                assertThat(values(overlay)).as(overlay.getName()).isEqualTo(expected);
                long count = Arrays.stream(expected).distinct().count();
                different.merge(overlay.getName(), count > 2 ? 1 : 0, Integer::sum);
            }
        }

        // Positions where each overlay has more than two values.
        assertThat(different).isEqualTo(Map.of("pass-alive", 24, "eyes", 12, "ladders", 4, "age", 80, "influence", 81));
    }

    @Test
    void observe_overlays_areInTheOrderAskedFor() {
        String session = open(stub, square(9));

        List<Overlay> overlays =
                observe(session, List.of("influence", "age", "influence")).getOverlaysList();

        assertThat(overlays.stream().map(Overlay::getName)).containsExactly("influence", "age", "influence");
        assertThat(overlays.get(0)).isEqualTo(overlays.get(2));
    }

    @Test
    void observe_noOverlayNamed_givesNone() {
        String session = open(stub, square(9));

        assertThat(observe(session, List.of()).getOverlaysList()).isEmpty();
        assertThat(score(session, List.of()).getOverlaysList()).isEmpty();
    }

    @Test
    void observe_agentThatSeesTheBoardTurned_isNotTurned() {
        String session = open(stub, square(3).setSymmetry(Symmetry.SYMMETRY_FLIP_ROWS));
        play(stub, session, 0); // The bottom left of the board.

        assertThat(values(observe(session, List.of("age")).getOverlays(0)))
                .containsExactly(-1, -1, -1, -1, -1, -1, 0, -1, -1);
        assertThat(values(score(session, List.of("age")).getOverlays(0)))
                .containsExactly(-1, -1, -1, -1, -1, -1, 0, -1, -1);
    }

    @Test
    void score_deadStones_areStillInTheOverlay() {
        String session = open(stub, Drawing.of("""
                . X .
                X X O
                """).spec());

        ScoreResponse answer = score(session, List.of("age"), 5);

        assertThat(answer.getScore().getAreaBlack()).isEqualTo(6);
        assertThat(values(answer.getOverlays(0))).containsExactly(-1, 0, -1, 0, 0, 0);
    }
}
