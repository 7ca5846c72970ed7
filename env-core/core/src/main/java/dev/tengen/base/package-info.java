/**
 * What every package may use: invalid values and their messages, names in other spellings, seeded generators, points at
 * which work may be canceled, and how much memory objects take. It depends on nothing.
 */
package dev.tengen.base;
