package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.Players;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SearchSettingsTest {
    private static final SearchSettings SEARCH = SearchSettings.PUCT;
    private static final Temperature HOT = Temperature.constant(1);

    static Stream<Arguments> invalid() {
        return Stream.of(
                of("initial_exploration", () -> new PuctSettings(-1, 1, 0, 0, 0)),
                of("initial_exploration", () -> new PuctSettings(Double.NaN, 1, 0, 0, 0)),
                of("exploration_base", () -> new PuctSettings(1, 0, 0, 0, 0)),
                of("first_play_reduction", () -> new PuctSettings(1, 1, 11, 0, 0)),
                of("root_first_play_reduction", () -> new PuctSettings(1, 1, 0, -1, 0)),
                of("virtual_loss", () -> new PuctSettings(1, 1, 0, 0, 11)),
                of("max_considered_actions", () -> new GumbelSettings(0, 1, 1, 1)),
                of("gumbel_scale", () -> new GumbelSettings(1, -1, 1, 1)),
                of("value_scale", () -> new GumbelSettings(1, 1, Double.POSITIVE_INFINITY, 1)),
                of("max_visit_offset", () -> new GumbelSettings(1, 1, 1, -1)),
                of("noise_fraction", () -> new RootExploration(1.1, 1, HOT, 0)),
                of("noise_concentration", () -> new RootExploration(1, 0, HOT, 0)),
                of("policy_temperature", () -> new RootExploration(1, 1, new Temperature(1, 0, 5, 0), 0)),
                of("forced_playout_factor", () -> new RootExploration(1, 1, HOT, -1)),
                of("temperature.early", () -> new Temperature(-1, 0, 0, 0)),
                of("temperature.late", () -> new Temperature(1, 101, 0, 0)),
                of("temperature.early_move_count", () -> new Temperature(1, 1, -1, 0)),
                of("temperature.half_life", () -> new Temperature(1, 1, 0, Double.NaN)),
                of("leaves_per_round", () -> SEARCH.withLeavesPerRound(0)),
                of("leaves_per_round", () -> SEARCH.withLeavesPerRound(1_025)),
                of("simulation_count", () -> SelfPlaySettings.of(SEARCH, 0)),
                of("fast_simulation_count", () -> SelfPlaySettings.of(SEARCH, 1).withPlayoutCap(0, 1)),
                of("full_share", () -> SelfPlaySettings.of(SEARCH, 1).withPlayoutCap(1, 2)),
                of("resign_threshold", () -> SelfPlaySettings.of(SEARCH, 1).withResignation(-2, 0)),
                of("no_resign_share", () -> SelfPlaySettings.of(SEARCH, 1).withResignation(0, 2)));
    }

    private static Arguments of(String field, ThrowingCallable construction) {
        return Arguments.of(field, construction);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void constructor_valueOutOfRange_isRefusedByName(String field, ThrowingCallable construction) {
        assertThatThrownBy(construction)
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith(field);
    }

    @Test
    void selfPlay_opponentOrNoGames_isRefused() {
        Grid grid = Grid.square(5);
        EnvironmentSpec plain = EnvironmentSpec.of(grid, Rules.TROMP_TAYLOR);
        EnvironmentSpec opposed = plain.toBuilder()
                .opponent(Optional.of(new Opponent(Players.named("random").orElseThrow(), Color.WHITE)))
                .build();
        SelfPlaySettings settings = SelfPlaySettings.of(SEARCH, 1);

        assertThatThrownBy(() -> new SelfPlay(opposed, settings, 1, 0)).hasMessageStartingWith("opponent");
        assertThatThrownBy(() -> new SelfPlay(plain, settings, 0, 0)).hasMessageStartingWith("slot_count");
    }

    @Test
    void positionSearch_otherBoard_isRefused() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(5), Rules.TROMP_TAYLOR);
        Game game = new Game(Setup.empty(Grid.square(6)), Rules.TROMP_TAYLOR);

        assertThatThrownBy(() -> new PositionSearch(spec, SEARCH, game, 0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("game");
    }
}
