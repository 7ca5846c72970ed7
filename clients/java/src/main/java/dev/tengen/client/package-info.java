/**
 * The Java client of Tengen: blocking and asynchronous.
 *
 * <p>Start reading at {@link dev.tengen.client.TengenClient} or {@link dev.tengen.client.AsyncTengenClient}. The
 * packages below, in dependency order:
 *
 * <ul>
 *   <li>{@link dev.tengen.client.env}: specs, rules, observations, timesteps and scores
 *   <li>{@link dev.tengen.client.error}: exceptions
 *   <li>{@link dev.tengen.client.internal}: connections and calls; not part of the API
 *   <li>{@link dev.tengen.client.analysis}: capturing races and solved positions
 *   <li>{@link dev.tengen.client.batch}: many environments over one stream
 *   <li>{@link dev.tengen.client.tree}: trees of positions at the server
 *   <li>{@link dev.tengen.client.search}: self-play with search at the server
 *   <li>{@link dev.tengen.client.arena}: agents and tournaments
 * </ul>
 *
 * <p>{@code EnvironmentCalls} builds the calls that both clients make.
 */
package dev.tengen.client;
