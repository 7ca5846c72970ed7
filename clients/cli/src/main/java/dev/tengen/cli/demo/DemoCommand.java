package dev.tengen.cli.demo;

import dev.tengen.board.Grid;
import dev.tengen.cli.board.BoardDrawing;
import dev.tengen.cli.board.PointSymbols;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.EnumNames;
import dev.tengen.cli.option.ServerConnection;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.replay.ReplayCommand;
import dev.tengen.cli.replay.Replayer;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.Score;
import dev.tengen.client.env.Timestep;
import dev.tengen.player.BuiltInPlayer;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen demo}: shows what the service does. */
@Command(
        name = "demo",
        description = "Replay real games and play a new one, over gRPC.",
        sortOptions = false,
        footer = {
            "",
            "Starts a server, replays bundled game records on it, and then plays a game between two",
            "built-in players. The same size, players and seed give the same game on any machine. The last",
            "line has the score."
        })
public final class DemoCommand extends BaseCommand {
    private static final List<String> RECORDS = List.of(
            "gnugo-l1-9x9-000.sgf",
            "gnugo-l1-9x9-001.sgf",
            "gnugo-l1-9x9-002.sgf",
            "gnugo-l1-13x13-000.sgf",
            "gnugo-l1-19x19-000.sgf");
    private static final int MOVES_BETWEEN_BOARDS = 40;

    @Option(
            names = "--size",
            paramLabel = "N",
            defaultValue = "9",
            description = "Board size, as in 9 or 9x7 (width x height). Default: ${DEFAULT-VALUE}.")
    private Grid grid = Grid.square(9);

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Random seed. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--black",
            paramLabel = "PLAYER",
            defaultValue = "greedy",
            description = "The player with Black; tengen info lists them. Default: ${DEFAULT-VALUE}.")
    private String blackName = "greedy";

    @Option(
            names = "--white",
            paramLabel = "PLAYER",
            defaultValue = "eye-safe-random",
            description = "The player with White. Default: ${DEFAULT-VALUE}.")
    private String whiteName = "eye-safe-random";

    @Mixin
    private final ServerConnection connection = new ServerConnection();

    @Override
    public Integer call() throws Exception {
        BuiltInPlayer black = player("--black", blackName);
        BuiltInPlayer white = player("--white", whiteName);
        try (connection) {
            TengenClient client = connection.open();
            boolean areScoresEqual = replayRecords(client);
            playGame(client, black, white);
            return areScoresEqual ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private boolean replayRecords(TengenClient client) throws IOException, SgfException {
        PrintWriter out = out();
        out.println("Real games, replayed over gRPC:");
        boolean areAllEqual = true;
        Replayer replayer = new Replayer(client, Optional.empty());
        for (String name : RECORDS) {
            Replayer.Result result = replayer.replay(record(name), SgfMode.STRICT);
            out.println("  " + ReplayCommand.line(name, result));
            areAllEqual &= result.agrees().orElse(false);
        }
        return areAllEqual;
    }

    private static byte[] record(String name) throws IOException {
        try (InputStream in = DemoCommand.class.getResourceAsStream("/games/" + name)) {
            if (in == null) {
                throw new IOException("game record " + name + " is missing from the build");
            }
            return in.readAllBytes();
        }
    }

    private void playGame(TengenClient client, BuiltInPlayer black, BuiltInPlayer white) {
        PrintWriter out = out();
        out.printf(
                "%nA %s game over gRPC: %s (X, Black) against %s (O, White), seed %d%n",
                grid, black.playerName(), white.playerName(), seed);
        Timestep last = new DemoGame(grid, black, white, seed).play(client, this::draw);
        Score score = last.score().orElseThrow();
        out.printf(
                "%nEnd: %s after %d moves. Black %d points, White %d and komi %.1f. Rewards: Black %+.0f, White %+.0f.%n",
                EnumNames.of(last.endReason()),
                last.moveNumber(),
                score.black().points(),
                score.white().points(),
                score.komi(),
                last.rewardBlack(),
                last.rewardWhite());
        out.println("Score: " + score.text());
    }

    private void draw(TengenSession session, Timestep timestep) {
        if (timestep.isOver() || timestep.moveNumber() % MOVES_BETWEEN_BOARDS == 0) {
            int lastMove = timestep.actions().get(timestep.actions().size() - 1);
            PrintWriter out = out();
            out.printf("%nAfter move %d (%s):%n", timestep.moveNumber(), grid.name(lastMove));
            List<Color> board = session.observe().board();
            out.print(BoardDrawing.draw(
                    grid, point -> PointSymbols.of(board.get(point).number()), lastMove));
            out.flush();
        }
    }
}
