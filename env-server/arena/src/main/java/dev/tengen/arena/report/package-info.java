/**
 * Reports of tournaments: an HTML page, game records, JSON and CSV.
 *
 * <p>A report is a function of the store and of the program that writes it: equal inputs give equal bytes. This package
 * plays no games and does not change the store. Start reading at {@link dev.tengen.arena.report.TournamentRecord},
 * which reads a tournament, and {@link dev.tengen.arena.report.ReportFile}, which writes the files.
 */
package dev.tengen.arena.report;
