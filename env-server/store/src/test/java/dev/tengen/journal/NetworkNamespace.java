package dev.tengen.journal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network namespace of Linux, as a machine of its own: only its links lead to this process, and they can be cut. A
 * cut drops packets without a sign, in one direction or in both, as a broken network does.
 */
final class NetworkNamespace implements Closeable {
    /** Networks that are reserved for tests of devices (RFC 2544), so that no real machine has such an address. */
    private static final String NETWORK = "198.18.";

    private static final Path IP = Path.of("/usr/sbin/ip");

    private static final Path TC = Path.of("/usr/sbin/tc");

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name = "tengen" + ProcessHandle.current().pid() + "-" + COUNT.getAndIncrement();

    /** Creates a namespace without links. */
    NetworkNamespace() {
        run(IP + " netns add " + name);
        run(IP + " -n " + name + " link set lo up");
    }

    /** Skips the test if this process may not create namespaces. */
    static void assumeAllowed() {
        boolean isRoot = System.getProperty("user.name").equals("root");
        assumeTrue(isRoot && Files.isExecutable(IP), "network namespaces need root and Debian's package iproute2");
    }

    /**
     * Returns the words that start a command inside the namespace; the process that they start is that of the command.
     */
    List<String> commandPrefix() {
        return List.of(IP.toString(), "netns", "exec", name);
    }

    /** Adds a link between this process and the namespace. */
    Link addLink() {
        return new Link(COUNT.getAndIncrement());
    }

    @Override
    public void close() {
        run(IP + " netns delete " + name); // Its links go with it.
    }

    private static void run(String command) {
        try {
            Process process = new ProcessBuilder(command.split(" "))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new IllegalStateException(command + " ended with " + code + ": " + output.strip());
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(command, e);
        }
    }

    /** Two network interfaces that are joined: one here, one inside the namespace. */
    final class Link {
        /** A queue that no packet fits into, so that each is dropped, which the sender takes for a loss. */
        private static final String DROP = " root tbf rate 8bit burst 1 limit 1";

        private static final int MAX_LINK_COUNT = 60;

        private final String here;
        private final String inside;
        private final String addressHere;
        private final String addressInside;
        private final List<String> heals = new ArrayList<>();

        private Link(int number) {
            long process = ProcessHandle.current().pid();
            String suffix = Long.toString(process, Character.MAX_RADIX) + "-" + number;
            here = "tgh" + suffix;
            inside = "tgi" + suffix;
            String subnet = NETWORK + process % 250 + ".";
            int first = 4 * (number % MAX_LINK_COUNT);
            addressHere = subnet + (first + 1);
            addressInside = subnet + (first + 2);
            run(IP + " link add " + here + " type veth peer name " + inside + " netns " + name);
            run(IP + " addr add " + addressHere + "/30 dev " + here);
            run(IP + " -n " + name + " addr add " + addressInside + "/30 dev " + inside);
            run(IP + " link set " + here + " up");
            run(IP + " -n " + name + " link set " + inside + " up");
        }

        /** Returns the address of this process on the link. */
        String addressHere() {
            return addressHere;
        }

        /** Returns the address of the namespace on the link. */
        String addressInside() {
            return addressInside;
        }

        /** Drops everything in both directions until {@link #heal}. */
        void cut() {
            cutInward();
            cutOutward();
        }

        /** Drops what is sent into the namespace until {@link #heal}. */
        void cutInward() {
            drop(TC + " qdisc %s dev " + here);
        }

        /** Drops what the namespace sends until {@link #heal}. */
        void cutOutward() {
            drop(TC + " -n " + name + " qdisc %s dev " + inside);
        }

        private void drop(String command) {
            run(command.formatted("add") + DROP);
            heals.add(command.formatted("del") + " root");
        }

        /** Ends all cuts. */
        void heal() {
            heals.forEach(NetworkNamespace::run);
            heals.clear();
        }
    }
}
