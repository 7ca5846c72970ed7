package dev.tengen.gtp.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** GNU Go, for tests that are skipped if it is not installed. */
public final class GnuGo {
    private static final Path PROGRAM = Path.of("/usr/games/gnugo");
    private static final String PLAIN = " --mode gtp --level 1 --chinese-rules --seed ";
    private static final String EXACT =
            " --positional-superko --allow-suicide --never-resign" + " --play-out-aftermath --capture-all-dead";

    private GnuGo() {}

    /** Returns GNU Go at its weakest level, which passes before dead stones are captured. */
    public static EngineSpec plain(int seed) {
        return spec(PLAIN + seed);
    }

    /** Returns GNU Go with options to capture dead stones before it passes. */
    public static EngineSpec capturing(int seed) {
        return spec(PLAIN + seed + EXACT).withDeadStones(DeadStones.CAPTURED);
    }

    /** Returns GNU Go with Chinese rules, to score games. */
    public static EngineSpec scoring() {
        return spec(PLAIN + 1);
    }

    private static EngineSpec spec(String flags) {
        assumeTrue(Files.isExecutable(PROGRAM), PROGRAM + " is not installed (Debian package gnugo)");
        return EngineSpec.of("gnugo", PROGRAM + flags).withMoveTimeout(Duration.ofSeconds(20));
    }
}
