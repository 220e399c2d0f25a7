package dev.sluice.common.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.net.TokenSyntax;
import dev.sluice.common.tls.ClientTlsFiles;
import dev.sluice.common.tls.ClientTlsFiles.Contents;
import dev.sluice.common.tls.ClientTlsFiles.Part;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Reads the credentials again for each request, because the kubelet replaces a token about every hour. Authorities and
 * client certificates change too. While certificate files are unreadable, the last readable certificates stay in use.
 */
public final class CredentialReader {

    private final Vertx vertx;
    private final KubernetesAccess access;
    private final ClientTlsFiles files;
    private final Optional<TokenFile> tokenFile;
    private volatile Optional<Contents> read = Optional.empty();
    private volatile Tls tls;

    /**
     * The credentials of a request.
     *
     * @param token bearer token
     * @param tls options of the connection; the same object for equal certificates
     */
    public record Credential(Optional<String> token, ClientSSLOptions tls) {

        /** Hides the credentials, so that no log shows a secret. */
        @Override
        public String toString() {
            return "Credential";
        }
    }

    /**
     * The TLS options for the contents of the files. Cached, because only requests with the same options object share
     * connections.
     */
    private record Tls(Contents contents, ClientSSLOptions options) {}

    private record TokenFile(Path path, BlockingCall<Buffer> reading) {}

    /** Creates a reader without reading any file. */
    public CredentialReader(Vertx vertx, KubernetesAccess access) {
        this.vertx = vertx;
        this.access = access;
        Map<Part, Path> paths = new EnumMap<>(Part.class);
        access.pem().forEach((part, pem) -> file(pem).ifPresent(path -> paths.put(part, path)));
        this.files = new ClientTlsFiles(paths, BlockingCall.SHORT_DEADLINE);
        this.tokenFile = access.token()
                .flatMap(CredentialReader::file)
                .map(path -> new TokenFile(path, BlockingCall.reading(path, BlockingCall.SHORT_DEADLINE)));
        this.tls = tls(new Contents(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    private static Optional<Path> file(TextOrFile from) {
        return from instanceof TextOrFile.InFile in ? Optional.of(in.file()) : Optional.empty();
    }

    /** Returns the credentials for the next request; fails with {@link ApiFailure}. */
    public Future<Credential> current() {
        Future<Optional<String>> token = token();
        Future<ClientSSLOptions> options = access.address().tls() ? tls() : Future.succeededFuture(tls.options());
        return token.compose(found -> options.map(made -> new Credential(found, made)));
    }

    private Future<ClientSSLOptions> tls() {
        return files.read(vertx)
                .onSuccess(contents -> read = Optional.of(contents))
                .recover(failure -> read.map(Future::succeededFuture)
                        .orElseGet(() -> Future.failedFuture(unreadable((ClientTlsFiles.Unreadable) failure))))
                .map(contents -> {
                    Contents all = new Contents(
                            contents.ca().or(() -> text(Part.CA)),
                            contents.certificate().or(() -> text(Part.CERTIFICATE)),
                            contents.key().or(() -> text(Part.KEY)));
                    tls = tls.contents().equals(all) ? tls : tls(all);
                    return tls.options();
                });
    }

    private Tls tls(Contents contents) {
        boolean verify = access.address().verify();
        return new Tls(contents, contents.options(verify).setTrustAll(!verify));
    }

    private Optional<Buffer> text(Part part) {
        return access.pem().get(part) instanceof TextOrFile.Text given
                ? Optional.of(Buffer.buffer(given.text()))
                : Optional.empty();
    }

    private Future<Optional<String>> token() {
        if (tokenFile.isPresent()) {
            TokenFile file = tokenFile.get();
            return file.reading()
                    .result(vertx)
                    .recover(failure -> Future.failedFuture(unreadable("token file", file.path(), failure)))
                    .compose(content -> word(content.toString(StandardCharsets.UTF_8)));
        }
        return access.token().isPresent() && access.token().get() instanceof TextOrFile.Text given
                ? word(given.text())
                : Future.succeededFuture(Optional.empty());
    }

    private Future<Optional<String>> word(String text) {
        String word = text.strip();
        return TokenSyntax.isOneWord(word)
                ? Future.succeededFuture(Optional.of(word))
                : Future.failedFuture(new ApiFailure(
                        ApiFailure.Kind.UNAUTHORIZED,
                        "the token"
                                + tokenFile.map(file -> " file " + file.path()).orElse(" for the Kubernetes API")
                                + (word.isEmpty() ? " is empty" : " is not one word")));
    }

    private static ApiFailure unreadable(ClientTlsFiles.Unreadable failure) {
        return unreadable("file", failure.path(), failure.why());
    }

    private static ApiFailure unreadable(String what, Path path, Throwable failure) {
        return failure instanceof TimeoutException late
                ? new ApiFailure(ApiFailure.Kind.TIMEOUT, "the " + what + ": " + late.getMessage())
                : new ApiFailure(
                        ApiFailure.Kind.UNAUTHORIZED,
                        "the " + what + " " + path + " cannot be read" + BlockingCall.reason(failure));
    }
}
