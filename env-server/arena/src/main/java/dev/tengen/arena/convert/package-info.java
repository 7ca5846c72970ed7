/**
 * Converts between the types of the arena and the messages of its contract. Generated classes are used only here and in {@code
 * dev.tengen.arena.service}.
 */
package dev.tengen.arena.convert;
