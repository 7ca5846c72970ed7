package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tengen.arena.host.AgentSettings;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.FakeEngine;
import dev.tengen.gtp.driver.FakeEngine.Fault;
import dev.tengen.gtp.driver.GnuGo;
import dev.tengen.gtp.driver.ScoringEngine;
import dev.tengen.proto.v1.Color;
import dev.tengen.proto.v1.GameEnding;
import dev.tengen.proto.v1.GameVerdict;
import dev.tengen.proto.v1.GetArenaGameRequest;
import dev.tengen.proto.v1.GetArenaGameResponse;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.proto.v1.WatchTournamentResponse;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.session.EngineLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** Engines of the server's list in tournaments: real processes, over gRPC. */
@Isolated("it counts the processes that this one has started")
class EngineTournamentTest {
    @TempDir
    private Path folder;

    private ServedArena arena;

    /** Starts a server on which one process of each of {@code engines} may run. */
    private void start(EngineSpec... engines) {
        arena = ServedArena.start(
                folder,
                AgentSettings.DEFAULT,
                ServerConfig.DEFAULT.withEngineLimits(new EngineLimits(List.of(engines), 1, 2)));
    }

    private static EngineSpec fake(String name, Fault fault, int move) {
        EngineSpec spec = FakeEngine.spec(fault, move);
        return new EngineSpec(name, spec.command(), spec.startTimeout(), spec.moveTimeout(), spec.deadStones());
    }

    @AfterEach
    void stop() {
        arena.close();
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .as("processes that are left")
                .isEmpty();
    }

    private GetArenaGameResponse game(String tournament, int number) {
        return arena.stub()
                .getArenaGame(GetArenaGameRequest.newBuilder()
                        .setGameId(tournament + "/" + number)
                        .build());
    }

    private List<GameEnding> endings(String tournament, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> game(tournament, number).getGame().getEnding())
                .toList();
    }

    /** Two games may run at once, but only one process: each game waits for the permit of the previous one. */
    @Test
    void tournament_withAnEngine_isPlayedToItsEnd() {
        start(fake("sound", Fault.PASS, 1));
        arena.create(
                Specs.roundRobin("cup", 2, "engine=gtp:sound", "greedy=greedy").build());

        WatchTournamentResponse last = arena.awaitEnd("cup");

        assertThat(last.getTournament().getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
        assertThat(endings("cup", 4)).extracting(GameEnding::getVerdict).containsOnly(GameVerdict.GAME_VERDICT_PASSES);
        assertThat(last.getStandings().getRowsList())
                .allSatisfy(row -> assertThat(row.getGameCount()).isEqualTo(4));
        assertThat(game("cup", 0).getSgf()).contains("PB[engine]", "PW[greedy]");
    }

    @Test
    void tournament_withAnEngineThatDies_losesItsGamesAndAffectsNoOther() {
        start(fake("mortal", Fault.DIE, 2), fake("sound", Fault.PASS, 1));
        arena.create(Specs.roundRobin("control", 2, "engine=gtp:sound", "greedy=greedy")
                .build());
        arena.create(
                Specs.roundRobin("cup", 2, "engine=gtp:mortal", "greedy=greedy").build());

        WatchTournamentResponse last = arena.awaitEnd("cup");

        // If a permit were not released, the second game would wait forever.
        assertThat(last.getTournament().getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
        assertThat(last.getTournament().getEndedGameCount()).isEqualTo(4);
        for (int number = 0; number < 4; number++) {
            GetArenaGameResponse game = game("cup", number);
            boolean isBlack = game.getGame().getBlack().equals("engine");
            GameEnding ending = game.getGame().getEnding();
            assertThat(ending.getVerdict()).isEqualTo(GameVerdict.GAME_VERDICT_ENGINE_FAILURE);
            assertThat(ending.getCulprit()).isEqualTo(isBlack ? Color.COLOR_BLACK : Color.COLOR_WHITE);
            assertThat(ending.getWinner()).isEqualTo(isBlack ? Color.COLOR_WHITE : Color.COLOR_BLACK);
            assertThat(ending.getMessage()).contains("exit code 3");
        }
        assertThat(arena.awaitEnd("control").getTournament().getState())
                .isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
        assertThat(endings("control", 4))
                .extracting(GameEnding::getVerdict)
                .containsOnly(GameVerdict.GAME_VERDICT_PASSES);
    }

    @Test
    void tournament_withAnEngineThatCannotStart_losesItsGames() {
        Logger logger = (Logger) LoggerFactory.getLogger("dev.tengen");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            start(fake("unborn", Fault.DIE_AT_START, 1));
            arena.create(Specs.roundRobin("cup", 1, "engine=gtp:unborn", "greedy=greedy")
                    .build());

            arena.awaitEnd("cup");
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list)
                .anyMatch(event -> event.getFormattedMessage().startsWith("Engine unborn cannot start: "))
                .allMatch(event -> event.getThrowableProxy() == null);
        assertThat(endings("cup", 2))
                .extracting(GameEnding::getVerdict)
                .containsOnly(GameVerdict.GAME_VERDICT_ENGINE_FAILURE);
    }

    @Test
    void tournament_withGnuGo_hasResults() {
        start(GnuGo.capturing(1));
        arena.create(
                Specs.roundRobin("cup", 1, "gnugo=gtp:gnugo", "random=random").build());

        WatchTournamentResponse last = arena.awaitEnd("cup");

        assertThat(endings("cup", 2)).extracting(GameEnding::getVerdict).containsOnly(GameVerdict.GAME_VERDICT_PASSES);
        assertThat(last.getStandings().getRows(0).getPlayer()).isEqualTo("gnugo");
    }

    private List<GameEnding> adjudicated(EngineSpec engine) {
        start(engine);
        arena.create(Specs.roundRobin("cup", 2, "greedy=greedy", "random=random")
                .setMaxMoves(12)
                .setAdjudicator("gtp:" + engine.name())
                .build());
        assertThat(arena.awaitEnd("cup").getTournament().getSpec().getAdjudicator())
                .isEqualTo("gtp:" + engine.name());
        List<GameEnding> endings = endings("cup", 4);
        assertThat(endings).extracting(GameEnding::getVerdict).containsOnly(GameVerdict.GAME_VERDICT_MOVE_LIMIT);
        return endings;
    }

    @Test
    void tournament_withAnAdjudicator_hasItsScores() {
        List<GameEnding> endings = adjudicated(ScoringEngine.spec("judge", "W+4.5", Duration.ofSeconds(30)));

        assertThat(endings).extracting(GameEnding::getResult).containsOnly("W+4.5");
        assertThat(endings).extracting(GameEnding::getMessage).containsOnly("scored by engine judge");
        assertThat(game("cup", 0).getSgf()).contains("RE[W+4.5]", "scored by engine judge");
    }

    @Test
    @Tag("full")
    void tournament_withAnAdjudicatorThatIsSlow_isScoredAsItStands() {
        List<GameEnding> endings =
                adjudicated(ScoringEngine.spec("judge", ScoringEngine.SLEEP, Duration.ofMillis(500)));

        assertThat(endings)
                .extracting(GameEnding::getMessage)
                .allSatisfy(message -> assertThat(message)
                        .startsWith("scored as it stands, since engine judge gave no score: ")
                        .contains("its limit for a move"));
    }

    @Test
    void tournament_withGnuGoAsAdjudicator_hasItsScores() {
        assertThat(adjudicated(GnuGo.scoring()))
                .extracting(GameEnding::getMessage)
                .containsOnly("scored by engine gnugo");
    }
}
