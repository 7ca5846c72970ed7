package dev.tengen.arena.service;

import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.util.List;

/**
 * Runs a server with an arena until it is killed. The arguments are the store and the port. Prints a line when it is
 * ready.
 */
final class ArenaProgram {
    private ArenaProgram() {}

    public static void main(String[] args) throws Exception {
        ServerConfig config = ServerConfig.DEFAULT.listeningAt("127.0.0.1", Integer.parseInt(args[1]));
        try (TengenServer server = TengenServer.start(
                config, List.of(), List.of(context -> ArenaModule.open(new ArenaSettings(args[0]), context)))) {
            System.out.println("ready");
            server.awaitTermination();
        }
    }
}
