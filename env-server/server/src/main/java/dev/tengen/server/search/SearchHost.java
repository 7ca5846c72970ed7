package dev.tengen.server.search;

import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;

/**
 * What self-plays and searches of positions share. Thread-safe.
 *
 * @param maxRequestBytes maximum length of a request, into which the evaluations of leaves must fit
 * @param maxAnswerBytes maximum length of an answer
 * @param executor executes the requests
 * @param drainHooks end the streams
 * @param listener receives the events of games and searches
 * @param budget has the memory of games, trees, requests and answers
 */
public record SearchHost(
        long maxRequestBytes,
        long maxAnswerBytes,
        RowExecutor executor,
        DrainHooks drainHooks,
        ActivityListener listener,
        MemoryBudget budget) {}
