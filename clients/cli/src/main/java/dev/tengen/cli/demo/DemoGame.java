package dev.tengen.cli.demo;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.player.Player;
import java.util.function.BiConsumer;

/**
 * A game between two built-in players over gRPC. The players see a local copy of the game. After each move the copy is
 * compared with the server's state.
 */
final class DemoGame {
    private final Game mirror;
    private final Player black;
    private final Player white;
    private final SplitMix64 random;
    private final long seed;

    DemoGame(Grid grid, BuiltInPlayer black, BuiltInPlayer white, long seed) {
        this.mirror = new Game(Setup.empty(grid), Rules.TROMP_TAYLOR);
        this.black = black.create(grid);
        this.white = white.create(grid);
        this.random = new SplitMix64(seed);
        this.seed = seed;
    }

    /** Plays to the end and returns the last timestep. Calls {@code watcher} after every move. */
    Timestep play(TengenClient client, BiConsumer<TengenSession, Timestep> watcher) {
        SessionSpec spec = SessionSpec.builder(
                        mirror.grid().width(), mirror.grid().height())
                .encodings("alphazero-17")
                .seed(seed)
                .build();
        try (TengenSession session = client.createSession(spec)) {
            Timestep timestep = session.firstTimestep();
            while (!timestep.isOver()) {
                Player player = mirror.playerToMove() == Color.BLACK ? black : white;
                int action = player.chooseMove(mirror, random);
                timestep = session.step(action, mirror.moveNumber());
                mirror.play(action);
                requireSame(timestep);
                watcher.accept(session, timestep);
            }
            return timestep;
        }
    }

    private void requireSame(Timestep timestep) {
        if (timestep.positionHash() != mirror.positionHash() || timestep.moveNumber() != mirror.moveNumber()) {
            throw new IllegalStateException("the server and the local game differ after move " + mirror.moveNumber()
                    + "; do client and server have the same version?");
        }
    }
}
