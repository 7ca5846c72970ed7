package dev.tengen.arena.tournament;

import dev.tengen.arena.pairing.LadderPairing;
import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.rating.Elo;
import dev.tengen.arena.rating.GameResult;
import dev.tengen.arena.rating.RatingOptions;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A ladder in virtual time: the scheduler and the pairing of a real one, with games whose results are drawn from known
 * strengths and whose durations are random. Each player plays one game at a time.
 */
final class LadderSimulation {
    private static final long GAME_NANOS = Duration.ofSeconds(60).toNanos();

    private final double[] elo;
    private final double blackAdvantage;
    private final SplitMix64 random;
    private final LadderPairing pairing;
    private final GameScheduler scheduler;
    private final Set<String> connected = new HashSet<>();
    private final Set<String> busy = new HashSet<>();
    private final PriorityQueue<RunningGame> running = new PriorityQueue<>();
    private final Map<String, Integer> gameCounts = new HashMap<>();
    private int repeatCount;
    private final Map<String, String> lastOpponents = new HashMap<>();
    private long now;

    private record RunningGame(long end, long number, GamePlan plan) implements Comparable<RunningGame> {
        @Override
        public int compareTo(RunningGame other) {
            return end != other.end ? Long.compare(end, other.end) : Long.compare(number, other.number);
        }
    }

    /** Creates a ladder of players p0, p1, … with these strengths, all of them connected. */
    LadderSimulation(double[] elo, double blackAdvantage, long seed, Function<LongSupplier, LadderPairing> factory) {
        this.elo = elo.clone();
        this.blackAdvantage = blackAdvantage;
        random = new SplitMix64(seed);
        pairing = factory.apply(() -> now);
        scheduler = new GameScheduler(
                pairing.begin(), 0, List.of(), (count, pair) -> List.of(new GamePlan(pair, 0), new GamePlan(pair, 1)));
        for (int i = 0; i < elo.length; i++) {
            join(name(i));
        }
    }

    static String name(int player) {
        return "p" + player;
    }

    /** Returns a factory of the pairing of ladders with these anchors. */
    static Function<LongSupplier, LadderPairing> anchored(Map<String, Double> anchors) {
        return time -> new LadderPairing(anchors.keySet(), RatingOptions.DEFAULT.withAnchors(anchors), 1000, time);
    }

    void join(String player) {
        connected.add(player);
        scheduler.join(player);
    }

    void leave(String player) {
        connected.remove(player);
    }

    LadderPairing pairing() {
        return pairing;
    }

    /** Returns the number of games of {@code player}. */
    int gameCount(String player) {
        return gameCounts.getOrDefault(player, 0);
    }

    /** Returns the number of pairs that were the second one in a row of the same two players. */
    int repeatCount() {
        return repeatCount;
    }

    /** Plays until {@code count} more games have ended. */
    void play(int count) {
        for (int i = 0; i < count; i++) {
            start();
            RunningGame ended = running.remove();
            now = ended.end;
            String black = ended.plan.player(Color.BLACK);
            String white = ended.plan.player(Color.WHITE);
            busy.remove(black);
            busy.remove(white);
            scheduler.done(ended.plan, Optional.of(result(ended.plan)));
        }
    }

    private void start() {
        while (true) {
            Set<String> absent = new HashSet<>(busy);
            for (int i = 0; i < elo.length; i++) {
                if (!connected.contains(name(i))) {
                    absent.add(name(i));
                }
            }
            Optional<GamePlan> plan = scheduler.take(absent);
            if (plan.isEmpty()) {
                return;
            }
            begin(plan.get());
        }
    }

    private void begin(GamePlan plan) {
        String black = plan.player(Color.BLACK);
        String white = plan.player(Color.WHITE);
        busy.add(black);
        busy.add(white);
        gameCounts.merge(black, 1, Integer::sum);
        gameCounts.merge(white, 1, Integer::sum);
        if (plan.index() == 0) {
            PlannedPair pair = plan.pair();
            repeatCount += pair.second().equals(lastOpponents.put(pair.first(), pair.second())) ? 1 : 0;
            lastOpponents.put(pair.second(), pair.first());
        }
        long duration = (long) (GAME_NANOS * (0.5 + uniform()));
        running.add(new RunningGame(now + duration, random.nextLong(), plan));
    }

    private GameResult result(GamePlan plan) {
        String black = plan.player(Color.BLACK);
        String white = plan.player(Color.WHITE);
        double difference = strength(black) - strength(white) + blackAdvantage;
        int winner = uniform() < Elo.expectedPoints(difference) ? Color.BLACK : Color.WHITE;
        return new GameResult(black, white, winner, plan.game().pair(), 0);
    }

    private double strength(String player) {
        return elo[Integer.parseInt(player.substring(1))];
    }

    private double uniform() {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }
}
