package dev.sluice.exporter.kubernetes;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.kubernetes.Credential.KeyPair;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Requests to one API server. Nothing is written but what an {@link ApiRequest} can say: Leases are, and nothing else. */
final class ApiClient {

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    /** Short: a kept connection that the server has closed meanwhile fails the next request. */
    private static final int KEEP_ALIVE_SECONDS = 5;
    /** More than there are things to watch: each watch keeps a connection to itself. */
    private static final int MOST_CONNECTIONS = 64;

    private final Vertx vertx;
    private final Timers timers;
    private final ApiAddress address;
    private final Credentials credentials;
    private final HttpClient client;
    private final BlockingCall<InetAddress> lookup;
    /** Kept, because connections are shared by requests of the same options only. */
    private Optional<KeyPair> certificate = Optional.empty();

    private Optional<String> authorities;
    private ClientSSLOptions tls;

    ApiClient(Vertx vertx, KubernetesAccess access) {
        this(vertx, access, Timers.of(vertx));
    }

    ApiClient(Vertx vertx, KubernetesAccess access, Timers timers) {
        this.vertx = vertx;
        this.timers = timers;
        this.address = access.address();
        this.credentials = access.credentials();
        this.lookup = BlockingCall.resolving(address.host());
        this.authorities = address.authorities();
        this.tls = tls();
        this.client = vertx.createHttpClient(
                new HttpClientOptions()
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                        .setTcpKeepAlive(true)
                        .setForceSni(address.serverName().isPresent()),
                new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
    }

    Future<Void> close() {
        return client.close();
    }

    /** Forgets credentials that were refused. */
    void credentialsRefused() {
        credentials.refused();
    }

    /** Sends one request; the answer gets the body as it comes. The exchange fails with {@link ApiFailure}. */
    ApiExchange send(ApiExchange.Limits limits, ApiAnswer answer, Runnable heard) {
        ApiExchange exchange = new ApiExchange(timers, limits, answer, heard);
        credentials
                .current()
                .recover(failure -> Future.failedFuture(unusable(failure)))
                .compose(credential -> lookup.result(vertx)
                        .compose(resolved -> client.request(options(answer.request(), credential, resolved)))
                        .onSuccess(request -> address.serverName()
                                .ifPresent(unused ->
                                        // The name in serverName is for TLS alone.
                                        request.authority(HostAndPort.create(address.host(), address.port())))))
                .onComplete(exchange::send, exchange::fail);
        return exchange;
    }

    private static ApiFailure unusable(Throwable failure) {
        return failure instanceof FetchFailure known
                ? new ApiFailure(known.kind(), known.message())
                : new ApiFailure(FailureKind.UNAUTHORIZED, "the credentials cannot be read");
    }

    private RequestOptions options(ApiRequest asked, Credential credential, InetAddress resolved) {
        RequestOptions request = new RequestOptions()
                .setMethod(asked.method())
                .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                .setServer(SocketAddress.inetSocketAddress(new InetSocketAddress(resolved, address.port())))
                .setHost(address.serverName().orElse(address.host()))
                .setPort(address.port())
                .setSsl(address.tls())
                .setURI(address.path() + asked.pathAndQuery())
                .putHeader("Accept", "application/json")
                .putHeader("User-Agent", "sluice-exporter");
        if (!asked.body().isEmpty()) {
            request.putHeader("Content-Type", "application/json");
        }
        if (address.tls()) {
            Optional<String> trusted = credential.authorities().or(() -> authorities);
            if (!credential.certificate().equals(certificate) || !trusted.equals(authorities)) {
                certificate = credential.certificate();
                authorities = trusted;
                tls = tls();
            }
            request.setSslOptions(tls);
        }
        credential.token().ifPresent(token -> request.putHeader("Authorization", "Bearer " + token));
        return request;
    }

    private ClientSSLOptions tls() {
        ClientSSLOptions options = new ClientSSLOptions()
                .setHostnameVerificationAlgorithm(address.verify() ? "HTTPS" : "")
                .setTrustAll(!address.verify());
        authorities
                .filter(unused -> address.verify())
                .ifPresent(pem -> options.setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(pem))));
        certificate.ifPresent(pair -> options.setKeyCertOptions(new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(pair.certificate()))
                .addKeyValue(Buffer.buffer(pair.key()))));
        return options;
    }
}
