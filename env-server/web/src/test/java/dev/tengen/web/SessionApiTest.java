package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.RulesPreset;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.SessionLease;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.SessionOpening;
import dev.tengen.server.session.Sessions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionApiTest {
    private static final NewGameRequest GAME =
            new NewGameRequest(Grid.square(3), Color.WHITE, "tromp-taylor", "random", 0, Optional.of(2.5), false);

    private final Sessions sessions =
            new Sessions(new SessionLimits(100, Duration.ofHours(1)), Ticker.systemTicker(), ActivityListener.NONE);
    private final SessionApi page = new SessionApi(sessions);

    private long reservedBytes() {
        return Stream.of(MemoryKind.values())
                .mapToLong(sessions.budget()::reservedBytes)
                .sum();
    }

    /** Of thousands of games that had long been closed, the page kept what it had been asked for. */
    @Test
    void create_andClose_leavesNothing() {
        List<String> games = new ArrayList<>();
        for (int index = 0; index < 20; index++) {
            games.add(page.create(Principal.LOCAL, GAME).session());
        }
        assertThat(reservedBytes()).isPositive();
        assertThat(games).allMatch(id -> page.shown(Principal.LOCAL, id).human() == Color.WHITE);

        games.forEach(sessions::close);
        assertThat(reservedBytes()).isZero();
    }

    @Test
    void origin_ofAGameOfThePage_isReadAsItWasWritten() {
        PageOrigin origin = new PageOrigin("ann \"x\"", GAME, Instant.parse("2026-11-30T12:00:00Z"));

        assertThat(PageOrigin.of(origin.text())).contains(origin);
        assertThat(origin.date(1)).contains("2026-11-30");
        assertThat(origin.date(2)).isEmpty();
    }

    /** A text of another part of the server, or of another version of the page, only takes the right to play away. */
    @Test
    void origin_thatIsNotOfThisPage_isNone() {
        List<String> texts = List.of(
                "",
                "other {}",
                "page ",
                "page []",
                "page {\"name\":\"ann\"}",
                "page {\"name\":\"ann\",\"request\":{\"width\":0,\"height\":3},\"at\":\"2026-11-30T12:00:00Z\"}",
                "page {\"name\":\"ann\",\"request\":{\"width\":3,\"height\":3},\"at\":\"noon\"}");

        assertThat(texts).allMatch(text -> PageOrigin.of(text).isEmpty());
    }

    @Test
    void shown_sessionOfAProgram_isNobodysAtThePage() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(3), Rules.TROMP_TAYLOR);
        SessionOpening opening = new SessionOpening(Principal.LOCAL, sessions.idleTimeout(0));
        try (SessionLease lease = sessions.create(opening, spec, RulesPreset.TROMP_TAYLOR, OptionalLong.of(1))) {
            DisplayedGame shown = page.shown(Principal.LOCAL, lease.session().id());

            assertThat(shown.human()).isEqualTo(Color.EMPTY);
            assertThat(shown.request()).isNull();
        }
    }
}
