package dev.tengen.cli.gtp;

import dev.tengen.player.MonteCarloAnalysis;
import java.util.OptionalLong;

/**
 * The commands that report a search while it runs, in the formats of Leela Zero, KataGo and Sabaki.
 *
 * <p>An analysis is a Monte-Carlo tree search, regardless of the engine's player. It takes its random numbers from a
 * copy of the player's, so it does not affect later moves.
 */
final class SearchCommands {
    private static final String ARGUMENTS = " [COLOR] [INTERVAL] [KEY VALUE]...";
    private static final String ANALYSIS = "searches until the next line; reports moves every INTERVAL centiseconds";
    private static final String GENMOVE = "the same as genmove, with reports of the search; ends with play MOVE";

    private final EngineGame game;
    private final EnginePlayer player;
    private final int maxVisits;

    /** Creates the commands. {@code maxVisits}: the playouts after which an analysis searches no further. */
    SearchCommands(EngineGame game, EnginePlayer player, int maxVisits) {
        this.game = game;
        this.player = player;
        this.maxVisits = maxVisits;
    }

    void addTo(GtpCommandRegistry registry) {
        addPair(registry, "lz-", AnalysisFormat.LEELA_ZERO);
        addPair(registry, "kata-", AnalysisFormat.KATAGO);
        addPair(registry, "", AnalysisFormat.SABAKI);
    }

    private void addPair(GtpCommandRegistry registry, String prefix, AnalysisFormat format) {
        registry.addStreamed(
                prefix + "analyze" + ARGUMENTS, ANALYSIS, (arguments, stream) -> analyze(arguments, format, stream));
        registry.addStreamed(
                prefix + "genmove_analyze" + ARGUMENTS,
                GENMOVE,
                (arguments, stream) -> generate(arguments, format, stream));
    }

    private String analyze(GtpArguments arguments, AnalysisFormat format, ResponseStream stream) {
        AnalysisRequest request = AnalysisRequest.parse(arguments, game, format);
        MonteCarloAnalysis analysis =
                new MonteCarloAnalysis(player.position(request.color()), player.randomCopy(), request.filter());
        Reporter reporter = new Reporter(request, format, stream);
        do {
            analysis.addPlayout();
            reporter.onPlayout(analysis);
        } while (!stream.isNextLineThere() && analysis.visits() < maxVisits);
        if (analysis.visits() == maxVisits || reporter.reportedVisits == 0) {
            reporter.reportOnce(analysis);
        }
        stream.awaitNextLine();
        return "";
    }

    private String generate(GtpArguments arguments, AnalysisFormat format, ResponseStream stream) {
        AnalysisRequest request = AnalysisRequest.parse(arguments, game, format);
        Reporter reporter = new Reporter(request, format, stream);
        int move = player.genmove(request.color(), request.filter(), reporter::onPlayout);
        reporter.reportLast();
        stream.send("play " + player.name(move));
        return "";
    }

    /** Reports a search at intervals. */
    private static final class Reporter {
        private final AnalysisRequest request;
        private final AnalysisFormat format;
        private final ResponseStream stream;
        private final OptionalLong interval;
        private long lastNanos = System.nanoTime();
        private int reportedVisits;
        private Runnable last = () -> {};

        Reporter(AnalysisRequest request, AnalysisFormat format, ResponseStream stream) {
            this.request = request;
            this.format = format;
            this.stream = stream;
            interval = request.intervalNanos();
        }

        void onPlayout(MonteCarloAnalysis analysis) {
            last = () -> reportOnce(analysis);
            if (interval.isPresent() && System.nanoTime() - lastNanos >= interval.getAsLong()) {
                lastNanos = System.nanoTime();
                reportOnce(analysis);
            }
        }

        /** Reports the state of {@code analysis}, unless that was done. */
        void reportOnce(MonteCarloAnalysis analysis) {
            if (reportedVisits != analysis.visits()) {
                reportedVisits = analysis.visits();
                stream.send(format.line(analysis, request));
            }
        }

        /** Reports the state after the last playout, if there was one. */
        void reportLast() {
            last.run();
        }
    }
}
