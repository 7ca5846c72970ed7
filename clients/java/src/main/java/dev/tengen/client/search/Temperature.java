package dev.tengen.client.search;

/**
 * A temperature for each move of a game: {@code early} in the first moves, then it decays to {@code late}, by half of
 * what is left in each half-life.
 *
 * @param early the temperature of the first moves, 0 to 100
 * @param late the temperature that later ones approach, 0 to 100
 * @param earlyMoveCount number of moves with the early temperature
 * @param halfLife the half-life in moves; 0 changes the temperature at once
 */
public record Temperature(double early, double late, int earlyMoveCount, double halfLife) {
    /** Returns the same temperature for all moves. */
    public static Temperature constant(double temperature) {
        return new Temperature(temperature, temperature, 0, 0);
    }

    dev.tengen.proto.v1.Temperature toProto() {
        return dev.tengen.proto.v1.Temperature.newBuilder()
                .setEarly(early)
                .setLate(late)
                .setEarlyMoveCount(earlyMoveCount)
                .setHalfLife(halfLife)
                .build();
    }
}
