package dev.sluice.common.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.vertx.core.spi.transport.Transport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Vert.x's own sockets, with listening sockets that report accepted connections to an {@link AcceptLimit}. */
final class LimitedTransport implements io.vertx.core.transport.Transport {

    private final Sockets sockets;

    LimitedTransport(AcceptLimit limit) {
        this.sockets = new Sockets(limit, NIO.implementation());
    }

    @Override
    public String name() {
        return NIO.name();
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return null;
    }

    @Override
    public Transport implementation() {
        return sockets;
    }

    /** Creates the sockets. */
    record Sockets(AcceptLimit limit, Transport nio) implements Transport {

        @Override
        public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
            return domainSocket ? nio.serverChannelFactory(true) : () -> new ListeningSocket(limit);
        }

        @Override
        public boolean supportsDomainSockets() {
            return nio.supportsDomainSockets();
        }

        @Override
        public java.net.SocketAddress convert(io.vertx.core.net.SocketAddress address) {
            return nio.convert(address);
        }

        @Override
        public io.vertx.core.net.SocketAddress convert(java.net.SocketAddress address) {
            return nio.convert(address);
        }

        @Override
        public IoHandlerFactory ioHandlerFactory() {
            return nio.ioHandlerFactory();
        }

        @Override
        // The interface requires the deprecated type.
        @SuppressWarnings("deprecation")
        public DatagramChannel datagramChannel(InternetProtocolFamily family) {
            return nio.datagramChannel(family);
        }

        @Override
        public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
            return nio.datagramChannelFactory();
        }

        @Override
        public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
            return nio.channelFactory(domainSocket);
        }
    }

    private static final class ListeningSocket extends NioServerSocketChannel {

        private final AcceptLimit limit;

        ListeningSocket(AcceptLimit limit) {
            this.limit = limit;
            var unused = closeFuture().addListener(closed -> limit.closed(this));
        }

        @Override
        protected int doReadMessages(List<Object> accepted) throws Exception {
            int before = accepted.size();
            int count = super.doReadMessages(accepted);
            accepted.subList(before, accepted.size()).forEach(connection -> limit.accepted(this, (Channel) connection));
            return count;
        }
    }
}
