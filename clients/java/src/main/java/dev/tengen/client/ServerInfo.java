package dev.tengen.client;

import java.util.List;

/**
 * What a server offers.
 *
 * @param version version of the server
 * @param presets rule presets
 * @param encodings observation encodings that have names of their own, and those of families that were asked for
 * @param encodingFamilies encodings that differ in one number
 * @param players built-in players
 * @param limits limits of the server
 * @param overlays what analyses can say of positions
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
     * @param rules its rules, on a board of any size where no other is said in {@code summary}
     * @param summary what it is, in one sentence
     */
    public record Preset(String name, List<String> aliases, Rules rules, String summary) {}

    /**
     * Encodings that differ in one number.
     *
     * @param name name of the family, as in "alphazero"
     * @param parameter name of the number, as in "history"
     * @param min the least number
     * @param max the greatest number
     * @param meaning what the number is
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
     * @param min the least number
     * @param max the greatest number
     */
    public record OverlaySpec(String name, String meaning, int min, int max) {}

    /**
     * Tasks that differ in parameters, which their names tell, as in "race-class0:split=test,mask=region".
     *
     * @param name name of the family, and of the task with every default
     * @param summary what is to be done, in one sentence
     * @param parameters its parameters
     */
    public record TaskFamily(String name, String summary, List<TaskParameter> parameters) {}

    /**
     * A parameter of a family of tasks.
     *
     * @param name its name
     * @param values the values it takes, the default first
     * @param meaning what it is
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
     * @param maxSize the widest and highest board, in points
     * @param maxSessionCount sessions that may be open at once
     * @param idleTimeoutMs milliseconds without a call after which a session expires
     * @param maxRequestBytes longest request in bytes, but for those of batches and forests
     * @param maxLaneCount lanes of batches that may be open at once
     * @param maxNodeCount nodes that forests may keep places for at once
     * @param maxTreeCount trees that there may be at once
     * @param maxAnalysisCount analyses that are worked on at once
     * @param maxAnalysisNodeCount states that an analysis may search
     * @param maxAnalysisTimeMs milliseconds that an analysis may search
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
