/** What tests of several packages share: running servers, positions drawn as text, failures taken apart, lost answers. */
package dev.tengen.server.testing;
