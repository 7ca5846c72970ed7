package dev.tengen.server.identity;

import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer, from a file or a URL. A thread of its own gets them, so that nothing else waits for the
 * issuer. While the issuer does not answer, the keys stay as they are. Thread-safe.
 */
final class JwtKeys implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JwtKeys.class);
    private static final Duration PERIOD = Duration.ofMinutes(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /**
     * Anybody can send a token with an unknown key id, so the issuer is not asked more often than this because of it.
     */
    private static final long MIN_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final int MAX_BYTES = 1 << 20;

    /** The name of the setting. */
    private static final String NAME = "jwt_keys";

    private final Runnable source;
    private final Runnable refresh;
    private final ReloadStatus status;
    private volatile JWKSet keys = new JWKSet();

    private JwtKeys(Path file) throws IOException {
        ReloadedFiles<JWKSet> watched = ReloadedFiles.open(
                NAME,
                List.of(file),
                contents -> parse(new String(contents.get(0), StandardCharsets.UTF_8)),
                changed -> keys = changed);
        source = watched::close;
        status = watched.status();
        refresh = () -> {};
    }

    private JwtKeys(URI url) {
        Poller poller = new Poller(url);
        source = poller::close;
        status = poller.status;
        refresh = poller::refreshSoon;
        poller.start();
    }

    /**
     * Opens the keys. Those of a file are read at once. A URL may answer later.
     *
     * @throws IOException if the file cannot be read or is malformed
     */
    static JwtKeys open(JwtSettings settings) throws IOException {
        return settings.hasKeyUrl() ? new JwtKeys(URI.create(settings.keys())) : new JwtKeys(Path.of(settings.keys()));
    }

    private static JWKSet parse(String json) throws IOException {
        try {
            JWKSet parsed = JWKSet.parse(json).toPublicJWKSet();
            if (parsed.isEmpty()) {
                throw new IOException("there is no public key in it");
            }
            return parsed;
        } catch (ParseException e) {
            throw new IOException("it is not a JWKS: " + e.getMessage(), e);
        }
    }

    /** Returns the keys as they are now: the same object until they change. */
    JWKSet current() {
        return keys;
    }

    /** Gets the keys soon: there may be a new one. */
    void refreshSoon() {
        refresh.run();
    }

    /** Returns how reading the keys again has gone. */
    ReloadStatus status() {
        return status;
    }

    @Override
    public void close() {
        source.run();
    }

    /** Gets the keys from a URL again and again. */
    private final class Poller {
        private final URI url;
        private final HttpClient client =
                HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread created = new Thread(task, "tengen-jwt-keys");
            created.setDaemon(true);
            return created;
        });
        private final AtomicBoolean isAsked = new AtomicBoolean();
        private final ReloadStatus status = new ReloadStatus(NAME);
        private long lastNanos;
        private String lastText = "";

        Poller(URI url) {
            this.url = url;
        }

        void start() {
            var unused = thread.scheduleWithFixedDelay(this::get, 0, PERIOD.toSeconds(), TimeUnit.SECONDS);
        }

        void refreshSoon() {
            if (isAsked.compareAndSet(false, true)) {
                thread.execute(() -> {
                    long wait = Math.max(0, MIN_PERIOD_NANOS - (System.nanoTime() - lastNanos));
                    var unused = thread.schedule(this::get, wait, TimeUnit.NANOSECONDS);
                });
            }
        }

        private void get() {
            isAsked.set(false);
            lastNanos = System.nanoTime();
            try {
                HttpResponse<String> response = client.send(
                        HttpRequest.newBuilder(url).timeout(TIMEOUT).build(),
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
                String text = response.body();
                if (response.statusCode() != 200 || text.length() > MAX_BYTES) {
                    throw new IOException(
                            "the answer has status " + response.statusCode() + " and " + text.length() + " characters");
                }
                if (!text.equals(lastText)) {
                    keys = parse(text);
                    lastText = text;
                    status.loaded();
                    LOG.info("Got {} keys from {}", keys.size(), url);
                }
            } catch (IOException | RuntimeException e) {
                status.failed();
                LOG.warn("Cannot get keys from {}; the earlier ones stay in force: {}", url, e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void close() {
            thread.shutdownNow();
        }
    }
}
