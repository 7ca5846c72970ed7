/** What a server tells over HTTP, at a port of its own: metrics, health, and what parts add to them. */
package dev.tengen.server.http;
