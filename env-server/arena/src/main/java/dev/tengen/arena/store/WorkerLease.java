package dev.tengen.arena.store;

/**
 * The lease of a worker on the games that it claims. It is valid until it expires without being
 * {@linkplain WorkerRepository#renew renewed}, or until a worker joins under the same name, which increases the epoch.
 * Claims of an earlier epoch commit nothing.
 *
 * @param tournament the name of the tournament
 * @param worker the name of the worker
 * @param instance identifies the process
 * @param epoch the epoch, from 1
 */
public record WorkerLease(String tournament, String worker, String instance, long epoch) {}
