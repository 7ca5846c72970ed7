package dev.tengen.client;

import java.util.List;

/**
 * A part of the list of open sessions.
 *
 * @param sessions the sessions
 * @param nextToken what asks for the next part, empty if there is none
 */
record SessionPage(List<SessionSummary> sessions, String nextToken) {}
