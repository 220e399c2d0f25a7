package dev.sluice.chaos.stage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
public final class HostileProxy implements AutoCloseable {

    private static final int MAX_HEAD = 1 << 20;

    private final ServerSocket server;
    private final int upstreamPort;
    private final long seed;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong hostileAnswers = new AtomicLong();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private volatile Optional<Attack> attack = Optional.empty();
    private volatile long before;

    /**
     * An attack and its requests.
     *
     * @param everyOther true to respond correctly to every second request for a path, so that no backoff starts
     */
    public record Attack(Hostility hostility, Predicate<String> targets, boolean everyOther) {}

    private HostileProxy(ServerSocket server, int upstreamPort, long seed) {
        this.server = server;
        this.upstreamPort = upstreamPort;
        this.seed = seed;
    }

    static HostileProxy before(int upstreamPort, long seed) throws IOException {
        HostileProxy proxy =
                new HostileProxy(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()), upstreamPort, seed);
        thread(proxy::accept);
        return proxy;
    }

    int port() {
        return server.getLocalPort();
    }

    long hostileAnswers() {
        return hostileAnswers.get();
    }

    /** Returns true once the current attack has affected a request. */
    public boolean hasAttacked() {
        return hostileAnswers.get() > before;
    }

    public void attack(Attack next) {
        before = hostileAnswers.get();
        attack = Optional.of(next);
        hangUp();
    }

    void heal() {
        attack = Optional.empty();
        hangUp();
    }

    /** Ends open watches and running attacks. */
    private void hangUp() {
        open.forEach(HostileProxy::closeQuietly);
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
            HostileExchange exchange = exchange(head, client);
            Optional<Attack> now = attack.filter(a -> a.targets().test(exchange.target()))
                    .filter(a -> !a.everyOther() || turn(exchange.path()));
            if (now.isPresent()) {
                hostileAnswers.incrementAndGet();
                // Reads the body, because unread bytes would reset the connection on close, and the response would be
                // lost.
                exchange.readBody();
                now.get().hostility().answer(exchange);
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

    private HostileExchange exchange(String head, Socket client) {
        Optional<Attack> at = attack;
        Random random = new Random(seed * 1_000_003 + hostileAnswers.get());
        return new HostileExchange(head, upstreamPort, client, random, () -> attack.equals(at));
    }

    private void passOn(String head, Socket client) throws IOException {
        try (Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort)) {
            open.add(upstream);
            upstream.getOutputStream().write(HostileExchange.unconditional(head).getBytes(ISO_8859_1));
            thread(() -> pump(client, upstream));
            pump(upstream, client);
            open.remove(upstream);
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 14];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
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

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is already closed.
        }
    }

    private static void thread(Runnable work) {
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
