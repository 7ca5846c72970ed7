/** How files are replaced; start at {@link dev.tengen.file.AtomicFile}. Nothing about Go. */
package dev.tengen.file;
