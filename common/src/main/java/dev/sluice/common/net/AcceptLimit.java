package dev.sluice.common.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.internal.VertxInternal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Limits the pending connections of each listening socket. An accepted connection is pending during the TLS handshake,
 * and until its first bytes distinguish HTTP/2 from HTTP/1. Vert.x does not report pending connections. Closes the
 * oldest pending connection over the limit, and every pending connection at its deadline. Thread-safe.
 */
public final class AcceptLimit {

    private final int max;
    private final Duration deadline;
    private final Map<Channel, Map<Peer, Pending>> pending = new ConcurrentHashMap<>();

    /**
     * The identity of a connection.
     *
     * @param host address of the client
     * @param port port of the client
     * @param localPort port of the server
     */
    private record Peer(String host, int port, int localPort) {

        static Optional<Peer> of(Channel channel) {
            return channel.remoteAddress() instanceof InetSocketAddress remote
                            && channel.localAddress() instanceof InetSocketAddress local
                    ? Optional.of(new Peer(remote.getAddress().getHostAddress(), remote.getPort(), local.getPort()))
                    : Optional.empty();
        }

        static Peer of(HttpConnection connection) {
            return new Peer(
                    connection.remoteAddress().hostAddress(),
                    connection.remoteAddress().port(),
                    connection.localAddress().port());
        }
    }

    /**
     * Creates a limit for the servers of one Vert.x instance.
     *
     * @param max maximum pending connections per listening socket
     * @param deadline maximum time for which a connection may be pending
     */
    public AcceptLimit(int max, Duration deadline) {
        this.max = max;
        this.deadline = deadline;
    }

    /**
     * Creates a Vert.x instance with one event loop and this limit for all its servers. The servers must report their
     * connections to {@link Connections}. The JVM looks up host names on {@code BlockingCall} threads, because Netty's
     * resolver falls back to public name servers if resolv.conf is missing.
     */
    public Vertx vertx() {
        System.getProperties().putIfAbsent("vertx.disableDnsResolver", "true");
        return Vertx.builder()
                .with(new VertxOptions()
                        .setEventLoopPoolSize(1)
                        .setWorkerPoolSize(1)
                        .setInternalBlockingPoolSize(1)
                        // Uses no cache folder, because the root file system can be read-only.
                        .setFileSystemOptions(new FileSystemOptions()
                                .setFileCachingEnabled(false)
                                .setClassPathResolvingEnabled(false)))
                .withTransport(new LimitedTransport(this))
                .build();
    }

    /** Returns the limit of a Vert.x instance. */
    static Optional<AcceptLimit> of(Vertx vertx) {
        return vertx instanceof VertxInternal internal
                        && internal.transport() instanceof LimitedTransport.Sockets sockets
                ? Optional.of(sockets.limit())
                : Optional.empty();
    }

    /** Adds an accepted connection, which has no event loop yet. */
    void accepted(Channel server, Channel channel) {
        Peer.of(channel).ifPresent(peer -> {
            Map<Peer, Pending> ofServer = pending.computeIfAbsent(server, unused -> new LinkedHashMap<>());
            Pending connection = new Pending(channel, peer, ofServer);
            channel.pipeline().addLast(connection);
            beyondLimit(ofServer, peer, connection).forEach(Pending::evict);
        });
    }

    /** Adds a connection, and removes and returns the oldest connections over the limit. */
    private List<Pending> beyondLimit(Map<Peer, Pending> ofServer, Peer peer, Pending newest) {
        List<Pending> beyond = new ArrayList<>();
        synchronized (ofServer) {
            ofServer.put(peer, newest);
            Iterator<Pending> oldest = ofServer.values().iterator();
            while (ofServer.size() > max) {
                beyond.add(oldest.next());
                oldest.remove();
            }
        }
        return beyond;
    }

    /** Removes a closed listening socket. */
    void closed(Channel server) {
        pending.remove(server);
    }

    /** Removes a connection that {@link Connections} counts from now on. */
    void handedOver(HttpConnection connection) {
        Peer peer = Peer.of(connection);
        pending.values().forEach(ofServer -> forget(ofServer, peer));
    }

    private static boolean forget(Map<Peer, Pending> ofServer, Peer peer) {
        synchronized (ofServer) {
            return ofServer.remove(peer) != null;
        }
    }

    /** A pending connection, watched on its event loop until it is handed over or closed. */
    private final class Pending extends ChannelInboundHandlerAdapter {

        private final Channel channel;
        private final Peer peer;
        private final Map<Peer, Pending> ofServer;
        private volatile boolean evicted;

        Pending(Channel channel, Peer peer, Map<Peer, Pending> ofServer) {
            this.channel = channel;
            this.peer = peer;
            this.ofServer = ofServer;
        }

        /**
         * Closes the connection as soon as the connection has an event loop, because closing requires an event loop.
         */
        void evict() {
            evicted = true;
            if (channel.isRegistered()) {
                var unused = channel.close();
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) throws Exception {
            if (evicted) {
                var unused = context.close();
                return;
            }
            var timer = context.executor().schedule(this::late, deadline.toMillis(), TimeUnit.MILLISECONDS);
            var unused = channel.closeFuture().addListener(closed -> {
                timer.cancel(false);
                forget(ofServer, peer);
            });
            super.channelActive(context);
        }

        private void late() {
            if (forget(ofServer, peer)) {
                var unused = channel.close();
            }
        }
    }
}
