/** Small programs that use the core as a library. Tests compare their output. */
package dev.tengen.example;
