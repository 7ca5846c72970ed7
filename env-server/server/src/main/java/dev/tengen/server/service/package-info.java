/**
 * The gRPC services, a class each: they convert requests, call sessions, batches, trees, self-plays and analyses, and
 * convert the results.
 *
 * <p>Start reading at {@link dev.tengen.server.service.PolicyInterceptor}, which every call crosses, and
 * {@link dev.tengen.server.service.EnvironmentService}. The page on the architecture draws the path of a step.
 */
package dev.tengen.server.service;
