/**
 * How much each principal may have and do: the limits, and what is in use. Nothing here knows calls or sessions; those
 * take from {@link dev.tengen.server.quota.PrincipalUsage}. Start at {@link dev.tengen.server.quota.Quotas}.
 */
@NullMarked
package dev.tengen.server.quota;

import org.jspecify.annotations.NullMarked;
