package dev.tengen.cli;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.picture.ThermographSheet;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import dev.tengen.search.SearchLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells who wins capturing races. */
@Command(
        name = "race",
        description =
                "Tell who wins a capturing race: by counting liberties, by combinatorial game theory, or by search.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen race game.sgf --move 80",
            "  tengen race --diagram race.txt --black A6 --white A4 --json",
            "",
            "A diagram has a row of points a line, X for Black, O for White, . for empty, and _ for an eye of a",
            "safe chain that is not played. Without --black and --white, races are looked for on the board. In",
            "the drawing # and @ are the chains of Black and White, b and w their liberties, s those that they",
            "share, e eyes, c other regions, and * first moves of either player that make a capture certain.",
            "With --json there is one object a race; points are named, unknown answers are null.",
            "The exit code is 1 if the file cannot be read, has an illegal move or ends before move N, if there",
            "is no race, or if it is not known how a race ends."
        })
final class RaceCommand implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init")
    private Source source;

    @Option(
            names = "--move",
            paramLabel = "N",
            description = "Look at the position after move N of a record; 0 is the start. Default: the last.")
    private @Nullable Integer moveNumber;

    @Option(names = "--black", paramLabel = "POINT", description = "A stone of Black's essential chain, as in A6.")
    private @Nullable String blackPoint;

    @Option(names = "--white", paramLabel = "POINT", description = "A stone of White's essential chain.")
    private @Nullable String whitePoint;

    @Mixin
    private final RulesOption rules = new RulesOption();

    @Option(names = "--static", description = "Count liberties alone, and do not search.")
    private boolean isStatic;

    @Mixin
    private final SearchOption search = SearchOption.of(60);

    @Option(
            names = "--svg",
            paramLabel = "OUT",
            description = "Draw the thermographs of the components to this file, which is replaced.")
    private @Nullable Path picture;

    @Option(names = "--json", description = "Print one JSON object a race.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        rules.requireValid();
        requireValid();
        RaceBudget budget = budget();
        RaceScene scene;
        List<Race> races;
        try {
            scene = source.diagram == null
                    ? RaceScene.ofRecord(source.recordFile(), rules, moveNumber)
                    : RaceScene.ofDiagram(source.diagram);
            races = races(scene);
        } catch (RecordException | InvalidValueException e) {
            return fail(String.valueOf(e.getMessage()));
        }
        if (races.isEmpty()) {
            return fail("there is no race: no two chains of opposite colors that can be captured and are enclosed");
        }
        List<RaceAnalysis> analyses =
                races.stream().map(new RaceAnalyzer(budget)::analyze).toList();
        print(scene, analyses);
        if (picture != null) {
            Files.writeString(picture, ThermographSheet.draw(analyses));
        }
        boolean isAllKnown =
                analyses.stream().allMatch(analysis -> analysis.status().isSupported());
        return isAllKnown ? ExitCode.OK : ExitCode.FAILED;
    }

    private void requireValid() {
        if (moveNumber != null && moveNumber < 0) {
            throw new ParameterException(spec.commandLine(), "--move " + moveNumber + " is negative");
        }
        if (moveNumber != null && source.diagram != null) {
            throw new ParameterException(spec.commandLine(), "--move is for records; a diagram has no moves");
        }
        if ((blackPoint == null) != (whitePoint == null)) {
            throw new ParameterException(spec.commandLine(), "--black and --white go together");
        }
    }

    private RaceBudget budget() {
        SearchLimits limits = search.limits();
        return isStatic ? RaceBudget.STATIC : RaceBudget.of(limits);
    }

    private List<Race> races(RaceScene scene) {
        if (blackPoint == null || whitePoint == null) {
            return new RaceAnalyzer(RaceBudget.STATIC).find(scene.board(), scene.unplayable());
        }
        Grid grid = scene.board().grid();
        return List.of(new Race(scene.board(), scene.unplayable(), grid.point(blackPoint), grid.point(whitePoint)));
    }

    private int fail(String problem) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            JsonLines.print(
                    out,
                    JsonLines.object().put("file", source.file().toString()).put("error", problem));
        } else {
            out.println(source.file() + ": " + problem);
            out.flush();
        }
        return ExitCode.FAILED;
    }

    private void print(RaceScene scene, List<RaceAnalysis> analyses) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            analyses.forEach(analysis ->
                    JsonLines.print(out, RaceJson.object(source.file().toString(), scene, analysis)));
            return;
        }
        out.println(source.file() + ": " + scene.title());
        scene.warnings().forEach(warning -> out.println("Warning: " + warning));
        analyses.forEach(analysis -> out.print(RaceReport.text(analysis)));
        out.flush();
    }

    /** Where the position is. */
    private static final class Source {
        @Parameters(paramLabel = "FILE", arity = "0..1", description = "A game record (SGF) or a diagram.")
        private @Nullable Path file;

        @Option(
                names = "--diagram",
                paramLabel = "FILE",
                required = true,
                description = "A diagram, in which _ may mark eyes that are not played.")
        private @Nullable Path diagram;

        Path recordFile() {
            return Objects.requireNonNull(file);
        }

        Path file() {
            return diagram == null ? recordFile() : diagram;
        }
    }
}
