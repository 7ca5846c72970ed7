/**
 * Messages of the arena's part of the contract, to its types and back. No generated class is used elsewhere, but for requests
 * and responses in {@code dev.tengen.arena.service}.
 */
package dev.tengen.arena.convert;
