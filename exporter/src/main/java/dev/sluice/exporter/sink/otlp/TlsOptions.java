package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTlsFiles;
import io.vertx.core.net.ClientSSLOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TLS as the PEM files on disk want it at the moment. For one thread. */
final class TlsOptions {

    private final OtlpSettings.Tls tls;
    private final boolean http2;
    private final ClientTlsFiles files;
    private Optional<ClientTlsFiles.Contents> contents = Optional.empty();
    private @Nullable ClientSSLOptions options;

    TlsOptions(OtlpSettings.Tls tls, boolean http2) {
        this.tls = tls;
        this.http2 = http2;
        this.files = new ClientTlsFiles(
                ClientTlsFiles.paths(tls.caFile(), tls.certFile(), tls.keyFile()), BlockingCall.DEADLINE);
    }

    /**
     * The options for a connection: the same object while the files are the same, because connections are kept by it.
     */
    ClientSSLOptions current() throws IOException {
        ClientTlsFiles.Contents now = files.await();
        ClientSSLOptions before = options;
        if (before != null && contents.equals(Optional.of(now))) {
            return before;
        }
        ClientSSLOptions made = now.options(tls.verifyHost());
        made.setUseAlpn(http2);
        if (http2) {
            made.setApplicationLayerProtocols(new ArrayList<>(List.of("h2")));
        }
        contents = Optional.of(now);
        options = made;
        return made;
    }
}
