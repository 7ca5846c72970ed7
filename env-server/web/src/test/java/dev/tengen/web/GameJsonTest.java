package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tengen.arena.game.Estimate;
import dev.tengen.arena.json.Json;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GameJsonTest {
    private static Game game(int size) {
        return new Game(Setup.empty(Grid.square(size)), Rules.TROMP_TAYLOR);
    }

    private static JsonNode json(Game game) {
        return Json.tree(GameJson.of(
                new DisplayedGame(game, "", 1, List.of(), "", "", "", "", "", Color.EMPTY, false, null, null, null)));
    }

    @Test
    void moves_withEstimates_haveThemAsBlackSeesThem() {
        Game game = game(3);
        game.play(4);
        game.play(0);
        game.play(8);
        Estimate known = new Estimate(OptionalDouble.of(0.7), OptionalDouble.of(2.25));
        List<Estimate> estimates = List.of(known, known, Estimate.UNKNOWN);

        JsonNode moves = Json.tree(GameJson.of(new DisplayedGame(
                        game, "", 1, estimates, "", "", "", "", "", Color.EMPTY, false, null, null, null)))
                .path("moves");

        assertThat(moves.path(0).path("black_wins").asDouble()).isEqualTo(0.7);
        assertThat(moves.path(0).path("black_lead").asDouble()).isEqualTo(2.25);
        assertThat(moves.path(1).path("black_wins").asDouble()).isEqualTo(0.3);
        assertThat(moves.path(1).path("black_lead").asDouble()).isEqualTo(-2.25);
        assertThat(moves.path(2).has("black_wins")).isFalse();
        assertThat(json(game).path("moves").path(0).has("black_wins")).isFalse();
    }

    /** The browser implements no rules: the moves as listed must give the board of the game. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void moves_ofRandomGames_leadToTheBoard(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        Game game = game(4);
        PointSet legal = new PointSet(game.grid());
        int captureCount = 0;
        int suicideCount = 0;
        for (int move = 0; move < 200 && !game.isOver(); move++) {
            game.legalPoints(legal);
            game.playUnchecked(legal.isEmpty() ? game.grid().pass() : legal.nth(random.nextInt(legal.size())));
        }

        int[] stones = new int[16];
        for (JsonNode move : json(game).path("moves")) {
            if (!move.path("point").isNull()) {
                stones[move.path("point").asInt()] = move.path("color").asInt();
            }
            for (JsonNode captured : move.path("captured")) {
                captureCount++;
                suicideCount += stones[captured.asInt()] == move.path("color").asInt() ? 1 : 0;
                stones[captured.asInt()] = Color.EMPTY;
            }
        }

        for (int point = 0; point < 16; point++) {
            assertThat(stones[point]).isEqualTo(game.colorAt(point));
        }
        assertThat(captureCount).isPositive();
        assertThat(suicideCount).isPositive();
    }

    @Test
    void moves_tooMany_areTheLastOnesFromAPosition() {
        Game game = game(5);
        for (int move = 0; move < 5; move++) {
            game.playUnchecked(move);
        }
        while (game.moveNumber() < GameJson.MAX_MOVE_COUNT + 5) {
            game.playUnchecked(game.grid().pass());
            if (game.isOver()) {
                game.resume();
            }
        }

        JsonNode json = json(game);

        assertThat(json.path("skipped").asInt()).isEqualTo(5);
        assertThat(json.path("moves")).hasSize(GameJson.MAX_MOVE_COUNT);
        assertThat(json.path("black").toString()).isEqualTo("[0,2,4]");
        assertThat(json.path("white").toString()).isEqualTo("[1,3]");
    }

    @Test
    void isPassFinal_afterAPass_isTrue() {
        Game game = game(5);

        assertThat(json(game).path("is_pass_final").asBoolean()).isFalse();
        game.playUnchecked(game.grid().pass());
        assertThat(json(game).path("is_pass_final").asBoolean()).isTrue();
        game.playUnchecked(12);
        assertThat(json(game).path("is_pass_final").asBoolean()).isFalse();
    }

    /** Under these rules the third pass begins the agreement on dead stones, and the second proposal ends the game. */
    @Test
    void isPassFinal_withAnAgreement_isTrueForTheLastProposal() {
        Game game = new Game(
                Setup.empty(Grid.square(5)),
                RulesPreset.named("blog-2011").orElseThrow().rules(Grid.square(5)));

        List<Boolean> isFinal = new ArrayList<>();
        while (!game.isOver()) {
            isFinal.add(json(game).path("is_pass_final").asBoolean());
            game.playUnchecked(game.grid().pass());
        }

        assertThat(isFinal).containsExactly(false, false, false, false, true);
    }

    @Test
    void illegal_ofAKo_namesTheMoveThatIsRepeated() {
        Game game = new Game(Setup.empty(Grid.of(2, 1)), Rules.TROMP_TAYLOR);
        game.playUnchecked(0);
        game.playUnchecked(1);

        assertThat(json(game).path("illegal").toString())
                .isEqualTo("[{\"point\":0,\"reason\":\"REPETITION\",\"repeats\":1}]");
    }
}
