package dev.tengen.journal;

import dev.tengen.store.PostgresCluster;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Two server processes that share a database, each in a network namespace of its own with one link to the clients and
 * one to the database. This process has the clients. The database listens on its loopback address, to which a relay
 * leads.
 */
final class ReplicaPair implements AutoCloseable {
    private final List<Replica> replicas = new ArrayList<>();
    private final Deque<Closeable> opened = new ArrayDeque<>();

    /**
     * A server process and its network.
     *
     * @param server the process
     * @param clients the link between the clients and it
     * @param database the link between it and the database
     */
    record Replica(StoredServerProcess server, NetworkNamespace.Link clients, NetworkNamespace.Link database) {}

    /** Starts both servers on a new database. Skips the test if PostgreSQL is missing or namespaces are not allowed. */
    static ReplicaPair start() throws IOException {
        NetworkNamespace.assumeAllowed();
        String url = PostgresCluster.get().newDatabase();
        ReplicaPair pair = new ReplicaPair();
        try {
            pair.add(url);
            pair.add(url);
        } catch (IOException | RuntimeException e) {
            pair.close();
            throw e;
        }
        return pair;
    }

    private ReplicaPair() {}

    private void add(String url) throws IOException {
        NetworkNamespace namespace = new NetworkNamespace();
        opened.push(namespace);
        NetworkNamespace.Link clients = namespace.addLink();
        NetworkNamespace.Link database = namespace.addLink();
        int port = URI.create(url).getPort();
        Relay relay = new Relay(InetAddress.getByName(database.addressHere()), port);
        opened.push(relay);
        String relayed = url.replace("127.0.0.1:" + port, database.addressHere() + ":" + relay.port());
        StoredServerProcess server = StoredServerProcess.sharing(relayed, namespace, clients.addressInside());
        server.start();
        opened.push(server);
        replicas.add(new Replica(server, clients, database));
    }

    Replica replica(int index) {
        return replicas.get(index);
    }

    /** Returns the addresses of both for a client. */
    String address() {
        return replica(0).server().address() + "," + replica(1).server().address();
    }

    @Override
    public void close() throws IOException {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
