package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import dev.tengen.arena.game.Verdict;
import dev.tengen.env.EndReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The browser's words for the endings of games. */
class EndingsTest {
    @Test
    void endings_eachOfTheServer_hasWords() throws IOException {
        String script =
                Resources.toString(Resources.getResource(EndingsTest.class, "endings.js"), StandardCharsets.UTF_8);
        Stream<String> verdicts = Arrays.stream(Verdict.values()).map(Enum::name);
        Stream<String> reasons = Arrays.stream(EndReason.values())
                .filter(reason -> reason != EndReason.NONE)
                .map(Enum::name);

        assertThat(Stream.concat(verdicts, reasons))
                .allSatisfy(name -> assertThat(script).contains("\n  " + name + ": "));
    }
}
