/**
 * What is left of a tournament: files for people and programs, and one page to look at it all.
 *
 * <p>Everything here is a function of what the store keeps and of the program that writes: the same gives the same bytes.
 * Nothing here plays games or changes the store. Start reading at {@link dev.tengen.arena.report.TournamentRecord}, which reads a
 * tournament, and {@link dev.tengen.arena.report.ReportFiles}, which writes it.
 */
package dev.tengen.arena.report;
