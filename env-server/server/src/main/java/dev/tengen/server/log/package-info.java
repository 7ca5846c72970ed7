/**
 * The logs of who did what, {@link dev.tengen.server.log.AuditLog} and {@link dev.tengen.server.log.AccessLog}, and
 * what keeps clients from flooding the log: a rate limit for each kind of line, and no stack traces for what a client
 * did.
 */
package dev.tengen.server.log;
