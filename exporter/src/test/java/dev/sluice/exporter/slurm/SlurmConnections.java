package dev.sluice.exporter.slurm;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.ServerUrl;
import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Builds connections. A test changes only the aspect that it tests. */
public final class SlurmConnections {

    private final ServerUrl address;
    private String user = "";
    private TokenReader token = TokenReader.none();
    private ClientTls tls = ClientTls.DEFAULTS;
    private Optional<SlurmApiVersion> pinned = Optional.empty();
    private Duration deadline = Duration.ofSeconds(30);

    private SlurmConnections(ServerUrl address) {
        this.address = address;
    }

    public static SlurmConnections to(int port) {
        return new SlurmConnections(new HttpUrl(false, "127.0.0.1", port, ""));
    }

    public static SlurmConnections to(int port, String path) {
        return new SlurmConnections(new HttpUrl(false, "127.0.0.1", port, path));
    }

    public static SlurmConnections toHost(String host, int port) {
        return new SlurmConnections(new HttpUrl(false, host, port, ""));
    }

    public static SlurmConnections overTls(int port) {
        return new SlurmConnections(new HttpUrl(true, "127.0.0.1", port, ""));
    }

    public static SlurmConnections to(Path socket) {
        return new SlurmConnections(new ServerUrl.UnixSocket(socket));
    }

    public SlurmConnections user(String name) {
        user = name;
        return this;
    }

    public SlurmConnections token(String text) {
        token = TokenReader.of(text);
        return this;
    }

    public SlurmConnections token(TokenReader reader) {
        token = reader;
        return this;
    }

    public SlurmConnections tls(ClientTls files) {
        tls = files;
        return this;
    }

    public SlurmConnections pinned(String version) {
        pinned = SlurmApiVersion.of(version);
        return this;
    }

    public SlurmConnections deadline(Duration duration) {
        deadline = duration;
        return this;
    }

    public SlurmConnection make() {
        return new SlurmConnection("test", address, user, token, tls, pinned, deadline);
    }
}
