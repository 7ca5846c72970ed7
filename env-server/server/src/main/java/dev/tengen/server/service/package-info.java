/**
 * The gRPC services, a class each: they convert requests, call sessions, batches, trees and analyses, and convert the
 * results.
 *
 * <p>Start reading at {@link dev.tengen.server.service.EnvironmentService}.
 */
package dev.tengen.server.service;
