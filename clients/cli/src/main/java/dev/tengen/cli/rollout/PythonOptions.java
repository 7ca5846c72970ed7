package dev.tengen.cli.rollout;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.data.GameFileFormat;
import dev.tengen.cli.data.RolloutSpec.PolicyIdentity;
import dev.tengen.planes.catalog.Encodings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for what only the Python package does: playing policies, and writing Parquet and npz. */
final class PythonOptions {
    private static final Pattern POLICY = Pattern.compile("[A-Za-z_][\\w.]*:[A-Za-z_]\\w*");

    private static final String INSTALL =
            "; run the command tengen of the Python package: pip install \"tengen-go[data]\"";

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            defaultValue = "alphazero-17",
            description = "The encoding of the observations that a Python policy gets. Default: ${DEFAULT-VALUE}.")
    private String encoding = "alphazero-17";

    @Option(
            names = "--lanes",
            paramLabel = "N",
            defaultValue = "256",
            description = "Number of games at once that a Python policy plays. Default: ${DEFAULT-VALUE}.")
    private int laneCount;

    @Option(
            names = "--planes",
            paramLabel = "NAME",
            defaultValue = "",
            description = "An encoding whose planes and masks the format parquet has beside the moves. Default: none.")
    private String planes = "";

    /** The Python package sets this and the following options. */
    @Option(names = "--python-pipe", hidden = true, description = "Speak to the Python package over standard streams.")
    private boolean isPiped;

    @Option(names = "--policy", hidden = true, paramLabel = "NAME=VERSION", description = "A policy of the other end.")
    private Map<String, String> policies = new LinkedHashMap<>();

    @Option(names = "--writer", hidden = true, defaultValue = "", description = "What writes the files of games.")
    private String writer = "";

    /** Returns whether the Python package started this process and has the other ends of its standard streams. */
    boolean isPiped() {
        return isPiped;
    }

    /** Returns the number of games at once. */
    int laneCount() {
        return laneCount;
    }

    /** Returns the encoding of the observations of policies. */
    String encoding() {
        return encoding;
    }

    /** Returns whether {@code name} is a policy of the other end. */
    boolean isPolicy(String name) {
        return policies.containsKey(name);
    }

    /**
     * Checks a player that is none of this program.
     *
     * @throws InvalidValueException if the Python package can play it
     */
    static void rejectPolicy(String option, String name) {
        if (POLICY.matcher(name).matches()) {
            throw InvalidValueException.because(
                    option + " \"" + name + "\" is a Python policy" + INSTALL,
                    option,
                    "\"" + name + "\"",
                    "a player of this program");
        }
    }

    /** Returns the policies among the players. */
    List<PolicyIdentity> identities(RolloutPlayer black, RolloutPlayer white) {
        return Stream.of(black.name(), white.name())
                .distinct()
                .filter(this::isPolicy)
                .map(name -> new PolicyIdentity(name, encoding, String.valueOf(policies.get(name))))
                .toList();
    }

    /**
     * Checks that the options fit files in {@code format}.
     *
     * @throws InvalidValueException if the format needs the Python package and there is none, or an option does not fit
     */
    void requireFit(GameFileFormat format) {
        InvalidValueException.requireWithin("--lanes", laneCount, 1, PolicyChannel.MAX_LANE_COUNT);
        String name = format.name().toLowerCase(Locale.ROOT);
        if (format.isConverted() && !isPiped) {
            throw InvalidValueException.because(
                    "--format " + name + " is written by Python" + INSTALL, "--format", name, "moves or sgf");
        }
        if (!planes.isEmpty() && format != GameFileFormat.PARQUET) {
            throw InvalidValueException.not("--format", name + " with --planes " + planes(), "parquet");
        }
    }

    /** Returns the library that writes the files of games, and its version; empty if this program writes them. */
    String writer() {
        return writer;
    }

    /**
     * Returns the encoding of the planes that the files have; empty for none.
     *
     * @throws InvalidValueException if there is no such encoding
     */
    String planes() {
        return planes.isEmpty() ? "" : Encodings.spec("--planes", planes).name();
    }
}
