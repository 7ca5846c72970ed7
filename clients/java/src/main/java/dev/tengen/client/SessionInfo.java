package dev.tengen.client;

import dev.tengen.client.env.Rules;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenedSession;
import java.util.List;

/**
 * What the server returned when it opened a session.
 *
 * @param id id of the session
 * @param width points in a row
 * @param height points in a column
 * @param rules the complete rules
 * @param seed seed of the session's first episode
 * @param timestep state of that episode
 * @param warnings problems in the record that the session was imported from
 */
record SessionInfo(String id, int width, int height, Rules rules, long seed, Timestep timestep, List<String> warnings) {
    static SessionInfo of(CreateSessionResponse message) {
        return of(message.getSessionId(), message.getSpec(), message.getSeed(), message.getTimestep(), List.of());
    }

    static SessionInfo of(OpenedSession opened, List<String> warnings) {
        return of(opened.getSessionId(), opened.getSpec(), opened.getSeed(), opened.getTimestep(), warnings);
    }

    private static SessionInfo of(
            String id, EnvironmentSpec spec, long seed, dev.tengen.proto.v1.Timestep timestep, List<String> warnings) {
        int actionCount = spec.getWidth() * spec.getHeight() + 1;
        return new SessionInfo(
                id,
                spec.getWidth(),
                spec.getHeight(),
                ProtoConverter.rules(spec.getRules()),
                seed,
                ProtoConverter.timestep(timestep, actionCount),
                List.copyOf(warnings));
    }
}
