/** {@code tengen cgt}: calculates with combinatorial games. Start reading at {@link dev.tengen.cli.cgt.CgtCommand}. */
package dev.tengen.cli.cgt;
