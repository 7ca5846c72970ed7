/** What a server tells over HTTP, at a port of its own: metrics and health. */
package dev.tengen.server.http;
