/**
 * Tests of the contract: what the compatibility check notices, which numbers are reserved, what protoc generates for
 * other languages. Nothing else belongs here, since the module has no code of its own.
 */
package dev.tengen.proto;
