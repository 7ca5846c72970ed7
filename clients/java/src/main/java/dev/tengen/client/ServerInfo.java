package dev.tengen.client;

import dev.tengen.client.env.EncodingSpec;
import dev.tengen.client.env.Rules;
import java.util.List;
import java.util.Optional;

/**
 * What a server offers.
 *
 * <pre>{@code
 * ServerInfo info = client.serverInfo();
 * if (!info.isServiceEnabled("tengen.v1.TreeService")) {
 *     System.out.println(info.service("tengen.v1.TreeService").orElseThrow().howToEnable());
 * }
 * }</pre>
 *
 * @param version version of the server
 * @param presets rule presets
 * @param encodings observation encodings with a name of their own, and the requested ones of families
 * @param encodingFamilies families of encodings that differ in one number
 * @param players built-in players
 * @param limits the server's limits
 * @param overlays the overlays that analyses offer
 * @param tasks families of tasks
 * @param services every service of the contract that the server knows, on or off, by name
 * @param features every feature that the server knows, on or off, by name
 * @param streamLimits limits of streams and connections
 * @param thinkingLimits limits of players and analyses that search
 * @param engines the engines, by name
 * @param arenaLimits limits of agents and tournaments; empty if the server serves no agents
 * @param memory memory that clients may reserve, and have reserved; empty if the server is older than that
 */
