/**
 * The page: sessions and games of the arena to look at in a browser, and to play in, over the HTTP port of a server.
 *
 * <p>Start reading at {@link dev.tengen.web.PageModule}. What runs in the browser lies beside the classes, as
 * resources; nothing is built or fetched for it.
 */
package dev.tengen.web;
