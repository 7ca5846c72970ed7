package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.GtpResponse;
import dev.tengen.player.Players;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares every response of the engine with that of {@link SlowEngine}, on random lines, valid and invalid. */
class EngineModelTest {
    private static final List<String> KINDS = List.of(
            "bad vertex list",
            "board not empty",
            "cannot undo",
            "fixed handicap",
            "free handicap",
            "illegal OCCUPIED",
            "illegal REPETITION",
            "illegal SUICIDE",
            "invalid handicap",
            "is_legal false",
            "is_legal true",
            "komi out of range",
            "no command",
            "pass",
            "play",
            "resumed",
            "rules",
            "same color twice",
            "sequence",
            "sequence rejected",
            "syntax error of boardsize",
            "syntax error of komi",
            "syntax error of play",
            "syntax error of undo",
            "tie",
            "unacceptable size",
            "undo",
            "unknown command",
            "unknown rules");

    private static Map<String, Integer> compare(int lineCount, long seed) {
        Setup start = Setup.empty(Grid.square(3));
        Engine engine = new Engine(start, Rules.TROMP_TAYLOR, Players.RANDOM::create, new SplitMix64(seed), "test");
        SlowEngine model = new SlowEngine(3, Rules.TROMP_TAYLOR);
        RandomLines lines = new RandomLines(seed);
        for (int number = 0; number < lineCount; number++) {
            String line = lines.next();
            String answer = engine.answer(line).map(GtpResponse::format).orElse("");

            assertThat(answer).as("line %d, \"%s\"", number, line).isEqualTo(model.answer(line));
        }
        return model.counts();
    }

    /** Fails if some kind of response occurred less than {@code least} times. */
    private static void requireAllKinds(Map<String, Integer> counts, int least) {
        assertThat(counts.keySet()).containsExactlyInAnyOrderElementsOf(KINDS);
        assertThat(counts).allSatisfy((kind, count) -> assertThat(count).isGreaterThanOrEqualTo(least));
        assertThat(counts.get("play")).isGreaterThan(10 * least);
    }

    @Test
    void answer_5000RandomLines_equalTheModels() {
        requireAllKinds(compare(5_000, 1), 1);
    }

    @Test
    @Tag("long")
    void answer_100000RandomLines_equalTheModels() {
        requireAllKinds(compare(100_000, 2), 30);
    }
}
