package dev.tengen.cli.capacity;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.server.Capacity;
import dev.tengen.server.DefaultCounts;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryLimits;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.QuotaPolicy;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen capacity}: prints what fits into the memory of a server. */
@Command(
        name = "capacity",
        description = "Print how many sessions, lanes, nodes or trees fit into the memory of a server.",
        sortOptions = false,
        footer = {
            "",
            "Each column counts one thing, as if the server were used for nothing else. That many fit, in",
            "one batch of lanes. The memory is the default budget: 60 %% of the usable heap above 48 MB.",
            "Without options the numbers are for the environments of Python by default: with an opponent,",
            "the encoding alphazero-17, and as many moves as an episode may have. The second line shows",
            "the default limits on counts, which follow from 9x9 boards without observations. The last",
            "lines are for one principal with the role agent or orchestrator, whose quota memory_bytes",
            "holds on a server with authentication.",
            "",
            "The serial collector cannot use 1/30 of -Xmx, so --heap-megabytes counts 29/30. For other",
            "collectors and their options, leave it out, and pass the options of the server to Java:",
            "  java -Xmx512m -XX:+UseParallelGC -jar tengen.jar capacity",
            "",
            "Example:",
            "  tengen capacity --heap-megabytes 2048 --encodings katago-v7 --floats"
        })
public final class CapacityCommand extends BaseCommand {
    private static final long MEGABYTE = 1L << 20;
    private static final String DEFAULT_ENCODING = "alphazero-17";
    private static final String DEFAULT_OPPONENT = "eye-safe-random";
    private static final String NONE = "none";
    private static final long HEAP_OF_THIS_PROGRAM = -1;

    @Option(
            names = "--heap-megabytes",
            paramLabel = "COUNT",
            description = "The heap of the server (-Xmx). Default: what this program can use of its own.")
    private long heapMegabytes = HEAP_OF_THIS_PROGRAM;

