/**
 * The store of tournaments, players, pairs, games and results, in SQLite or PostgreSQL. The data survive a crash at any
 * moment.
 *
 * <p>Settings and game records are opaque texts to the store. Start reading at
 * {@link dev.tengen.arena.store.ArenaStore}.
 */
package dev.tengen.arena.store;
