package dev.sluice.exporter.slurm.http;

import dev.sluice.common.net.ConnectionFailure;
import dev.sluice.common.net.WrongScheme;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Names one slurmrestd in messages and checks whether its URL has the wrong scheme. */
final class ServerName {

    private final SlurmConnection.Address address;
    private final WrongScheme scheme;
    private final Supplier<Future<SocketAddress>> resolved;

    ServerName(Vertx vertx, SlurmConnection.Address address, Supplier<Future<SocketAddress>> resolved) {
        this.address = address;
        this.scheme = new WrongScheme(vertx, address instanceof SlurmConnection.Tcp tcp && tcp.tls());
        this.resolved = resolved;
    }

    /** Returns the host and port, or the socket. */
    String shown() {
        return address.shown();
    }

    /** Returns the host alone, or the socket. */
    String host() {
        return address instanceof SlurmConnection.Tcp tcp ? tcp.host() : address.shown();
    }

    /** Returns a message about the wrong scheme after a request without any response. Never fails. */
    Future<Optional<String>> wrongScheme(ConnectionFailure why) {
        return wrongScheme(server -> scheme.after(why, server));
    }

    /** Returns a message about the wrong scheme after status 400 with a body that is not JSON. Never fails. */
    Future<Optional<String>> wrongSchemeOfBadRequest() {
        return wrongScheme(scheme::afterBadRequest);
    }

    private Future<Optional<String>> wrongScheme(Function<SocketAddress, Future<Optional<String>>> check) {
        if (address instanceof SlurmConnection.UnixSocket) {
            return Future.succeededFuture(Optional.empty());
        }
        return resolved.get()
                .compose(check)
                .map(words -> words.map(speaks -> "the server at " + shown() + " " + speaks + " in slurm.url"))
                .otherwise(Optional.empty());
    }
}
