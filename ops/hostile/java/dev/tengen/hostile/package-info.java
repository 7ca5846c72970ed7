/**
 * Hostile tests of the packed program: random requests over all services, attacks on the transport, and a well-behaved
 * client next to attackers. {@link dev.tengen.hostile.HostileMix} and {@link dev.tengen.hostile.ChaosNeighbor} are
 * programs for long runs, of which the tests are short forms.
 */
package dev.tengen.hostile;
