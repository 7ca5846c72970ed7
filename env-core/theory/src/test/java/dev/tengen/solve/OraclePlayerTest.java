package dev.tengen.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.budget.SearchLimits;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.Players;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OraclePlayerTest {
    private static Game empty(String size) {
        return new Game(Setup.empty(Grids.of(size)), Rules.TROMP_TAYLOR.withKomi(0));
    }

    /** Plays a game between two players. */
    private static Game play(String size, BuiltInPlayer black, BuiltInPlayer white, long seed) {
        Game game = empty(size);
        List<Player> players = List.of(black.create(game.grid()), white.create(game.grid()));
        SplitMix64 random = new SplitMix64(seed);
        while (!game.isOver()) {
            Player player = players.get(game.playerToMove() == Color.BLACK ? 0 : 1);
            assertThat(game.play(player.chooseMove(game, random)).isLegal()).isTrue();
        }
        return game;
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"1x1, 0", "2x1, 0", "3x1, 3", "4x1, 4", "5x1, 0", "6x1, 1", "2x2, 1", "3x2, 0", "4x2, 8", "3x3, 9"})
    void chooseMove_againstItself_endsAtTheValue(String size, int margin) {
        Game game = play(size, new Oracle(), new Oracle(), 1);

        assertThat(game.score().margin()).isEqualTo(margin);
    }

    /** Against players that err it never loses a point, and wins some of what they give away. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"4x1, 20", "5x1, 20", "2x2, 20", "3x2, 10"})
    void chooseMove_againstRandom_regretsNothing(String size, int games) {
        Solver solver = new Solver(Grids.of(size));
        int given = 0;
        for (int seed = 0; seed < games; seed++) {
            int color = seed % 2 == 0 ? Color.BLACK : Color.WHITE;
            Game game = play(
                    size,
                    color == Color.BLACK ? new Oracle() : Players.RANDOM,
                    color == Color.BLACK ? Players.RANDOM : new Oracle(),
                    seed);

            List<Regret> regrets = Regret.ofGame(solver, game, SearchLimits.NONE);

            assertThat(Regret.total(regrets, color)).as("game %d", seed).hasValue(0);
            given += Regret.total(regrets, Color.opponent(color)).orElseThrow();
        }
        assertThat(given).isPositive();
    }

    @Test
    void chooseMove_opponentPassedAndNothingToGain_ends() {
        Game game = Diagrams.play(empty("3x1"), "B1 pass");

        assertThat(new Oracle().create(game.grid()).chooseMove(game, new SplitMix64(1)))
                .isEqualTo(game.grid().pass());
    }

    @Test
    void chooseMove_onlyEyesLeft_passes() {
        Game game = Diagrams.play(empty("3x1"), "B1 pass pass");
        game.resume();

        assertThat(new Oracle().create(game.grid()).chooseMove(game, new SplitMix64(1)))
                .isEqualTo(game.grid().pass());
    }

    @ParameterizedTest
    @CsvSource({"7x1", "1x9", "5x2", "4x3", "9x9"})
    void create_largeGrid_isRefused(String size) {
        assertThatThrownBy(() -> new Oracle().create(Grids.of(size)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "size " + size + " is too large for the oracle player, which supports up to 9 points, and 1x6");
    }

    @Test
    void spec_largeGrid_isRefused() {
        Setup setup = Setup.empty(Grids.of("4x4"));
        EnvironmentSpec.Builder spec = EnvironmentSpec.builder(setup, Rules.TROMP_TAYLOR)
                .opponent(Optional.of(new Opponent(new Oracle(), Color.WHITE)));

        assertThatThrownBy(spec::build)
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("size 4x4 is too large for the oracle player");
    }

    @Test
    void named_oracle_isListedBeforeTheFamilies() {
        assertThat(Players.named("oracle")).contains(new Oracle());
        assertThat(Players.listed())
                .extracting(BuiltInPlayer::playerName)
                .containsExactly("random", "eye-safe-random", "greedy", "oracle", "monte-carlo");
    }

    @Test
    void isSlow_oracleAndMonteCarlo_are() {
        assertThat(Players.listed())
                .filteredOn(BuiltInPlayer::isSlow)
                .extracting(BuiltInPlayer::playerName)
                .containsExactly("oracle", "monte-carlo");
    }

    @Test
    void create_otherRules_isRefused() {
        Setup setup = Setup.empty(Grids.of("3x3"));
        Rules rules = RulesPreset.JAPANESE.rules(setup.grid());

        assertThatThrownBy(() -> new Oracle().create(setup, rules)).isInstanceOf(InvalidValueException.class);
        assertThatThrownBy(
                        () -> new Oracle().create(setup.grid()).chooseMove(new Game(setup, rules), new SplitMix64(1)))
                .isInstanceOf(InvalidValueException.class);
    }
}
