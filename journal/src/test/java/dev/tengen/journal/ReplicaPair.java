package dev.tengen.journal;

import dev.tengen.store.PostgresCluster;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Two server processes that share a database, each behind a proxy for clients and with a proxy in front of the database. */
final class ReplicaPair implements AutoCloseable {
    private final List<Replica> replicas = new ArrayList<>();

    /**
     * A server process and its network.
     *
     * @param server the process
     * @param clients the network between the clients and it
     * @param database the network between it and the database
     */
    record Replica(StoredServerProcess server, CuttingProxy clients, CuttingProxy database) {
        /** Returns the address that clients use, and that the server advertises. */
        String address() {
            return "127.0.0.1:" + clients.port();
        }
    }

    /** Starts both servers on a new database. */
    ReplicaPair() throws IOException {
        String url = PostgresCluster.get().newDatabase();
        for (int i = 0; i < 2; i++) {
            int port = URI.create(url).getPort();
            CuttingProxy database = new CuttingProxy(port);
            String proxied = url.replace("127.0.0.1:" + port, "127.0.0.1:" + database.port());
            int serverPort = StoredServerProcess.freePort();
            CuttingProxy clients = new CuttingProxy(serverPort);
            StoredServerProcess server =
                    StoredServerProcess.sharing(proxied, serverPort, "127.0.0.1:" + clients.port());
            replicas.add(new Replica(server, clients, database));
            server.start();
        }
    }

    Replica replica(int index) {
        return replicas.get(index);
    }

    /** Returns the addresses of both for a client. */
    String address() {
        return replica(0).address() + "," + replica(1).address();
    }

    @Override
    public void close() throws IOException {
        for (Replica replica : replicas) {
            replica.server().close();
            replica.clients().close();
            replica.database().close();
        }
    }
}
