/** Small programs that use the core as a library. They are tests: what they print is compared. */
package dev.tengen.example;
