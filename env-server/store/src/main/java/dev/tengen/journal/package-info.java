/**
 * Keeps the sessions of a server in SQLite or PostgreSQL, so that nothing that was acknowledged is lost.
 *
 * <p>Start reading at {@link dev.tengen.journal.DatabaseSessionStore}.
 */
package dev.tengen.journal;
