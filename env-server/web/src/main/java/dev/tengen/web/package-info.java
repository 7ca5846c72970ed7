/**
 * The web page of a server: watch, replay and play sessions and arena games in a browser, over the HTTP port.
 *
 * <p>Start reading at {@link dev.tengen.web.PageModule}. The scripts and style sheets that run in the browser are
 * resources next to these classes; they need no build step and load nothing from elsewhere.
 */
package dev.tengen.web;
