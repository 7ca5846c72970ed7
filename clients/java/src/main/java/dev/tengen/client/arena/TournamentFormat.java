package dev.tengen.client.arena;

import dev.tengen.proto.v1.Gauntlet;
import dev.tengen.proto.v1.RoundRobin;
import dev.tengen.proto.v1.Sprt;
import dev.tengen.proto.v1.Swiss;

/** The pairing format of a tournament. Games come in pairs: one opening, colors swapped. Immutable. */
public final class TournamentFormat {
    private final dev.tengen.proto.v1.TournamentFormat message;

    private TournamentFormat(dev.tengen.proto.v1.TournamentFormat.Builder message) {
        this.message = message.build();
    }

    private static dev.tengen.proto.v1.TournamentFormat.Builder builder() {
        return dev.tengen.proto.v1.TournamentFormat.newBuilder();
    }

    /** Returns a round robin: everybody plays everybody, {@code pairCount} pairs of games. */
    public static TournamentFormat roundRobin(int pairCount) {
        return new TournamentFormat(
                builder().setRoundRobin(RoundRobin.newBuilder().setPairCount(pairCount)));
    }

    /** Returns a gauntlet: {@code challenger} plays everybody else, {@code pairCount} pairs of games. */
    public static TournamentFormat gauntlet(String challenger, int pairCount) {
        return new TournamentFormat(builder()
                .setGauntlet(Gauntlet.newBuilder().setChallenger(challenger).setPairCount(pairCount)));
    }

    /**
     * Returns a Swiss tournament: players with similar points meet, each {@code meetingCount} others. It begins with
     * the players that are present.
     */
    public static TournamentFormat swiss(int meetingCount) {
        return new TournamentFormat(builder().setSwiss(Swiss.newBuilder().setMeetingCount(meetingCount)));
    }

    /** Returns a Swiss tournament that begins when all players are present. */
    public static TournamentFormat swissOfAll(int meetingCount) {
        return new TournamentFormat(builder()
                .setSwiss(Swiss.newBuilder().setMeetingCount(meetingCount).setWaitForAll(true)));
    }

    /**
     * Returns a sequential probability ratio test (SPRT) of two players: is the first stronger than the second by
     * {@code elo1}, or by {@code elo0} only? Both error rates are 5 %.
     */
    public static TournamentFormat sprt(double elo0, double elo1) {
        return new TournamentFormat(
                builder().setSprt(Sprt.newBuilder().setElo0(elo0).setElo1(elo1)));
    }

    dev.tengen.proto.v1.TournamentFormat toProto() {
        return message;
    }
}
