package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;

/** Gives the credential of the moment. */
interface Credentials {

    /** The credential for the next request; fails with {@link FetchFailure}. */
    Future<Credential> current();

    /** The API server has refused it with 401: what was remembered is worth nothing. */
    default void refused() {}

    /** The same, with the authorities of a file that is read anew before every request: a cluster's CA is rotated, too. */
    default Credentials following(Vertx vertx, Path authorities) {
        Credentials credentials = this;
        BlockingCall<Buffer> reading = BlockingCall.reading(authorities);
        return new Credentials() {
            @Override
            public Future<Credential> current() {
                return credentials
                        .current()
                        .compose(credential -> reading.result(vertx)
                                .map(pem -> credential.withAuthorities(pem.toString(StandardCharsets.UTF_8)))
                                // Until it can be read again, what was read before holds.
                                .otherwise(credential));
            }

            @Override
            public void refused() {
                credentials.refused();
            }
        };
    }

    /** Always the same. */
    static Credentials of(Credential credential) {
        return () -> Future.succeededFuture(credential);
    }

    /** A token from a file that is read anew before every request: the kubelet replaces it about every hour. */
    static Credentials ofTokenFile(Vertx vertx, Path file, Credential beside) {
        BlockingCall<Buffer> reading = BlockingCall.reading(file);
        return () -> reading.result(vertx)
                .recover(failure -> Future.failedFuture(unreadable(file, failure)))
                .map(content -> content.toString(StandardCharsets.UTF_8).strip())
                .compose(token -> token.isEmpty()
                        ? Future.failedFuture(
                                new FetchFailure(FailureKind.UNAUTHORIZED, "the token file " + file + " is empty"))
                        : Future.succeededFuture(beside.withToken(token)));
    }

    private static FetchFailure unreadable(Path file, Throwable failure) {
        return failure instanceof TimeoutException late
                ? new FetchFailure(FailureKind.TIMEOUT, "the token file: " + late.getMessage())
                : new FetchFailure(
                        FailureKind.UNAUTHORIZED,
                        "the token file " + file + " cannot be read" + BlockingCall.reason(failure));
    }
}
