package dev.tengen.gtp.driver;

import dev.tengen.gtp.GtpCommand;
import dev.tengen.gtp.GtpResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** An engine that accepts every move and gives a fixed answer to {@code final_score}, or fails. */
public final class ScoringEngine {
    /** The answer of an engine that never answers. */
    public static final String SLEEP = "sleep";

    /** The answer of an engine that ends instead. */
    public static final String DIE = "die";

    /** The answer of an engine that rejects the command. */
    public static final String ERROR = "error";

    /** The answer of an engine that does not list the command. */
    public static final String UNLISTED = "unlisted";

    private ScoringEngine() {}

    /** Returns the engine {@code name} that answers {@code final_score} with {@code answer}. */
    public static EngineSpec spec(String name, String answer, Duration timeout) {
        return new EngineSpec(
                name,
                FakeEngine.command(ScoringEngine.class, answer),
                EngineSpec.DEFAULT_START_TIMEOUT.multipliedBy(6),
                Optional.of(timeout),
                DeadStones.AS_THEY_STAND);
    }

    /** Runs an engine. The argument is its answer. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            GtpCommand command = GtpCommand.parse(line).orElseThrow();
            System.out.print(answer(command, arguments[0]).format());
            System.out.flush();
            if (command.name().equals("quit")) {
                return;
            }
        }
    }

    private static GtpResponse answer(GtpCommand command, String score) throws InterruptedException {
        if (command.name().equals("list_commands")) {
            return GtpResponse.success(command, score.equals(UNLISTED) ? "play" : "play\nfinal_score");
        }
        if (!command.name().equals("final_score")) {
            return GtpResponse.success(command, "");
        }
        switch (score) {
            case SLEEP:
                Thread.sleep(Long.MAX_VALUE);
                break;
            case DIE:
                System.exit(3);
                break;
            case ERROR:
                return GtpResponse.failure(command, "cannot score");
            default:
                break;
        }
        return GtpResponse.success(command, score);
    }
}
