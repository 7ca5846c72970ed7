package dev.tengen.server.service;

import com.google.protobuf.MessageLite;

/**
 * A request that changes a session.
 *
 * @param sessionId the id of the session
 * @param requestId the id of the request, by which a retry is recognized; empty if it cannot be retried
 * @param content the request itself
 */
record KeyedRequest(String sessionId, String requestId, MessageLite content) {}
