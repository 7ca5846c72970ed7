/** Keeps clients from flooding the log: a rate limit for each kind of line, and no stack traces for what a client did. */
package dev.tengen.server.log;
