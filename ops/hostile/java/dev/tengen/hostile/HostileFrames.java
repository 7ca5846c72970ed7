package dev.tengen.hostile;

import java.io.IOException;
import java.util.Random;

/** A client that abuses HTTP/2, one connection after the other. */
final class HostileFrames implements Runnable {
    private static final int MAX_PAUSE_MS = 300;

    private final MixLoad load;
    private final Random random;

    HostileFrames(MixLoad load, Random random) {
        this.load = load;
        this.random = random;
    }

    @Override
    public void run() {
        Http2Abuse[] kinds = Http2Abuse.values();
        while (!load.isOver().getAsBoolean() && !load.isCalm().getAsBoolean()) {
            Http2Abuse abuse = kinds[random.nextInt(kinds.length)];
            load.tally().sent();
            try (RawHttp2 connection = abuse.open(load.server().port())) {
                abuse.commit(connection);
                Thread.sleep(random.nextInt(MAX_PAUSE_MS));
            } catch (IOException e) {
                // The server has closed the connection, which it may.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
