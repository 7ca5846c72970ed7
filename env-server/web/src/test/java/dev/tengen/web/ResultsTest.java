package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.report.ReportFile;
import dev.tengen.env.EndReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The browser has words for everything that ends games. What they say is tested in {@code results.test.js}. */
class ResultsTest {
    @Test
    void results_eachEndingOfTheServer_hasWords() throws IOException {
        String script =
                Resources.toString(Resources.getResource(ReportFile.class, "results.js"), StandardCharsets.UTF_8);
        Stream<String> verdicts = Arrays.stream(Verdict.values()).map(Enum::name);
        Stream<String> reasons = Arrays.stream(EndReason.values())
                .filter(reason -> reason != EndReason.NONE)
                .map(Enum::name);

        assertThat(Stream.concat(verdicts, reasons))
                .allSatisfy(name -> assertThat(script).containsPattern("\n  " + name + ": \\("));
    }
}
