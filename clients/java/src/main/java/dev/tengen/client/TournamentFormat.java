package dev.tengen.client;

import dev.tengen.proto.v1.Gauntlet;
import dev.tengen.proto.v1.RoundRobin;
import dev.tengen.proto.v1.Sprt;
import dev.tengen.proto.v1.Swiss;

/** Who plays whom in a tournament. Always in pairs of games: one opening, colors swapped. */
public final class TournamentFormat {
    private final dev.tengen.proto.v1.TournamentFormat message;

    private TournamentFormat(dev.tengen.proto.v1.TournamentFormat.Builder message) {
        this.message = message.build();
    }

    private static dev.tengen.proto.v1.TournamentFormat.Builder builder() {
        return dev.tengen.proto.v1.TournamentFormat.newBuilder();
    }

    /** Returns the format in which everybody plays everybody, so many pairs of games. */
    public static TournamentFormat roundRobin(int pairCount) {
        return new TournamentFormat(
                builder().setRoundRobin(RoundRobin.newBuilder().setPairCount(pairCount)));
    }

    /** Returns the format in which {@code challenger} plays everybody else, so many pairs of games. */
    public static TournamentFormat gauntlet(String challenger, int pairCount) {
        return new TournamentFormat(builder()
                .setGauntlet(Gauntlet.newBuilder().setChallenger(challenger).setPairCount(pairCount)));
    }

    /** Returns the format in which players with like points meet, each so many others. */
    public static TournamentFormat swiss(int meetingCount) {
        return new TournamentFormat(builder().setSwiss(Swiss.newBuilder().setMeetingCount(meetingCount)));
    }

    /**
     * Returns the test whether the first of two players is stronger than the second by {@code elo1} or by {@code elo0} only; it is
     * wrong in 5 % of all cases.
     */
    public static TournamentFormat sprt(double elo0, double elo1) {
        return new TournamentFormat(
                builder().setSprt(Sprt.newBuilder().setElo0(elo0).setElo1(elo1)));
    }

    dev.tengen.proto.v1.TournamentFormat toProto() {
        return message;
    }
}
