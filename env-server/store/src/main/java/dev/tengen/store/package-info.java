/**
 * Databases that keep what was acknowledged: SQLite files and PostgreSQL, whose commits are on disk when they return.
 *
 * <p>Start reading at {@link dev.tengen.store.Database}. What is stored, and its statements, belong to those who use
 * it.
 */
package dev.tengen.store;
