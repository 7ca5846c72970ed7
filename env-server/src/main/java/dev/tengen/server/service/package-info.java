/** The gRPC services, one class each; each RPC is a few lines. */
package dev.tengen.server.service;
