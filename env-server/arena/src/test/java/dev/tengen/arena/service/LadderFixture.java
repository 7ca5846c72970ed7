package dev.tengen.arena.service;

import dev.tengen.arena.host.AgentSettings;
import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.board.Grid;
import dev.tengen.proto.v1.GetLadderRequest;
import dev.tengen.proto.v1.GetLadderResponse;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.LadderRow;
import dev.tengen.proto.v1.LadderTable;
import dev.tengen.server.ServerConfig;
import io.grpc.Channel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A ladder of small, fast games. */
final class LadderFixture {
    static final String NAME = "open ladder";

    /** The player of the server, an anchor. */
    static final PlayerSettings ANCHOR = new PlayerSettings("random", "random", 1_000.0);

    private LadderFixture() {}

    static TournamentSettings settings(FormatSettings.Ladder format, Grid grid) {
        return TournamentSettings.of(NAME, List.of(ANCHOR), format, grid);
    }

    static ServedArena start(Path folder, FormatSettings.Ladder format) {
        return start(folder, settings(format, Grid.square(5)), ServerConfig.DEFAULT);
    }

    static ServedArena start(Path folder, TournamentSettings ladder, ServerConfig config) {
        AgentSettings agents = new AgentSettings(100, Duration.ofSeconds(1));
        return ServedArena.start(
                new ArenaSettings(folder.resolve("arena.db").toString(), agents, 8, 64).withLadder(ladder), config);
    }

    static RawAgent join(Channel channel, String name, String version) {
        JoinArena join = JoinArena.newBuilder()
                .setName(name)
                .setVersion(version)
                .setLink("https://example.org/" + name)
                .build();
        return RawAgent.join(channel, join, RawAgent.Policy.FIRST_LEGAL);
    }

    static GetLadderResponse ladder(ServedArena arena) {
        return arena.stub()
                .getLadder(GetLadderRequest.newBuilder().setWithHistory(true).build());
    }

    static LadderRow row(LadderTable table, String player) {
        return table.getRowsList().stream()
                .filter(row -> row.getPlayer().equals(player))
                .findFirst()
                .orElseThrow(() -> new AssertionError(player + " is not on the ladder: " + table));
    }
}
