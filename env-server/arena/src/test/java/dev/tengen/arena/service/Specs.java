package dev.tengen.arena.service;

import dev.tengen.proto.v1.ArenaPlayer;
import dev.tengen.proto.v1.RoundRobin;
import dev.tengen.proto.v1.TournamentFormat;
import dev.tengen.proto.v1.TournamentSpec;

/** Specs of tournaments for tests. */
final class Specs {
    private Specs() {}

    /** Returns a round robin on 5x5 between {@code players}, each "name" for an agent or "name=player". */
    static TournamentSpec.Builder roundRobin(String name, int pairCount, String... players) {
        TournamentSpec.Builder spec = TournamentSpec.newBuilder()
                .setName(name)
                .setWidth(5)
                .setHeight(5)
                .setFormat(TournamentFormat.newBuilder()
                        .setRoundRobin(RoundRobin.newBuilder().setPairCount(pairCount)));
        for (String player : players) {
            String[] parts = player.split("=", 2);
            spec.addPlayers(
                    ArenaPlayer.newBuilder().setName(parts[0]).setPlayer(parts.length == 2 ? parts[1] : "agent"));
        }
        return spec;
    }
}
