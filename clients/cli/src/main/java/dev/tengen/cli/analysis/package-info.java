/**
 * {@code tengen analysis}: an engine of KataGo's JSON analysis protocol on standard input and output.
 *
 * <p>{@link dev.tengen.cli.analysis.AnalysisEngine} reads one query a line. {@code QueryParser} checks a query and
 * makes a {@code PositionTask} of each position; {@code AnalysisQueue} runs these in threads, by priority. The search
 * is {@link dev.tengen.player.MonteCarloAnalysis}.
 */
package dev.tengen.cli.analysis;
