package dev.tengen.cli.race;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cli.board.RecordException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.RecordOptions;
import dev.tengen.cli.option.RulesOptions;
import dev.tengen.cli.option.SearchOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.picture.ThermographSheet;
import dev.tengen.race.Race;
import dev.tengen.race.RaceAnalysis;
import dev.tengen.race.RaceComponent;
import dev.tengen.race.RaceSum;
import dev.tengen.race.count.RaceAnalyzer;
import dev.tengen.race.count.RaceBudget;
import dev.tengen.web.RaceJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen race}: analyzes capturing races. */
@Command(
        name = "race",
        description = "Analyze capturing races: by counting liberties, by combinatorial game theory, or by search.",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  tengen race game.sgf --move 80",
            "  tengen race --diagram race.txt --black A6 --white A4 --json",
            "",
            "A diagram has one row of points per line: X for Black, O for White, . for empty, and _ for an eye",
            "of a safe chain, where nobody plays. Without --black and --white all races of the board are",
            "analyzed. In the drawing, # and @ are the chains of Black and White, b and w their liberties, s",
            "shared liberties, e eyes, c other regions, and * winning first moves of either player.",
            "With --json there is one object per race. Points are named as in A6; unknown values are null.",
            "The exit code is 1 if the file cannot be read, has an illegal move or ends before move N, if there",
            "is no race, or if the result of a race is unknown."
        })
public final class RaceCommand extends BaseCommand {
    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init")
    private Source source;

    @Option(
            names = "--move",
            paramLabel = "N",
            description = "Analyze the position after move N of a record; 0 is the start. Default: the last.")
    private @Nullable Integer moveNumber;

    @Option(names = "--black", paramLabel = "POINT", description = "A stone of Black's essential chain, as in A6.")
    private @Nullable String blackPoint;

    @Option(names = "--white", paramLabel = "POINT", description = "A stone of White's essential chain.")
    private @Nullable String whitePoint;

    @Mixin
    private final RulesOptions rules = new RulesOptions();

    @Mixin
    private final RecordOptions records = new RecordOptions();

    @Option(names = "--static", description = "Count liberties only; do not search.")
    private boolean isStatic;

    @Mixin
    private final SearchOptions search = SearchOptions.of(60);

    @Option(
            names = "--svg",
            paramLabel = "OUT",
            description = "Draw the thermographs of the regions to this SVG file. An existing file is replaced.")
    private @Nullable Path picture;

    @Option(names = "--json", description = "Print one JSON object per race.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException {
        rules.requireValid();
        requireValid();
        RaceBudget budget = budget();
        RaceInput input;
        List<Race> races;
        try {
            input = source.diagram == null
                    ? RaceInput.ofRecord(source.recordFile(), records.mode(), rules, moveNumber)
                    : RaceInput.ofDiagram(source.diagram);
            races = races(input);
        } catch (RecordException | InvalidValueException e) {
            return fail(String.valueOf(e.getMessage()));
        }
        if (races.isEmpty()) {
            return fail("there is no race: no two chains of opposite colors that can be captured and are enclosed");
        }
        List<RaceAnalysis> analyses =
                races.stream().map(new RaceAnalyzer(budget)::analyze).toList();
        print(input, analyses);
        if (picture != null) {
            Files.writeString(picture, draw(analyses));
        }
        boolean isAllKnown =
                analyses.stream().allMatch(analysis -> analysis.status().isSupported());
        return isAllKnown ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Draws the thermographs of all regions. */
    private static String draw(List<RaceAnalysis> analyses) {
        ThermographSheet sheet = new ThermographSheet();
        for (RaceAnalysis analysis : analyses) {
            Grid grid = analysis.race().board().grid();
            for (RaceComponent component :
                    analysis.sum().map(RaceSum::components).orElse(List.of())) {
                String place = Color.name(component.owner()) + "'s region at " + grid.name(component.point());
                sheet.add(component.thermograph(), place + ": " + component.value());
            }
        }
        return sheet.draw();
    }

    private void requireValid() {
        if (moveNumber != null && moveNumber < 0) {
            throw usageError("--move " + moveNumber + " is negative");
        }
        if (moveNumber != null && source.diagram != null) {
            throw usageError("--move is for records; a diagram has no moves");
        }
        if ((blackPoint == null) != (whitePoint == null)) {
            throw usageError("--black and --white must be given together");
        }
    }

    private RaceBudget budget() {
        SearchLimits limits = search.limits();
        return isStatic ? RaceBudget.STATIC : RaceBudget.of(limits);
    }

    private List<Race> races(RaceInput input) {
        if (blackPoint == null || whitePoint == null) {
            return new RaceAnalyzer(RaceBudget.STATIC).find(input.board(), input.unplayable());
        }
        Grid grid = input.board().grid();
        return List.of(new Race(input.board(), input.unplayable(), grid.point(blackPoint), grid.point(whitePoint)));
    }

    private int fail(String problem) {
        printFileError(source.file(), problem, isJson);
        return ExitCode.FAILED;
    }

    private void print(RaceInput input, List<RaceAnalysis> analyses) {
        PrintWriter out = out();
        if (isJson) {
            analyses.forEach(analysis -> printJson(RaceLine.of(source.file(), input, analysis)));
            return;
        }
        out.println(source.file() + ": " + input.title());
        input.warnings().forEach(warning -> out.println("Warning: " + warning));
        analyses.forEach(analysis -> out.print(RaceReport.text(analysis)));
        out.flush();
    }

    /** The file with the position. */
    private static final class Source {
        @Parameters(paramLabel = "FILE", arity = "0..1", description = "A game record (SGF) or a diagram.")
        private @Nullable Path file;

        @Option(
                names = "--diagram",
                paramLabel = "FILE",
                required = true,
                description = "A diagram, which may have _ for eyes where nobody plays.")
        private @Nullable Path diagram;

        Path recordFile() {
            return Objects.requireNonNull(file);
        }

        Path file() {
            return diagram == null ? recordFile() : diagram;
        }
    }

    /** The object that {@code --json} prints for a race. */
    private record RaceLine(
            String file,
            String size,
            int move,
            String playerToMove,
            @JsonUnwrapped RaceJson race) {
        private static RaceLine of(Path file, RaceInput input, RaceAnalysis analysis) {
            return new RaceLine(
                    file.toString(),
                    input.board().grid().toString(),
                    input.moveNumber(),
                    Color.name(input.playerToMove()).toUpperCase(Locale.ROOT),
                    RaceJson.of(analysis));
        }
    }
}
