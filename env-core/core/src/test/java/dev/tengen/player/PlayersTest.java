package dev.tengen.player;

import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that every built-in player of the core must pass. */
class PlayersTest {
    private static final int MOVE_LIMIT = 120;

    /** Returns every player, and an MCTS player with few playouts. */
    private static List<BuiltInPlayer> kinds() {
        return Stream.concat(Arrays.stream(Players.values()), Stream.of(new MonteCarlo(5)))
                .toList();
    }

    private static List<Grid> grids() {
        List<Grid> grids = new ArrayList<>();
        for (int size = 1; size <= 9; size++) {
            grids.add(Grid.square(size));
        }
        grids.addAll(
                List.of(Grid.of(1, 2), Grid.of(2, 1), Grid.of(1, 9), Grid.of(7, 1), Grid.of(3, 5), Grid.of(13, 5)));
        return grids;
    }

    private static List<Rules> rules() {
        return List.of(
                Rules.TROMP_TAYLOR,
                new Rules(Ko.SITUATIONAL, Suicide.MULTI_STONE, 3, 0),
                new Rules(Ko.SIMPLE, Suicide.FORBIDDEN, 2, 6.5),
                new Rules(Ko.NONE, Suicide.ANY, 2, -3));
    }

    /** Returns the moves of a game that {@code kind} plays against itself. */
    private static List<Integer> selfPlay(BuiltInPlayer kind, Grid grid, Rules rules, long seed) {
        Game game = new Game(Setup.empty(grid), rules);
        Player player = kind.create(grid);
        SplitMix64 random = new SplitMix64(seed);
        List<Integer> moves = new ArrayList<>();
        while (!game.isOver() && game.moveNumber() < MOVE_LIMIT) {
            int move = player.chooseMove(game, random);
            assertThat(game.play(move).isLegal()).isTrue();
            moves.add(move);
        }
        return moves;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void chooseMove_everySizeAndRules_isLegal(BuiltInPlayer kind) {
        for (Grid grid : grids()) {
            for (Rules rules : rules()) {
                assertThat(selfPlay(kind, grid, rules, 1)).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void chooseMove_sameSeed_playsTheSameGame(BuiltInPlayer kind) {
        for (Grid grid : grids()) {
            assertThat(selfPlay(kind, grid, Rules.TROMP_TAYLOR, 7))
                    .isEqualTo(selfPlay(kind, grid, Rules.TROMP_TAYLOR, 7));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void chooseMove_otherSeed_playsAnotherGame(BuiltInPlayer kind) {
        assertThat(selfPlay(kind, Grid.square(9), Rules.TROMP_TAYLOR, 1))
                .isNotEqualTo(selfPlay(kind, Grid.square(9), Rules.TROMP_TAYLOR, 2));
    }

    /** A player that has played other games chooses the same move as a new one. */
    @ParameterizedTest
    @MethodSource("kinds")
    void chooseMove_usedPlayer_choosesAsANewOne(BuiltInPlayer kind) {
        Grid grid = Grid.square(5);
        Game other = play(new Game(Setup.empty(grid), Rules.TROMP_TAYLOR), "C3 D4");
        Player used = kind.create(grid);
        used.chooseMove(other, new SplitMix64(1));
        Game game = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);

        assertThat(used.chooseMove(game, new SplitMix64(2)))
                .isEqualTo(kind.create(grid).chooseMove(game, new SplitMix64(2)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void chooseMove_anyPosition_leavesTheGameUnchanged(BuiltInPlayer kind) {
        for (Rules rules : rules()) {
            Game game = new Game(Setup.empty(Grid.of(5, 4)), rules);
            Player player = kind.create(game.grid());
            SplitMix64 random = new SplitMix64(3);
            while (!game.isOver() && game.moveNumber() < MOVE_LIMIT) {
                long before = game.stateHash();
                int move = player.chooseMove(game, random);
                assertThat(game.stateHash()).isEqualTo(before);
                game.checkConsistency();
                game.play(move);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void named_itsOwnName_isThePlayer(BuiltInPlayer kind) {
        assertThat(Players.named(kind.playerName())).isEqualTo(Optional.of(kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Eye-Safe-Random", "EYE_SAFE_RANDOM", "eyesaferandom"})
    void named_otherSpelling_isThePlayer(String name) {
        assertThat(Players.named(name)).contains(Players.EYE_SAFE_RANDOM);
    }

    @Test
    void named_otherSpellingWithANumber_isThePlayer() {
        assertThat(Players.named("Monte_Carlo:Playouts=100").map(BuiltInPlayer::playerName))
                .contains("monte-carlo:playouts=100");
    }

    @Test
    void named_misspelled_suggests() {
        assertThatThrownBy(() -> Players.named("opponent", "gready"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("opponent \"gready\" is not one of [random, ")
                .hasMessageEndingWith("; did you mean \"greedy\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "randoms", "mcts-"})
    void named_noPlayersName_isNothing(String name) {
        assertThat(Players.named(name)).isEmpty();
    }

    @Test
    void named_playerOfAModuleThatIsAbsent_namesTheModule() {
        assertThatThrownBy(() -> Players.named("opponent", "oracle"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("opponent \"oracle\" needs the module tengen-theory, which is not on the class path");
    }

    @Test
    void named_unknownPlayer_throwsWithTheChoices() {
        assertThatThrownBy(() -> Players.named("opponent", "x"))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("opponent \"x\" is not one of " + Players.choices());
    }

    @Test
    void listed_all_haveNamesInLowerCaseWithHyphens() {
        assertThat(Players.listed())
                .extracting(PlayerFactory::playerName)
                .containsExactly("random", "eye-safe-random", "greedy", "monte-carlo")
                .allSatisfy(name -> assertThat(name).matches("[a-z0-9]+(-[a-z0-9]+)*"));
    }

    @Test
    void choices_all_areTheListedAndTheFamily() {
        assertThat(Players.choices())
                .containsExactly(
                        "random",
                        "eye-safe-random",
                        "greedy",
                        "monte-carlo",
                        "monte-carlo:playouts=1 to monte-carlo:playouts=1000000");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void summary_every_isASentence(BuiltInPlayer kind) {
        assertThat(kind.summary()).matches("[A-Z].*\\.");
    }
}
