package dev.sluice.exporter.slurm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Makes connections that differ in what a test is about. */
final class SlurmConnections {

    private final SlurmConnection.Address address;
    private String user = "";
    private TokenReader token = TokenReader.none();
    private SlurmConnection.Tls tls = SlurmConnection.Tls.DEFAULT;
    private Optional<SlurmApiVersion> pinned = Optional.empty();
    private Duration deadline = Duration.ofSeconds(30);

    private SlurmConnections(SlurmConnection.Address address) {
        this.address = address;
    }

    static SlurmConnections to(int port) {
        return new SlurmConnections(new SlurmConnection.Tcp(false, "127.0.0.1", port, ""));
    }

    static SlurmConnections to(int port, String path) {
        return new SlurmConnections(new SlurmConnection.Tcp(false, "127.0.0.1", port, path));
    }

    static SlurmConnections toHost(String host, int port) {
        return new SlurmConnections(new SlurmConnection.Tcp(false, host, port, ""));
    }

    static SlurmConnections overTls(int port) {
        return new SlurmConnections(new SlurmConnection.Tcp(true, "127.0.0.1", port, ""));
    }

    static SlurmConnections to(Path socket) {
        return new SlurmConnections(new SlurmConnection.UnixSocket(socket));
    }

    SlurmConnections user(String name) {
        user = name;
        return this;
    }

    SlurmConnections token(String text) {
        token = TokenReader.of(text);
        return this;
    }

    SlurmConnections token(TokenReader reader) {
        token = reader;
        return this;
    }

    SlurmConnections tls(SlurmConnection.Tls files) {
        tls = files;
        return this;
    }

    SlurmConnections pinned(String version) {
        pinned = SlurmApiVersion.of(version);
        return this;
    }

    SlurmConnections deadline(Duration duration) {
        deadline = duration;
        return this;
    }

    SlurmConnection make() {
        return new SlurmConnection("test", address, user, token, tls, pinned, deadline, deadline);
    }
}
