package dev.tengen.cli.capacity;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.env.EnvironmentSpec;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen capacity}: prints what fits into the memory of a server. */
@Command(
        name = "capacity",
        description = "Print how many sessions, lanes, nodes or trees fit into the memory of a server.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Each column counts one thing, as if the server were used for nothing else. The numbers are",
            "those of the default memory budget, which is 60 %% of the heap above 48 MB. Without options",
            "they are for the environments of Python by default: the encoding alphazero-17, and as many",
            "moves as an episode may have. The second line shows the default limits on counts, which",
            "follow from 9x9 boards without observations. The last lines are for one principal with the",
            "role agent or orchestrator, whose quota memory_bytes holds on a server with authentication.",
            "",
            "Example:",
            "  tengen capacity --heap-megabytes 2048 --encodings katago-v7 --floats"
        })
public final class CapacityCommand extends BaseCommand {
    private static final long MEGABYTE = 1L << 20;
    private static final String DEFAULT_ENCODING = "alphazero-17";
    private static final String NO_ENCODING = "none";

    @Option(
            names = "--heap-megabytes",
            paramLabel = "COUNT",
            description = "The heap of the server (-Xmx). Default: that of this program.")
    private long heapMegabytes = Runtime.getRuntime().maxMemory() / MEGABYTE;

    @Option(
            names = "--direct-megabytes",
            paramLabel = "COUNT",
            description = "The direct memory of the server (-XX:MaxDirectMemorySize). Default: as much as its heap.")
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
            names = "--moves",
            paramLabel = "COUNT",
            description = "Moves of an episode. Default: three times the points of the board, at which Python's"
                    + " environments end.")
    private int moveCount = -1;

    @Option(names = "--json", description = "Print one JSON object for each size.")
    private boolean isJson;

    @Override
    public Integer call() {
        if (heapMegabytes < 1 || heapMegabytes > Long.MAX_VALUE / MEGABYTE) {
            throw usageError(
                    "--heap-megabytes " + heapMegabytes + " is outside [1, " + Long.MAX_VALUE / MEGABYTE + "]");
        }
        if (moveCount < -1) {
            throw usageError("--moves " + moveCount + " is negative");
        }
        if (directMegabytes < -1 || directMegabytes > Long.MAX_VALUE / MEGABYTE) {
            throw usageError(
                    "--direct-megabytes " + directMegabytes + " is outside [0, " + Long.MAX_VALUE / MEGABYTE + "]");
        }
        if (encodings.equals(List.of(NO_ENCODING))) {
            encodings = List.of();
        }
        // Without another setting, the JVM allows as much direct memory as heap.
        long direct = directMegabytes < 0 ? heapMegabytes : directMegabytes;
        MemoryBudget budget = MemoryLimits.DEFAULT.newBudget(heapMegabytes * MEGABYTE, direct * MEGABYTE);
        long whole = budget.totalBytes(MemoryArea.HEAP);
        long quota = QuotaPolicy.defaults(whole).limit(new Principal("", Role.AGENT), QuotaKind.MEMORY_BYTES);
        if (isJson) {
            sizes.forEach(size -> printJson(new CapacityJson(
                    size.toString(),
                    moves(size),
                    heapMegabytes,
                    encodings,
                    capacity(size, budget, whole),
                    capacity(size, budget, quota))));
            return ExitCode.OK;
        }
        printHead(budget);
        sizes.forEach(size -> print(size, capacity(size, budget, whole)));
        out().printf("one principal, which may reserve %d MB:%n", quota / MEGABYTE);
        sizes.forEach(size -> print(size, capacity(size, budget, quota)));
        out().flush();
        return ExitCode.OK;
    }

    private int moves(Grid size) {
        return moveCount < 0 ? spec(size).moveLimit() : moveCount;
    }

    private Capacity capacity(Grid size, MemoryBudget budget, long heapBytes) {
        return Capacity.of(budget, heapBytes, spec(size), moves(size));
    }

    private void printHead(MemoryBudget budget) {
        PrintWriter out = out();
        out.printf(
                "heap %d MB, of which clients may reserve %d MB; encodings %s%n",
                heapMegabytes,
                budget.totalBytes(MemoryArea.HEAP) / MEGABYTE,
                encodings.isEmpty() ? NO_ENCODING : String.join(", ", encodings));
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
                        moves(size),
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
            return EnvironmentSpec.builder(Setup.empty(size), Rules.TROMP_TAYLOR)
                    .encodings(encodings)
                    .form(
                            isFloat
                                    ? new ObservationForm(ObservationFormat.FLOAT32, ObservationLayout.CHW)
                                    : ObservationForm.PACKED)
                    .build();
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
            Capacity capacity,
            Capacity principalCapacity) {}
}
