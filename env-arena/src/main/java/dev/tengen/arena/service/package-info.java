/**
 * The gRPC service of the arena, and how it is added to a server. Start reading at {@link
 * dev.tengen.arena.service.ArenaModule}; how agents play is in {@link dev.tengen.arena.service.AgentStream}.
 */
package dev.tengen.arena.service;
