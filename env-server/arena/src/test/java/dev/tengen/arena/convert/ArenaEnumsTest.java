package dev.tengen.arena.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Internal.EnumLite;
import dev.tengen.arena.game.AnswerStatus;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.Verdict;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.store.GameState;
import dev.tengen.proto.v1.AgentProto;
import dev.tengen.proto.v1.AnswerOutcome;
import dev.tengen.proto.v1.ArenaGameState;
import dev.tengen.proto.v1.ArenaProto;
import dev.tengen.proto.v1.GameVerdict;
import dev.tengen.proto.v1.SprtVerdict;
import dev.tengen.proto.v1.TournamentPlayedBy;
import dev.tengen.proto.v1.TournamentState;
import dev.tengen.server.convert.Enums;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArenaEnumsTest {
    static Stream<Pair<?>> pairs() {
        return Stream.of(
                new Pair<>("ANSWER_OUTCOME_", AnswerOutcome.class, AnswerStatus.values()),
                new Pair<>("GAME_VERDICT_", GameVerdict.class, Verdict.values()),
                new Pair<>("TOURNAMENT_STATE_", TournamentState.class, TournamentView.Phase.values()),
                new Pair<>("TOURNAMENT_PLAYED_BY_", TournamentPlayedBy.class, TournamentView.PlayedBy.values()),
                new Pair<>("SPRT_VERDICT_", SprtVerdict.class, SprtState.Verdict.values()),
                new Pair<>("ARENA_GAME_STATE_", ArenaGameState.class, GameState.values()),
                new Pair<>("MOVE_LIMIT_RULE_", dev.tengen.proto.v1.MoveLimitRule.class, MoveLimitRule.values()));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    <P extends Enum<P> & EnumLite> void toProto_everyValue_isEveryNamedValueInOrder(Pair<P> pair) {
        assertThat(Arrays.stream(pair.values).map(value -> Enums.toProto(value, pair.prefix, pair.proto)))
                .containsExactlyElementsOf(Arrays.stream(pair.proto.getEnumConstants())
                        .filter(value -> !value.name().equals("UNRECOGNIZED") && value.getNumber() != 0)
                        .toList());
    }

    @Test
    void contract_everyEnumOfTheArena_isOneOfThoseTestedHere() {
        assertThat(Stream.of(AgentProto.getDescriptor(), ArenaProto.getDescriptor())
                        .flatMap(file -> file.getEnumTypes().stream())
                        .map(EnumDescriptor::getName))
                .containsExactlyInAnyOrder(
                        "AnswerOutcome",
                        "GameVerdict",
                        "TournamentPlayedBy",
                        "TournamentState",
                        "SprtVerdict",
                        "ArenaGameState",
                        "MoveLimitRule");
    }

    record Pair<P extends Enum<P> & EnumLite>(String prefix, Class<P> proto, Enum<?>[] values) {}
}