public record ServerInfo(
        String version,
        List<Preset> presets,
        List<EncodingSpec> encodings,
        List<EncodingFamily> encodingFamilies,
        List<Player> players,
        Limits limits,
        List<OverlaySpec> overlays,
        List<TaskFamily> tasks,
        List<Service> services,
        List<Feature> features,
        StreamLimits streamLimits,
        ThinkingLimits thinkingLimits,
        List<Engine> engines,
        Optional<ArenaLimits> arenaLimits,
        Optional<Memory> memory) {
    /** Returns the service called {@code name}, as in "tengen.v1.TreeService"; empty if the server does not know it. */
    public Optional<Service> service(String name) {
        return services.stream().filter(service -> service.name().equals(name)).findFirst();
    }

    /** Returns the feature called {@code name}, as in "trees"; empty if the server does not know it. */
    public Optional<Feature> feature(String name) {
        return features.stream().filter(feature -> feature.name().equals(name)).findFirst();
    }

    /** Returns whether the server has the service on. */
    public boolean isServiceEnabled(String name) {
        return service(name).filter(Service::isEnabled).isPresent();
    }

    /** Returns whether the server has the feature on. */
    public boolean isFeatureEnabled(String name) {
        return feature(name).filter(Feature::isEnabled).isPresent();
    }

    /**
     * A gRPC service of the contract.
     *
     * @param name its full name, as in "tengen.v1.TreeService"
     * @param isEnabled whether the server answers its RPCs. If not, calls fail with the reason "SERVICE_DISABLED"
     * @param howToEnable how the operator of the server turns on what is off, as a sentence; empty if all is on
     * @param disabledRpcs the RPCs that are off although the service is on
     */
    public record Service(String name, boolean isEnabled, String howToEnable, List<String> disabledRpcs) {}

    /**
     * A feature of the server.
     *
     * @param name its name: "analyses", "arena", "authentication", "batches", "durable_batches", "durable_sessions",
     *     "engines", "http", "openenv", "page", "searches", "session_takeover", "storage", "trees", or one that a newer
     *     server has
     * @param isEnabled whether it is on
     * @param kind the variant, if there are several: for "durable_batches", "durable_sessions" and "storage" "sqlite"
     *     or "postgresql", for "storage" also "memory"; for "page" "token" or "local"; otherwise empty
     * @param howToEnable how the operator of the server turns it on, as a sentence; empty if it is on
     */
    public record Feature(String name, boolean isEnabled, String kind, String howToEnable) {}

    /**
     * An engine: a program that speaks GTP.
     *
     * @param name its name as a player, as in "gtp:gnugo"
     * @param startTimeoutMs maximum time from its start until it has set up a board, in milliseconds
     * @param moveTimeoutMs maximum time for a move, in milliseconds; it loses after that
     * @param deadStones how dead stones are treated in its games: "as-they-stand" or "captured"
     */
    public record Engine(String name, long startTimeoutMs, long moveTimeoutMs, String deadStones) {}

    /**
     * Limits of streams and connections.
     *
     * @param maxRequestBytes maximum size of a request of a batch, a forest, a self-play or an agent, in bytes
     * @param maxBatchAnswerBytes maximum size of an answer of a batch in bytes, without the rows of ended episodes
     * @param maxTreeAnswerBytes maximum size of an answer of a forest in bytes
     * @param maxCallsPerConnection maximum number of calls in flight on one connection, streams included
     * @param maxConnectionCount maximum number of open connections
     * @param maxConnectionCountPerAddress maximum number of open connections from one IP address
     * @param slowReaderLimitMs time in milliseconds that an answer on a stream may wait for its client to read it
     */
    public record StreamLimits(
            int maxRequestBytes,
            long maxBatchAnswerBytes,
            long maxTreeAnswerBytes,
            int maxCallsPerConnection,
            int maxConnectionCount,
            int maxConnectionCountPerAddress,
            long slowReaderLimitMs) {}

    /**
     * Limits of players and analyses that search.
     *
     * @param maxPlayoutCount maximum number of playouts for one move of "monte-carlo:playouts=N"
     * @param maxBatchPlayoutCount maximum number of playouts for one move in every lane of a batch together
     * @param maxThinkingCallCount maximum number of calls of one connection that run or wait for built-in players that
     *     search
     * @param maxRunningThinkingCallCount maximum number of those that run at the same time
     * @param maxEngineCount maximum number of engine processes
     * @param maxEngineCountEach maximum number of processes of one engine
     * @param maxWaitingAnalysisCount maximum number of analyses that wait for others
     */
    public record ThinkingLimits(
            int maxPlayoutCount,
            int maxBatchPlayoutCount,
            int maxThinkingCallCount,
            int maxRunningThinkingCallCount,
            int maxEngineCount,
            int maxEngineCountEach,
            int maxWaitingAnalysisCount) {}

    /**
     * The memory that a server keeps on behalf of its clients.
     *
     * @param maxHeapBytes maximum that clients may reserve in the heap
     * @param maxDirectBytes maximum that clients may reserve outside the heap, for messages that are on their way
     * @param uses what memory is reserved for
     */
    public record Memory(long maxHeapBytes, long maxDirectBytes, List<MemoryUse> uses) {}

    /**
     * One kind of thing that memory is reserved for.
     *
     * @param kind its name, as in "session"
     * @param isDirect whether the memory is outside the heap
     * @param maxBytes maximum that clients may reserve for this kind
     * @param reservedBytes what clients had reserved when the server answered
     */
    public record MemoryUse(String kind, boolean isDirect, long maxBytes, long reservedBytes) {}

    /**
     * Limits of agents and tournaments.
     *
     * @param maxAgentCount maximum number of connected agents
     * @param agentReconnectMs time that a disconnected agent with games has to reconnect, in milliseconds
     * @param maxTournamentCount maximum number of running tournaments; 0 if tournaments are off
     * @param maxArenaGameCount maximum number of games that all tournaments play at the same time; 0 if tournaments are
     *     off
     * @param maxWaitingCallCount maximum number of calls that wait for the store; 0 if tournaments are off
     */
    public record ArenaLimits(
            int maxAgentCount,
            long agentReconnectMs,
            int maxTournamentCount,
            int maxArenaGameCount,
            int maxWaitingCallCount) {}

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
     * @param maxRequestBytes maximum size of a request in bytes, except for batches, forests and self-plays
     * @param maxLaneCount maximum number of open lanes, of all batches, and of slots, of all self-plays
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