    @Option(
            names = "--direct-megabytes",
            paramLabel = "COUNT",
            description =
                    "The direct memory of the server (-XX:MaxDirectMemorySize). Default: as much as its usable heap.")
    private long directMegabytes = -1;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            split = ",",
            description = "Sizes of boards, separated by commas. Default: 9, 13, 19 and 25.")
    private List<Grid> sizes = List.of(Grid.square(9), Grid.square(13), Grid.square(19), Grid.square(25));

    @Option(
            names = "--encodings",
            paramLabel = "NAMES",
            split = ",",
            defaultValue = DEFAULT_ENCODING,
            description = "Encodings of observations, separated by commas; none. Default: ${DEFAULT-VALUE}.")
    private List<String> encodings = List.of(DEFAULT_ENCODING);

    @Option(names = "--floats", description = "Observations are float32 numbers. Default: bits.")
    private boolean isFloat;

    @Option(
            names = "--opponent",
            paramLabel = "NAME",
            defaultValue = DEFAULT_OPPONENT,
            description = "The player that is the opponent; none. Default: ${DEFAULT-VALUE}.")
    private String opponent = DEFAULT_OPPONENT;

    @Option(
            names = "--moves",
            paramLabel = "COUNT",
            description = "The limit on moves of an episode. Default: three times the points of the board.")
    private int moveLimit = EnvironmentSpec.DEFAULT_MAX_MOVES;

    @Option(names = "--json", description = "Print one JSON object for each size.")
    private boolean isJson;

    @Override
    public Integer call() {
        long usable = usableBytes();
        if (moveLimit < 0 || moveLimit > EnvironmentSpec.GREATEST_MAX_MOVES) {
            throw usageError("--moves " + moveLimit + " is outside [0, " + EnvironmentSpec.GREATEST_MAX_MOVES + "]");
        }
        if (directMegabytes < -1 || directMegabytes > Long.MAX_VALUE / MEGABYTE) {
            throw usageError(
                    "--direct-megabytes " + directMegabytes + " is outside [0, " + Long.MAX_VALUE / MEGABYTE + "]");
        }
        if (encodings.equals(List.of(NONE))) {
            encodings = List.of();
        }
        // Without another setting, the JVM allows as much direct memory as it can use of the heap.
        MemoryBudget budget =
                MemoryLimits.DEFAULT.newBudget(usable, directMegabytes < 0 ? usable : directMegabytes * MEGABYTE);
        long whole = budget.totalBytes(MemoryArea.HEAP);
        long quota = QuotaPolicy.defaults(whole).limit(new Principal("", Role.AGENT), QuotaKind.MEMORY_BYTES);
        if (isJson) {
            sizes.forEach(size -> printJson(new CapacityJson(
                    size.toString(),
                    spec(size).moveLimit(),
                    shownHeapMegabytes(),
                    encodings,
                    opponent,
                    capacity(size, budget, whole),
                    capacity(size, budget, quota))));
            return ExitCode.OK;
        }
        printHead(budget);
        sizes.forEach(size -> print(size, capacity(size, budget, whole)));
        out().printf("one principal, which may reserve %d MB:%n", quota / MEGABYTE);
        sizes.forEach(size -> print(size, capacity(size, budget, quota)));
        return ExitCode.OK;
    }

    /** Returns what the server can use of its heap, in bytes. */
    private long usableBytes() {
        if (heapMegabytes == HEAP_OF_THIS_PROGRAM) {
            return Runtime.getRuntime().maxMemory();
        }
        if (heapMegabytes < 1 || heapMegabytes > Long.MAX_VALUE / MEGABYTE) {
            throw usageError(
                    "--heap-megabytes " + heapMegabytes + " is outside [1, " + Long.MAX_VALUE / MEGABYTE + "]");
        }
        return MemoryLimits.usableHeapBytes(heapMegabytes * MEGABYTE);
    }

    private long shownHeapMegabytes() {
        return heapMegabytes == HEAP_OF_THIS_PROGRAM ? Runtime.getRuntime().maxMemory() / MEGABYTE : heapMegabytes;
    }

    private Capacity capacity(Grid size, MemoryBudget budget, long heapBytes) {
        return Capacity.of(budget, heapBytes, spec(size)).within(DefaultCounts.of(budget));
    }

    private void printHead(MemoryBudget budget) {
        PrintWriter out = out();
        out.printf(
                "heap %d MB, of which clients may reserve %d MB; encodings %s; opponent %s%n",
                shownHeapMegabytes(),
                budget.totalBytes(MemoryArea.HEAP) / MEGABYTE,
                encodings.isEmpty() ? NONE : String.join(", ", encodings),
                opponent);
        DefaultCounts counts = DefaultCounts.of(budget);
        out.printf(
                Locale.ROOT,
                "default limits: %,d sessions, %,d lanes, %,d nodes, %,d trees%n",
                counts.sessionCount(),
                counts.laneCount(),
                counts.nodeCount(),
                counts.treeCount());
        out.printf(
                "%6s %6s  %12s %12s  %12s %12s  %12s %12s  %12s %12s%n",
                "size", "moves", "session", "sessions", "lane", "lanes", "node", "nodes", "tree", "trees");
    }

    private void print(Grid size, Capacity capacity) {
        out().printf(
                        Locale.ROOT,
                        "%6s %6d  %10d B %,12d  %10d B %,12d  %10d B %,12d  %10d B %,12d%n",
                        size,
                        spec(size).moveLimit(),
                        capacity.sessionBytes(),
                        capacity.sessionCount(),
                        capacity.laneBytes(),
                        capacity.laneCount(),
                        capacity.nodeBytes(),
                        capacity.nodeCount(),
                        capacity.treeBytes(),
                        capacity.treeCount());
    }

    private EnvironmentSpec spec(Grid size) {
        try {
            EnvironmentSpec.Builder builder = EnvironmentSpec.builder(Setup.empty(size), Rules.TROMP_TAYLOR)
                    .encodings(encodings)
                    .maxMoves(moveLimit)
                    .form(
                            isFloat
                                    ? new ObservationForm(ObservationFormat.FLOAT32, ObservationLayout.CHW)
                                    : ObservationForm.PACKED);
            if (!opponent.equals(NONE)) {
                builder.opponent(Optional.of(new Opponent(player("--opponent", opponent), Color.WHITE)));
            }
            return builder.build();
        } catch (InvalidValueException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The object that {@code --json} prints.
     *
     * @param principalCapacity what fits into the quota of a principal
     */
    private record CapacityJson(
            String size,
            int moves,
            long heapMegabytes,
            List<String> encodings,
            String opponent,
            Capacity capacity,
            Capacity principalCapacity) {}
}
