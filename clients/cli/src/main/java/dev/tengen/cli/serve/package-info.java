/**
 * {@code tengen serve}: runs a server. Its settings come from flags, environment variables and a configuration file.
 *
 * <p>Start reading at {@link dev.tengen.cli.serve.ServeCommand} and {@link dev.tengen.cli.serve.ServerOptions};
 * {@link dev.tengen.cli.serve.SettingsProvider} reads the environment and the file.
 */
package dev.tengen.cli.serve;
