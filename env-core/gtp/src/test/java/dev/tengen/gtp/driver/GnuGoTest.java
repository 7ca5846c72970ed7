package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpColor;
import dev.tengen.gtp.GtpCommand;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.Players;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real engine against the built-in players: no game hangs, and its score is ours where it captures dead stones. */
@Tag("full")
class GnuGoTest {
    private static final Setup SETUP = Setup.empty(Grid.square(9));

    @AfterEach
    void noProcessIsLeft() {
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    private static Game play(GtpPlayer engine, int number) {
        List<Players> kinds = List.of(Players.RANDOM, Players.EYE_SAFE_RANDOM, Players.GREEDY);
        Player other = kinds.get(number % kinds.size()).create(SETUP.grid());
        SplitMix64 random = new SplitMix64(number);
        return number % 2 == 0
                ? EngineGame.play(SETUP, engine, other, random)
                : EngineGame.play(SETUP, other, engine, random);
    }

    /**
     * Plays {@code gameCount} games. GNU Go 3.8 sometimes searches forever when it should capture dead stones, so
     * {@code lateCount} games may be lost on time.
     */
    private static void playCapturing(int gameCount, int lateCount) throws EngineException {
        int agreedCount = 0;
        for (int number = 0; number < gameCount; number++) {
            GtpPlayer engine = new GtpPlayer(GnuGo.capturing(number), SETUP, Rules.TROMP_TAYLOR);
            try {
                EngineGame.requireSameScore(engine, play(engine, number));
                agreedCount++;
            } catch (PlayerException e) {
                assertThat(e.kind()).isEqualTo(PlayerException.Kind.TIMEOUT);
                assertThat(e).hasMessageContaining(" within ");
            } finally {
                engine.close();
            }
        }
        assertThat(agreedCount).isGreaterThanOrEqualTo(gameCount - lateCount);
    }

    private static Set<Integer> stones(GtpPlayer engine, Game game, String color) throws EngineException {
        String text =
                engine.ask(game, GtpCommand.of("list_stones", color)).text().strip();
        return text.isEmpty()
                ? Set.of()
                : Arrays.stream(text.split("\\s+")).map(SETUP.grid()::point).collect(Collectors.toSet());
    }

    @Test
    void undo_randomWalkOfSeed1_itsBoardIsOurs() throws EngineException {
        Game game = new Game(SETUP, Rules.TROMP_TAYLOR);
        Player other = Players.GREEDY.create(SETUP.grid());
        SplitMix64 random = new SplitMix64(1);
        GtpPlayer engine = new GtpPlayer(GnuGo.capturing(1), SETUP, Rules.TROMP_TAYLOR);
        int undoneCount = 0;
        try {
            assertThat(engine.canUndo()).isTrue();
            for (int turn = 0; turn < 60; turn++) {
                if (game.isOver() || random.nextInt(4) == 0) {
                    for (int count = 2 * (1 + random.nextInt(3)); count > 0 && game.moveNumber() > 0; count--) {
                        game.undo();
                        undoneCount++;
                    }
                } else {
                    Player mover = game.playerToMove() == Color.BLACK ? other : engine;
                    game.play(mover.chooseMove(game, random));
                }
                for (int color = Color.BLACK; color <= Color.WHITE; color++) {
                    Set<Integer> ours = new HashSet<>();
                    game.board().points(color).forEach(ours::add);
                    assertThat(stones(engine, game, GtpColor.name(color))).isEqualTo(ours);
                }
            }
        } finally {
            engine.close();
        }
        assertThat(undoneCount).isGreaterThan(15);
    }

    @Test
    void play_fourGames_itsFinalScoreIsOurs() throws EngineException {
        playCapturing(4, 0);
    }

    @Test
    @Tag("long")
    void play_twentyGames_itsFinalScoreIsOurs() throws EngineException {
        playCapturing(20, 1);
    }
}
