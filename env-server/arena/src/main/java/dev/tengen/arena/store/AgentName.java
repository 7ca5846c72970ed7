package dev.tengen.arena.store;

import java.time.Instant;

/**
 * The name of an agent, which belongs to a principal.
 *
 * @param name the name
 * @param principal the name of the principal
 * @param claimedAt when the principal first used it
 */
public record AgentName(String name, String principal, Instant claimedAt) {}
