package dev.tengen.arena.service;

import com.google.common.primitives.Ints;
import dev.tengen.arena.convert.GameConverter;
import dev.tengen.arena.convert.TournamentConverter;
import dev.tengen.arena.host.Arena;
import dev.tengen.proto.v1.ListArenaGamesRequest;
import dev.tengen.proto.v1.ListArenaGamesResponse;
import dev.tengen.proto.v1.ListTournamentsRequest;
import dev.tengen.proto.v1.ListTournamentsResponse;
import dev.tengen.server.error.CallException;
import java.util.List;

/**
 * A page of a list.
 *
 * @param items the items
 * @param nextToken the token of the next page, which is the index of its first item; empty for the last page
 */
record Pagination<T>(List<T> items, String nextToken) {
    private static final int DEFAULT_SIZE = 100;
    private static final int MAX_SIZE = 1000;

    /** Reads a list: at most {@code count} items from index {@code from}. */
    private interface Source<T> {
        List<T> read(int from, int count);
    }

    static ListTournamentsResponse tournaments(Arena arena, ListTournamentsRequest request) {
        var page = of(request.getPageToken(), request.getPageSize(), arena.views()::list);
        return ListTournamentsResponse.newBuilder()
                .addAllTournaments(page.items.stream()
                        .map(TournamentConverter::toShortProto)
                        .toList())
                .setNextPageToken(page.nextToken)
                .build();
    }

    static ListArenaGamesResponse games(Arena arena, ListArenaGamesRequest request) {
        var page = of(
                request.getPageToken(),
                request.getPageSize(),
                (from, count) -> arena.tournamentGames().page(request.getName(), from, count));
        return ListArenaGamesResponse.newBuilder()
                .addAllGames(page.items.stream().map(GameConverter::toProto).toList())
                .setNextPageToken(page.nextToken)
                .build();
    }

    private static <T> Pagination<T> of(String token, int requestedSize, Source<T> source) {
        Integer from = token.isEmpty() ? (Integer) 0 : Ints.tryParse(token);
        if (from == null || from < 0) {
            throw CallException.invalid(
                    "page_token", '"' + token + '"', "empty or the next_page_token of the page before");
        }
        int size = requestedSize == 0 ? DEFAULT_SIZE : requestedSize;
        if (size < 1 || size > MAX_SIZE) {
            throw CallException.invalid("page_size", Integer.toUnsignedString(size), "[1, " + MAX_SIZE + "]");
        }
        List<T> items = source.read(from, size + 1);
        return items.size() > size
                ? new Pagination<>(items.subList(0, size), Integer.toString(from + size))
                : new Pagination<>(items, "");
    }
}
