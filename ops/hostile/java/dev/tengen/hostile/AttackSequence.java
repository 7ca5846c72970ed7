package dev.tengen.hostile;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;

/** A client that makes one attack after the other, each as an agent. */
final class AttackSequence implements Runnable {
    private static final int MAX_ANSWER_BYTES = 80 << 20;
    private static final int MAX_PAUSE_MS = 500;
    private static final int MAX_SUCCESS_COUNT = 3;
    private static final int MAX_TEXT_LENGTH = 300;

    private final MixLoad load;
    private final Path jar;
    private final List<Attack> attacks;
    private final Map<Attack, Counts> counts;
    private final Random random;

    /**
     * Creates a client.
     *
     * @param attacks what it does
     * @param counts receives how often each attack was made
     */
    AttackSequence(MixLoad load, Path jar, List<Attack> attacks, Map<Attack, Counts> counts, Random random) {
        this.load = load;
        this.jar = jar;
        this.attacks = attacks;
        this.counts = counts;
        this.random = random;
    }

    /**
     * How often an attack was made.
     *
     * @param rounds how often
     * @param refused how many of its calls and connections were refused
     * @param successes what it reached and must not reach, the first of them
     */
    record Counts(LongAdder rounds, LongAdder refused, Set<String> successes) {
        Counts() {
            this(new LongAdder(), new LongAdder(), new TreeSet<>());
        }

        @Override
        public String toString() {
            return String.format("%,d rounds, %,d refusals", rounds.sum(), refused.sum());
        }
    }

    /** Returns whether all attacks were made in the time of the mix. On a slow machine, each is made once after it. */
    private boolean isOver(int round) {
        return load.isOver().getAsBoolean() || load.isCalm().getAsBoolean() && round >= attacks.size();
    }

    @Override
    public void run() {
        Attack.Ports ports =
                new Attack.Ports(load.server().port(), load.server().httpPort());
        for (int round = 0; !isOver(round); round++) {
            String token = load.principals().agent(random);
            Attack attack = attacks.get(round % attacks.size());
            Counts count = counts.computeIfAbsent(attack, missing -> new Counts());
            ManagedChannel channel = NettyChannelBuilder.forTarget(load.server().address())
                    .usePlaintext()
                    .maxInboundMessageSize(MAX_ANSWER_BYTES)
                    .intercept(MixPrincipals.interceptor(token))
                    .build();
            try {
                attack.repeat(new Attack.Target(
                        ports,
                        jar,
                        channel,
                        count.refused(),
                        load.isOver(),
                        token,
                        load.principals().neighbor()));
                Thread.sleep(random.nextInt(MAX_PAUSE_MS));
            } catch (StatusRuntimeException | IOException e) {
                count.refused().increment();
            } catch (AssertionError e) {
                if (count.successes().size() < MAX_SUCCESS_COUNT) {
                    String text = String.valueOf(e.getMessage());
                    count.successes().add(text.substring(0, Math.min(MAX_TEXT_LENGTH, text.length())));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } finally {
                channel.shutdownNow();
                count.rounds().increment();
            }
        }
    }
}
