package dev.sluice.lab.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.lab.chaos.Attack.Response;
import java.io.ByteArrayOutputStream;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A proxy on loopback. Normally, the proxy forwards all requests. During an attack, the proxy sends its own responses.
 * The proxy prevents "not modified" responses of the server. Simulated time stands still, so the recovery would not be
 * visible without full responses.
 */
final class Proxy implements AutoCloseable {

    private static final int MAX_HEAD = 1 << 20;

    private final ServerSocket server;
    private final int upstreamPort;
    private final long seed;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong hostileResponses = new AtomicLong();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private volatile Optional<Current> attack = Optional.empty();
    private volatile long before;

    /**
     * The current attack and its requests.
     *
     * @param everyOther true to respond correctly to every second request for a path, so that no backoff starts
     */
    private record Current(Response response, Predicate<String> targets, boolean everyOther) {}

    private Proxy(ServerSocket server, int upstreamPort, long seed) {
        this.server = server;
        this.upstreamPort = upstreamPort;
        this.seed = seed;
    }

    static Proxy inFrontOf(int upstreamPort, long seed) throws IOException {
        Proxy proxy = new Proxy(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()), upstreamPort, seed);
        thread(proxy::accept);
        return proxy;
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
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            String head = head(client.getInputStream());
            if (head.isEmpty()) {
                return;
            }
            Exchange exchange = exchange(head, client);
            Optional<Current> now = attack.filter(a -> a.targets().test(exchange.target()))
                    .filter(a -> !a.everyOther() || turn(exchange.path()));
            if (now.isPresent()) {
                hostileResponses.incrementAndGet();
                // Reads the body, because unread bytes would reset the connection on close, and the response would be
                // lost.
                exchange.readBody();
                now.get().response().answer(exchange);
            } else {
                passOn(head, client);
            }
        } catch (IOException hungUp) {
            // The client has closed the connection, as required.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(client);
        }
    }

    private boolean turn(String path) {
        return asked.computeIfAbsent(path, unused -> new AtomicInteger()).incrementAndGet() % 2 == 1;
    }

    private Exchange exchange(String head, Socket client) {
        Optional<Current> at = attack;
        Random random = new Random(seed * 1_000_003 + hostileResponses.get());
        return new Exchange(head, upstreamPort, client, random, () -> attack.equals(at));
    }

    private void passOn(String head, Socket client) throws IOException {
        try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort)) {
            open.add(upstream);
            upstream.getOutputStream().write(Exchange.unconditional(head).getBytes(ISO_8859_1));
            thread(() -> pump(client, upstream));
            pump(upstream, client);
            open.remove(upstream);
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException ended) {
            closeQuietly(to);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < 4 && head.size() < MAX_HEAD) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.write(next);
            boolean expected = next == (matched % 2 == 0 ? '\r' : '\n');
            matched = expected ? matched + 1 : next == '\r' ? 1 : 0;
        }
        return head.toString(ISO_8859_1);
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
