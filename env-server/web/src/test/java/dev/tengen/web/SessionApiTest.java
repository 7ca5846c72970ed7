package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.session.Sessions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionApiTest {
    private static final NewGameRequest GAME =
            new NewGameRequest(Grid.square(3), Color.BLACK, "tromp-taylor", "random", 0, Optional.empty(), true);

    private final Sessions sessions =
            new Sessions(new SessionLimits(100, Duration.ofHours(1)), Ticker.systemTicker(), ActivityListener.NONE);
    private final SessionApi page = new SessionApi(sessions);

    private long reservedBytes() {
        return sessions.budget().reservedBytes(MemoryKind.HTTP);
    }

    /** Of thousands of games that had long been closed, the page kept what it had been asked for. */
    @Test
    void create_andClose_leavesNothing() {
        List<String> games = new ArrayList<>();
        for (int index = 0; index < 20; index++) {
            games.add(page.create(Principal.LOCAL, GAME).session());
        }
        long each = reservedBytes() / games.size();
        assertThat(each).isPositive();
        assertThat(page.list(Principal.LOCAL).sessions()).allMatch(game -> game.human() == Color.BLACK);

        games.subList(0, 15).forEach(sessions::close);
        assertThat(reservedBytes()).isEqualTo(5 * each);

        games.subList(15, 20).forEach(sessions::close);
        assertThat(reservedBytes()).isZero();
    }
}
