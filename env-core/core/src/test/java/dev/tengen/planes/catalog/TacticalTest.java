package dev.tengen.planes.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.game.DeadStones;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;

class TacticalTest {
    private static final String NOWHERE = "0000/0000/0000/0000";
    private static final String EVERYWHERE = "1111/1111/1111/1111";

    private static final String KO = """
            . X O .
            X O . O
            . X O .
            . . . .
            """;

    private static String plane(Game game, String name) {
        List<String> names =
                Tactical.SPEC.planes().stream().map(EncodingSpec.Feature::name).toList();
        return DrawnPlanes.of("tactical", game).get(names.indexOf(name));
    }

    @Test
    void encode_koThatWasTaken_isARepetitionAndNotLegal() {
        Game game = Diagrams.play(Diagrams.game(KO), "C3");

        // At A4 White would not change the board.
        assertThat(plane(game, "repetition")).isEqualTo("1000/0100/0000/0000");
        assertThat(plane(game, "legal")).isEqualTo("0001/0000/1001/1111");
    }

    @Test
    void encode_captureAtKo_leavesItsStoneInAtari() {
        Game game = Diagrams.game(KO);

        assertThat(plane(game, "captures_1")).isEqualTo("0000/0010/0000/0000");
        assertThat(plane(game, "self_atari_1")).isEqualTo("0000/0010/0001/0000");
        assertThat(plane(game, "self_atari_3")).isEqualTo("1000/0000/0000/0000");
        assertThat(plane(game, "liberties_after_1")).isEqualTo("1000/0010/0001/0000");
    }

    /** Black's A4 would repeat the previous board. */
    @Test
    void encode_suicideOfOneStone_isForbiddenByWhateverTheRulesSay() {
        String drawing = """
                . O . .
                O . . .
                . . . .
                . . . .
                """;

        assertThat(plane(Diagrams.game(drawing), "repetition")).isEqualTo("1000/0000/0000/0000");
        assertThat(plane(Diagrams.game(drawing, Rules.TROMP_TAYLOR.withSuicide(Suicide.FORBIDDEN)), "repetition"))
                .isEqualTo(NOWHERE);
    }

    @Test
    void encode_suicideOfTwoStones_isLegalAndLeavesNoChain() {
        Game game = Diagrams.game("""
                . X O .
                O O . .
                . . . .
                . . . .
                """);

        assertThat(plane(game, "suicide")).isEqualTo("1000/0000/0000/0000");
        assertThat(plane(game, "liberties_after_1")).isEqualTo("0001/0000/0000/0000");
        assertThat(plane(game, "own_liberties_1")).isEqualTo("0100/0000/0000/0000");
    }

    @Test
    void encode_playEnded_showsStonesAndNoPlays() {
        Game game = Diagrams.play(Diagrams.game(KO), "C3 pass pass");

        assertThat(game.isOver()).isTrue();
        assertThat(plane(game, "legal")).isEqualTo(NOWHERE);
        assertThat(plane(game, "repetition")).isEqualTo(NOWHERE);
        assertThat(plane(game, "liberties_after_4")).isEqualTo(NOWHERE);
        assertThat(plane(game, "own")).isEqualTo("0010/0001/0010/0000");
    }

    @Test
    void encode_passAliveStones_areShownWithTheirTerritory() {
        Game game = Diagrams.game("""
                . X . X
                X X X X
                . . . .
                . . . O
                """);

        assertThat(plane(game, "own_alive")).isEqualTo("1111/1111/0000/0000");
        assertThat(plane(game, "opponent_alive")).isEqualTo(NOWHERE);
        assertThat(plane(Diagrams.play(game, "A1"), "opponent_alive")).isEqualTo("1111/1111/0000/0000");
    }

    /**
     * What the page of encodings says of ends: those of the game empty the plays, proposals too, and only the game's
     * end is one.
     */
    @Test
    void encode_endsOfTheGame_haveNoPlayAndProposalsAreNoEnd() {
        Rules agreement = Rules.TROMP_TAYLOR.withDeadStones(DeadStones.AGREEMENT);
        Game open = Diagrams.game(KO);
        Game passed = Diagrams.play(Diagrams.game(KO), "pass pass");
        Game proposing = Diagrams.play(Diagrams.game(KO, agreement), "pass pass");
        Game resigned = Diagrams.game(KO);
        resigned.resign(resigned.playerToMove());

        assertThat(plane(open, "legal")).isNotEqualTo(NOWHERE);
        for (Game ended : List.of(passed, proposing, resigned)) {
            assertThat(plane(ended, "legal")).isEqualTo(NOWHERE);
            assertThat(plane(ended, "repetition")).isEqualTo(NOWHERE);
        }
        assertThat(DrawnPlanes.of("gymgo-6", passed).get(5)).isEqualTo(EVERYWHERE);
        assertThat(DrawnPlanes.of("gymgo-6", resigned).get(5)).isEqualTo(EVERYWHERE);
        assertThat(DrawnPlanes.of("gymgo-6", proposing).get(5)).isEqualTo(NOWHERE);
        assertThat(DrawnPlanes.of("gymgo-6", open).get(5)).isEqualTo(NOWHERE);
    }
}
