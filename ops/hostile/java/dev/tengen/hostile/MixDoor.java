package dev.tengen.hostile;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The doors of a server, through which the clients of a mix come. */
enum MixDoor {
    /** The RPCs of sessions, batches, trees, self-plays and analyses, of health and reflection. */
    GRPC,
    /** The RPCs of tournaments and agents. */
    ARENA,
    /** The page: its routes and its streams of events. */
    PAGE,
    /** OpenEnv over HTTP and WebSockets. */
    OPENENV,
    /** The Model Context Protocol over HTTP. */
    MCP,
    /** HTTP/2 frames without a library. */
    HTTP2;

    private static final String ALL = "all";

    /** Returns the doors in {@code text}: {@value #ALL}, or names separated by commas. */
    static Set<MixDoor> parse(String text) {
        return text.equals(ALL)
                ? EnumSet.allOf(MixDoor.class)
                : Arrays.stream(text.split(","))
                        .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(MixDoor.class)));
    }

    /** Returns the RPCs behind {@code doors}. */
    static List<ServerMethod> methods(Set<MixDoor> doors) {
        return ServerMethod.all().stream()
                .filter(method -> doors.contains(method.fullName().startsWith("ArenaService.") ? ARENA : GRPC))
                .toList();
    }

    /** Returns whether the door is on the HTTP port, where one client makes requests of its kind. */
    boolean isOnHttp() {
        return this == PAGE || this == OPENENV || this == MCP;
    }
}
