/**
 * Traces of calls, by OpenTelemetry: what makes spans, and where they are sent. Nothing here is used unless an operator
 * turns it on.
 */
@NullMarked
package dev.tengen.server.tracing;

import org.jspecify.annotations.NullMarked;
