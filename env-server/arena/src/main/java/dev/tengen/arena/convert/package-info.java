/**
 * Converts between the types of the arena and the messages of its contract. Generated classes are used only here, in
 * {@code dev.tengen.arena.service} and in the converter of {@code dev.tengen.arena.settings}.
 */
package dev.tengen.arena.convert;
