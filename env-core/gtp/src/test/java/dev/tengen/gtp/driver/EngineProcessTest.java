package dev.tengen.gtp.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The shutdown of the JVM ends its engines. */
class EngineProcessTest {
    @Test
    void exit_engineIsRunning_isEnded() throws Exception {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Forgetful.class.getName())
                .start();
        BufferedReader output = new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
        ProcessHandle engine =
                ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
        boolean wasAlive = engine.isAlive();

        jvm.getOutputStream().close();

        assertThat(jvm.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(wasAlive).isTrue();
        engine.onExit().get(5, TimeUnit.MINUTES);
    }

    /** A program that exits without closing its engine, which ignores the command to quit. */
    static final class Forgetful {
        private Forgetful() {}

        public static void main(String[] arguments) throws Exception {
            GtpPlayer player =
                    new GtpPlayer(FakeEngine.spec(Fault.STAY), Setup.empty(Grid.square(9)), Rules.TROMP_TAYLOR);
            System.out.println(player.engine().orElseThrow().handle().pid());
            System.in.read();
            System.exit(0);
        }
    }
}
