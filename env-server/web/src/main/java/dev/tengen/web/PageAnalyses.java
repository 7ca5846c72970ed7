package dev.tengen.web;

import dev.tengen.server.ServerContext;
import dev.tengen.server.analysis.Analyses;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.identity.Principal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Executes what the page computes for long among the analyses of the server. The call waits without a turn. */
record PageAnalyses(ServerContext context) implements PageHandlers.AnalysisExecutor {
    @Override
    public <T> T races(CallToken call, Principal reader, Supplier<T> work) {
        Analyses analyses = context.analyses();
        return search(call, () -> analyses.withRaceTables(context.quotas().of(reader), false, work));
    }

    @Override
    public <T> T search(CallToken call, Supplier<T> work) {
        CompletableFuture<T> analysis = context.analyses().submit(call, work);
        return FairExecutor.block(() -> {
            try {
                return analysis.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw e;
            }
        });
    }
}
