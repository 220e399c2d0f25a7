package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.lab.chaos.Attack.Response;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A proxy on loopback, one request a connection. Normally, the proxy forwards all requests. During an attack, the proxy
 * sends its own responses. The proxy prevents "not modified" responses of the server. Simulated time stands still, so
 * the recovery would not be visible without full responses.
 */
final class Proxy implements AutoCloseable {

    private static final long ACCEPT_PAUSE_NANOS = 100_000_000;

    private final ServerSocket server = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    private final int upstreamPort;
    private final long seed;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong hostileResponses = new AtomicLong();
    private final Map<String, Integer> requests = new ConcurrentHashMap<>();
    private volatile Optional<Current> attack = Optional.empty();
    private volatile long before;

    /**
     * The current attack and its requests.
     *
     * @param everyOther true to respond correctly to every second request for a path, so that no backoff starts
     */
    private record Current(Response response, Predicate<String> targets, boolean everyOther) {}

    Proxy(int upstreamPort, long seed) throws IOException {
        this.upstreamPort = upstreamPort;
        this.seed = seed;
        thread(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    long hostileResponses() {
        return hostileResponses.get();
    }

    /** Returns true once the current attack has affected a request. */
    boolean hasAttacked() {
        return hostileResponses.get() > before;
    }

    void attack(Response response, Predicate<String> targets, boolean everyOther) {
        before = hostileResponses.get();
        attack = Optional.of(new Current(response, targets, everyOther));
        hangUp();
    }

    void heal() {
        attack = Optional.empty();
        hangUp();
    }

    /** Ends open watches and running attacks. */
    private void hangUp() {
        open.forEach(Proxy::closeQuietly);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                open.add(client);
                thread(() -> serve(client));
            } catch (IOException failed) {
                // The proxy is closed, or this connection failed. The pause keeps a lasting failure, such as a lack of
                // file descriptors, from using a whole core.
                LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            String[] request = Exchange.read(new BufferedInputStream(client.getInputStream()));
            if (request.length == 0) {
                return;
            }
            Optional<Current> at = attack;
            Random random = new Random(seed * 1_000_003 + hostileResponses.get());
            Exchange exchange =
                    new Exchange(request[0], request[1], client, this::upstream, random, () -> attack.equals(at));
            Optional<Current> now = at.filter(a -> a.targets().test(exchange.target()))
                    .filter(a -> !a.everyOther() || turn(exchange.target()));
            if (now.isPresent()) {
                hostileResponses.incrementAndGet();
                now.get().response().answer(exchange);
            } else {
                try (InputStream response = upstream(request[0] + request[1])) {
                    response.transferTo(client.getOutputStream());
                }
            }
        } catch (IOException hungUp) {
            // The client has closed the connection, as required.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private boolean turn(String target) {
        return requests.merge(target.replaceFirst("\\?.*", ""), 1, Integer::sum) % 2 == 1;
    }

    /**
     * Sends a request without its conditions on a connection of its own. Closing the response closes the connection.
     */
    private InputStream upstream(String request) throws IOException {
        Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort);
        open.removeIf(Socket::isClosed);
        open.add(upstream);
        String alone = request.replaceFirst("\\?update_time=[0-9]+&?", "?")
                .replaceFirst("&update_time=[0-9]+", "")
                .replaceFirst("(?i)\r\nConnection: [^\r]*", "")
                .replaceFirst("\r\n", "\r\nConnection: close\r\n");
        upstream.getOutputStream().write(alone.getBytes(ISO_8859_1));
        return upstream.getInputStream();
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is already closed.
        }
    }

    static void thread(Runnable work) {
        Thread thread = new Thread(work, "hostile-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        hangUp();
    }
}
