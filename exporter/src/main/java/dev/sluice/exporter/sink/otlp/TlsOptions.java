package dev.sluice.exporter.sink.otlp;

import dev.sluice.common.blocking.BlockingCall;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TLS as the PEM files on disk want it at the moment. For one thread. */
final class TlsOptions {

    private final OtlpSettings.Tls tls;
    private final boolean http2;
    private final Optional<BlockingCall<Buffer>> ca;
    private final Optional<BlockingCall<Buffer>> cert;
    private final Optional<BlockingCall<Buffer>> key;
    private List<Optional<Buffer>> contents = List.of();
    private @Nullable ClientSSLOptions options;

    TlsOptions(OtlpSettings.Tls tls, boolean http2) {
        this.tls = tls;
        this.http2 = http2;
        this.ca = tls.caFile().map(BlockingCall::reading);
        this.cert = tls.certFile().map(BlockingCall::reading);
        this.key = tls.keyFile().map(BlockingCall::reading);
    }

    /**
     * The options for a connection: the same object while the files are the same, because connections are kept by it.
     */
    ClientSSLOptions current() throws IOException {
        List<Optional<Buffer>> now = List.of(read(ca), read(cert), read(key));
        ClientSSLOptions before = options;
        if (before != null && now.equals(contents)) {
            return before;
        }
        ClientSSLOptions made = new ClientSSLOptions();
        made.setHostnameVerificationAlgorithm(tls.verifyHost() ? "HTTPS" : "");
        made.setUseAlpn(http2);
        if (http2) {
            made.setApplicationLayerProtocols(new ArrayList<>(List.of("h2")));
        }
        now.get(0).ifPresent(ca -> made.setTrustOptions(new PemTrustOptions().addCertValue(ca)));
        if (now.get(1).isPresent() && now.get(2).isPresent()) {
            made.setKeyCertOptions(new PemKeyCertOptions()
                    .setCertValue(now.get(1).get())
                    .setKeyValue(now.get(2).get()));
        }
        contents = now;
        options = made;
        return made;
    }

    private static Optional<Buffer> read(Optional<BlockingCall<Buffer>> file) throws IOException {
        return file.isPresent() ? Optional.of(file.get().await()) : Optional.empty();
    }
}
