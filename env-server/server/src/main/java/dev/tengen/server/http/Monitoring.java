package dev.tengen.server.http;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What the HTTP port shows of the server. The suppliers are called from several threads.
 *
 * @param metrics returns the metrics as text
 * @param isReady returns whether the server should get clients
 * @param isAlive returns whether the server works; otherwise it must be started again
 */
public record Monitoring(Supplier<String> metrics, BooleanSupplier isReady, BooleanSupplier isAlive) {}
