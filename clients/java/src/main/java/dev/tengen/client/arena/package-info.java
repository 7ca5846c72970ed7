/**
 * The arena: agents that play over one stream, and tournaments.
 *
 * <p>Start reading at {@link dev.tengen.client.arena.ArenaAgent} or {@link dev.tengen.client.arena.TengenArena}.
 */
package dev.tengen.client.arena;
