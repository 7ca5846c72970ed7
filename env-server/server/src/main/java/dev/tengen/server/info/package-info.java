/**
 * What a server offers: which services and features are on, and limits. Modules of the server add their part to the
 * {@link dev.tengen.server.info.FeatureRegistry}; {@code convert} turns the result into the answer of
 * {@code GetServerInfo}.
 */
package dev.tengen.server.info;
