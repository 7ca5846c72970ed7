package dev.tengen.arena.service;

import dev.tengen.arena.convert.GameConverter;
import dev.tengen.arena.convert.TournamentConverter;
import dev.tengen.arena.host.Arena;
import dev.tengen.arena.host.TournamentGame;
import dev.tengen.arena.host.TournamentView;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListArenaGamesResponse;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ListTournamentsResponse;
import dev.tengen.server.error.CallException;
import java.util.List;

/** Lists that are sent page by page. A token is the place in the list at which its page begins. */
final class Pagination {
    private static final int DEFAULT_SIZE = 100;
    private static final int MAX_SIZE = 1000;

    private Pagination() {}

    static ListTournamentsResponse tournaments(Arena arena, ListTournamentsRequest request) {
        int from = place(request.getPageToken());
        int size = size(request.getPageSize());
        ListTournamentsResponse.Builder response = ListTournamentsResponse.newBuilder();
        List<TournamentView> page = arena.tournaments(from, size + 1);
        page.stream().limit(size).map(TournamentConverter::toShortProto).forEach(response::addTournaments);
        return response.setNextPageToken(page.size() > size ? token(from + size) : "")
                .build();
    }

    static ListArenaGamesResponse games(Arena arena, ListArenaGamesRequest request) {
        int from = place(request.getPageToken());
        int size = size(request.getPageSize());
        ListArenaGamesResponse.Builder response = ListArenaGamesResponse.newBuilder();
        List<TournamentGame> page = arena.games(request.getName(), from, size + 1);
        page.stream().limit(size).map(GameConverter::toProto).forEach(response::addGames);
        return response.setNextPageToken(page.size() > size ? token(from + size) : "")
                .build();
    }

    private static int size(int asked) {
        int size = asked == 0 ? DEFAULT_SIZE : asked;
        if (size < 1 || size > MAX_SIZE) {
            throw CallException.invalid("page_size", Integer.toUnsignedString(size), "[1, " + MAX_SIZE + "]");
        }
        return size;
    }

    private static String token(int place) {
        return Integer.toString(place);
    }

    private static int place(String token) {
        try {
            int place = token.isEmpty() ? 0 : Integer.parseInt(token);
            if (place >= 0) {
                return place;
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw CallException.invalid("page_token", '"' + token + '"', "empty or the next_page_token of the page before");
    }
}
