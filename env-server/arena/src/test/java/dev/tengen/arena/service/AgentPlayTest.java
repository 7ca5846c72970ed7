package dev.tengen.arena.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.AgentTurn;
import dev.tengen.proto.v1.AnswerOutcome;
import dev.tengen.proto.v1.AnswerReceipt;
import dev.tengen.proto.v1.GameVerdict;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.LeaveArena;
import dev.tengen.proto.v1.Observation;
import dev.tengen.proto.v1.ObservationFormat;
import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import dev.tengen.proto.v1.StandingsRow;
import dev.tengen.proto.v1.Tournament;
import dev.tengen.proto.v1.TournamentPlayedBy;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.proto.v1.TurnAnswer;
import dev.tengen.proto.v1.WatchTournamentResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents that follow the protocol. */
class AgentPlayTest {
    @TempDir
    private Path folder;

    private ServedArena arena;

    @BeforeEach
    void start() {
        arena = ServedArena.start(folder, Duration.ofSeconds(10));
    }

    @AfterEach
    void stop() {
        arena.close();
    }

    @Test
    void play_agentsAndBuiltInPlayer_playTheWholeTournament() {
        Tournament first = arena.create(
                Specs.roundRobin("cup", 2, "ada", "ben", "random=random").build());
        RawAgent ada = arena.join("ada", RawAgent.Policy.FIRST_LEGAL);
        RawAgent ben = arena.join("ben", RawAgent.Policy.FIRST_LEGAL);

        WatchTournamentResponse last = arena.awaitEnd("cup");

        assertThat(first.getPlayedBy()).isEqualTo(TournamentPlayedBy.TOURNAMENT_PLAYED_BY_THIS_SERVER);
        assertThat(last.getTournament().getPlayedBy()).isEqualTo(TournamentPlayedBy.TOURNAMENT_PLAYED_BY_NOBODY);
        assertThat(last.getTournament().getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
        assertThat(last.getTournament().getEndedGameCount()).isEqualTo(12);
        assertThat(last.getStandings().getRowsList())
                .extracting(StandingsRow::getPlayer)
                .containsExactlyInAnyOrder("ada", "ben", "random");
        for (RawAgent agent : List.of(ada, ben)) {
            assertThat(agent.starts()).hasSize(8);
            assertThat(agent.receipts())
                    .extracting(AnswerReceipt::getOutcome)
                    .containsOnly(AnswerOutcome.ANSWER_OUTCOME_ACCEPTED);
            agent.requireConsistentTurns();
        }
    }

    private RawAgent joinWithBatches(String name, RawAgent.Policy policy) {
        JoinArena join = JoinArena.newBuilder()
                .setName(name)
                .setMaxGameCount(16)
                .setAcceptBatches(true)
                .build();
        RawAgent agent = RawAgent.join(arena.channel(), join, policy);
        agent.awaitJoined();
        return agent;
    }

    @Test
    void play_withBatches_playsTheWholeTournament() {
        RawAgent ada = joinWithBatches("ada", RawAgent.Policy.FIRST_LEGAL);
        RawAgent ben = joinWithBatches("ben", RawAgent.Policy.FIRST_LEGAL);

        arena.create(
                Specs.roundRobin("cup", 16, "ada", "ben").setConcurrency(16).build());
        WatchTournamentResponse last = arena.awaitEnd("cup");

        assertThat(last.getTournament().getState()).isEqualTo(TournamentState.TOURNAMENT_STATE_ENDED);
        assertThat(last.getTournament().getEndedGameCount()).isEqualTo(32);
        for (RawAgent agent : List.of(ada, ben)) {
            agent.await(response -> agent.ends().size() == 32);
            assertThat(agent.receipts()).isEmpty();
            agent.requireConsistentTurns();
        }
    }

    @Test
    void answers_ofManyGames_reachTheOpponentInOneBatch() {
        RawAgent ada = joinWithBatches("ada", RawAgent.Policy.SILENT);
        RawAgent ben = joinWithBatches("ben", RawAgent.Policy.SILENT);
        arena.create(Specs.roundRobin("cup", 8, "ada", "ben").setConcurrency(16).build());
        ada.await(response -> ada.turns().size() == 8);
        ben.await(response -> ben.turns().size() == 8);

        ada.answerAll(ada.turns().stream()
                .map(turn -> TurnAnswer.newBuilder()
                        .setGameId(turn.getGameId())
                        .setMoveNumber(turn.getMoveNumber())
                        .setAction(RawAgent.firstLegal(turn))
                        .build())
                .toArray(TurnAnswer[]::new));

        ben.await(response -> ben.turns().size() == 16);
        assertThat(ben.batchSizes()).last().isEqualTo(8);
        ben.requireConsistentTurns();
    }

    @Test
    void join_duringGames_receivesOneGameAtATime() {
        arena.create(Specs.roundRobin("cup", 2, "ada", "random=random")
                .setConcurrency(4)
                .build());
        RawAgent ada = arena.join("ada", RawAgent.Policy.FIRST_LEGAL);

        arena.awaitEnd("cup");

        int openCount = 0;
        for (PlayResponse response : ada.responses()) {
            openCount += response.hasGameStart() ? 1 : response.hasGameEnd() ? -1 : 0;
            assertThat(openCount).isBetween(0, 1);
        }
    }

    @Test
    void leave_duringGames_playsTheseAndNoMore() {
        arena.create(Specs.roundRobin("cup", 4, "ada", "random=random").build());
        PlayRequest leave = PlayRequest.newBuilder()
                .setLeave(LeaveArena.getDefaultInstance())
                .build();
        RawAgent ada = arena.join("ada", (agent, turn) -> {
            agent.send(leave);
            RawAgent.Policy.FIRST_LEGAL.play(agent, turn);
        });

        assertThat(ada.awaitEnd()).hasMessage("completed");
        RawAgent again = arena.join("ada", RawAgent.Policy.FIRST_LEGAL);
        WatchTournamentResponse last = arena.awaitEnd("cup");

        assertThat(ada.starts()).hasSize(1);
        assertThat(ada.ends()).hasSize(1);
        assertThat(again.starts()).hasSize(7);
        assertThat(last.getTournament().getEndedGameCount()).isEqualTo(8);
    }

    @Test
    void leave_withoutGames_completesTheStreamAndFreesTheName() {
        RawAgent ada = arena.join("ada", RawAgent.Policy.FIRST_LEGAL);
        ada.awaitJoined();

        ada.send(PlayRequest.newBuilder()
                .setLeave(LeaveArena.getDefaultInstance())
                .build());
        assertThat(ada.awaitEnd()).hasMessage("completed");

        assertThat(arena.join("ada", RawAgent.Policy.FIRST_LEGAL).awaitJoined().isEmpty())
                .isFalse();
    }

    @Test
    void completeAll_agentsOfEndedGames_receiveTheirEndsAndThenLeave() {
        arena.create(Specs.roundRobin("cup", 1, "ada", "random=random").build());
        RawAgent ada = arena.join("ada", RawAgent.Policy.FIRST_LEGAL);
        arena.awaitEnd("cup");

        arena.arena().agents().completeAll();

        assertThat(ada.awaitEnd()).hasMessage("completed");
        assertThat(ada.ends()).hasSize(2);
        assertThat(arena.join("late", RawAgent.Policy.FIRST_LEGAL).awaitEnd()).hasMessage("completed");
    }

    @Test
    void turn_withEncodings_hasObservationsInTheirOrder() {
        arena.create(Specs.roundRobin("cup", 1, "ada", "random=random").build());
        JoinArena join = JoinArena.newBuilder()
                .setName("ada")
                .addEncodings("alphazero-17")
                .addEncodings("openspiel-4")
                .setObservationFormat(ObservationFormat.OBSERVATION_FORMAT_UINT8)
                .build();

        RawAgent ada = RawAgent.join(arena.channel(), join, RawAgent.Policy.FIRST_LEGAL);

        assertThat(ada.awaitTurn().getObservationsList())
                .extracting(Observation::getEncoding)
                .containsExactly("alphazero-17", "openspiel-4");
        assertThat(ada.awaitTurn().getObservations(0).getPlanes().size()).isEqualTo(17 * 25);
        arena.awaitEnd("cup");
    }

    /**
     * Closes the connection at random moments: before an answer, after it, or after the agent has received the next
     * turn.
     */
    @Test
    @Tag("full")
    void resume_100TimesAtRandomMoments_losesNoTurn() {
        arena.create(Specs.roundRobin("cup", 12, "ada", "greedy=greedy").build());
        Random random = new Random(4);
        Queue<RawAgent> lines = new ConcurrentLinkedQueue<>();
        AtomicReference<ByteString> key = new AtomicReference<>(ByteString.EMPTY);
        AtomicInteger cuts = new AtomicInteger();
        RawAgent.Policy policy = new RawAgent.Policy() {
            @Override
            public void play(RawAgent agent, AgentTurn turn) {
                int choice = cuts.get() < 100 ? random.nextInt(4) : 3;
                if (choice != 0) {
                    FIRST_LEGAL.play(agent, turn);
                }
                if (choice < 2) {
                    cuts.incrementAndGet();
                    key.set(agent.awaitJoined());
                    agent.close();
                    JoinArena join = JoinArena.newBuilder()
                            .setName("ada")
                            .setResumeKey(key.get())
                            .build();
                    lines.add(RawAgent.join(arena.channel(), join, this));
                }
            }
        };
        lines.add(arena.join("ada", policy));

        WatchTournamentResponse last = arena.awaitEnd("cup");

        assertThat(cuts).hasValue(100);
        assertThat(last.getTournament().getEndedGameCount()).isEqualTo(24);
        for (int number = 0; number < 24; number++) {
            assertThat(arena.awaitGameEnding("cup/" + number).getVerdict()).isEqualTo(GameVerdict.GAME_VERDICT_PASSES);
        }
        lines.forEach(RawAgent::requireConsistentTurns);
    }
}
