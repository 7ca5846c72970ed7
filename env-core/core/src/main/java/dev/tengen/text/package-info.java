/** How texts from outside are shown; start at {@link dev.tengen.text.VisibleText}. Nothing about Go. */
package dev.tengen.text;
