package dev.tengen.client;

import dev.tengen.proto.v1.CreateSessionResponse;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenedSession;
import java.util.List;

/**
 * A session just opened.
 *
 * @param id name of the session
 * @param width points in a row
 * @param height points in a column
 * @param rules the rules in full
 * @param seed seed of the episode it was opened in
 * @param timestep where the episode stands
 * @param warnings what was odd in the record it was imported from
 */
record Opening(String id, int width, int height, Rules rules, long seed, Timestep timestep, List<String> warnings) {
    static Opening of(CreateSessionResponse made) {
        return of(made.getSessionId(), made.getSpec(), made.getSeed(), made.getTimestep(), List.of());
    }

    static Opening of(OpenedSession opened) {
        return of(opened, List.of());
    }

    static Opening of(OpenedSession opened, List<String> warnings) {
        return of(opened.getSessionId(), opened.getSpec(), opened.getSeed(), opened.getTimestep(), warnings);
    }

    private static Opening of(
            String id, EnvironmentSpec spec, long seed, dev.tengen.proto.v1.Timestep timestep, List<String> warnings) {
        int actionCount = spec.getWidth() * spec.getHeight() + 1;
        return new Opening(
                id,
                spec.getWidth(),
                spec.getHeight(),
                RulesMessages.rules(spec.getRules()),
                seed,
                Messages.timestep(timestep, actionCount),
                List.copyOf(warnings));
    }
}
