/** What tests of several packages share: running servers, drawn positions, details of failures, lost answers. */
package dev.tengen.server.testing;
