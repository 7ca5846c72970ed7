package dev.tengen.client;

import dev.tengen.client.env.EncodingSpec;
import dev.tengen.client.env.Rules;
import java.util.List;

/**
 * What a server offers.
 *
 * @param version version of the server
 * @param presets rule presets
 * @param encodings observation encodings with a name of their own, and the requested ones of families
 * @param encodingFamilies families of encodings that differ in one number
 * @param players built-in players
 * @param limits the server's limits
 * @param overlays the overlays that analyses offer
 * @param tasks families of tasks
 */
public record ServerInfo(
        String version,
        List<Preset> presets,
        List<EncodingSpec> encodings,
        List<EncodingFamily> encodingFamilies,
        List<Player> players,
        Limits limits,
        List<OverlaySpec> overlays,
        List<TaskFamily> tasks) {
    /**
     * A rule preset.
     *
     * @param name its name
     * @param aliases its other names
     * @param rules its rules, on boards of any size unless {@code summary} says otherwise
     * @param summary what it is, in one sentence
     */
    public record Preset(String name, List<String> aliases, Rules rules, String summary) {}

    /**
     * A family of encodings that differ in one number.
     *
     * @param name name of the family, as in "alphazero"
     * @param parameter name of the number, as in "history"
     * @param min minimum of the number
     * @param max maximum of the number
     * @param meaning what the number means
     */
    public record EncodingFamily(String name, String parameter, int min, int max, String meaning) {
        /** Returns the name of the encoding with the given number, as in "alphazero:history=4". */
        public String encodingName(int number) {
            return name + ":" + parameter + "=" + number;
        }
    }

    /**
     * An overlay.
     *
     * @param name its name
     * @param meaning what its numbers mean
     * @param min minimum of its numbers
     * @param max maximum of its numbers
     */
    public record OverlaySpec(String name, String meaning, int min, int max) {}

    /**
     * A family of tasks that differ in parameters. A task's name has its parameters, as in
     * "race-class0:split=test,mask=region".
     *
     * @param name name of the family, and of the task with default parameters
     * @param summary the goal, in one sentence
     * @param parameters its parameters
     */
    public record TaskFamily(String name, String summary, List<TaskParameter> parameters) {}

    /**
     * A parameter of a task family.
     *
     * @param name its name
     * @param values the allowed values, the default first
     * @param meaning what it means
     */
    public record TaskParameter(String name, List<String> values, String meaning) {}

    /**
     * A built-in player.
     *
     * @param name its name
     * @param summary how it plays, in one sentence
     */
    public record Player(String name, String summary) {}

    /**
     * Limits of a server.
     *
     * @param maxSize maximum width and height of a board, in points
     * @param maxSessionCount maximum number of open sessions
     * @param idleTimeoutMs maximum idle timeout of a session in milliseconds, which is also the default
     * @param maxRequestBytes maximum size of a request in bytes, except for batches and forests
     * @param maxLaneCount maximum number of open lanes, of all batches
     * @param maxNodeCount maximum number of nodes reserved by all forests together
     * @param maxTreeCount maximum number of trees
     * @param maxAnalysisCount maximum number of analyses that run at once
     * @param maxAnalysisNodeCount maximum number of states that an analysis may search
     * @param maxAnalysisTimeMs maximum time of an analysis, in milliseconds
     */
    public record Limits(
            int maxSize,
            int maxSessionCount,
            long idleTimeoutMs,
            int maxRequestBytes,
            int maxLaneCount,
            int maxNodeCount,
            int maxTreeCount,
            int maxAnalysisCount,
            long maxAnalysisNodeCount,
            long maxAnalysisTimeMs) {}
}
