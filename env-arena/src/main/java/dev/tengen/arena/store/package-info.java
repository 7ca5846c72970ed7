/**
 * What tournaments keep: themselves, their players, pairs, games and results, in SQLite or PostgreSQL, so that everything
 * survives a crash at any moment.
 *
 * <p>What a tournament plays and what its results mean is not here; settings and records are texts that the store does not
 * read. Start reading at {@link dev.tengen.arena.store.ArenaStore}.
 */
package dev.tengen.arena.store;
