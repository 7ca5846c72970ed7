/** The HTTP port of a server: metrics, health, and the routes of its modules. */
package dev.tengen.server.http;
