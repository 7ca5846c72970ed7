/**
 * The gRPC service of the arena, as a module of a server. Start reading at
 * {@link dev.tengen.arena.service.ArenaModule}; agents play over {@link dev.tengen.arena.service.AgentStream}.
 */
package dev.tengen.arena.service;
