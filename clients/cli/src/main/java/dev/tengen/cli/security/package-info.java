/** {@code tengen certificates} and {@code tengen token}: make what a secure server needs. */
package dev.tengen.cli.security;
