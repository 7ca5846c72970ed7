/** What tests of several packages share: positions drawn as text, and grids named by their size. */
package dev.tengen.testing;
