package dev.tengen.arena.settings;

import dev.tengen.arena.clock.TimeControl;
import dev.tengen.arena.game.Adjudication;
import dev.tengen.arena.game.DrawRule;
import dev.tengen.arena.game.MoveLimitRule;
import dev.tengen.arena.game.ResignRule;
import dev.tengen.arena.rating.SprtSpec;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.game.DeadStones;
import dev.tengen.game.HandicapBonus;
import dev.tengen.game.Ko;
import dev.tengen.game.RepetitionEnd;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import dev.tengen.game.Suicide;
import dev.tengen.game.Tax;
import dev.tengen.proto.v1.Openings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Generates random settings of all kinds from a seed. */
final class RandomSettings {
    private static final List<String> KINDS = List.of(
            "random", "greedy", "eye-safe-random", "monte-carlo:playouts=7", "monte-carlo", "gtp:gnugo", "agent");
    private static final List<String> CLOCKS =
            List.of("none", "5s/move", "10m", "10m+5x30s", "5m+3s", "1h2m3s4ms5us6ns");
    private static final String NAME_CHARACTERS = "ab é囲碁\"\\/:{}#'-,1.0\uD83D";

    private final SplitMix64 random;

    RandomSettings(long seed) {
        random = new SplitMix64(seed);
    }

    TournamentSettings draw() {
        FormatSettings format = format();
        int playerCount = format instanceof FormatSettings.Sprt ? 2 : 3 + random.nextInt(3);
        Grid grid = Grid.of(4 + random.nextInt(6), 4 + random.nextInt(6));
        MoveLimitRule rule = MoveLimitRule.values()[random.nextInt(2)];
        boolean isAdjudicated = rule == MoveLimitRule.SCORE && random.nextInt(2) == 0;
        Rules rules = rules();
        return new TournamentSettings(
                name("cup"),
                IntStream.range(0, playerCount).mapToObj(this::player).toList(),
                format,
                grid,
                rules,
                openings(grid),
                TimeControl.parse(CLOCKS.get(random.nextInt(CLOCKS.size()))),
                Duration.ofMillis(random.nextInt(60_001)),
                random.nextInt(3) == 0 ? 100 + random.nextInt(1000) : random.nextInt(2) - 1,
                rule,
                adjudication(rules),
                1 + random.nextInt(1024),
                random.nextLong(),
                isAdjudicated ? Optional.of("gtp:gnugo") : Optional.empty());
    }

    private String name(String start) {
        StringBuilder name = new StringBuilder(start);
        for (int i = random.nextInt(8); i > 0; i--) {
            char drawn = NAME_CHARACTERS.charAt(random.nextInt(NAME_CHARACTERS.length()));
            name.append(drawn);
            if (Character.isSurrogate(drawn)) {
                name.append('\uDE00');
            }
        }
        return name.toString();
    }

    private PlayerSettings player(int number) {
        Double rating = random.nextInt(3) == 0 ? (Double) (random.nextInt(20_001) / 7.0) : null;
        String clock = random.nextInt(2) == 0 ? CLOCKS.get(random.nextInt(CLOCKS.size())) : null;
        String name = number == 0 ? "first" : name(number + " ");
        return new PlayerSettings(name, KINDS.get(random.nextInt(KINDS.size())), rating, clock);
    }

    private FormatSettings format() {
        return switch (random.nextInt(4)) {
            case 0 -> new FormatSettings.RoundRobin(1 + random.nextInt(9));
            case 1 -> new FormatSettings.Gauntlet("first", 1 + random.nextInt(9));
            case 2 -> new FormatSettings.Swiss(1 + random.nextInt(2), random.nextInt(2) == 1);
            default -> {
                double elo0 = random.nextInt(400) / 3.0;
                yield new FormatSettings.Sprt(
                        new SprtSpec(elo0, elo0 + 1 + random.nextInt(100) / 7.0, 0.01, 0.1, SprtSpec.Unit.PAIR));
            }
        };
    }

    private Rules rules() {
        Ko ko = drawn(Ko.values());
        return new Rules(
                ko,
                drawn(Suicide.values()),
                drawn(Scoring.values()),
                drawn(Tax.values()),
                2 + random.nextInt(2),
                (random.nextInt(4001) - 2000) / 2.0,
                drawn(HandicapBonus.values()),
                drawn(DeadStones.values()),
                ko.isSuperko() ? RepetitionEnd.NONE : drawn(RepetitionEnd.values()),
                random.nextInt(2) == 0);
    }

    private Adjudication adjudication(Rules rules) {
        boolean isWhole = rules.komi() == Math.rint(rules.komi());
        boolean maySettle = rules.scoring() == Scoring.AREA
                && rules.tax() == Tax.NONE
                && rules.repetitionEnd() == RepetitionEnd.NONE;
        ResignRule resign = new ResignRule(
                0.001 + random.nextInt(490) / 1000.0,
                1 + random.nextInt(1000),
                random.nextInt(100),
                random.nextInt(2) == 0);
        DrawRule draw = new DrawRule(random.nextInt(251) / 1000.0, 2 + random.nextInt(999), random.nextInt(100));
        return new Adjudication(
                random.nextInt(2) == 0 ? resign : null,
                isWhole && random.nextInt(2) == 0 ? draw : null,
                maySettle && random.nextInt(2) == 0);
    }

    private <E> E drawn(E[] values) {
        return values[random.nextInt(values.length)];
    }

    private Openings openings(Grid grid) {
        Openings.Builder openings = Openings.newBuilder();
        switch (random.nextInt(4)) {
            case 0 -> openings.getEmptyBuilder();
            case 1 -> openings.getRandomBuilder().setMoveCount(1 + random.nextInt(6));
            case 2 ->
                openings.getBookBuilder()
                        .setFile(name("book"))
                        .addAllLines(List.of("A1 pass B2", "# \"é\"", "", "C3 # {}"))
                        .setMoveCount(1 + random.nextInt(1000));
            default -> {
                String size = grid.width() == grid.height() ? "" + grid.width() : grid.width() + ":" + grid.height();
                openings.getRecordsBuilder()
                        .addSgf("(;SZ[" + size + "];B[aa];W[bc]C[\"\\\\n\n é])")
                        .addSgf("(;SZ[" + size + "])")
                        .setMoveCount(1 + random.nextInt(1000));
            }
        }
        return SpecConverter.openings(openings.build());
    }
}
